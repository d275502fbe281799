import { expect, test } from 'vitest'
import { holdablePaths } from '../../../../pipeline/gates/24-calculation-reference-agrees.ts'
import { compilePlan, type Keeping, type Plan } from '../../../../releases/engine/compile/plan.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { FOLDERS, shippedRecord } from '../../../support/definitions.ts'

/** A compiled release without its functions, which only depend on the rest. */
function said({ categories }: Plan): string {
  return JSON.stringify(categories, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`
    return value instanceof Map || value instanceof Set ? [...value] : value
  })
}

/**
 * Some of the components of a record, spread over all of them, and two with several parts; fewer for a record with many
 * rows.
 */
function componentsOf(record: ReleaseRecord): string[] {
  const { charges, rules } = holdablePaths(record)
  const all = [...rules, ...charges]
  const count = Math.min(10, Math.max(2, Math.floor(300 / record.rows.length)))
  const every = Math.ceil(all.length / count)
  return ['rows', 'rules', ...all.filter((_, index) => index % every === 0)]
}

test.each(FOLDERS)('%s under one hold after the other is what compiling it whole gives', async (folder) => {
  const { record } = await shippedRecord(folder)
  const keeping: Keeping = { last: null }
  const open = compilePlan(record, [], { keeping })
  const free = said(open)
  let changed = 0
  for (const component of componentsOf(record)) {
    const holds = [{ component, reason: 'a test' }]
    const text = said(compilePlan(record, holds, { keeping }))
    expect(text === said(compilePlan(record, holds)), component).toBe(true)
    if (text !== free) changed += 1
  }
  // Holds have an effect at all.
  expect(changed).toBeGreaterThan(0)
  expect(said(compilePlan(record)) === free).toBe(true)
})

test('parts affected by a hold are compiled again, and the others are the same objects', async () => {
  const { record } = await shippedRecord('BR/2026-27')
  const keeping: Keeping = { last: null }
  const open = compilePlan(record, [], { keeping })
  const component = 'rows/BR-DS-II/energy'
  const held = compilePlan(record, [{ component, reason: 'a test' }], { keeping })
  const rowIn = (plan: Plan, id: string) =>
    plan.categories.flatMap(({ rows }) => rows).find(({ rowId }) => rowId === id)
  expect(rowIn(held, 'BR-DS-II')?.held.map((charge) => charge.held.path)).toEqual([component])
  expect(rowIn(open, 'BR-DS-II')?.held).toEqual([])
  const others = record.rows.map(({ row_id: id }) => id).filter((id) => id !== 'BR-DS-II')
  expect(others.length).toBeGreaterThan(10)
  for (const id of others) expect(rowIn(held, id), id).toBe(rowIn(open, id))
})
