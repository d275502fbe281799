import { type AnswerPlan, compileAnswerPlan } from '../../../../releases/engine/answer/answer-plan.ts'
import { utf8Text } from '../../../../releases/proof/format/bytes.ts'
import { parseTrust, type Trust } from '../../../../releases/proof/format/trust.ts'
import { verifyBundle } from '../../../../releases/proof/verify/bundle.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'

/** A release in service, as GET /public/serving.json lists it. */
export type Served = {
  readonly scope: string
  readonly state_code: string
  readonly state_name: string
  readonly release_id: string
  readonly revision: number
  readonly release_sha256: string
  readonly effective_from: string
  readonly effective_to: string
  readonly stage: 'reference' | 'production'
  readonly log_position: number
  readonly holds: readonly { readonly component: string; readonly reason: string }[]
  readonly unattested: readonly string[]
}

/** Releases of a state, each verified here; or what failed, in words. Nothing is calculated then. */
export type VerifiedState =
  | { readonly ok: true; readonly plans: readonly AnswerPlan[] }
  | { readonly ok: false; readonly failed: string }

const fail = (failed: string): VerifiedState => ({ ok: false, failed })

/** The bytes at an address of this origin; null: not had. */
async function fetched(path: string): Promise<Uint8Array | null> {
  try {
    const response = await fetch(path, { credentials: 'omit' })
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : null
  } catch {
    return null
  }
}

/** What is in service; null: the list could not be had. */
export async function servedReleases(): Promise<readonly Served[] | null> {
  const bytes = await fetched('/public/serving.json')
  const text = bytes === null ? null : utf8Text(bytes)
  return text === null ? null : (JSON.parse(text) as { releases: readonly Served[] }).releases
}

let trusted: Promise<Trust | string> | null = null

async function readTrust(): Promise<Trust | string> {
  const bytes = await fetched('/v1/trust.json')
  if (bytes === null) return 'The public keys could not be fetched.'
  const parsed = parseTrust(bytes)
  return parsed.ok ? parsed.trust : `The public keys are not readable: ${parsed.reason}`
}

/**
 * Fetches the releases of a state and verifies each one here: its hash, the signatures of its statement, that every gate
 * passed, and its place in the signed log. Then the record is compiled by the same code that the API runs.
 */
export async function verifiedState(releases: readonly Served[]): Promise<VerifiedState> {
  trusted ??= readTrust()
  const trust = await trusted
  if (typeof trust === 'string') {
    trusted = null
    return fail(trust)
  }
  const plans: AnswerPlan[] = []
  for (const served of releases) {
    const name = `${served.release_id}, revision ${served.revision}`
    const bytes = await fetched(`/public/releases/${served.release_sha256}`)
    if (bytes === null) return fail(`${name} could not be fetched.`)
    const verified = verifyBundle(bytes, { trust })
    if (!verified.ok) return fail(`${name} does not verify: ${verified.reason} (${verified.code}).`)
    if (verified.release_sha256 !== served.release_sha256)
      return fail(`${name} is another release than the one listed.`)
    const record = JSON.parse(utf8Text(verified.record) ?? 'null') as ReleaseRecord
    plans.push(
      compileAnswerPlan(record, {
        releaseSha256: served.release_sha256,
        revision: served.revision,
        stage: served.stage,
        logPosition: served.log_position,
        holds: served.holds,
        scope: served.scope,
        unattested: served.unattested,
      }),
    )
  }
  return { ok: true, plans }
}
