import { expect, it } from 'vitest'
import { checkLanguage } from '../../../pipeline/intake/read-definition.ts'
import type { Adjustment } from '../../../releases/record/adjustment.ts'
import type { Charge } from '../../../releases/record/charge.ts'
import type { Quantity } from '../../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { fixtureCandidate } from '../../support/fixture-definition.ts'

export const { record: sound } = await fixtureCandidate()

export type Edit = (record: ReleaseRecord) => void
/** A fault, how to create it in a valid record, and the single required problem. */
export type Wrong = readonly [name: string, edit: Edit, path: string, expected: string, found: string]

export const [water, domestic, industry] = ['XX-WATER', 'XX-DOM', 'XX-HT']
export const rowOf = (record: ReleaseRecord, id: string) => record.rows.find(({ row_id }) => row_id === id)!
export const chargeOf = (record: ReleaseRecord, row: string, id: string): Charge =>
  rowOf(record, row).charges.find(({ charge_id }) => charge_id === id)!

/** A charge of a row, changed in some respects. */
export const charge =
  (row: string, id: string, change: Partial<Charge>): Edit =>
  (record) =>
    Object.assign(chargeOf(record, row, id), change)
/** A further charge of a row, like one that it has. */
export const further =
  (row: string, id: string, change: Partial<Charge> & { readonly charge_id: string }): Edit =>
  (record) =>
    rowOf(record, row).charges.push({ ...structuredClone(chargeOf(record, row, id)), ...change })
export const quantity =
  (
    quantity_id: string,
    change: Partial<Quantity> & { readonly formula?: Quantity['cases'][number]['formula'] } = {},
  ): Edit =>
  (record) => {
    const { formula = 'connected_load', ...said } = change
    const cases = [{ formula, when: [], effective_from: null, effective_to: null }]
    const plain = { quantity_id, unit: 'kW', description: 'x', cases, instead: null, figures: [], evidence: null }
    record.quantities.push({ ...plain, ...said })
  }
export const adjustment =
  (change: Partial<Adjustment>): Edit =>
  (record) =>
    Object.assign(record.rules.adjustments[0]!, change)
/** A further adjustment, like the one of the fixture. */
export const laterAdjustment =
  (change: Partial<Adjustment>): Edit =>
  (record) =>
    record.rules.adjustments.push({
      ...structuredClone(record.rules.adjustments[0]!),
      adjustment_id: 'XX-LATER',
      order: 2,
      ...change,
    })
export const both =
  (...edits: readonly Edit[]): Edit =>
  (record) => {
    for (const edit of edits) edit(record)
  }
export const dates = (effective_from: string | null, effective_to: string | null) => ({ effective_from, effective_to })

export const itFinds = (wrongs: readonly Wrong[]): void => {
  it.each(wrongs.map(([name, ...rest]) => ({ name, rest })))('$name', ({ rest: [edit, path, expected, found] }) => {
    const record = structuredClone(sound)
    edit(record)
    expect(checkLanguage(record)).toEqual([
      { path, expected: expect.stringContaining(expected), found: expect.stringContaining(found) },
    ])
  })
}
