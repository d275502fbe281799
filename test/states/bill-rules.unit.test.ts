import { describe, expect, it } from 'vitest'
import { bodyOf, type Draft, patched } from '../../pipeline/gates/calculation/draft.ts'
import { type Domain, domainsOf } from '../../pipeline/gates/requests/domains.ts'
import { fitsOf } from '../../pipeline/gates/requests/fitting.ts'
import { NO_DAY } from '../../pipeline/gates/requests/probes.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import type { Row } from '../../releases/record/row.ts'
import { FOLDERS, planOf, type ShippedState, shippedRecord } from '../support/definitions.ts'
import { ask, type Body } from './ask.ts'

/** Licensees and categories that are known to bill whole units. */
const GUJARAT = ['GJ_DGVCL', 'GJ_MGVCL', 'GJ_PGVCL', 'GJ_UGVCL']
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  'GJ/2026-27': GUJARAT.flatMap((code) => [`${code} DOMESTIC_RURAL`, `${code} DOMESTIC_URBAN`]),
  'OD/2026-27': ['OD_TPCODL DOMESTIC_OTHERS'],
}

/** Rows with a demand charge known only for the contract demand. */
const ON_DEMAND: Readonly<Record<string, number>> = {
  'BR/2026-27': 23,
  'GJ/2026-27': 0,
  'JH/2026-27': 1,
  'MH/2026-27': 31,
  'OD/2026-27': 0,
  'RJ/2026-27': 0,
  'TS/2026-27': 0,
}

const records = new Map<string, ReleaseRecord>()
for (const folder of FOLDERS) records.set(folder, (await shippedRecord(folder)).record)

const codes = (data: { disclosures: readonly { code: string }[] }): string[] => data.disclosures.map(({ code }) => code)

/** A base charge per kVA. */
const isOnDemand = ({ charges }: Row): boolean => charges.some(({ unit, side }) => unit === 'kVA' && side === 'base')

describe.each(FOLDERS)('%s says what it assumes of a bill', (folder) => {
  const record = records.get(folder)!
  const serving = [planOf(record)]
  const state = record.state_code as ShippedState
  const asked = (draft: Draft) => ask(bodyOf(state, draft) as Body, { floor: 'specimen', serving })
  const answered = (draft: Draft) => {
    const answer = asked(draft)
    if (answer.code !== null) throw new Error(`${JSON.stringify(draft)}: ${answer.code}`)
    return answer.data
  }
  const fits = domainsOf(record).flatMap((domain) => fitsOf(domain).fits.map((fit) => ({ domain, ...fit })))
  const priced = fits.filter(({ draft }) => asked(draft).code === null)

  /** A request with the days of its bill. */
  const billed = (draft: Draft, from: string, to: string): Draft => {
    const day = record.request.required.includes('billing_date') ? { billing_date: to } : {}
    const year = record.effective_from.slice(0, 5)
    return patched(draft, {
      ...NO_DAY,
      'bill_period.from': year + from,
      'bill_period.to': year + to,
      ...prefixed(day, year),
    })
  }
  const prefixed = (day: { billing_date?: string }, year: string) =>
    day.billing_date === undefined ? {} : { billing_date: year + day.billing_date }

  it('of its days: one month unless they are given, and no other length without a rule', () => {
    expect(priced.length).toBeGreaterThan(0)
    for (const { draft, row } of priced) {
      const isGiven = draft['bill_period.from'] !== undefined
      expect([row.row_id, codes(answered(draft)).includes('ONE_MONTH_ASSUMED')]).toEqual([row.row_id, !isGiven])
      expect(codes(answered(billed(draft, '06-01', '06-30')))).not.toContain('ONE_MONTH_ASSUMED')
      for (const to of ['06-27', '07-06', '07-31']) {
        const unblocked_by = expect.stringMatching(/\w/)
        expect([row.row_id, asked(billed(draft, '06-01', to))]).toMatchObject([
          row.row_id,
          { code: 'UNSUPPORTED_BILLING_PERIOD', details: { reason: 'no_rule', unblocked_by } },
        ])
      }
    }
  })

  it("of its demand: the contract demand, said and blocked, unless the bill's own is given", () => {
    const onDemand = new Set(priced.filter(({ row }) => isOnDemand(row)).map(({ row }) => row))
    const isAlwaysBlocked = record.blocked_components.some(({ component }) => component === 'billing_demand')
    if (folder in ON_DEMAND) expect(onDemand.size).toBe(ON_DEMAND[folder])
    for (const { draft, row } of priced) {
      const data = answered(draft)
      const isOpen = onDemand.has(row) && folder in ON_DEMAND
      const said = codes(data).includes('BILLING_DEMAND_NOT_EVALUATED')
      const isBlocked = isOpen || isAlwaysBlocked
      expect([row.row_id, said, data.blocked_components.includes('billing_demand')]).toEqual([
        row.row_id,
        isOpen,
        isBlocked,
      ])
      if (!isOpen) continue
      const stated = answered({ ...draft, billed_demand_kva: '19' })
      expect(codes(stated)).toContain('BILLED_DEMAND_KVA_TAKEN_AS_STATED')
      expect(codes(stated)).not.toContain('BILLING_DEMAND_NOT_EVALUATED')
      expect(stated.blocked_components.includes('billing_demand')).toBe(isAlwaysBlocked)
    }
  })

  it('of its units: whole ones alone where that is known, else a fraction is priced and said', () => {
    const nameOf = ({ category }: Domain): string => `${category.licensee_code} ${category.subcategory_code}`
    const refusing = new Set<string>()
    for (const { domain, draft, row } of priced) {
      const whole = Math.floor(Number(draft['energy_units']))
      const fraction = asked({ ...draft, energy_units: String(whole > 0 ? whole - 0.5 : 0.5) })
      if (fraction.code === 'INVALID_REQUEST_FIELD') {
        const message = expect.stringContaining('give the units as printed on the bill')
        expect(fraction.details.fields).toEqual([{ field: '/energy_units', rule: 'whole_units', message }])
        refusing.add(nameOf(domain))
        continue
      }
      if (fraction.code !== null) throw new Error(`${row.row_id}: ${fraction.code}`)
      const isRead = !codes(fraction.data).includes('UNITS_NOT_READ')
      expect([row.row_id, codes(fraction.data).includes('UNITS_PRICED_AS_GIVEN')]).toEqual([row.row_id, isRead])
    }
    expect([...refusing].sort()).toEqual(WHOLE[folder] ?? [])
  })
})

it('a fraction of a unit that only chooses the step of a charge is not said to be priced', () => {
  const kutir = { subcategory_code: 'KUTIR_JYOTI', licensee_code: 'OD_TPCODL', connected_load: 1 }
  const answer = ask({ state_code: 'OD', energy_units: 20.5, ...kutir })
  if (answer.code !== null) throw new Error(answer.code)
  const said = answer.data.disclosures.filter(({ code }: { code: string }) => code === 'UNITS_PRICED_AS_GIVEN')
  expect(said).toEqual([{ code: 'UNITS_PRICED_AS_GIVEN', message: expect.stringContaining('chose the step') }])
})

describe('MSEDCL in a municipal corporation', () => {
  const body = {
    state_code: 'MH',
    licensee_code: 'MH_MSEDCL',
    subcategory_code: 'LT-I-B',
    energy_units: 300,
    phase: 'single',
  } as const
  const base = (more: object) => {
    const answer = ask({ ...body, ...more })
    if (answer.code !== null) throw new Error(answer.code)
    const isOpen = codes(answer.data).includes('SELECTORS_MUNICIPAL_CORPORATION_NOT_GIVEN')
    return [answer.data.calculation.base_tariff_paise, isOpen]
  }

  it('costs Rs 10 more, and what is not said of the place is said of the answer', () => {
    expect(base({})).toEqual([316_600, true])
    expect(base({ selectors: { municipal_corporation: 'no' } })).toEqual([316_600, false])
    expect(base({ selectors: { municipal_corporation: 'yes' } })).toEqual([317_600, false])
  })

  it.each(['MH_TPCD', 'MH_AEML', 'MH_BEST'])('is not asked of %s', (licensee_code) => {
    expect(ask({ ...body, licensee_code, selectors: { municipal_corporation: 'yes' } })).toMatchObject({
      code: 'INVALID_REQUEST_FIELD',
      details: { fields: [{ field: '/selectors', rule: 'not_applicable' }] },
    })
  })
})

it.each([
  [25, true],
  [30, false],
  [40, true],
])('a subsidy of Bihar for %d days says whether its tariff is that of one month: %s', async (days, said) => {
  const serving = [planOf((await shippedRecord('BR/2026-27')).record)]
  const body = { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200, connected_load: 2, billing_days: days }
  const answer = ask(body as Body, { floor: 'specimen', serving })
  expect(answer.code).toBeNull()
  if (answer.code === null) expect(codes(answer.data).includes('ONE_MONTH_ASSUMED')).toBe(said)
})
