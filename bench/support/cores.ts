import { execFile } from 'node:child_process'
import { cpus } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The server under load has a core of its own; databases and the load share another. */
const SERVER_CORE = '0'
const REST_CORE = '1'

export type Cores = {
  /** What to say of it among the conditions. */
  readonly text: string
  /** A command as it is run on the server's core. */
  server(command: string, args: readonly string[]): readonly [command: string, args: readonly string[]]
}

const UNPINNED: Cores = {
  text: 'server and load share the cores: taskset or a second core is missing',
  server: (command, args) => [command, args],
}
const PINNED: Cores = {
  text: 'server on one core, databases and load on another (taskset)',
  server: (command, args) => ['taskset', ['-c', SERVER_CORE, command, ...args]],
}

/** Moves this process, and with it all it starts from now on, off the server's core while `work` runs. */
export async function withCores<T>(work: (cores: Cores) => Promise<T>): Promise<T> {
  const count = cpus().length
  const pin = (list: string): Promise<boolean> =>
    run('taskset', ['-apc', list, String(process.pid)]).then(
      () => true,
      () => false,
    )
  if (count < 2 || !(await pin(REST_CORE))) return work(UNPINNED)
  try {
    return await work(PINNED)
  } finally {
    await pin(`0-${count - 1}`)
  }
}
