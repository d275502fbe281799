import closeWithGrace from 'close-with-grace'
import type { Logger } from './logger.ts'

/**
 * Makes this process stop in order on a signal or an uncaught error: the cause is logged first, then `close` is called
 * with `delayMs`. An empty event loop is not handled, because a failed start ends with its own exit code. `except`:
 * signals with another meaning for this process.
 */
export function endInOrder(
  log: Logger,
  delayMs: number,
  close: () => Promise<unknown>,
  except: readonly 'SIGHUP'[] = [],
): void {
  closeWithGrace({ delay: delayMs, logger: log, skip: ['beforeExit', ...except] }, async ({ err, signal }) => {
    if (err === undefined) log.info({ signal }, 'stopping')
    else log.fatal({ err }, 'stopping after an uncaught error')
    await close()
    log.info('stopped')
  })
}
