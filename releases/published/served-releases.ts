import * as z from 'zod'
import { type AnswerPlan, compileAnswerPlan } from '../engine/answer/answer-plan.ts'
import { utf8Text } from '../proof/format/bytes.ts'
import { parseCheckpoint } from '../proof/format/checkpoint.ts'
import type { ServingState } from '../proof/format/serving.ts'
import type { Trust } from '../proof/format/trust.ts'
import { consistencyFromTiles, type Tile, tilePath } from '../proof/merkle/tiles.ts'
import { verifyBundle } from '../proof/verify/bundle.ts'
import { judgeHistory } from '../proof/verify/checkpoint.ts'
import { verifyServing } from '../proof/verify/serving.ts'
import { verifyConsistency } from '../proof/verify/tree-proofs.ts'
import { parsedJson } from '../record/json-text.ts'
import type { ReleaseRecord } from '../record/record.ts'

/**
 * Files published without a key and verified by their readers. A running service and a folder of `release publish` have
 * the same files at the same paths. A reader trusts only what the trust document proves (docs/design/contract.md#site).
 */

/** Reads a path such as `/log/checkpoint`; null: not found. */
export type ReadPath = (path: string) => Promise<Uint8Array | null>

/** A release in service by the signed state. The names are for lists, and are compared with its record. */
export type Served = ServingState['serving'][number] & { readonly state_code: string; readonly state_name: string }

export type Failed = { readonly ok: false; readonly code: string; readonly failed: string }
const fail = (code: string, failed: string): Failed => ({ ok: false, code, failed })

/** `note`: the checkpoint, to be stored and passed as `kept` the next time. */
export type ServedReleases = { readonly ok: true; readonly releases: readonly Served[]; readonly note: string } | Failed

/** State and checkpoint change together, but are two files. */
const TRIES = 3

/**
 * Releases in service, as signed by the log's key. `kept`: the checkpoint kept by the reader; an older one, or one of
 * another history, is refused. Restrictions take effect at once: releases missing from the unsigned list, and
 * components on hold there. Additions in that list are ignored.
 */
export async function servedReleases(read: ReadPath, trust: Trust, kept: string | null): Promise<ServedReleases> {
  const signed = await signedState(read, trust)
  if (!signed.ok) return signed
  const older = kept === null ? null : await historyFault(read, signed.note, kept, trust)
  if (older !== null) return older
  const listed = await readList(read)
  if (listed === null) return fail('UNREACHABLE', 'The list of releases could not be fetched, or cannot be read.')
  const releases = signed.serving.serving.flatMap((served): Served[] => {
    const own = listed.find(
      (each) =>
        each.release_sha256 === served.release_sha256 &&
        each.scope === served.scope &&
        each.effective_from === served.effective_from,
    )
    if (own === undefined) return []
    const added = own.holds.filter(({ component }) => served.holds.every((one) => one.component !== component))
    const holds = [...served.holds, ...added.map((hold) => ({ ...hold, kind: 'hold' as const }))]
    holds.sort((a, b) => (a.component < b.component ? -1 : 1))
    return [{ ...served, holds, state_code: own.state_code, state_name: own.state_name }]
  })
  return { ok: true, releases, note: signed.note }
}

type SignedState = { readonly ok: true; readonly serving: ServingState; readonly note: string } | Failed

async function signedState(read: ReadPath, trust: Trust): Promise<SignedState> {
  let refused = fail('UNREACHABLE', 'The signed list of releases in service could not be fetched, or cannot be read.')
  for (let tried = 0; tried < TRIES; tried += 1) {
    const [bytes, noteBytes] = [await read('/log/serving.json'), await read('/log/checkpoint')]
    const [text, note] = [bytes === null ? null : utf8Text(bytes), noteBytes === null ? null : utf8Text(noteBytes)]
    if (bytes === null || text === null || note === null) return refused
    const document = parsedJson(text)
    if (document === null) return fail('SERVING_INVALID', 'The signed list of releases in service is not JSON.')
    const verified = verifyServing(bytes, document, { trust, checkpoint: note })
    if (verified.ok) return { ok: true, serving: verified.serving, note }
    refused = fail(verified.code, `The signed list of releases in service could not be verified: ${verified.reason}.`)
    if (verified.code !== 'SERVING_MISMATCH') return refused
  }
  return refused
}

/** Fault of a checkpoint compared with the kept one; null if it is from the same log and not older. */
async function historyFault(read: ReadPath, note: string, kept: string, trust: Trust): Promise<Failed | null> {
  const [newer, older] = [parseCheckpoint(note), parseCheckpoint(kept)]
  if (!newer.ok) return fail(newer.code, `The checkpoint cannot be read: ${newer.reason}.`)
  // The kept checkpoint is from another log or damaged, so it proves nothing about this one.
  if (!older.ok || older.checkpoint.origin !== newer.checkpoint.origin) return null
  const judged = judgeHistory(newer.checkpoint, kept, trust)
  if (!judged.ok && judged.code === 'STALE_CHECKPOINT')
    return fail(judged.code, 'The signed log is older than the one that was seen here before.')
  if (!judged.ok)
    return fail(judged.code, `The signed log contradicts the one that was seen here before: ${judged.reason}.`)
  const [is, was] = [newer.checkpoint, older.checkpoint]
  if (is.logHead.position < was.logHead.position)
    return fail('STALE_CHECKPOINT', 'The signed log is older than the one that was seen here before.')
  if (is.size === was.size) return null
  const tile = async (wanted: Tile): Promise<Uint8Array> =>
    (await read(`/log/tile/${tilePath(wanted)}`)) ?? new Uint8Array()
  const path = await consistencyFromTiles(was.size, is.size, tile).catch(() => null)
  if (path !== null && verifyConsistency(was, is, path)) return null
  return fail(
    'CONSISTENCY_UNPROVEN',
    'The signed log does not prove that it extends the one that was seen here before.',
  )
}

const list = z.object({
  releases: z.array(
    z.object({
      scope: z.string(),
      effective_from: z.string(),
      release_sha256: z.string(),
      state_code: z.string(),
      state_name: z.string(),
      holds: z.array(z.object({ component: z.string(), reason: z.string(), since: z.string() })),
    }),
  ),
})

async function readList(read: ReadPath): Promise<z.output<typeof list>['releases'] | null> {
  const bytes = await read('/public/serving.json')
  const text = bytes === null ? null : utf8Text(bytes)
  return text === null ? null : (list.safeParse(parsedJson(text)).data?.releases ?? null)
}

/** The verified releases, compiled and ready to answer; or the reason why one failed. */
export type VerifiedState = { readonly ok: true; readonly plans: readonly AnswerPlan[] } | Failed

/**
 * Reads releases in service and verifies each: its hash, the signatures of its statement, that every gate passed, its
 * place in the signed log, and that it is the one that the signed state names. Then the record is compiled with the
 * API's own code.
 */
export async function verifiedReleases(
  read: ReadPath,
  trust: Trust,
  served: readonly Served[],
): Promise<VerifiedState> {
  const plans: AnswerPlan[] = []
  for (const each of served) {
    const name = `${each.release_id}, revision ${each.revision}`
    const bytes = await read(`/public/releases/${each.release_sha256}`)
    if (bytes === null) return fail('UNREACHABLE', `${name} could not be fetched.`)
    const verified = verifyBundle(bytes, { trust })
    if (!verified.ok) return fail(verified.code, `${name} does not verify: ${verified.reason} (${verified.code}).`)
    const { payload } = verified.entry
    if (verified.release_sha256 !== each.release_sha256 || payload.statement_sha256 !== each.statement_sha256)
      return fail('RELEASE_MISMATCH', `${name} is not the release that is signed as serving.`)
    const record = JSON.parse(utf8Text(verified.record) ?? 'null') as ReleaseRecord
    if (record.state_code !== each.state_code || record.state_name !== each.state_name)
      return fail('RELEASE_MISMATCH', `${name} belongs to another state than listed.`)
    plans.push(
      compileAnswerPlan(record, {
        releaseSha256: each.release_sha256,
        revision: each.revision,
        stage: each.stage,
        logPosition: each.log_position,
        holds: each.holds,
        scope: each.scope,
        unattested: each.unattested,
      }),
    )
  }
  return { ok: true, plans }
}
