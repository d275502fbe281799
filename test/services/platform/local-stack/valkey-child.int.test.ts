import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freePort } from '../../../../services/platform/free-port.ts'
import { nodeBinary } from '../../../../services/platform/node-process.ts'
import { leash } from '../../../support/child.ts'

const PROGRAM = fileURLToPath(new URL('../../../../services/platform/local-stack/valkey-child.ts', import.meta.url))

/** What somebody without the password is answered who tries from before the port is open. Empty: the connection was closed. */
async function firstAnswer(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write('SET stolen 1\r\n')
  try {
    return String(await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => '')]))
  } catch {
    // It is not open yet, or was closed.
    return ''
  } finally {
    socket.destroy()
  }
}

/** Several times, because it is a race. */
test.each([1, 2, 3, 4])('nobody is let in before the password is set (%i)', async () => {
  const port = await freePort()
  const flags = ['--disable-warning=ExperimentalWarning', ...leash(), PROGRAM, String(port)]
  const child = spawn(nodeBinary(), flags, { stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin?.end('requirepass secret\n')
  let isSet = false
  createInterface(child.stdout!).on('line', (line) => {
    isSet ||= line === 'listening'
  })
  const answers = new Set<string>()
  while (!isSet) {
    answers.add(await firstAnswer(port))
    await pause(1)
  }
  answers.add(await firstAnswer(port))
  const ended = once(child, 'exit')
  child.kill()
  await ended
  answers.delete('')
  expect([...answers]).toEqual(['-NOAUTH Authentication required.\r\n'])
})
