import type { Pool } from 'pg'
import { sha256 } from '#digest'
import { beginLog } from '../../pipeline/checkpoints/begin-log.ts'
import { registerSource } from '../../pipeline/commands/register-source.ts'
import { GATE_NAMES } from '../../pipeline/gates/gate.ts'
import { type Payload, type PipelineEvent, streamOf } from '../../pipeline/lifecycle/events.ts'
import { rebuild } from '../../pipeline/projections/read-model.ts'
import { ENGINE_VERSION } from '../../releases/engine/version.ts'
import type { Signatory } from '../../releases/proof/sign/act.ts'
import type { SigningKey } from '../../releases/proof/sign/signing-key.ts'
import { buildStatement, signEnvelope } from '../../releases/proof/sign/statement.ts'
import { canonicalBytes } from '../../releases/record/canonical.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { peopleOf } from '../../scripts/local-people.ts'
import { appendHold, BulkLog, holdsOf, signLog, withoutWaiting } from './bulk-log.ts'
import { counted, type India } from './india-counted.ts'
import type { Say } from './report.ts'
import { type Local, withPool } from './stack.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
/** Minimum number per row of a definition; Bihar's rows have five times as many. */
const CASES_OF_A_ROW = 3

/**
 * Records of a number of fictitious states, with a record's figures, rows and categories, and three cases per row.
 * `taken`: codes of existing states.
 */
function* syntheticRecords(record: ReleaseRecord, count: number, taken: ReadonlySet<string>): Generator<ReleaseRecord> {
  const cases = [...Map.groupBy(record.cases, ({ row_id }) => row_id).values()].flatMap((own) =>
    own.slice(0, CASES_OF_A_ROW),
  )
  const text = JSON.stringify({ ...record, cases })
  const codes = CODES.filter((code) => !taken.has(code)).slice(0, count)
  if (codes.length < count) throw new RangeError(`${count} states are more than two letters can name`)
  // The state's code is alone or a prefix of names.
  const own = new RegExp(`"${record.state_code}(?=["_-])`, 'g')
  for (const code of codes) yield JSON.parse(text.replaceAll(own, `"${code}`))
}

/** Licensees of each state: one state has ten, thirty have one; 65 in total. */
const LICENSEES = [10, 5, 5, 5, 5, 5, ...Array.from({ length: 30 }, () => 1)]
const PERIODS = [
  ['04-01', '07-31'],
  ['08-01', '11-30'],
  ['12-01', '03-31'],
] as const
/** The year in which the financial year of the newest periods begins. */
const NEWEST = 2026
/**
 * Fate of the revisions of a release, in order: 12 sealed for three periods of a year, and drafts that fail the gates.
 */
const REVISIONS = ['rejected', 'sealed', 'rejected', 'sealed', 'rejected', 'sealed', 'sealed'] as const
/**
 * Numbers of holds and unholds, and of keys, per release: with 3,900 releases this gives 100,000 entries and a million
 * events.
 */
const ACTS_PER_RELEASE = 10.6
const KEYS_PER_RELEASE = 3.7

type Place = {
  readonly model: ReleaseRecord
  readonly licensee: string
  readonly from: string
  readonly to: string
  readonly year: string
  readonly id: string
}

/**
 * Fills an empty log with a number of synthetic releases by state, licensee and period, the newest periods first: each
 * revision is opened, gated, sealed, approved and promoted by signed acts, with 29 verdicts per run and a signed
 * statement. `largest` also serves, unchanged. Signs a checkpoint of all of it. No gate really runs: the log only has a
 * valid form.
 */
export async function buildIndia(
  local: Local,
  model: ReleaseRecord,
  largest: ReleaseRecord,
  releases: number,
  say: Say,
): Promise<India> {
  const { signer, foundation, person, approver } = await peopleOf(local.home)
  return withPool(withoutWaiting(local.pipelineUrl), 8, async (pool) => {
    await beginLog(pool, signer, foundation, 'bench', new Date())
    const own = await withOwnDocuments(pool, person, model)
    const served = await withOwnDocuments(pool, person, largest)
    const log = await BulkLog.open(pool, foundation.origin)
    const making = { log, signer, person, approver }
    await addRelease(making, served, served.state_code, ['sealed'])
    const taken = new Set([model.state_code, largest.state_code])
    const states = [...syntheticRecords(own, LICENSEES.length, taken)]
    const newest: ReleaseRecord[] = []
    let done = 0
    for (const place of [...placesOf(states, releases)].reverse()) {
      const record = recordAt(place)
      await addRelease(making, record, place.licensee, REVISIONS)
      if (place.from >= `${NEWEST}-12`) newest.push(record)
      done += 1
      if (done % 500 === 0) say(`${done} of ${releases} releases, ${log.head.position} events`)
    }
    await addActs(log, person, newest, Math.round((releases * ACTS_PER_RELEASE) / 2) * 2)
    for (let index = 0; index < releases * KEYS_PER_RELEASE; index += 1) await addKey(log, index)
    await log.flush()
    say(`${log.head.position} events; the read model is built`)
    await rebuild(pool)
    // Workers must not run the gates of these releases again.
    await pool.query('UPDATE relay_checkpoint SET position = $1', [log.head.position])
    say('a checkpoint is signed')
    await signLog(pool, local.home)
    return counted(pool, log.head.position, newest, largest)
  })
}

/**
 * The record with synthetic documents that are registered here, because not all documents of shipped records are
 * shipped.
 */
async function withOwnDocuments(pool: Pool, by: Signatory, record: ReleaseRecord): Promise<ReleaseRecord> {
  let text = JSON.stringify(record)
  for (const { source_id: id, sha256: hash } of record.sources) {
    const bytes = new TextEncoder().encode(`document,${record.release_id}\n${id},of a measurement\n`)
    const document = { bytes, fileName: `${id}.csv`, mediaType: 'text/csv', identity: null }
    const registered = await registerSource(pool, document, by, new Date())
    if (!registered.ok) throw new Error(`${id}: ${registered.message}`)
    text = text.replaceAll(`"${hash}"`, `"${registered.source.sha256}"`)
  }
  return JSON.parse(text)
}

const licenseeOf = ({ state_code: state }: ReleaseRecord, index: number): string => `${state}_L${index + 1}`

/** The newest period of every licensee, then the previous one, until there are enough. */
function* placesOf(states: readonly ReleaseRecord[], wanted: number): Generator<Place> {
  let left = wanted
  for (let back = 0; ; back += 1) {
    const start = NEWEST - Math.floor(back / PERIODS.length)
    const index = PERIODS.length - 1 - (back % PERIODS.length)
    const [from, to] = PERIODS[index] ?? PERIODS[0]
    const year = `${start}-${String((start + 1) % 100).padStart(2, '0')}`
    for (const [at, model] of states.entries()) {
      for (let own = 0; own < (LICENSEES[at] ?? 0); own += 1) {
        if (left === 0) return
        left -= 1
        yield {
          ...{ model, licensee: licenseeOf(model, own), year },
          from: `${start}-${from}`,
          to: `${index === PERIODS.length - 1 ? start + 1 : start}-${to}`,
          id: `${model.state_code}-${year}-L${own + 1}-P${index + 1}`,
        }
      }
    }
  }
}

/** The model's record as another release: its first licensee with another name, and other days. */
function recordAt({ model, licensee, from, to, year, id }: Place): ReleaseRecord {
  const { code } = model.licensees[0] ?? { code: '' }
  const text = JSON.stringify(model)
    .replaceAll(`"${code}"`, `"${licensee}"`)
    .replaceAll(`"effective_from":"${model.effective_from}"`, `"effective_from":"${from}"`)
    .replaceAll(`"effective_to":"${model.effective_to}"`, `"effective_to":"${to}"`)
  return { ...(JSON.parse(text) as ReleaseRecord), release_id: id, financial_year: year }
}

type Making = {
  readonly log: BulkLog
  readonly signer: SigningKey
  readonly person: Signatory
  readonly approver: Signatory
}

async function addRelease(
  making: Making,
  record: ReleaseRecord,
  scope: string,
  outcomes: readonly (typeof REVISIONS)[number][],
): Promise<void> {
  const { log, person } = making
  const bytes = canonicalBytes(record)
  const hash = sha256(bytes)
  await log.keep(bytes)
  const { release_id, state_code, financial_year, effective_from, effective_to, tier } = record
  const stream = streamOf.state(state_code)
  const sources = record.sources.map(({ source_id, sha256: source }) => ({ source_id, sha256: source }))
  let before: Payload<'ReleaseSuperseded'> | null = null
  for (const [index, outcome] of outcomes.entries()) {
    const revision = index + 1
    const named = { release_id, revision }
    const run = { ...named, run_id: `run-bench-${revision}` }
    const commandId = `bench.${release_id}.${revision}`
    const payload: Payload<'CandidateOpened'> = {
      ...{ ...named, state_code, financial_year, effective_from, effective_to, tier, sources },
      ...{ definition: [], definition_sha256: sha256(commandId), record_sha256: hash, findings: [] },
    }
    const opened: PipelineEvent = { type: 'CandidateOpened', payload }
    const [opening] = await log.add(stream, [opened], { by: person, command: 'open', commandId: `${commandId}.open` })
    await log.add(stream, [{ type: 'GateRunStarted', payload: { ...run, gates: [...GATE_NAMES] } }], ACTOR)
    const failed = outcome === 'rejected' ? GATE_NAMES.slice(0, 1) : []
    const verdicts = GATE_NAMES.map((gate): PipelineEvent => {
      return {
        type: 'GateChecked',
        payload: { ...run, gate, passed: !failed.includes(gate), checked: 1, findings: [] },
      }
    })
    await log.add(streamOf.run(release_id, revision, run.run_id), verdicts, ACTOR)
    const total = GATE_NAMES.length
    const completed: PipelineEvent = {
      type: 'GateRunCompleted',
      payload: { ...run, passed: total - failed.length, total, failed },
    }
    if (outcome === 'rejected' || opening === undefined) {
      await log.add(stream, [completed, { type: 'ReleaseRejected', payload: { ...run, findings: [] } }], ACTOR)
      continue
    }
    const sealed: PipelineEvent = {
      type: 'ReleaseSealed',
      payload: await sealOf(making, run, opening, hash, bytes.length),
    }
    await log.add(stream, [completed, sealed], ACTOR)
    const name = { ...named, release_sha256: hash }
    const acting = (by: Signatory, command: 'approve' | 'promote') => ({
      by,
      command,
      commandId: `${commandId}.${command}`,
    })
    await log.add(stream, [{ type: 'ReleaseApproved', payload: name }], acting(making.approver, 'approve'))
    const superseded: PipelineEvent[] =
      before === null ? [] : [{ type: 'ReleaseSuperseded', payload: { ...before, by: named } }]
    const promoted = { ...name, scope, effective_from, effective_to, stage: 'reference' as const }
    await log.add(stream, [...superseded, { type: 'ReleasePromoted', payload: promoted }], acting(person, 'promote'))
    before = { ...name, scope, by: named }
  }
}

const ACTOR = { actor: 'bench' } as const

/** Seals like the decide job. */
async function sealOf(
  { log, signer }: Making,
  { release_id, revision, run_id }: { release_id: string; revision: number; run_id: string },
  { type, stream, version, position, commandId, payload, act }: Awaited<ReturnType<BulkLog['add']>>[number],
  hash: string,
  size: number,
): Promise<Payload<'ReleaseSealed'>> {
  if (act === null || commandId === null || type !== 'CandidateOpened') throw new Error('the opening is not signed')
  const signed = { stream, version, event_position: position, command_id: commandId, act }
  const statement = buildStatement({
    ...{ releaseId: release_id, revision, releaseSha256: hash, engineVersion: ENGINE_VERSION, logHead: log.head },
    gates: GATE_NAMES.map((gate) => ({ gate, passed: true, checked: 1 })),
    actors: { opened_by: act.signatures[0]?.person ?? '', sealed_by: ACTOR.actor },
    acts: [{ type, payload: payload as Record<string, unknown>, ...signed }],
  })
  const envelope = canonicalBytes(signEnvelope(statement, signer))
  await log.keep(statement)
  await log.keep(envelope)
  return {
    ...{ release_id, revision, run_id, release_sha256: hash, size_bytes: size, key_id: signer.keyId },
    ...{ envelope_sha256: sha256(envelope), statement_sha256: sha256(statement) },
    ...{ engine_version: ENGINE_VERSION, log_head: log.head },
  }
}

/** Holds and unholds on releases in service, in turn. */
async function addActs(log: BulkLog, by: Signatory, records: readonly ReleaseRecord[], count: number): Promise<void> {
  const each = Math.floor(count / records.length / 2) * 2
  for (const [index, record] of records.entries()) {
    const own = index === 0 ? count - each * (records.length - 1) : each
    for (const event of holdsOf(record, REVISIONS.length, own)) await appendHold(log, record.state_code, event, by)
  }
}

async function addKey(log: BulkLog, index: number): Promise<void> {
  const id = `bench${index}`
  const payload: Payload<'KeyIssued'> = {
    ...{ key_id: id, name: `consumer ${index}`, key_sha256: sha256(id), scopes: [], states: ['all'], origins: [] },
    ...{ per_minute: 60, burst: 10, evidence_floor: 'derived', expires_at: null, request_ref: null },
  }
  await log.add(streamOf.key(id), [{ type: 'KeyIssued', payload }], ACTOR)
}
