import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A connection to a server that a test can cut and restore; the server itself keeps running for everybody else. */
export type Wire = {
  /** The server's URL through this proxy. */
  readonly url: string
  /** Closes every connection and accepts no new ones. */
  cut(): void
  mend(): void
  /** Silently carries nothing more: data is delayed until `mend`. */
  freeze(): void
  close(): Promise<void>
}

export async function wireTo(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target)
  const ends = new Set<Socket>()
  const pairs = new Map<Socket, Socket>()
  let whole = true
  let frozen = false
  const server = createServer((near) => {
    if (!whole) {
      near.destroy()
      return
    }
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        ends.delete(socket)
        other.destroy()
      })
      if (!frozen) socket.pipe(other)
    }
    pairs.set(near, far)
    near.on('close', () => pairs.delete(near))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const cut = (): void => {
    whole = false
    for (const socket of ends) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    mend: () => {
      whole = true
      if (!frozen) return
      frozen = false
      for (const [near, far] of pairs) near.pipe(far).pipe(near)
    },
    freeze: () => {
      frozen = true
      for (const [near, far] of pairs) {
        near.unpipe(far)
        far.unpipe(near)
      }
    },
    close: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
