import { Redis } from 'ioredis'

/** Present role of a node of a cluster: `master` or `slave`. */
export async function nodeRole(port: number): Promise<string> {
  const node = new Redis({ host: '127.0.0.1', port })
  try {
    return /^role:(\S+)/m.exec(await node.info('replication'))?.[1] ?? 'unknown'
  } finally {
    node.disconnect()
  }
}
