import { beforeAll, describe, expect, it } from 'vitest'
import type { GateName } from '../../pipeline/gates/gate.ts'
import type { Table } from '../../pipeline/gates/layout.ts'
import { withoutFurniture } from '../../pipeline/gates/text/furniture.ts'
import { printedNumbers } from '../../pipeline/gates/text/numbers.ts'
import { type CoverageSource, coverageOf } from '../../pipeline/intake/coverage/coverage.ts'
import { readDefinition } from '../../pipeline/intake/read-definition.ts'
import { figuresOf } from '../../releases/record/figures.ts'
import { filesOf } from '../../scripts/shipped-records.ts'
import { ODISHA_2025_26, OERC_ORDER_ABSENT, OERC_ORDER_REASON, shippedRecord } from '../support/definitions.ts'
import { skipReason } from '../support/skip.ts'
import { type Judge, judgeOfOrder } from './oerc/judge.ts'
import type { Misreading } from './oerc/misread.ts'
import { MISREAD_FACTS } from './oerc/misread-facts.ts'
import { MISREAD_LINES } from './oerc/misread-lines.ts'
import { MISREAD_RULES } from './oerc/misread-rules.ts'
import { MISREAD_UNITS } from './oerc/misread-units.ts'
import { changedPart, concerns, together } from './oerc/together.ts'

/**
 * Ways to misread the OERC order for FY 2025-26: each quotes words of the order, and causes a wrong amount, refusal or
 * period. They test the gates: a definition with one of them must not pass.
 */
const MISREADINGS: readonly Misreading[] = [...MISREAD_LINES, ...MISREAD_UNITS, ...MISREAD_RULES, ...MISREAD_FACTS]

/** Refused by another gate than the one that compares a figure with its cell or sentence. */
const OTHERWISE: Readonly<Record<string, GateName>> = {
  'steel plants: 6 kVA for 6 MVA': 'structure.applicability_disjoint',
  'time of day at the rebate of the year before': 'evidence.grade_supported',
  'time of day at the surcharge of the year before': 'evidence.grade_supported',
  'line 3: 15.00 for 150.00': 'evidence.quote_found',
  'line 2: 790.00 for 760.00': 'evidence.quote_found',
  'line 12: 602.00 for 620.00': 'evidence.quote_found',
}

/** The gate that refuses a misreading. */
function refusedBy({ name }: Misreading): GateName {
  return OTHERWISE[name] ?? 'evidence.figure_in_quote'
}

// The order has 169 pages, and reading it takes seconds: what is asked of the document is asked here, of one reading.
let judge: Judge
beforeAll(async () => {
  if (!OERC_ORDER_ABSENT) judge = await judgeOfOrder()
})

describe('the tables of the OERC order for FY 2025-26', () => {
  const tableOn = (page: number): Table => judge.layout.pages[page - 1]!.tables[0]!

  /** A row as `headings > cells`, blank cells left out. */
  const rows = ({ rows: all }: Table): string[] =>
    all.map(({ under, cells }) =>
      [...under, ...cells.flatMap((cell) => (cell === null ? [] : [cell.text]))].join(' ¦ '),
    )

  it('Annexure-B has its 37 lines, each under the heading of its level', (context) => {
    context.skip(OERC_ORDER_ABSENT, OERC_ORDER_REASON)
    const table = tableOn(163)
    const lines = rows(table)
    expect(lines).toContain(
      'LT Category ¦ 1 ¦ Domestic ¦ 1.b ¦ Others ¦ (Consumption >50, <=200 units/month) ¦ LT ¦ 470.00',
    )
    expect(lines).toContain(
      'LT Category ¦ 8 ¦ L.T. Industrial (M) Supply >=22 KVA <110 KVA ¦ LT ¦ 620.00 ¦ 100 ¦ 80 ¦ Rebate/DPS',
    )
    expect(lines).toContain('HT Category ¦ 14 ¦ Bulk Supply - Domestic ¦ HT ¦ 20 ¦ 490.00 ¦ 250 ¦ Rebate 10')
    expect(lines).toContain('EHT Category ¦ 36 ¦ Colony Consumption ¦ EHT ¦ 0 ¦ 485.00 ¦ 0 ¦ Rebate/DPS')
    const serials = table.rows
      .flatMap(({ cells, under }) => [cells[0]?.text ?? '', ...under])
      .filter((text) => /^\d+$/.test(text))
    expect([...new Set(serials.map(Number))].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 36 }, (_, index) => index + 1),
    )
  })

  it('a heading inside it changes the unit of the rows below', (context) => {
    context.skip(OERC_ORDER_ABSENT, OERC_ORDER_REASON)
    const table = tableOn(163)
    const unitOf = (label: string): string | null =>
      table.rows.find(({ cells }) => cells[1]?.text === label)?.added[4] ?? null
    expect([unitOf('Public Lighting'), unitOf('Bulk Supply - Domestic')]).toEqual(['(P/kWh)', '(P/kVAh)'])
  })

  it('a charge that is printed once for four slabs belongs to none of them', (context) => {
    context.skip(OERC_ORDER_ABSENT, OERC_ORDER_REASON)
    const table = tableOn(163)
    expect(table.loose.filter(({ text }) => text === '20').map(({ column }) => column)).toEqual([6, 7])
  })

  it('the slabs of HT and EHT stand under the title that has their unit', (context) => {
    context.skip(OERC_ORDER_ABSENT, OERC_ORDER_REASON)
    const table = tableOn(164)
    expect(table.columns[2]).toEqual(['Slab rate of Energy Charges for HT & EHT (Paise/kVAh)', 'EHT'])
    expect(rows(table)).toEqual(['= < 60% ¦ 585.00 ¦ 580.00', '> 60% ¦ 475.00 ¦ 470.00'])
  })
})

const { record } = await shippedRecord(ODISHA_2025_26)
const { definition } = readDefinition(filesOf(ODISHA_2025_26))
if (definition === null) throw new Error('the definition cannot be read')

describe('every number of the chapter on the tariff, and of Annexure-B', () => {
  const sources = (): ReadonlyMap<string, CoverageSource> =>
    new Map([['OD-OERC-RST-2025-26', { pages: judge.pages, layout: judge.layout, media_type: 'application/pdf' }]])
  const missing = ({ numbers }: ReturnType<typeof coverageOf>): string[] =>
    numbers.filter(({ standing }) => standing === 'missing').map(({ page, number }) => `p.${page} ${number}`)

  it('is read as a figure, is in a fact, or is excluded with a reason', (context) => {
    context.skip(OERC_ORDER_ABSENT, OERC_ORDER_REASON)
    expect(definition.covers.map(({ from_page, to_page }) => [from_page, to_page])).toEqual([
      [134, 150],
      [163, 168],
    ])
    const coverage = coverageOf(record, definition, sources())
    const { numbers, problems } = coverage
    expect(problems).toEqual([])
    expect(missing(coverage)).toEqual([])
    const count = (standing: string): number => numbers.filter((each) => each.standing === standing).length
    expect(count('figure')).toBeGreaterThan(200)
    expect(count('fact')).toBeGreaterThan(350)
    expect(numbers.filter(({ by, standing }) => standing === 'dismissed' && by !== null)).toHaveLength(
      definition.dismissed.length,
    )
  })

  it('is missing where its dismissal, its fact or its figure is left out', (context) => {
    context.skip(OERC_ORDER_ABSENT, OERC_ORDER_REASON)
    const facts = record.rules.facts.filter(({ key }) => key !== 'green_energy_of_industries')
    const adjustments = record.rules.adjustments.filter(({ adjustment_id: id }) => id !== 'OD-2526-METER-PRINTOUT')
    const dismissed = definition.dismissed.filter(({ number }) => number !== '1028.39')
    const without = { ...record, rules: { ...record.rules, facts, adjustments } }
    const coverage = coverageOf(without, { covers: definition.covers, dismissed }, sources())
    expect(missing(coverage)).toEqual(['p.143 1028.39', 'p.144 20', 'p.168 500'])
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

describe('ways to read the order wrongly', () => {
  it('are at least 60 different ones, of every kind', () => {
    expect(MISREADINGS.length).toBeGreaterThanOrEqual(60)
    expect(new Set(MISREADINGS.map(({ name }) => name)).size).toBe(MISREADINGS.length)
    expect(new Set(MISREADINGS.map(({ sort }) => sort)).size).toBe(14)
  })
})

describe('a definition that reads the order wrongly', () => {
  for (const gate of new Set(MISREADINGS.map(refusedBy))) {
    for (const group of together(MISREADINGS.filter((each) => refusedBy(each) === gate))) {
      let wrong: ReturnType<Judge['misread']>
      let places: string[]
      beforeAll(async () => {
        if (OERC_ORDER_ABSENT) return
        wrong = judge.misread(group.flatMap(({ edits }) => edits))
        places = (await judge.findings(gate, wrong.record, wrong.read)).map(({ where }) => where)
      })

      it.each(group.map((each) => [each.name, each] as const))(`%s: refused by ${gate}`, (_name, each) => {
        skipReason(OERC_ORDER_ABSENT, OERC_ORDER_REASON)
        expect(changedPart(wrong.record, each)).not.toBe(changedPart(judge.record, each))
        expect(places.filter((place) => concerns(each, place))).not.toEqual([])
      })

      it(`${gate} finds nothing but these ${group.length}, and each edit has its place`, (context) => {
        context.skip(OERC_ORDER_ABSENT, OERC_ORDER_REASON)
        expect(wrong.changed.every((count) => count > 0)).toBe(true)
        expect(places.filter((place) => !group.some((each) => concerns(each, place)))).toEqual([])
      })
    }
  }

  it('is refused by none of these gates where it reads it rightly', async (context) => {
    context.skip(OERC_ORDER_ABSENT, OERC_ORDER_REASON)
    for (const gate of new Set(MISREADINGS.map(refusedBy))) {
      expect(await judge.findings(gate, judge.record)).toEqual([])
    }
  })
})
