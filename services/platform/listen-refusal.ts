import { once } from 'node:events'
import { createServer } from 'node:net'
import { ConfigError } from './config.ts'

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another process: stop it, or choose another port',
  EACCES: 'cannot be opened by this user: choose a port above 1023',
}
/** Faults of the address, whatever the port. */
const HOST_REASONS: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not an address that can be resolved',
  EAI_AGAIN: 'is not an address that can be resolved',
}

/** The settings for ports. */
type ListenSetting = 'PORT' | 'METRICS_PORT' | 'DESK_PORT'

/** Why listening failed, as a wrong setting, with what to do. */
function listenRefusal(setting: ListenSetting, host: string, port: number, error: unknown): ConfigError {
  const { code = '', message } = error as NodeJS.ErrnoException
  const ofHost = HOST_REASONS[code]
  if (ofHost !== undefined)
    return new ConfigError([`HOST: ${host} ${ofHost}: set it to one of this machine, such as 127.0.0.1 or 0.0.0.0`])
  const reason = REASONS[code] ?? `cannot be opened (${message})`
  const zero = code !== 'EADDRINUSE' ? '' : setting === 'METRICS_PORT' ? ' (0: no metrics)' : ' (0: any free one)'
  return new ConfigError([`${setting}: port ${port} on ${host} ${reason}${zero}`])
}

/** Starts to listen, or throws ConfigError, which names the setting at fault. */
export async function listening<T>(
  setting: ListenSetting,
  host: string,
  port: number,
  begin: () => Promise<T>,
): Promise<T> {
  try {
    return await begin()
  } catch (error) {
    throw listenRefusal(setting, host, port, error)
  }
}

/**
 * Checks before anything is started whether a port is available, so that nobody waits for the gates to learn that it is
 * not. Throws ConfigError, which names the setting. Port 0 is always available.
 */
export async function requireFreePort(setting: ListenSetting, host: string, port: number): Promise<void> {
  const server = createServer()
  const open = once(server, 'listening')
  server.listen({ host, port })
  await listening(setting, host, port, () => open)
  server.close()
  await once(server, 'close')
}
