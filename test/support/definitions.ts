import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sha256 } from '#digest'
import { type AnswerPlan, compileAnswerPlan, type ReleaseContext } from '../../releases/engine/answer/answer-plan.ts'
import { canonicalHash } from '../../releases/record/canonical.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { shippedRecord as readShipped, STATES } from '../../scripts/shipped-records.ts'

/** The shipped definitions as records (scripts/shipped-records.ts) and as answer plans, without a database. */

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

type ShippedRecord = { readonly record: ReleaseRecord; readonly releaseSha256: string }
const made = new Map<string, Promise<ShippedRecord>>()

/** A record, built once for all files of a worker, and frozen, so that no test changes it for another. */
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
  const { record } = await readShipped(folder)
  return { record, releaseSha256: canonicalHash(record) }
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

type ServingStates = Readonly<Record<ShippedState, readonly [AnswerPlan]>>

/** The plan that serves each state in FY 2026-27. */
export async function servingStates(): Promise<ServingStates> {
  const plans = STATE_CODES.map(async (state) => [state, [await shippedPlan(`${state}/2026-27`)]] as const)
  return Object.fromEntries(await Promise.all(plans)) as ServingStates
}
