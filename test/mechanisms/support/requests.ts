import fc from 'fast-check'
import type { AnswerPlan } from '../../../releases/engine/answer/answer-plan.ts'
import type { Input } from '../../../releases/engine/input.ts'
import { inputOf } from '../../../releases/engine/input-names.ts'
import { ALWAYS_REQUIRED, INPUT_LIST, INPUTS, type InputName } from '../../../releases/engine/inputs.ts'
import { formatMilli } from '../../../releases/record/decimal.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { STATE } from './order.ts'

/**
 * Requests for a release, generated from the table of inputs: most of them valid for one of its categories, at the
 * edges of its steps and dates and a thousandth next to them; occasionally with something missing, unknown or
 * unexpected.
 */

export type Body = Record<string, unknown>
/** Null: not given. */
type Given = fc.Arbitrary<unknown>

const often = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>, weight = 9): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other })

const nothing = fc.constant<unknown>(null)

/** Decimals that the record compares with or divides by, in thousandths, with their neighbours. */
function edgesOf({ categories, rows, quantities, rules }: ReleaseRecord): number[] {
  const found = new Set<number>([0, 1_000_000])
  const walk = (part: unknown): void => {
    if (typeof part === 'string' && /^\d{1,7}(\.\d{1,3})?$/.test(part)) found.add(Math.round(Number(part) * 1000))
    else if (typeof part === 'object' && part !== null)
      for (const [key, inner] of Object.entries(part)) if (key !== 'locator' && key !== 'printed') walk(inner)
  }
  walk([categories, rows.map(({ conditions, charges }) => [conditions, charges]), quantities, rules.adjustments])
  return [...found].flatMap((edge) => [edge - 1, edge, edge + 1]).filter((milli) => milli >= 0)
}

/** Days on which something begins or ends, and their neighbours. */
function daysOf(record: ReleaseRecord): string[] {
  const found = new Set<string>([record.effective_from, record.effective_to, '2026-07-15'])
  for (const [, day] of JSON.stringify([record.rows, record.quantities, record.rules.adjustments]).matchAll(
    /"effective_(?:from|to)":"(\d{4}-\d{2}-\d{2})"/g,
  ))
    if (day !== undefined) found.add(day)
  return [...found].flatMap((day) => [shifted(day, -1), day, shifted(day, 1)])
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** A quantity as sent: decimal text, or a number if equivalent. */
const onTheWire = (milli: number): string | number => (milli % 2000 === 0 ? milli / 1000 : formatMilli(milli))

function quantities(record: ReleaseRecord): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...edgesOf(record)) },
    { weight: 5, arbitrary: fc.integer({ min: 0, max: 2_000_000 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 1_000 }).map((units) => units * 1000) },
    { weight: 1, arbitrary: fc.constantFrom(9_999_999_999, 10_000_000_000, 10_000_000_001, 1_000_000_000_000) },
  )
}

function periods(days: readonly string[]): fc.Arbitrary<{ from: string; to: string }> {
  const length = often(fc.integer({ min: 28, max: 31 }), fc.constantFrom(1, 27, 32, 60), 12)
  return fc
    .tuple(fc.constantFrom(...days), length, fc.boolean())
    .map(([day, count, begins]) =>
      begins ? { from: day, to: shifted(day, count - 1) } : { from: shifted(day, 1 - count), to: day },
    )
}

/** A value of an input by its kind; occasionally unknown words and parts. */
function valueGiven(record: ReleaseRecord, name: InputName): Given {
  const input: Input = INPUTS[name]
  const days = daysOf(record)
  switch (input.kind) {
    case 'quantity':
      // Nearly all of them are above the largest power factor.
      return quantities(record).map((milli) => onTheWire(name === 'power_factor' ? milli % 1_002 : milli))
    case 'word':
      return fc.constantFrom(...input.words)
    case 'flag':
      return fc.boolean()
    case 'count':
      return fc.constantFrom(25, 30, 40, 31)
    case 'month':
      return fc.constantFrom('2026-04', '2026-07')
    case 'date':
      return often(fc.constantFrom(...days), fc.constantFrom('2026-02-30', '2025-12-31'), 20)
    case 'text':
      return textOf(record, name)
    case 'object':
      if (name === 'bill_period') return periods(days)
      return fc.record(
        Object.fromEntries(
          Object.entries(input.parts).map(([part, { kind }]) => [
            part,
            kind === 'flag' ? fc.boolean() : fc.nat(999_999),
          ]),
        ),
        { requiredKeys: [] },
      )
    case 'declared':
      return input.of === 'words' ? wordsOf(record) : zonesOf(record)
  }
}

function textOf({ categories, licensees }: ReleaseRecord, name: InputName): Given {
  if (name === 'state_code') return fc.constant(STATE)
  if (name === 'subcategory_code')
    return often(fc.constantFrom(...categories.map(({ subcategory_code: code }) => code)), fc.constant('NONE'), 40)
  if (name === 'licensee_code') {
    const other = fc.constant(`${STATE}_OTHER`)
    return licensees.length === 0 ? other : often(fc.constantFrom(...licensees.map(({ code }) => code)), other, 40)
  }
  return fc.constant('Nowhere')
}

function wordsOf({ selectors }: ReleaseRecord): Given {
  const known = selectors.map(({ selector, words }) => [
    selector,
    often(fc.constantFrom(...words), fc.constant('other')),
  ])
  const parts = fc.record(Object.fromEntries(known) as Record<string, fc.Arbitrary<string>>, { requiredKeys: [] })
  return often(
    parts,
    parts.map((each) => ({ ...each, unheard_of: 'other' })),
  )
}

function zonesOf(record: ReleaseRecord): Given {
  const part = quantities(record).map((milli) => onTheWire(Math.min(milli, 3_000_000_000)))
  const all = fc.record(Object.fromEntries(record.zones.map((zone) => [zone, part])))
  return often(
    all,
    fc.tuple(all, fc.constantFrom(...record.zones, 'dawn')).map(([zones, one]) => {
      const { [one]: given, ...rest } = zones
      return given === undefined ? { ...zones, [one]: '1' } : rest
    }),
    15,
  )
}

/** The units of the bill as the sum of its zones, if given: most requests intend that. */
function withUnitsOfZones(body: Body, keeps: boolean): Body {
  const zones = body['energy_by_zone']
  if (keeps || typeof zones !== 'object' || zones === null) return body
  const milli = Object.values(zones).reduce((sum: number, units) => sum + Math.round(Number(units) * 1000), 0)
  return { ...body, energy_units: formatMilli(milli) }
}

/** Requests for a compiled release. */
export function requestsOf({ plan, record }: AnswerPlan): fc.Arbitrary<Body> {
  return fc.constantFrom(...plan.categories).chain((category) => {
    const wanted = new Set<string>(ALWAYS_REQUIRED)
    for (const name of category.reads) wanted.add(inputOf(name) ?? name)
    if (category.licenseeCode !== null) wanted.add('licensee_code')
    const others = INPUT_LIST.map(([name]) => name).filter((name) => !wanted.has(name) && !isDay(name))
    const usual = Object.fromEntries(
      INPUT_LIST.filter(([name]) => wanted.has(name)).map(([name]) => {
        const value = valueGiven(record, name)
        const isAlways = (ALWAYS_REQUIRED as readonly string[]).includes(name)
        return [name, isAlways ? value : often(value, nothing, name === 'licensee_code' ? 40 : 9)]
      }),
    )
    const own = { subcategory_code: often(fc.constant(category.code), valueGiven(record, 'subcategory_code'), 20) }
    const licensee = category.licenseeCode
    const byLicensee =
      licensee === null ? {} : { licensee_code: often(fc.constant(licensee), usual['licensee_code'] ?? nothing) }
    const extra = often(
      fc.constant<Body>({}),
      fc.constantFrom(...others).chain((name) => valueGiven(record, name).map((value): Body => ({ [name]: value }))),
      5,
    )
    return fc
      .tuple(
        fc.record({ ...usual, ...own, ...byLicensee }),
        daysGiven(record, category.isDated),
        extra,
        often(fc.constant(false), fc.constant(true)),
      )
      .map(([body, days, more, keeps]) => {
        const all = Object.entries({ ...body, ...days, ...more }).filter(([, value]) => value !== null)
        return withUnitsOfZones(Object.fromEntries(all), keeps)
      })
  })
}

const isDay = (name: string): boolean => ['effective_on', 'billing_date', 'bill_period'].includes(name)

/** How a request gives the day: not at all, by a date, or by the days of its bill. */
function daysGiven(record: ReleaseRecord, isDated: boolean): fc.Arbitrary<Body> {
  const one = (name: InputName) => valueGiven(record, name).map((value): Body => ({ [name]: value }))
  return fc.oneof(
    { weight: isDated ? 1 : 8, arbitrary: fc.constant<Body>({}) },
    { weight: 2, arbitrary: one('effective_on') },
    { weight: 2, arbitrary: one('billing_date') },
    { weight: 3, arbitrary: one('bill_period') },
  )
}
