import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Block, ROOT } from './markdown.ts'
import { pramaanCommand } from './pramaan-command.ts'

export type Outcome = { readonly output: string; readonly code: number }

/** The command of an npm script. */
export function scriptOf(name: string): string {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  return scripts[name] ?? ''
}

/**
 * Runs blocks one by one in one shell, as a person would paste them: variables set in one are visible in the next.
 * Output is that of a terminal, stdout and stderr together. `means` replaces placeholders of a guide by real values.
 * `isByNpm`: commands of `pramaan` run through npm itself, not in a kept process.
 */
export async function runSession(
  blocks: readonly Block[],
  environment: Readonly<Record<string, string>>,
  means: (text: string) => string,
  isByNpm = true,
): Promise<Map<Block, Outcome>> {
  const mark = `===== ${randomBytes(8).toString('hex')}`
  const script = blocks.map(({ text: commands }) => `${means(commands)}\nprintf '\\n${mark} %s\\n' "$?"`).join('\n')
  const pramaan = isByNpm ? null : await pramaanCommand()
  const shell = spawn('sh', ['-c', `exec 2>&1${pramaan?.shell ?? ''}\n${script}`], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await Promise.all([text(shell.stdout), once(shell, 'close')])
  await pramaan?.close()
  const parts = said.split(new RegExp(`\\n${mark} (\\d+)\\n`))
  return new Map(
    blocks.map((block, index) => {
      const code = parts[index * 2 + 1]
      if (code === undefined) throw new Error(`the shell ended before ${block.file}:${block.line}:\n${said}`)
      return [block, { output: parts[index * 2] ?? '', code: Number(code) }]
    }),
  )
}
