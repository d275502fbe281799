import type { Pool } from 'pg'
import { bodyOf, readBody } from '../../pipeline/gates/calculation/draft.ts'
import { calculate } from '../../releases/engine/calculate.ts'
import { compilePlan, type Plan } from '../../releases/engine/compile/plan.ts'
import { Inputs } from '../../releases/engine/given-inputs.ts'
import { normaliseRequest } from '../../releases/engine/request/normalise.ts'
import { counted } from '../../releases/record/counted.ts'
import type { RegressionCase, ReleaseRecord } from '../../releases/record/record.ts'
import { energyUnitOf, type Row } from '../../releases/record/row.ts'
import { type FigureView, pairRows, type RowChange, rowChanges } from '../../releases/record/row-changes.ts'
import { readRecord } from '../operations/lifecycle.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { releaseNamed } from '../operations/release-view.ts'
import { fittedOnTerminal, type Result } from './output.ts'
import { partTexts } from './record-parts.ts'

export type Change = { readonly path: string; readonly before: string | null; readonly after: string | null }

/** Differences between two records: all by path, rows with their figures, and the effect on reference bills. */
export type Comparison = {
  readonly changes: readonly Change[]
  readonly rows: readonly RowChange[]
  readonly reference_bills: readonly ReferenceBill[]
}

function changes(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Change[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
  return paths
    .map((path) => ({ path, before: before.get(path) ?? null, after: after.get(path) ?? null }))
    .filter((change) => change.before !== change.after)
}

/** Compares two releases' records. Pure: both `release diff` and docs/tariff-changes.md use it. */
export function compareRecords(before: ReleaseRecord, after: ReleaseRecord): Comparison {
  return {
    changes: changes(partTexts(before), partTexts(after)),
    rows: rowChanges(before, after),
    reference_bills: referenceBills(before, after),
  }
}

async function recordOf(pool: Pool, name: string): Promise<ReleaseRecord> {
  const record = await readRecord(pool, await releaseNamed(pool, name))
  if (record === null)
    throw new OperationRefusal('RELEASE_NOT_SEALED', `${name} was not sealed, so it has no record to compare`)
  return record
}

/** The values in a part of a record, by name. A part that is text has one value without a name. */
function valuesIn(part: string): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (value: unknown, name: string): void => {
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) visit(inner, name === '' ? key : `${name}.${key}`)
    else found.set(name, value === null ? 'none' : String(value))
  }
  visit(part.startsWith('{') ? JSON.parse(part) : part, '')
  return found
}

const valueText = (name: string, value: string): string => (name === '' ? value : `${name}: ${value}`)

/** A change as readable text: for a part that both releases have, only the values that differ. */
export function changeText({ path, before, after }: Change): string {
  const [old, now] = [valuesIn(before ?? ''), valuesIn(after ?? '')]
  const all = (values: ReadonlyMap<string, string>): string[] =>
    [...values].map(([name, value]) => `      ${valueText(name, value)}`)
  if (before === null) return [`  ${path}: added`, ...all(now)].join('\n')
  if (after === null) return [`  ${path}: gone`, ...all(old)].join('\n')
  const lines = [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => old.get(name) !== now.get(name))
    .map((name) => `      ${valueText(name, old.get(name) ?? '(not there)')} -> ${now.get(name) ?? '(gone)'}`)
  return [`  ${path}`, ...lines].join('\n')
}

const under = (heading: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [heading, ...lines])

function textOf({ changes, rows, reference_bills }: Comparison): string {
  if (changes.length === 0 && rows.length === 0) return 'no differences'
  // Figures of rows are shown with their rows.
  const others = changes.filter(({ path }) => !path.startsWith('rows/'))
  return [
    counted(changes.length, 'change'),
    ...others.map(changeText),
    ...under('rows', rows.map(rowText)),
    ...under('reference bills (base tariff)', reference_bills.map(billText)),
  ].join('\n')
}

/**
 * Changes between two sealed releases: everything that they say by path, rows with old and new figures, and for each row the
 * effect on a reference bill.
 */
export async function diffReleases(pool: Pool, a: string, b: string): Promise<Result> {
  const found = compareRecords(await recordOf(pool, a), await recordOf(pool, b))
  return { data: { before: a, after: b, ...found }, text: fittedOnTerminal(textOf(found)) }
}

const amount = (figure: FigureView | null, none: string): string =>
  figure === null ? none : `${figure.value ?? 'held'} ${figure.unit} (${figure.grade}, ${figure.source_id})`

/** A row's change as readable text: its old and new figures, and which other fields differ. */
export function rowText({ change, before_row_id: was, after_row_id: is, figures, fields }: RowChange): string {
  const name = was === is || was === null || is === null ? (is ?? was) : `${was} -> ${is}`
  return [
    `  ${name}: ${change}`,
    ...figures.map(({ part, before, after }) => {
      const [old, now] = [amount(before, '(not there)'), amount(after, '(gone)')]
      return `      ${part}: ${old === now ? `${now}, same amount, different citation` : `${old} -> ${now}`}`
    }),
    ...(fields.length === 0 ? [] : [`      also: ${fields.join(', ')}`]),
  ].join('\n')
}

/** Effect of a changed row on a bill that anyone can check: one of its regression cases, in both releases. Paise. */
export type ReferenceBill = {
  readonly row_id: string
  /** Its id in the earlier release, which may contain a year; null: it is new. */
  readonly before_row_id: string | null
  readonly case_id: string
  readonly inputs: RegressionCase['inputs']
  readonly before_paise: number | null
  readonly after_paise: number | null
  /** Null: a release has no amount, or `energy_units` are in kWh in one and in kVAh in the other, and not comparable. */
  readonly effect_paise: number | null
}

/** The same request for both rows. Its day is ignored: each release is asked about its own first day. */
function basePaise(plan: Plan, { inputs }: RegressionCase, licenseeCode: string | null): number | null {
  const read = readBody(bodyOf(plan.record.state_code, inputs))
  if (!read.ok) return null
  const normal = normaliseRequest(read.body, plan.largest)
  if (!normal.ok) return null
  const { subcategory_code: subcategoryCode, licensee_code: named } = read.body
  const { values, given } = normal.request
  const question = { subcategoryCode, licenseeCode: named ?? licenseeCode, date: plan.record.effective_from }
  const result = calculate(plan, new Inputs({ ...question, values, given }), 'specimen')
  return result.ok ? result.basePaise : null
}

/** The first case of a row with an amount: an ordinary bill, since definitions list those first. */
function ordinaryCase(record: ReleaseRecord, row: Row | null): RegressionCase | null {
  return record.cases.find(({ row_id, expected }) => row_id === row?.row_id && !('refusal' in expected)) ?? null
}

/** A reference bill for every row that was changed, added or removed; null if a release has no amount for it. */
function referenceBills(before: ReleaseRecord, after: ReleaseRecord): ReferenceBill[] {
  const [was, is] = [compilePlan(before), compilePlan(after)]
  return pairRows(before, after).flatMap(({ before: old, after: now }) => {
    const row = now ?? old
    const each = ordinaryCase(after, now) ?? ordinaryCase(before, old)
    if (row === null || each === null || old?.row_sha256 === now?.row_sha256) return []
    const { row_id, licensee_code } = row
    const [before_paise, after_paise] = [basePaise(was, each, licensee_code), basePaise(is, each, licensee_code)]
    const isSameUnit = old === null || now === null || energyUnitOf([old]) === energyUnitOf([now])
    const isComparable =
      before_paise !== null && after_paise !== null && (isSameUnit || !('energy_units' in each.inputs))
    const effect_paise = isComparable ? after_paise - before_paise : null
    const { case_id, inputs } = each
    return [{ row_id, before_row_id: old?.row_id ?? null, case_id, inputs, before_paise, after_paise, effect_paise }]
  })
}

export const askedText = (inputs: ReferenceBill['inputs']): string =>
  Object.entries(inputs)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

export function billText({ row_id, inputs, before_paise, after_paise, effect_paise }: ReferenceBill): string {
  const none = before_paise === null || after_paise === null ? 'not in both' : 'other unit'
  const effect = effect_paise === null ? none : `${effect_paise > 0 ? '+' : ''}${effect_paise}`
  return `  ${row_id} (${askedText(inputs)}): ${before_paise ?? 'no amount'} -> ${after_paise ?? 'no amount'} paise, ${effect}`
}
