import closeWithGrace from 'close-with-grace'
import type { Logger } from './logger.ts'

/**
 * Has this process end in order when it is told to, or when an error is caught by nobody: the cause is logged first, then
 * `close` is given `delayMs`. Not on an event loop that has run empty: a start that failed ends by itself, with its own exit
 * code. Signals in `except` mean something else to this process.
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
