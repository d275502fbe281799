import { Redis } from 'ioredis'

/** What a node of a cluster is now: `master` or `slave`. */
export async function nodeRole(port: number): Promise<string> {
  const node = new Redis({ host: '127.0.0.1', port })
  try {
    return /^role:(\S+)/m.exec(await node.info('replication'))?.[1] ?? 'unknown'
  } finally {
    node.disconnect()
  }
}
