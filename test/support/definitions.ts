import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sha256 } from '#digest'
import { buildCandidate, type RegisteredSource } from '../../pipeline/intake/build-candidate.ts'
import { extractText } from '../../pipeline/intake/extract-text.ts'
import { DEFINITION_FILES, READING_FILES, readDefinition } from '../../pipeline/intake/read-definition.ts'
import { textIdentity } from '../../pipeline/intake/text-identity.ts'
import { wantedSources } from '../../pipeline/intake/wanted-sources.ts'
import { type AnswerPlan, compileAnswerPlan, type ReleaseContext } from '../../releases/engine/answer/answer-plan.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'

/**
 * The shipped definitions as records and as answer plans, read through intake like in the pipeline, without a database.
 * The regulator's order for one of them is not part of this repository: its record is built as if the order had been
 * registered with the hash stated in the definition. No amount depends on the text of a document.
 */

export const STATES = fileURLToPath(new URL('../../releases/states', import.meta.url))

/** Every shipped definition: `BR/2026-27`. */
export const FOLDERS: readonly string[] = readdirSync(STATES, { recursive: true, encoding: 'utf8' })
  .filter((path) => basename(path) === 'release.yaml')
  .map(dirname)
  .sort()

/** The only definition whose original must be provided separately. */
export const ODISHA_2025_26 = 'OD/2025-26'
const ORIGINALS = fileURLToPath(new URL('../../../shared/data/originals', import.meta.url))
export const OERC_ORDER = join(ORIGINALS, 'oerc-rst-order-fy2025-26.pdf')
export const OERC_SHA256 = 'de53fe6fc5afb70f9f45e2eb94a977bcbd2c791fe63eb9f713f8b9ab2fc069fb'
export const OERC_ORDER_ABSENT = !existsSync(OERC_ORDER)
export const OERC_ORDER_REASON = `the OERC order for FY 2025-26 (sha256 ${OERC_SHA256}) is not at ../shared/data/originals`

/** The files of a shipped definition, by name. */
export function filesOf(folder: string): Map<string, string> {
  const path = join(STATES, folder)
  const names = [...DEFINITION_FILES, ...READING_FILES].filter((name) => existsSync(join(path, name)))
  return new Map(names.map((name) => [name, readFileSync(join(path, name), 'utf8')]))
}

type ShippedRecord = { readonly record: ReleaseRecord; readonly releaseSha256: string }
const made = new Map<string, Promise<ShippedRecord>>()

/**
 * A parsed definition with its sources registered in memory and its record built: once for all files of a worker, and
 * frozen, so that no test changes it for another. Throws with the findings if there are any.
 */
export function shippedRecord(folder: string): Promise<ShippedRecord> {
  const known = made.get(folder) ?? makeRecord(folder).then(frozen)
  made.set(folder, known)
  return known
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    for (const each of Object.values(Object.freeze(value))) frozen(each)
  return value
}

async function makeRecord(folder: string): Promise<ShippedRecord> {
  const path = join(STATES, folder)
  const { definition, findings } = readDefinition(filesOf(folder))
  if (definition === null) throw new Error(`${folder} cannot be read: ${JSON.stringify(findings)}`)
  const registered = new Map<string, RegisteredSource>()
  for (const { source_id, file, media_type, sha256: stated, size_bytes } of wantedSources(definition)) {
    if (file === null) {
      registered.set(source_id, { ...textIdentity(['']), sha256: stated, size_bytes, media_type, held: true })
      continue
    }
    const bytes = readFileSync(join(path, file))
    const extracted = await extractText(bytes, media_type)
    if (!extracted.ok) throw new Error(`${folder} ${source_id}: ${extracted.reason}`)
    const identity = textIdentity(extracted.pages)
    registered.set(source_id, {
      ...identity,
      sha256: sha256(bytes),
      size_bytes: bytes.length,
      media_type,
      held: true,
    })
  }
  const built = buildCandidate(definition, registered)
  if (built.candidate === null || built.findings.length > 0) {
    throw new Error(`${folder} gives no clean candidate: ${JSON.stringify(built.findings)}`)
  }
  return { record: built.candidate.record, releaseSha256: sha256(built.candidate.bytes) }
}

/** An answer plan of a record as if it served at stage reference; `more` overrides this. */
export function planOf(record: ReleaseRecord, more: Partial<ReleaseContext> = {}): AnswerPlan {
  return compileAnswerPlan(record, {
    releaseSha256: sha256(record.release_id),
    revision: 1,
    stage: 'reference',
    logPosition: 1,
    holds: [],
    ...more,
  })
}

/** The answer plan of a shipped definition, with its own hash. */
export async function shippedPlan(folder: string): Promise<AnswerPlan> {
  const { record, releaseSha256 } = await shippedRecord(folder)
  return planOf(record, { releaseSha256 })
}

/** The seven states, each with the one release of FY 2026-27 that serves it. */
export const STATE_CODES = ['BR', 'MH', 'GJ', 'RJ', 'OD', 'TS', 'JH'] as const
export type ShippedState = (typeof STATE_CODES)[number]

/** The plan that serves each state in FY 2026-27. */
export async function servingStates(): Promise<Readonly<Record<ShippedState, readonly [AnswerPlan]>>> {
  const plans = await Promise.all(STATE_CODES.map((state) => shippedPlan(`${state}/2026-27`)))
  const [BR, MH, GJ, RJ, OD, TS, JH] = plans as [
    AnswerPlan,
    AnswerPlan,
    AnswerPlan,
    AnswerPlan,
    AnswerPlan,
    AnswerPlan,
    AnswerPlan,
  ]
  return { BR: [BR], MH: [MH], GJ: [GJ], RJ: [RJ], OD: [OD], TS: [TS], JH: [JH] }
}
