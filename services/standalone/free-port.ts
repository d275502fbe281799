import { once } from 'node:events'
import { createServer } from 'node:net'
import { listenRefusal } from '../platform/listen-refusal.ts'

/**
 * Finds out before anything is started whether a port can be listened on, so that nobody waits for the gates to learn
 * that it cannot. Throws ConfigError, which names the setting. Port 0 is always free.
 */
export async function requireFreePort(setting: 'PORT' | 'METRICS_PORT', host: string, port: number): Promise<void> {
  const server = createServer()
  const listening = once(server, 'listening')
  server.listen({ host, port })
  try {
    await listening
  } catch (error) {
    throw listenRefusal(setting, host, port, error)
  }
  server.close()
  await once(server, 'close')
}
