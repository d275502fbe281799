import { createProgram } from '../../services/cli/create-program.ts'
import { parseAndRun } from '../../services/cli/program.ts'
import type { Ended } from './child.ts'

/** A command to run: its arguments, folder and complete environment. */
type Asked = {
  readonly env: Readonly<Record<string, string>>
  readonly args: readonly string[]
  readonly folder: string
}

/** Runs command after command in one process, which services/cli/main.ts runs in a process each. */
async function carryOut({ env, args, folder }: Asked): Promise<Ended> {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(folder)
  process.exitCode = undefined
  const [stdout, stderr] = [heard(process.stdout), heard(process.stderr)]
  await parseAndRun(await createProgram(), ['node', 'pramaan', ...args])
  return { code: Number(process.exitCode ?? 0), stdout: stdout.join(''), stderr: stderr.join('') }
}

/** Output written to a stream from now on. */
function heard(stream: NodeJS.WriteStream): string[] {
  const said: string[] = []
  stream.write = (chunk: string | Uint8Array, encoding?: unknown, done?: () => void) => {
    said.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'))
    const told = typeof encoding === 'function' ? encoding : done
    if (told !== undefined) process.nextTick(told as () => void)
    return true
  }
  return said
}

let last: Promise<unknown> = Promise.resolve()
process.on('message', (asked: Asked) => {
  last = last.then(async () => process.send?.(await carryOut(asked)))
})
