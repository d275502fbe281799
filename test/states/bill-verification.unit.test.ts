import { describe, expect, it } from 'vitest'
import bills from '../conformance/bills.json' with { type: 'json' }
import { answered, ask, type Body, SERVING } from './ask.ts'
import { EXAMPLES } from './examples.ts'

const [APRIL] = bills.bills
const PRINTED = APRIL!.printed_paise
const REQUEST = APRIL!.request as Body

const statuses = (body: object): Record<string, string> => {
  const { lines } = answered(body as Body).verification
  return Object.fromEntries(
    lines.map(({ component, status }: { component: string; status: string }) => [component, status]),
  )
}

const bill = {
  energy_charge_paise: PRINTED.energy,
  fixed_charge_paise: PRINTED.fixed,
  wheeling_charge_paise: PRINTED.wheeling,
  time_of_day_paise: PRINTED.time_of_day,
  fuel_adjustment_paise: PRINTED.fuel_adjustment,
  electricity_duty_paise: PRINTED.electricity_duty,
  total_paise: APRIL!.total_paise,
}

describe('a subsidy', () => {
  it('is compared as what is taken off: 125 units at Rs 7.42, below zero', () => {
    const asked = { ...EXAMPLES.BR, energy_units: 200, billing_days: 30 }
    expect(statuses({ ...asked, actual_bill: { subsidy_paise: -92_750 } })).toEqual({ subsidy: 'match' })
    expect(statuses({ ...asked, actual_bill: { subsidy_paise: 92_750 } })).toEqual({ subsidy: 'mismatch' })
  })
})

describe('a bill within the free units of Bihar', () => {
  const asked = { ...EXAMPLES.BR, energy_units: 100, connected_load: 2, billing_days: 30 }
  const compared = (actual_bill: object, more = {}) =>
    answered({ ...asked, ...more, actual_bill } as Body).verification.lines.map(
      ({ component, status, adjustments }: { component: string; status: string; adjustments?: string[] }) =>
        [component, status, ...(adjustments ?? [])].join(' '),
    )

  it('agrees with its charges as they are, or without what the entitlement waives', () => {
    expect(compared({ energy_charge_paise: 74_200, fixed_charge_paise: 16_000 })).toEqual([
      'energy_charge match',
      'fixed_charge match',
    ])
    expect(compared({ energy_charge_paise: 0, fixed_charge_paise: 0 })).toEqual([
      'energy_charge match subsidy',
      'fixed_charge match subsidy',
    ])
  })

  it('does not agree with zeros where a subsidy is given too, nor without an entitlement, nor with part of it', () => {
    const zeros = { energy_charge_paise: 0, fixed_charge_paise: 0 }
    expect(compared({ ...zeros, subsidy_paise: -90_200 })).toContain('energy_charge mismatch')
    expect(compared(zeros, { billing_days: undefined })).toContain('energy_charge mismatch')
    expect(compared({ energy_charge_paise: 1, fixed_charge_paise: 0 })).toContain('energy_charge mismatch')
    expect(compared({ fixed_charge_paise: 0 }, { energy_units: 200 })).toEqual(['fixed_charge mismatch'])
  })
})

describe('a printed bill of MSEDCL', () => {
  it('matches in every line that is in evidence, and holds the total', () => {
    expect(statuses({ ...REQUEST, actual_bill: bill })).toEqual({
      energy_charge: 'match',
      fixed_charge: 'match',
      wheeling_charge: 'match',
      time_of_day: 'match',
      fuel_adjustment: 'match',
      electricity_duty: 'match',
      total: 'held',
    })
  })

  it('is not compared where the request does not say what a line rests on', () => {
    const { energy_by_zone: _zones, billed_demand_kva: _demand, bill_period: _days, ...bare } = REQUEST
    expect(statuses({ ...bare, actual_bill: bill })).toMatchObject({
      energy_charge: 'match',
      fixed_charge: 'not_asked',
      time_of_day: 'not_asked',
      fuel_adjustment: 'not_asked',
      electricity_duty: 'not_asked',
    })
  })

  it('has no line for months of which nothing was read', () => {
    const june = { from: '2026-06-01', to: '2026-06-30' }
    expect(statuses({ ...REQUEST, bill_period: june, actual_bill: bill })).toMatchObject({
      time_of_day: 'held',
      fuel_adjustment: 'held',
      electricity_duty: 'held',
    })
    const { disclosures, beside } = answered({ ...REQUEST, bill_period: june } as Body)
    expect(beside).toBeUndefined()
    expect(disclosures.filter(({ code }: { code: string }) => code === 'NOT_KNOWN_FOR_THESE_DAYS')).toHaveLength(5)
  })

  it('has none either where it spans months with different adjustments, and its base tariff anyway', () => {
    const period = { from: '2026-04-16', to: '2026-05-15' }
    const { calculation, beside } = answered({ ...REQUEST, bill_period: period } as Body)
    expect(calculation.energy_charge_paise).toBe(PRINTED.energy)
    const ids = beside.lines.map(
      ({ charge_id, description }: { charge_id?: string; description: string }) => charge_id ?? description,
    )
    expect(ids).not.toContain('Fuel adjustment charge, 2026-04')
    expect(ids).not.toContain('Fuel adjustment charge, 2026-05')
  })

  it('is dated by its days and not by the date printed on it', () => {
    const { bill_period: _days, ...bare } = REQUEST
    const { beside, disclosures } = answered({ ...bare, billing_date: '2026-05-05' } as Body)
    expect(beside).toBeUndefined()
    expect(disclosures.map(({ code }: { code: string }) => code)).toContain('BILL_PERIOD_NOT_GIVEN')
  })
})

describe('a bill of an industry at HT of MSEDCL', () => {
  const JULY = bills.bills.find(({ id }) => id === 'MH-MSEDCL-HTIA-F1-2026-07')!
  const asked = JULY.request as Body
  const actual_bill = { time_of_day_paise: 20_052_385, fuel_adjustment_paise: 9_983_085 }
  const days = (from: string, to: string) => ({ bill_period: { from, to } })
  const found = (more: object) => {
    const { disclosures, blocked_components } = answered({ ...asked, ...more } as Body)
    return {
      parts: statuses({ ...asked, ...more, actual_bill }),
      codes: disclosures.map(({ code }: { code: string }) => code),
      blocked: ['time_of_day', 'current_fppas'].filter((part) => blocked_components.includes(part)),
    }
  }

  it('matches in July, at HT and without units from 9 to 17 h, as the bills that were read', () => {
    expect(found({})).toMatchObject({ parts: { time_of_day: 'match', fuel_adjustment: 'match' }, blocked: [] })
  })

  it('is not compared in months of which nothing was read, nor where it spans two fuel adjustments', () => {
    const august = found(days('2026-08-01', '2026-08-31'))
    expect(august.parts).toEqual({ time_of_day: 'held', fuel_adjustment: 'held' })
    expect(august.codes.filter((code: string) => code === 'NOT_KNOWN_FOR_THESE_DAYS')).toHaveLength(3)
    expect(august.blocked).toEqual(['time_of_day', 'current_fppas'])
    expect(found(days('2026-06-15', '2026-07-14')).parts).toEqual({ time_of_day: 'match', fuel_adjustment: 'held' })
  })

  it('is not compared at EHV, of which nothing was read', () => {
    const ehv = found({ supply_level: 'ehv' })
    expect(ehv.parts).toEqual({ time_of_day: 'held', fuel_adjustment: 'held' })
    expect(ehv.codes.filter((code: string) => code === 'COMPONENT_BESIDE_HELD')).toHaveLength(2)
    expect(ehv.blocked).toEqual(['time_of_day', 'current_fppas'])
  })

  it('has a time of day that is not known with units from 9 to 17 h, though its evening is', () => {
    const zones = { hours_00_09: 95_231, hours_09_17: 94_965, hours_17_24: 95_035 }
    const day = found({ energy_by_zone: zones })
    expect(day.parts).toEqual({ time_of_day: 'held', fuel_adjustment: 'match' })
    expect([day.codes.includes('COMPONENT_BESIDE_HELD'), day.blocked]).toEqual([true, ['time_of_day']])
    const { beside } = answered({ ...asked, energy_by_zone: zones } as Body)
    expect([beside.lines.length, beside.total_paise]).toEqual([2, null])
  })
})

describe('a home of MSEDCL, Rs 10 a month more inside a municipal corporation', () => {
  const home = { ...EXAMPLES.MH, licensee_code: 'MH_MSEDCL', subcategory_code: 'LT-I-B', energy_units: 250 }
  const verdict = (fixed: number, selectors?: object) =>
    statuses({ ...home, ...(selectors === undefined ? {} : { selectors }), actual_bill: { fixed_charge_paise: fixed } })
      .fixed_charge

  it('is not said to be billed wrongly where the request does not say if it is inside', () => {
    expect(verdict(13_000)).toBe('match')
    expect(verdict(14_000)).toBe('not_asked')
    expect(verdict(14_000, { municipal_corporation: 'yes' })).toBe('match')
  })

  it('is billed wrongly where neither answer gives the amount, or it was said', () => {
    expect(verdict(14_001)).toBe('mismatch')
    expect(verdict(14_000, { municipal_corporation: 'no' })).toBe('mismatch')
  })
})

describe('what of a bill is blocked', () => {
  const odisha = {
    state_code: 'OD',
    licensee_code: 'OD_TPCODL',
    subcategory_code: 'DOMESTIC_OTHERS',
    energy_units: 250,
    connected_load: 2,
  } as const
  const may = { bill_period: { from: '2026-05-01', to: '2026-05-31' } }

  it('is without the duty that is beside it, which is in no payable anyway', () => {
    const { electricity_duty, beside, blocked_components, final_payable } = answered({ ...odisha, ...may })
    // 4 percent of 50 units at 2.90, 150 at 4.70 and 50 at 5.70.
    expect([electricity_duty, beside.total_paise]).toEqual([
      { status: 'shown_beside', reason: 'shown_beside_never_included' },
      4_540,
    ])
    expect(blocked_components).not.toContain('electricity_duty')
    expect(final_payable.excludes).toEqual(expect.arrayContaining(['electricity_duty', ...blocked_components]))
  })

  it.each([
    ['the days of the bill are not given', {}],
    ['no bill of those days was read', { bill_period: { from: '2026-10-01', to: '2026-10-31' } }],
    ['no bill of the licensee was read', { ...may, licensee_code: 'OD_TPNODL' }],
  ])('has the duty where %s', (_why, more) => {
    const { electricity_duty, blocked_components, final_payable } = answered({ ...odisha, ...more })
    expect(electricity_duty.status).toBe('blocked')
    expect(blocked_components).toContain('electricity_duty')
    expect(final_payable.excludes).toEqual(blocked_components)
  })

  it('is without duty, fuel adjustment and time of day of a bill that has lines of them', () => {
    const { blocked_components, fppas, electricity_duty } = answered(REQUEST)
    expect([fppas.status, electricity_duty.status]).toEqual(['shown_beside', 'shown_beside'])
    for (const shown of ['electricity_duty', 'current_fppas', 'time_of_day'])
      expect(blocked_components).not.toContain(shown)
    expect(blocked_components).toEqual(
      expect.arrayContaining(['tax_on_sale', 'state_subsidy', 'solar_settlement_amount', 'ancillary_charges']),
    )
    const { bill_period: _days, ...undated } = REQUEST
    expect(answered(undated as Body).blocked_components).toContain('electricity_duty')
  })
})

describe.each(Object.keys(SERVING) as (keyof typeof SERVING)[])('a bill in %s', (state) => {
  it('is compared where one is given, and refused where its parts do not sum', () => {
    const body = EXAMPLES[state] as Body
    const { calculation } = answered(body)
    const energy_charge_paise = calculation.energy_charge_paise + 1
    const { verification } = answered({ ...body, actual_bill: { energy_charge_paise } })
    expect(verification.lines).toMatchObject([{ component: 'energy_charge', difference_paise: 1, status: 'mismatch' }])
    expect(verification.verdict).toBe('mismatch')
    const unsummed = { energy_charge_paise: 100, fixed_charge_paise: 10, other_paise: 1, total_paise: 112 }
    expect(ask({ ...body, actual_bill: unsummed })).toMatchObject({
      code: 'INVALID_REQUEST_FIELD',
      details: { fields: [{ field: '/actual_bill/total_paise', rule: 'sum' }] },
    })
    expect(answered({ ...body, actual_bill: { ...unsummed, total_paise: 111 } })).toHaveProperty('verification')
  })
})
