import type { Pool, PoolClient } from 'pg'
import { EVENTS_CHANNEL } from '../../pipeline/event-log/event.ts'

type LoopParts = {
  /** If given, a notification of new events wakes the loop between polls. */
  readonly pool: Pool | null
  readonly pollMs: number
  readonly work: () => Promise<void>
  readonly onError: (error: Error) => void
}

/** Runs `work` repeatedly, never concurrently: every `pollMs`, and immediately when notified of new events. */
export async function startLoop({ pool, pollMs, work, onError }: LoopParts): Promise<{ stop(): Promise<void> }> {
  let stopped = false
  let wake: () => void = () => {}
  let woken = false
  const nudge = (): void => {
    woken = true
    wake()
  }
  const listener = pool === null ? null : await listen(pool, nudge, onError)

  const run = async (): Promise<void> => {
    while (!stopped) {
      woken = false
      try {
        await work()
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)))
      }
      if (stopped || woken) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const running = run()
  const stop = async (): Promise<void> => {
    stopped = true
    nudge()
    await running
    listener?.release(true)
  }
  return { stop }
}

/** Listening is optional: if the connection breaks, polling continues and finds everything. */
async function listen(pool: Pool, nudge: () => void, onError: (error: Error) => void): Promise<PoolClient | null> {
  try {
    const client = await pool.connect()
    client.on('error', onError)
    client.on('notification', nudge)
    await client.query(`LISTEN ${EVENTS_CHANNEL}`)
    return client
  } catch (error) {
    onError(error instanceof Error ? error : new Error(String(error)))
    return null
  }
}
