import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

export type ServedFolder = { readonly origin: string; close(): Promise<void> }

/** A minimal file server on a free port of the loopback interface: a path is a file, or a folder with index.html. */
export async function serveFolder(folder: string): Promise<ServedFolder> {
  const server = createServer(async ({ url = '/' }, response) => {
    const path = join(folder, decodeURIComponent(new URL(url, 'http://x').pathname))
    for (const file of [path, join(path, 'index.html')]) {
      const bytes = await readFile(file).catch(() => null)
      if (bytes === null) continue
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(bytes)
      return
    }
    response.writeHead(404).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
