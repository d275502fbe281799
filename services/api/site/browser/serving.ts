import { useEffect, useState } from 'preact/hooks'
import type { Failed } from '../../../../releases/published/served-releases.ts'
import { type Served, servedReleases } from './verified-state.ts'

/** How soon an open page follows a hold, a withdrawal or a promotion. */
const EVERY_MS = 10_000

export type Serving = {
  /** Releases in service by the last reading that succeeded. */
  readonly releases: readonly Served[]
  readonly readAt: Date
  /** Why a later reading failed. */
  readonly failed: Failed | null
}

/** What serves, read again while the page is visible: not when an amount changes, which a slider does in every frame. */
export function useServing(first: readonly Served[]): Serving {
  const [serving, setServing] = useState<Serving>(() => ({ releases: first, readAt: new Date(), failed: null }))
  useEffect(() => {
    let reading: AbortController | null = null
    const read = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || reading !== null) return
      reading = new AbortController()
      const served = await servedReleases(reading.signal)
      reading = null
      if (served.ok) setServing({ releases: served.releases, readAt: new Date(), failed: null })
      else setServing((known) => ({ ...known, failed: served }))
    }
    // A reading that has not ended by the next one's time is given up.
    const timer = setInterval(() => (reading === null ? read() : reading.abort()), EVERY_MS)
    document.addEventListener('visibilitychange', read)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [])
  return serving
}
