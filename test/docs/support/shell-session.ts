import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { askCli } from '../../support/cli.ts'
import { type Block, ROOT } from './markdown.ts'

/** Where `pramaan` commands are run, and the shell function that sends them there. */
type PramaanCommand = { readonly shell: string; close(): Promise<void> }

/**
 * `npm run -s pramaan -- …` as a shell function that sends commands to a process kept for the whole test worker: npm
 * and two starts of Node take many times as long as most commands. The shell sends its environment, folder and
 * arguments; it gets stderr, stdout and the exit code. Any other `npm` is npm.
 */
async function pramaanCommand(): Promise<PramaanCommand> {
  const folder = await mkdtemp(join(tmpdir(), `pramaan-test-${process.pid}-shell-`))
  const file = (name: string): string => join(folder, name)
  const [socket, asked, out, err] = [file('socket'), file('asked'), file('out'), file('err')]
  const carryOut = async (): Promise<number> => {
    const [said = '', words = ''] = (await readFile(asked, 'utf8')).split('\0\0')
    const environment = Object.fromEntries(
      said.split('\0').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    // Each word ends in a null.
    const [directory, ...args] = words.split('\0').slice(0, -1)
    const { code, stdout, stderr } = await askCli(environment, args, directory)
    await Promise.all([writeFile(out, stdout), writeFile(err, stderr)])
    return code ?? 1
  }
  const server = createServer((_, response) => {
    carryOut().then(
      (code) => response.end(String(code)),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  const shell = `
npm() {
  case "$*" in
    "run -s pramaan -- "*)
      shift 4
      { env -0; printf '\\0'; printf '%s\\0' "$PWD" "$@"; } > '${asked}'
      pramaan_code=$(curl -s --fail-with-body --unix-socket '${socket}' http://pramaan/) || { echo "$pramaan_code" >&2; return 70; }
      cat '${err}' >&2
      cat '${out}'
      return "$pramaan_code" ;;
    *) command npm "$@" ;;
  esac
}`
  return {
    shell,
    close: async () => {
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

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
