import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { OwnerMessage, ServerSpec } from './owner.ts'

// The process that owns one server: started by owner.ts, it gets the command from the first message on its channel. The
// server ends when the channel closes, which the system does however the parent process dies.

const GRACE_MS = 10_000

const onceAlone = () => process.exit()
process.once('disconnect', onceAlone)
process.once('message', (spec: ServerSpec) => {
  process.off('disconnect', onceAlone)
  own(spec)
})

function own(spec: ServerSpec): void {
  const { command, args, stopSignals, input, ...options } = spec
  const server = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
  // One that has ended reads nothing, and its end is told below.
  server.stdin.on('error', () => {}).end(input)
  server.once('error', (error) => leave(error.message))
  server.once('close', (code, signal) => leave(signal ? `ended by ${signal}` : `ended with code ${code}`))
  if (server.pid === undefined) return
  tell({ kind: 'spawned', pid: server.pid })
  for (const stream of [server.stdout, server.stderr])
    createInterface(stream).on('line', (text) => tell({ kind: 'line', text }))

  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    escalate(server, [...stopSignals, 'SIGKILL'])
  }
  process.on('message', stop)
  process.on('disconnect', stop)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
}

function escalate(server: ChildProcess, signals: readonly NodeJS.Signals[]): void {
  const [signal, ...harder] = signals
  if (signal === undefined) return
  server.kill(signal)
  setTimeout(() => escalate(server, harder), GRACE_MS).unref()
}

/** The parent may be dead by now: failing to deliver a message is not an error. */
function tell(message: OwnerMessage, then: () => void = () => {}): void {
  if (process.connected) process.send?.(message, undefined, {}, then)
  else then()
}

function leave(how: string): void {
  tell({ kind: 'ended', how }, () => process.exit())
}
