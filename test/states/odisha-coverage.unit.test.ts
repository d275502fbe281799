import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { withoutFurniture } from '../../pipeline/gates/text/furniture.ts'
import { printedNumbers } from '../../pipeline/gates/text/numbers.ts'
import { type CoverageSource, coverageOf } from '../../pipeline/intake/coverage/coverage.ts'
import { readDocument } from '../../pipeline/intake/lay-out.ts'
import { readDefinition } from '../../pipeline/intake/read-definition.ts'
import { figuresOf } from '../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { filesOf } from '../../scripts/shipped-records.ts'
import {
  ODISHA_2025_26,
  OERC_ORDER,
  OERC_ORDER_ABSENT,
  OERC_ORDER_REASON,
  shippedRecord,
} from '../support/definitions.ts'

const { record } = await shippedRecord(ODISHA_2025_26)
const { definition } = readDefinition(filesOf(ODISHA_2025_26))
if (definition === null) throw new Error('the definition cannot be read')

describe('every number of the chapter on the tariff, and of Annexure-B', () => {
  let sources: ReadonlyMap<string, CoverageSource>
  const missing = (of: ReleaseRecord, dismissed = definition.dismissed): string[] =>
    coverageOf(of, { covers: definition.covers, dismissed }, sources)
      .numbers.filter(({ standing }) => standing === 'missing')
      .map(({ page, number }) => `p.${page} ${number}`)

  beforeAll(async () => {
    if (OERC_ORDER_ABSENT) return
    const bytes = new Uint8Array(readFileSync(OERC_ORDER))
    const { text, layout } = await readDocument(bytes, 'application/pdf')
    if (!text.ok) throw new Error(text.reason)
    sources = new Map([['OD-OERC-RST-2025-26', { pages: text.pages, layout, media_type: 'application/pdf' }]])
  }, 300_000)

  it('is read as a figure, is in a fact, or is excluded with a reason', (context) => {
    context.skip(OERC_ORDER_ABSENT, OERC_ORDER_REASON)
    expect(definition.covers.map(({ from_page, to_page }) => [from_page, to_page])).toEqual([
      [134, 150],
      [163, 168],
    ])
    const { numbers, problems } = coverageOf(record, definition, sources)
    expect(problems).toEqual([])
    expect(missing(record)).toEqual([])
    const count = (standing: string): number => numbers.filter((each) => each.standing === standing).length
    expect(count('figure')).toBeGreaterThan(200)
    expect(count('fact')).toBeGreaterThan(350)
    expect(numbers.filter(({ by, standing }) => standing === 'dismissed' && by !== null)).toHaveLength(
      definition.dismissed.length,
    )
  })

  it('is missing where its fact, its figure or its dismissal is left out', (context) => {
    context.skip(OERC_ORDER_ABSENT, OERC_ORDER_REASON)
    const without = (key: string): ReleaseRecord => ({
      ...record,
      rules: { ...record.rules, facts: record.rules.facts.filter((fact) => fact.key !== key) },
    })
    expect(missing(without('green_energy_of_industries'))).toEqual(['p.144 20'])
    const rules = record.rules.adjustments.filter(({ adjustment_id: id }) => id !== 'OD-2526-METER-PRINTOUT')
    expect(missing({ ...record, rules: { ...record.rules, adjustments: rules } })).toEqual(['p.168 500'])
    expect(
      missing(
        record,
        definition.dismissed.filter(({ number }) => number !== '1028.39'),
      ),
    ).toEqual(['p.143 1028.39'])
  })
})

it('what the chapter says a second time is what Annexure-B says, number for number', () => {
  const numbersIn = (text: string): number[] =>
    text.split(' ').flatMap((word) => printedNumbers(word).map(({ value }) => Number(value)))
  const { facts, adjustments } = record.rules
  const read = figuresOf(record).flatMap(({ figure }) => [figure.printed ?? '', figure.value ?? ''])
  const bounds = [
    record.categories.map((category) => category.bounds),
    adjustments.map(({ cases }) => cases.map(({ when }) => when)),
    record.rows.map(({ charges }) => charges.map(({ steps }) => steps.map(({ from, to }) => [from, to]))),
  ]
  const ofNotes = facts.filter(({ evidence }) => evidence.locator.page >= 163).map(({ evidence }) => evidence.quote)
  const known = new Set([
    ...[...read, ...ofNotes].flatMap(numbersIn),
    ...(JSON.stringify(bounds).match(/\d+(?:\.\d+)?/gu) ?? []).map(Number),
  ])
  // A slab `from 101` is above 100, and so many MVA are thousands of kVA.
  const repeated = facts.filter(({ group }) => group === 'repeated')
  expect(repeated.length).toBeGreaterThan(0)
  const strange = repeated.flatMap(({ fact_id, evidence }) =>
    numbersIn(withoutFurniture(evidence.quote))
      .filter((number) => ![number, number - 1, number * 1000].some((each) => known.has(each)))
      .map((number) => `${fact_id} ${number}`),
  )
  expect(strange).toEqual([])
})
