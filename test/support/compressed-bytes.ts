import { get } from 'node:http'

/** Bytes of an answer as they cross the network, gzip asked for. */
export function compressedBytes(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.once('end', () => resolve(bytes))
    }).once('error', reject)
  })
}
