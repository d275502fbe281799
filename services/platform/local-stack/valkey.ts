import { tmpdir } from 'node:os'
import { Redis } from 'ioredis'
import { launch } from './launch.ts'
import { findValkey, type ValkeyKind } from './valkey-programs.ts'

export type LocalValkey = {
  readonly url: string
  readonly kind: ValkeyKind
  /** Of the server: Valkey's own, or Redis's. */
  readonly version: string
  readonly pid: number
  stop(): Promise<void>
}

/**
 * Starts Valkey (or Redis) on 127.0.0.1, in memory only: what it holds is gone when it stops, and the event log fills
 * it again. `port` is any free one when not given. `log` gets the server's lines. Ends with this process, however that
 * ends. Throws when it does not come up, with its last words. Source: architecture 1.7.
 */
export async function startValkey(options: {
  readonly port?: number
  readonly log: (line: string) => void
}): Promise<LocalValkey> {
  const { kind, command, args, ready } = await findValkey()
  const { server, port } = await launch(
    options.port,
    (port) => ({ command, args: args(port), cwd: tmpdir(), stopSignals: ['SIGTERM'] }),
    { ready, passes: /address already in use/i, log: options.log },
  )
  const url = `redis://127.0.0.1:${port}`
  try {
    return { url, kind, version: await versionAt(url), pid: server.pid, stop: server.stop }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function versionAt(url: string): Promise<string> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
  try {
    await redis.connect()
    const info = await redis.info('server')
    return /^valkey_version:(\S+)/m.exec(info)?.[1] ?? /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'unknown'
  } finally {
    redis.disconnect()
  }
}
