import { describe, expect, it } from 'vitest'
import { figuresOf } from '../../releases/record/figures.ts'
import type { Row } from '../../releases/record/row.ts'
import { ODISHA_2025_26, shippedRecord } from '../support/definitions.ts'
import { LINES, type PrintedLine, SLABS } from './oerc/annexure-b.ts'
import { CONFLICTS, NOTES, PARAGRAPHS } from './oerc/notes.ts'

const { record } = await shippedRecord(ODISHA_2025_26)
const LICENSEES = record.licensees.map(({ code }) => code)

const rowsOf = (code: string, licensee: string): Row[] =>
  record.rows.filter((row) => row.subcategory_code === code && row.licensee_code === licensee)

/** Printed rates of the steps of the charges of a component. */
const printed = (row: Row, component: string, unit?: string): string[] =>
  row.charges
    .filter((charge) => charge.component === component && (unit === undefined || charge.unit === unit))
    .flatMap(({ steps }) => steps.map(({ figure }) => figure.printed ?? ''))

/** The energy figure of a line, by its rows: emergency supply per unit, an institution at the first slab. */
function energyOf({ serial, energy, level }: PrintedLine, row: Row): readonly string[] {
  if (energy === 'none') return []
  if (row.row_id.includes('-INSTITUTION-')) return [SLABS.HT[0], '490']
  if (energy !== 'slabs')
    return (serial === '27' || serial === '35') && row.row_id.endsWith('-KVAH') ? [energy[0]!.slice(0, 3)] : energy
  return SLABS[level as 'HT' | 'EHT']
}

describe('Annexure-B of FY 2025-26', () => {
  it('has 36 serials on 37 lines', () => {
    expect(LINES).toHaveLength(37)
    expect(new Set(LINES.map(({ serial }) => serial.replace(/\..*/, ''))).size).toBe(36)
  })

  describe.each(LINES.map((line) => [line.serial, line] as const))('line %s', (serial, line) => {
    it.each(LICENSEES)('is a category of %s with the printed figures', (licensee) => {
      const categories = record.categories.filter(
        (each) => each.subcategory_code === line.code && each.licensee_code === licensee,
      )
      expect(categories.map((each) => [each.category_id, each.raw_category_label, each.layer])).toEqual([
        [serial, line.label, line.level],
      ])
      const rows = rowsOf(line.code, licensee)
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows) {
        expect([row.row_id, printed(row, 'energy')]).toEqual([row.row_id, energyOf(line, row)])
        const isKw = line.first !== undefined
        const fixed = isKw
          ? [line.first, line.further].filter((each) => each !== undefined)
          : line.demand === '0'
            ? []
            : [line.demand]
        expect([row.row_id, printed(row, 'fixed')]).toEqual([row.row_id, fixed])
        expect([row.row_id, printed(row, 'other')]).toEqual([
          row.row_id,
          line.service === undefined ? [] : [line.service],
        ])
      }
    })

    it('bills energy in kWh at LT and in kVAh above, and says a demand charge of 0', () => {
      const isEmergency = serial === '27' || serial === '35'
      for (const row of rowsOf(line.code, LICENSEES[0]!)) {
        const units = new Set(row.charges.filter(({ component }) => component === 'energy').map(({ unit }) => unit))
        const expected = line.level === 'LT' || (isEmergency && row.row_id.endsWith('-KWH')) ? 'kWh' : 'kVAh'
        if (line.energy !== 'none') expect([...units]).toEqual([expected])
      }
      if (line.demand !== '0') return
      const fact = record.rules.facts.find(({ key }) => key === `no_demand_charge_line_${serial}`)
      expect(fact?.figure_value).toBe('0')
    })

    it('has the rebate of its last column', () => {
      if (line.code === 'KUTIR_JYOTI') return
      const applying = record.rules.adjustments
        .filter(({ adjustment_id: id, applies_to: codes }) => /-PROMPT-/.test(id) && codes.includes(line.code))
        .map(({ adjustment_id: id }) => id.replace('OD-2526-PROMPT-', ''))
      const ten = line.level === 'LT' ? 'LT' : 'HT'
      expect(applying).toEqual([line.rebate === 'Rebate 10' ? ten : 'PERCENT'])
    })
  })

  it('has the time of day of note viii on every line but those without energy charge, without contract demand, or of the classes it may leave out', () => {
    const timed = new Set(
      record.rules.adjustments
        .filter(({ adjustment_id: id }) => id.includes('-TOD-'))
        .flatMap((each) => each.applies_to),
    )
    const codes = [...new Set(record.categories.map((each) => each.subcategory_code))]
    const others = /^(?:KUTIR_JYOTI|EMERGENCY_|IRRIGATION_|ALLIED_AGRICULTURAL_|PUBLIC_WATER_|MEGA_LIFT_)/
    expect(codes.filter((code) => !timed.has(code))).toEqual(codes.filter((code) => others.test(code)))
  })

  it('and nothing else but public charging (note xxix) and Mega Lift (note xxx)', () => {
    const others = [...new Set(record.categories.map((each) => each.subcategory_code))].filter(
      (code) => !LINES.some((line) => line.code === code),
    )
    expect(others).toEqual([
      'PUBLIC_CHARGING_STATION_LT',
      'PUBLIC_CHARGING_STATION_HT',
      'PUBLIC_CHARGING_STATION_EHT',
      'MEGA_LIFT_HT',
      'MEGA_LIFT_EHT',
    ])
  })
})

/** What the paths in the tables refer to: the part of the record and its quotes with their positions. */
function partAt(path: string): readonly { section: string | null; page: number; quote: string }[] | undefined {
  const [kind, id = ''] = path.split('/')
  const place = ({ locator, quote }: { locator: { page: number; section: string | null }; quote: string }) => ({
    ...locator,
    quote,
  })
  if (kind === 'facts') {
    const fact = record.rules.facts.find((each) => each.fact_id === `OD-2526-${id}`)
    return fact === undefined ? undefined : [place(fact.evidence)]
  }
  if (kind === 'adjustments' || kind === 'charges' || kind === 'quantities') {
    const part =
      kind === 'adjustments'
        ? `rules/adjustments/OD-2526-${id}/`
        : kind === 'quantities'
          ? `quantities/${id}/`
          : `/${id}/`
    const figures = figuresOf(record).filter((each) => each.path.includes(part))
    const evidence = record.quantities.find((each) => kind === 'quantities' && each.quantity_id === id)?.evidence
    const found = [...figures.map(({ figure }) => place(figure)), ...(evidence ? [place(evidence)] : [])]
    return found.length === 0 ? undefined : found
  }
  if (kind === 'blocked') {
    const blocked = record.blocked_components.find(({ component }) => component === id)
    return blocked === undefined ? undefined : blocked.evidence === null ? [] : [place(blocked.evidence)]
  }
  const own = record.rows.filter((row) => row.subcategory_code === id)
  return own.length === 0
    ? undefined
    : own.flatMap((row) => row.charges.flatMap(({ steps }) => steps.map(({ figure }) => place(figure))))
}

const ROMAN =
  'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii xxiv xxv xxvi xxvii xxviii xxix xxx xxxi'.split(
    ' ',
  )

describe('the notes of Annexure-B', () => {
  it('are 31, and each is in the table', () => {
    expect(Object.keys(NOTES)).toEqual(ROMAN)
  })

  it.each(Object.entries(NOTES))('note %s is priced or stated, in its own words', (note, paths) => {
    for (const path of paths) expect([path, partAt(path) !== undefined]).toEqual([path, true])
    const sections = paths.flatMap((path) => partAt(path) ?? []).map(({ section }) => section)
    const own = note === 'i' ? ['note i', 'slab table above note i'] : [`note ${note}`]
    // Notes ix and xxvii take their figures from the paragraphs that they repeat; each has a fact of its own.
    expect(sections.filter((section) => own.includes(section ?? '')).length).toBeGreaterThan(0)
  })

  it.each(Object.entries(PARAGRAPHS))('para %s, on which notes rely, is priced or stated', (para, paths) => {
    for (const path of paths) expect([path, partAt(path) !== undefined]).toEqual([path, true])
    const sections = paths.flatMap((path) => partAt(path) ?? []).map(({ section }) => section)
    expect(sections).toContain(`para ${para}`)
  })

  it('every fact says in words what becomes of it', () => {
    for (const { fact_id, text } of record.rules.facts)
      expect([fact_id, (text ?? '').length > 10]).toEqual([fact_id, true])
  })
})

describe('what the order says in two ways', () => {
  it.each(Object.entries(CONFLICTS))('%s is recorded with both places', (key, places) => {
    const found = ['A', 'B'].map((side) => {
      const [place] = partAt(`facts/CONFLICT-${key}-${side}`) ?? []
      return `${place?.page} ${place?.section}`
    })
    expect(found).toEqual(places)
  })

  it('and no fact of a conflict stands alone', () => {
    const ids = record.rules.facts.filter(({ group }) => group === 'conflict').map(({ fact_id }) => fact_id)
    expect(ids).toEqual(
      Object.keys(CONFLICTS).flatMap((key) => ['A', 'B'].map((side) => `OD-2526-CONFLICT-${key}-${side}`)),
    )
  })
})
