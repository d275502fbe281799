import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test, vi } from 'vitest'
import { processInfo } from '../../services/platform/local-stack/process-table.ts'
import { nodeBinary } from '../../services/platform/node-process.ts'
import { PATIENCE } from './patience.ts'

/** Starts a program on a leash that prints its pid, and then repeats `what` endlessly. */
const PARENT = (what: string): string => `
  const { spawn } = await import('node:child_process')
  const { leash } = await import('${new URL('./child.ts', import.meta.url).href}')
  const program = 'console.log(process.pid); ${what}'
  spawn(process.execPath, [...leash(), '-e', program], { stdio: ['ignore', 'inherit', 'inherit'] })`

test.each([
  ['waits', 'setInterval(() => {}, 1000)'],
  ['takes no signal', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'],
  ['never comes back to its event loop', 'setTimeout(() => { for (;;); }, 100)'],
])('a program that %s ends with the test that started it, even when that is killed by SIGKILL', async (_what, does) => {
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', PARENT(does)]
  const parent = spawn(nodeBinary(), flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(createInterface(parent.stdout), 'line')
  const pid = Number(said)
  expect(processInfo(pid)).not.toBeNull()
  parent.kill('SIGKILL')
  await vi.waitUntil(() => processInfo(pid) === null, PATIENCE)
})
