import { connect } from 'node:net'

/** Sends bytes as they are, ends, and gives whatever comes back until the connection is closed, as latin1. */
export function exchangeBytes(origin: string, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect({ host: hostname, port: Number(port) })
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      answer += text
    })
    // A server may cut what it will not read.
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
    socket.end(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  })
}
