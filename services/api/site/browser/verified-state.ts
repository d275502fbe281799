import { parseTrust, type Trust } from '../../../../releases/proof/format/trust.ts'
import {
  type Failed,
  type Served,
  type ServedReleases,
  servedReleases as servedBy,
  type VerifiedState,
  verifiedReleases,
} from '../../../../releases/published/served-releases.ts'

export type { Served, VerifiedState }

/** The newest checkpoint verified in this browser; earlier ones are ignored. */
const KEPT = 'pramaan-checkpoint'

/** The bytes at an address of this origin; null: not available. */
async function fetched(path: string, signal: AbortSignal | null = null): Promise<Uint8Array | null> {
  try {
    const response = await fetch(path, { credentials: 'omit', cache: 'no-cache', signal })
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : null
  } catch {
    return null
  }
}

let trusted: Promise<Trust | Failed> | null = null

async function readTrust(signal?: AbortSignal): Promise<Trust | Failed> {
  const bytes = await fetched('/v1/trust.json', signal)
  if (bytes === null) return { ok: false, code: 'UNREACHABLE', failed: 'The public keys could not be fetched.' }
  const parsed = parseTrust(bytes)
  if (parsed.ok) return parsed.trust
  return { ok: false, code: parsed.code, failed: `The public keys cannot be read: ${parsed.reason}.` }
}

/** A browser may forbid pages to store anything: then there is nothing to compare with. */
function kept(write?: string): string | null {
  try {
    if (write !== undefined) localStorage.setItem(KEPT, write)
    return localStorage.getItem(KEPT)
  } catch {
    return null
  }
}

/** Releases in service as signed by the log's key, or the error as text. */
export async function servedReleases(signal?: AbortSignal): Promise<ServedReleases> {
  trusted ??= readTrust(signal)
  const trust = await trusted
  if ('ok' in trust) {
    trusted = null
    return trust
  }
  const served = await servedBy((path) => fetched(path, signal), trust, kept())
  if (served.ok) kept(served.note)
  // The log's key may be a new one.
  else trusted = null
  return served
}

/** The releases of a state, each verified here. If one does not verify, nothing is calculated. */
export async function verifiedState(releases: readonly Served[]): Promise<VerifiedState> {
  trusted ??= readTrust()
  const trust = await trusted
  return 'ok' in trust ? trust : verifiedReleases((path) => fetched(path), trust, releases)
}
