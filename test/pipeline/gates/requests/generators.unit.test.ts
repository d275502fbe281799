import { describe, expect, it } from 'vitest'
import { badRequests } from '../../../../pipeline/gates/27-closed-unknown-refused.ts'
import { bodyOf, type Draft, dayOf, milliOf, readBody } from '../../../../pipeline/gates/calculation/draft.ts'
import { referenceOutcome } from '../../../../pipeline/gates/calculation/outcome.ts'
import { domainsOf } from '../../../../pipeline/gates/requests/domains.ts'
import { fitsOf } from '../../../../pipeline/gates/requests/fitting.ts'
import { draftsGenerator } from '../../../../pipeline/gates/requests/generate-inputs.ts'
import { variantsOf } from '../../../../pipeline/gates/requests/probes.ts'
import { seededRandom } from '../../../../pipeline/gates/requests/random.ts'
import { quoteOnSheet } from '../../../support/figure-builder.ts'
import { buildSubsidy } from '../../../support/record-builder.ts'
import { zooRecord } from '../zoo-record.ts'

/**
 * Seeded requests of gates 24 and 27: amounts and refusals of every kind, and requests with exactly the stated fault.
 */

const record = zooRecord()
const { effective_from: FIRST, effective_to: LAST } = record
const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

describe('requests that are drawn', () => {
  const domains = domainsOf(record)
  const draw = draftsGenerator(domains, seededRandom(7))
  const drafts = Array.from({ length: 4_000 }, draw)
  const of = (code: string): Draft[] => drafts.filter((draft) => draft['subcategory_code'] === code)
  const percent = (all: readonly Draft[], is: (draft: Draft) => boolean): number =>
    (100 * all.filter(is).length) / all.length
  const between = (share: number, least: number, most: number): void => {
    expect(share).toBeGreaterThanOrEqual(least)
    expect(share).toBeLessThanOrEqual(most)
  }

  it('each pass the schema, and ask for a day of the release', () => {
    for (const draft of drafts.slice(0, 1_500)) {
      expect(readBody(bodyOf(record.state_code, draft)), JSON.stringify(draft)).toMatchObject({ ok: true })
      const from = draft['bill_period.from']
      const day = dayOf(draft)
      for (const each of [from, day])
        if (each != null) expect(String(each) >= FIRST && String(each) <= LAST, JSON.stringify(draft)).toBe(true)
      // No category of this record depends on the date of the bill.
      expect(draft['billing_date']).toBeUndefined()
      if (from !== undefined) between(daysBetween(String(from), String(draft['bill_period.to'])), 28, 31)
    }
  })

  it('are mostly priced, and refused in every other way', () => {
    const outcomes = drafts.slice(0, 1_000).map((draft) => referenceOutcome(record, draft))
    const codes = Map.groupBy(outcomes, (outcome) => (outcome.ok ? 'priced' : outcome.code))
    between((100 * (codes.get('priced')?.length ?? 0)) / outcomes.length, 50, 90)
    expect([...codes.keys()]).toEqual(
      expect.arrayContaining(['INVALID_REQUEST_FIELD', 'CATEGORY_NOT_APPLICABLE', 'RATE_NOT_VERIFIED']),
    )
  })

  it('have quantities at edges and beside them, whole and not, 0 and the largest, as text and as numbers', () => {
    const units = of('SLABS').map((draft) => milliOf(draft, 'energy_units') ?? -1)
    const share = (is: (milli: number) => boolean): number => (100 * units.filter(is).length) / units.length
    const largest = domains
      .find(({ category }) => category.subcategory_code === 'SLABS')!
      .quantities.get('energy_units')!
    for (const edge of [50_000, 100_000]) for (const by of [-1, 0, 1]) expect(units).toContain(edge + by)
    between(
      share((milli) => milli % 1000 !== 0),
      20,
      60,
    )
    between(
      share((milli) => milli === 0),
      1,
      25,
    )
    between(
      share((milli) => milli >= largest - 1),
      1,
      12,
    )
    between(
      share((milli) => milli > 2_000_000 && milli < largest - 1),
      2,
      12,
    )
    expect(Math.max(...units)).toBe(largest)
    expect(Math.min(...units)).toBe(0)
    between(
      percent(drafts, (draft) => typeof draft['energy_units'] === 'number'),
      8,
      30,
    )
  })

  it('are of every category, occasionally of one that is not there, each unit of the load, days and none', () => {
    const codes = new Set(record.categories.map(({ subcategory_code }) => subcategory_code))
    for (const code of codes) expect(of(code).length, code).toBeGreaterThan(100)
    between(
      percent(drafts, (draft) => !codes.has(String(draft['subcategory_code']))),
      0.5,
      5,
    )
    between(
      percent(drafts, (draft) => draft['load_unit'] !== undefined),
      2,
      10,
    )
    between(
      percent(drafts, (draft) => draft['load_unit'] === 'hp'),
      0.1,
      3,
    )
    between(
      percent(of('ZONED'), (draft) => dayOf(draft) === null),
      0.2,
      15,
    )
    between(
      percent(of('LOADS'), (draft) => dayOf(draft) !== null),
      5,
      30,
    )
    between(
      percent(drafts, (draft) => draft['bill_period.to'] !== undefined),
      1,
      8,
    )
    between(
      percent(drafts, (draft) => draft['district'] !== undefined),
      8,
      35,
    )
    between(
      percent(drafts, (draft) => draft['billing_days'] !== undefined),
      4,
      25,
    )
    between(
      percent(drafts, (draft) => draft['billing_month'] !== undefined),
      4,
      25,
    )
  })

  it('vary what is optional one by one, and all together', () => {
    const some = domains.find(({ optional, words }) => optional.length > 1 && optional.some((name) => words.has(name)))!
    const named = variantsOf(some, fitsOf(some).fits[0]!).map((patch) =>
      some.optional.filter((name) => patch[name] != null),
    )
    expect(named).toContainEqual(some.optional)
    for (const name of some.optional) expect(named).toContainEqual([name])
  })

  it('have whole units where only those are billed, and a fraction occasionally', () => {
    const evidence = quoteOnSheet('units are whole')
    const unit_rules = [
      {
        rule_id: 'WHOLE',
        licensees: [],
        applies_to: [],
        rule: 'whole' as const,
        rounding: 'half up',
        grade: 'order' as const,
        evidence,
      },
    ]
    const whole = { ...record, rules: { ...record.rules, unit_rules } }
    const drawWhole = draftsGenerator(domainsOf(whole), seededRandom(7))
    const units = Array.from({ length: 1_500 }, () => milliOf(drawWhole(), 'energy_units') ?? 0)
    const fractions = (100 * units.filter((milli) => milli % 1000 !== 0).length) / units.length
    between(fractions, 0.3, 15)
  })

  it('give what is optional about half of the time, zones together and mostly as many as the units', () => {
    const zoned = of('ZONED').filter((draft) => draft['energy_by_zone.peak'] !== undefined)
    between((100 * zoned.length) / of('ZONED').length, 30, 70)
    const isSummed = (draft: Draft): boolean =>
      (milliOf(draft, 'energy_by_zone.peak') ?? 0) + (milliOf(draft, 'energy_by_zone.day') ?? 0) ===
      milliOf(draft, 'energy_units')
    between(percent(zoned, isSummed), 70, 99)
    between(
      percent(of('WORDS'), (draft) => draft['tod_period'] !== undefined),
      25,
      60,
    )
    between(
      percent(of('WORDS'), (draft) => draft['area_type'] === undefined),
      0.5,
      10,
    )
    between(
      percent(of('DEMAND'), (draft) => draft['billed_demand_kva'] !== undefined),
      5,
      30,
    )
    between(
      percent(of('DEMAND'), (draft) => draft['power_factor'] !== undefined),
      25,
      60,
    )
    const foreign = (draft: Draft): boolean => draft['supply_level'] !== undefined || draft['demand_unit'] !== undefined
    between(percent(drafts, foreign), 0.05, 3)
  })
})

describe('requests that are wrong', () => {
  const draw = badRequests(record, seededRandom(7))
  const drawn = Array.from({ length: 12_000 }, () => draw()!)
  type Body = Record<string, never> & {
    bill_period?: { from: string; to: string }
    effective_on?: string
    billing_date?: string
  }
  const all = (why: string): Body[] => {
    const found = drawn.filter((one) => one.why === why).map(({ body }) => body as Body)
    expect(found.length, why).toBeGreaterThan(20)
    return found
  }
  const lengths = (bodies: readonly Body[]): number[] =>
    bodies.map(({ bill_period: period }) => daysBetween(period!.from, period!.to))

  it('by a day outside the release: before it and after it, the nearest ones too', () => {
    const days = all('a day outside the release').map(({ effective_on: on, billing_date: dated }) =>
      String(on ?? dated),
    )
    for (const day of days) expect(day < FIRST || day > LAST).toBe(true)
    expect(days.some((day) => day < FIRST) && days.some((day) => day > LAST)).toBe(true)
  })

  it('by a bill that is shorter or longer than a month, and by nothing else', () => {
    const days = lengths(all('a bill of more or less than a month'))
    for (const length of days) expect(length <= 27 || length >= 32, String(length)).toBe(true)
    expect([Math.min(...days) >= 1, days.some((each) => each <= 27), days.some((each) => each >= 32)]).toEqual([
      true,
      true,
      true,
    ])
  })

  it('by a bill that ends before it begins, or begins before the release', () => {
    for (const length of lengths(all('a bill that ends before it begins'))) expect(length).toBeLessThan(1)
    for (const { bill_period: period } of all('a bill that begins before the release')) {
      expect(period!.from < FIRST && period!.to >= FIRST).toBe(true)
      expect(daysBetween(period!.from, period!.to)).toBe(30)
    }
  })

  it('by dates of a bill that do not agree with each other', () => {
    for (const { effective_on: on, bill_period: period } of all('a day that is not the last of the bill'))
      expect(on! < period!.to && on! >= period!.from).toBe(true)
    for (const { billing_date: dated, bill_period: period } of all('a bill dated before it begins'))
      expect(dated! < period!.from).toBe(true)
    for (const body of all('billing days that are not those of the bill'))
      expect(body['billing_days']).not.toBe(daysBetween(body.bill_period!.from, body.bill_period!.to))
    for (const { effective_on: on, billing_date: dated } of all('two days')) expect(on).not.toBe(dated)
    for (const { bill_period: period } of all('a bill without its last day'))
      expect(Object.keys(period!)).toEqual(['from'])
  })

  it('by a bill of a month with two tariffs, inside the release', () => {
    for (const { bill_period: period } of all('a bill of days with two tariffs')) {
      expect(period!.from >= FIRST && period!.to <= LAST).toBe(true)
      expect(daysBetween(period!.from, period!.to)).toBe(30)
    }
  })

  it('by quantities that are none, and by others a decimal too fine or above the largest', () => {
    const quantities = (rule: string | null, why: RegExp) =>
      drawn.flatMap((one) => (why.test(one.why) && one.field?.[1] === rule ? [one] : []))
    const at = ({ body, field }: (typeof drawn)[number]): unknown =>
      field![0]
        .slice(1)
        .split('/')
        .reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], body)
    for (const one of quantities('decimals', /with four decimals$/)) expect(Number(at(one)) % 0.001).toBeGreaterThan(0)
    const values = quantities(null, / is not a quantity$/).map(at)
    expect(values.length).toBeGreaterThan(20)
    for (const value of [-1, true, null, '1e3', '01', '-0', '.5', ' 1', '', '1.0005', '1,000'])
      expect(values).toContain(value)
    expect(values.some((value) => typeof value === 'number' && value < -1)).toBe(true)
    const large = drawn.filter(({ why }) => why.endsWith('above the largest')).map(at)
    for (const value of large) expect(Number(value)).toBeGreaterThan(0)
  })

  it('by days of billing that no entitlement has', () => {
    const days = all('unsupported billing days').map((body) => Number(body['billing_days']))
    expect(days).toEqual(expect.arrayContaining([0, -30, 31]))
    expect(days.some((each) => each > 31)).toBe(true)
    for (const each of days) expect([25, 30, 40]).not.toContain(each)
    const other = badRequests(
      zooRecord({ rules: { ...record.rules, subsidy: buildSubsidy({ 31: '125', 30: '121' }) } }),
      seededRandom(7),
    )
    for (const bad of Array.from({ length: 3_000 }, () => other()!))
      if (bad.code === 'UNSUPPORTED_BILLING_DAYS') expect([30, 31]).not.toContain((bad.body as Body)['billing_days'])
  })
})
