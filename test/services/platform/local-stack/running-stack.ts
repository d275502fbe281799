import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { processInfo } from '../../../../services/platform/local-stack/process-table.ts'
import { nodeBinary } from '../../../../services/platform/node-process.ts'
import { leash } from '../../../support/child.ts'
import { PATIENCE } from '../../../support/patience.ts'

const PROGRAM = fileURLToPath(new URL('./stack-process.ts', import.meta.url))

export type RunningStack = {
  readonly program: ChildProcess
  readonly postgres: { readonly url: string; readonly pid: number }
  readonly valkey: { readonly url: string; readonly pid: number }
  /** Processes that own the servers. */
  readonly owners: readonly number[]
}

/** Runs `stack-process.ts` on a data directory, and returns once its stack is running. */
export async function runStack(dataDir: string): Promise<RunningStack> {
  const program = spawn(nodeBinary(), [...leash(), PROGRAM, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  program.stderr.on('data', (chunk) => {
    said += chunk
  })
  const line = once(createInterface(program.stdout), 'line')
  const ended = once(program, 'exit').then(() => Promise.reject(new Error(`the program ended:\n${said}`)))
  const [text] = await Promise.race([line, ended])
  // The test controls it from here on.
  ended.catch(() => {})
  const stack = JSON.parse(text)
  return { program, ...stack, owners: [parentOf(stack.postgres.pid), parentOf(stack.valkey.pid)] }
}

/** The processes of a stack, except its program. */
export function processesOf(stack: RunningStack): number[] {
  return [stack.postgres.pid, stack.valkey.pid, ...stack.owners]
}

/** Returns once all of the processes are gone. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  await vi.waitUntil(() => pids.every((pid) => processInfo(pid) === null), PATIENCE)
}

/** Field 4 of /proc/<pid>/stat, counted from the end of the name in parentheses (proc(5)). */
function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}
