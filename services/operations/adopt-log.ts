import { constants, copyFile, rm, writeFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { CheckpointPublisher } from '../../pipeline/checkpoints/publish-checkpoint.ts'
import { rotateSigningKey } from '../../pipeline/commands/trust-acts.ts'
import { cutLog, eventsFrom } from '../../pipeline/event-log/cut.ts'
import type { Head, Queryable } from '../../pipeline/event-log/event.ts'
import { exportLine } from '../../pipeline/event-log/export-log.ts'
import { inTransaction } from '../../pipeline/event-log/in-transaction.ts'
import { readHead } from '../../pipeline/event-log/read.ts'
import { currentKey, enrolledKey } from '../../pipeline/lifecycle/trust.ts'
import { genesisEvents } from '../../pipeline/log-fold/batch-fault.ts'
import { LogFold } from '../../pipeline/log-fold/log-fold.ts'
import { rebuildWithin } from '../../pipeline/projections/read-model.ts'
import { getBlob } from '../../pipeline/store/blobs.ts'
import type { Checkpoint } from '../../releases/proof/format/checkpoint.ts'
import type { Trust } from '../../releases/proof/format/trust.ts'
import type { Signatory } from '../../releases/proof/sign/act.ts'
import { isNamedBy } from '../../releases/proof/verify/checkpoint.ts'
import { ensureSigningKey } from '../platform/signing-key.ts'
import { writeTrustFile } from '../platform/trust-file.ts'
import { checkpointPath, keepCheckpoint } from '../worker/checkpoint-file.ts'
import { isWorkerSeen } from './gate-run.ts'
import { OperationRefusal, requireDone, unwritable } from './refusal.ts'

type AdoptionParts = {
  readonly pool: Pool
  /** Connects as the database's owner; called only if events are removed from the log. */
  readonly owner: () => Pool
  readonly home: string
  readonly trustPath: string
  /** First events of the log, from the current trust file. */
  readonly foundation: Trust
  /** Path of the checkpoint in the home. */
  readonly anchor: Checkpoint | null
  readonly by: Signatory
  readonly now: () => Date
  /** Path of the new signing key, which is created if missing. */
  readonly keyFile: string
  /** The first event to exclude; null: all events count. */
  readonly before: number | null
}

type Adoption = {
  /** Of the event from which the new root is valid. */
  readonly position: number
  readonly keyId: string
  /** The signed state that the home had seen and that the log no longer has; null if there is none. */
  readonly lostAfter: { readonly position: number; readonly signedUpTo: number } | null
  /** Events that were removed, and the file that contains them. */
  readonly cut: { readonly events: number; readonly file: string } | null
}

/**
 * Starts a new root on the existing log: from here on a new key signs; a person declares this in the log, without
 * confirmation by an earlier key. For a lost key, an older copy of the database, or an event that cannot be signed.
 * Writes trust file and checkpoint in the home; previous files are kept next to them. It may be run again after a
 * fault, with the same key file. Refused with WORKER_AT_WORK while a worker signs, and with LOG_NOT_INTACT if the log
 * is not valid up to the new root. Source: docs/design/trust.md#adoption.
 */
export async function adoptLog(parts: AdoptionParts): Promise<Adoption> {
  const { pool, home, trustPath, foundation, anchor, by, now, keyFile, before } = parts
  if (await isWorkerSeen(pool))
    throw new OperationRefusal(
      'WORKER_AT_WORK',
      'a worker was running within the last 20 seconds: stop all workers first. While a worker runs, use `key rotate-signing` to replace a key',
    )
  const signer = await ensureSigningKey(keyFile).catch(unwritable(keyFile))
  const hasSigned = anchor !== null && isNamedBy(anchor.logSignature, anchor.origin, signer)
  const isOfThisRoot = foundation.keys.some(({ keyId }) => keyId === signer.keyId)
  if (isOfThisRoot || (hasSigned && before !== null)) throw needsNewKey(parts)
  const cut = before === null ? null : await cutOut(parts, before)
  const fold = await sound(pool, parts)
  if (hasSigned && lostBeyond(fold.state.head, fold, anchor) !== null) throw needsNewKey(parts)
  const was = await readHead(pool)
  const isAdded = currentKey(fold.state.trust)?.keyId === signer.keyId
  if (!isAdded) requireDone(await rotateSigningKey({ pool, signatories: [by], now }, signer))
  const publisher = new CheckpointPublisher({ pool, signer, foundation, now })
  const note = await publisher.publish()
  if (note === null) throw new Error('an adopted log has no entry')
  const adopted = await sound(pool, parts)
  const { keys, people } = adopted.state.trust
  const own = await keyPosition(pool, signer.keyId)
  await aside(checkpointPath(home), own)
  await rm(checkpointPath(home), { force: true })
  await keepCheckpoint(home, note)
  await aside(trustPath, own)
  await writeTrustFile(trustPath, { ...foundation, position: own, keys, people })
  return { position: own, keyId: signer.keyId, lostAfter: isAdded ? null : lostBeyond(was, fold, anchor), cut }
}

/** What a key has signed it must not contradict: readers could not tell which of the two is meant. */
function needsNewKey({ keyFile }: AdoptionParts): OperationRefusal {
  return new OperationRefusal(
    'ENROLMENT_REFUSED',
    `the key in ${keyFile} already signs this log, and a log is taken over with a new one: name a file that does not exist`,
  )
}

/**
 * The log folded from its first event to its end. Refused with LOG_NOT_INTACT at the first event that must not count.
 */
async function sound(db: Queryable, { foundation, now }: AdoptionParts): Promise<LogFold> {
  const fold = new LogFold(foundation, { blob: (hash) => getBlob(db, hash), now })
  await fold.follow(db)
  const { fault } = fold
  const begun = genesisEvents(foundation)
  if (fault === null && fold.state.head.position >= begun) return fold
  if (fault === null)
    throw new OperationRefusal(
      'LOG_NOT_INTACT',
      `the log begins with ${begun} events, its key and first people: they cannot be removed`,
    )
  throw new OperationRefusal(
    'LOG_NOT_INTACT',
    `the log does not hold at position ${fault.position}: ${fault.reason}. To continue without it and all later events, add --before ${fault.position}`,
    { position: fault.position, reason: fault.reason },
  )
}

/**
 * Removes events from the log after storing them in a file; if the rest of the log is not valid, it is refused and
 * nothing changes.
 */
async function cutOut(parts: AdoptionParts, before: number): Promise<NonNullable<Adoption['cut']>> {
  const file = `${parts.home}/cut-from-${before}.ndjson`
  return inTransaction(parts.owner(), async (client) => {
    const events = await eventsFrom(client, before)
    if (events.length === 0)
      throw new OperationRefusal(
        'LOG_NOT_INTACT',
        `the log has no event at position ${before}: there is nothing to remove`,
      )
    await cutLog(client, before)
    const { trust } = (await sound(client, parts)).state
    if (enrolledKey(trust, parts.by.name)?.keyId !== parts.by.key.keyId)
      throw new OperationRefusal(
        'PERSON_NOT_ENROLLED',
        `before position ${before} ${parts.by.name} is not enrolled, so this person cannot sign that the log continues from there`,
      )
    await rebuildWithin(client)
    const kept = events.map(exportLine).join('')
    await writeFile(file, kept, { flag: 'wx', mode: 0o600, flush: true }).catch(unwritable(file))
    return { events: events.length, file }
  })
}

async function keyPosition(pool: Pool, keyId: string): Promise<number> {
  const { rows } = await pool.query<{ position: number }>(
    `SELECT position FROM event_log WHERE type = 'SigningKeyAdded' AND payload::json ->> 'key_id' = $1`,
    [keyId],
  )
  const position = rows[0]?.position
  if (position === undefined) throw new Error(`${keyId} is not in the log`)
  return position
}

function lostBeyond({ position }: Head, fold: LogFold, anchor: Checkpoint | null): Adoption['lostAfter'] {
  if (anchor === null || fold.state.hashAt(anchor.logHead.position) === anchor.logHead.hash) return null
  return { position: Math.min(position, anchor.logHead.position - 1), signedUpTo: anchor.logHead.position }
}

/** The previous file with that name is kept next to the new one. */
async function aside(path: string, position: number): Promise<void> {
  // If an interrupted adoption is being completed, the previous file has already been saved.
  await copyFile(path, `${path}.before-${position}`, constants.COPYFILE_EXCL).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  })
}
