import { request } from 'node:http'
import type { LoadRequest } from './load.ts'

/** Headers that any answer of the framework has: what is above them is asked for. */
const OWN = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive'])

/** The request to the bare server whose answer has the status, length and number of headers of this one's answer. */
export function likeness(origin: string, { method, path, headers, body }: LoadRequest): Promise<LoadRequest> {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { method, headers }, (answer) => {
      answer.resume()
      const added = Object.keys(answer.headers).filter((name) => !OWN.has(name)).length
      const query = `status=${answer.statusCode}&bytes=${answer.headers['content-length'] ?? 0}&headers=${added}`
      const own: LoadRequest = { method, path: `/like?${query}`, headers }
      answer.on('end', () => resolve(body === undefined ? own : { ...own, body }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
