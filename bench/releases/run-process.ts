import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { nodeBinary } from '../../services/platform/node-process.ts'
import type { Cores } from '../support/cores.ts'

const run = promisify(execFile)
const ANY_CORE: Pick<Cores, 'server'> = { server: (command, args) => [command, args] }

/** What a Node process of its own prints, read as JSON, on the server's core where `cores` has one. */
export async function runProcess(args: readonly string[], cores: Pick<Cores, 'server'> = ANY_CORE): Promise<unknown> {
  const [command, all] = cores.server(nodeBinary(), args)
  const { stdout } = await run(command, all)
  return JSON.parse(stdout)
}
