import { describe, expect, it } from 'vitest'
import { planOf, type ShippedState, STATE_CODES } from '../support/definitions.ts'
import { ask, type Body, recordOf, SERVING } from './ask.ts'
import { EXAMPLES } from './examples.ts'

/** An invalid bill gets its typed refusal, in every state (docs/design/tariff-language.md#periods). */

/** A request of a state with the days of its bill, and dated after them if the state needs a date. */
function billed(state: ShippedState, from: string, to: string): Body {
  const { billing_date: date, ...body } = EXAMPLES[state] as Body
  return { ...body, bill_period: { from, to }, ...(date === undefined ? {} : { billing_date: to }) } as Body
}

const refusal = (body: Body, serving = SERVING[body.state_code]) => {
  const answer = ask(body, { serving })
  if (answer.code === null) throw new Error(`answered: ${JSON.stringify(body)}`)
  const { reason, fields } = answer.details
  return [
    answer.code,
    reason ?? fields.map(({ field, rule }: { field: string; rule: string }) => `${field} ${rule}`).join(),
  ]
}

describe.each(STATE_CODES)('a period in %s', (state) => {
  it.each([
    ['backwards', '2026-06-30', '2026-06-01'],
    ['of no days', '2026-06-01', '2026-05-31'],
  ])('%s is refused by name', (_what, from, to) => {
    const [code, problems] = refusal(billed(state, from, to))
    expect(code).toBe('INVALID_REQUEST_FIELD')
    expect(problems).toContain('/bill_period/to disagrees')
  })

  it('that begins before the release is of two releases', () => {
    expect(refusal(billed(state, '2026-03-20', '2026-04-18'))).toEqual(['UNSUPPORTED_BILLING_PERIOD', 'two_releases'])
  })

  it('over a year is of two releases, also where the year before is in service', () => {
    const long = billed(state, '2025-04-15', '2026-05-14')
    expect(refusal(long)).toEqual(['UNSUPPORTED_BILLING_PERIOD', 'two_releases'])
    const record = recordOf(state)
    const before = planOf({ ...record, effective_from: '2025-04-01', effective_to: '2026-03-31' })
    expect(refusal(long, [before, ...SERVING[state]] as never)).toEqual(['UNSUPPORTED_BILLING_PERIOD', 'two_releases'])
  })

  it('of a whole year has no rule', () => {
    expect(refusal(billed(state, '2026-04-01', '2027-03-31'))).toEqual(['UNSUPPORTED_BILLING_PERIOD', 'no_rule'])
  })

  it('of invalid days is not a period', () => {
    expect(refusal(billed(state, '2026-02-30', '2026-05-31'))).toEqual(['INVALID_EFFECTIVE_DATE', 'format'])
  })

  it('of a bill whose lines do not sum is refused before anything is compared', () => {
    const actual_bill = {
      energy_charge_paise: 100,
      fixed_charge_paise: 10,
      subsidy_paise: -5,
      other_paise: 1,
      total_paise: 111,
    }
    expect(refusal({ ...EXAMPLES[state], actual_bill } as Body)).toEqual([
      'INVALID_REQUEST_FIELD',
      '/actual_bill/total_paise sum',
    ])
  })
})

describe('a bill of MSEDCL', () => {
  const bill = {
    state_code: 'MH',
    licensee_code: 'MH_MSEDCL',
    subcategory_code: 'LT-II-C',
    energy_units: 100,
    connected_load: 60,
    contract_demand_kva: 60,
  } as const

  it('of zones that do not sum to its units is refused', () => {
    const energy_by_zone = { hours_00_09: 50, hours_09_17: 30, hours_17_24: 19 }
    expect(refusal({ ...bill, energy_by_zone })).toEqual(['INVALID_REQUEST_FIELD', '/energy_by_zone sum'])
    const { hours_17_24: _last, ...some } = energy_by_zone
    expect(refusal({ ...bill, energy_by_zone: some })[0]).toBe('INVALID_REQUEST_FIELD')
  })

  it('whose demand is given twice is refused', () => {
    const [code, problems] = refusal({ ...bill, billed_demand_kva: 19, recorded_demand_kva: 21 })
    expect(code).toBe('INVALID_REQUEST_FIELD')
    expect(problems).toContain('/billed_demand_kva one_of')
  })
})
