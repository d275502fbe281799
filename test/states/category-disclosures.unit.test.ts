import { describe, expect, it } from 'vitest'
import { ODISHA_2025_26, planOf, shippedPlan } from '../support/definitions.ts'
import { answered, type Body, recordOf } from './ask.ts'
import { EXAMPLES } from './examples.ts'

/** Answers disclose what concerns their category, and not what concerns others. */

const ODISHA = [await shippedPlan(ODISHA_2025_26)]
const codesOf = (body: Body, serving?: typeof ODISHA): string[] =>
  answered(body, { floor: 'specimen', ...(serving === undefined ? {} : { serving }) }).disclosures.map(
    ({ code }: { code: string }) => code,
  )
const odisha = (body: Omit<Body, 'state_code'>): string[] =>
  codesOf({ state_code: 'OD', licensee_code: 'OD_TPCODL', energy_units: 100, ...body }, ODISHA)

describe('Odisha, FY 2025-26', () => {
  const home = { subcategory_code: 'DOMESTIC_OTHERS', connected_load: 2, area_type: 'rural' }
  const large = {
    subcategory_code: 'GENERAL_PURPOSE_FROM_110_KVA_HT',
    contract_demand_kva: 200,
    billed_demand_kva: 180,
    load_factor_percent: 50,
    effective_on: '2025-05-05',
  }

  it('a rural home: the rebate of March that has no line, the base of 4 percent, and the load as billed', () => {
    const said = odisha(home)
    expect(said).toEqual(
      expect.arrayContaining(['MARCH_REBATE_OF_RURAL_CONSUMERS', 'BASE_OF_PERCENT_REBATES', 'LOAD_AS_BILLED']),
    )
    expect(said).not.toContain('OVERDRAWAL_BEFORE_JULY')
  })

  it('an HT shop: the demand of April to June, the base of 1 percent, and nothing of a connected load', () => {
    const said = odisha(large)
    expect(said).toEqual(expect.arrayContaining(['OVERDRAWAL_BEFORE_JULY', 'BASE_OF_PERCENT_REBATES']))
    expect(said).not.toContain('LOAD_AS_BILLED')
    expect(said).not.toContain('MARCH_REBATE_OF_RURAL_CONSUMERS')
  })

  it.each([
    ['COLONY_CONSUMPTION_EHT', 'LIMIT_OF_COLONY_CONSUMPTION', {}],
    ['EMERGENCY_SUPPLY_TO_CGP_HT', 'LIMIT_OF_EMERGENCY_SUPPLY', { selectors: { energy_unit: 'kwh' } }],
    ['PUBLIC_CHARGING_STATION_LT', 'REBATE_IN_TIME_BY_SIZE', {}],
    ['PUBLIC_CHARGING_STATION_EHT', 'PUBLIC_CHARGING_LEFT_OUT', {}],
    ['MEGA_LIFT_HT', 'REBATE_IN_TIME_BY_SIZE', { load_factor_percent: 50 }],
    ['PUBLIC_LIGHTING_LT', 'MARCH_REBATE_IN_PERCENT', { connected_load: 2 }],
    ['PUBLIC_LIGHTING_LT', 'PUBLIC_LIGHTING_WITHOUT_METER', { connected_load: 2 }],
  ])('%s: says %s', (subcategory_code, code, more) => {
    expect(odisha({ subcategory_code, effective_on: '2025-08-05', ...more })).toContain(code)
    expect(odisha(home)).not.toContain(code)
  })

  it('small industry: its class goes by the contract demand, however large the load', () => {
    const code = 'LT_INDUSTRIAL_S_SUPPLY_UNDER_22_KVA_LT'
    const small = { subcategory_code: code, connected_load: 90, contract_demand_kva: 20, effective_on: '2025-05-05' }
    expect(odisha(small)).toContain('CLASS_BY_CONTRACT_DEMAND')
  })
})

describe('Bihar', () => {
  const bihar = (subcategory_code: string, more: object = {}): string[] =>
    codesOf({ state_code: 'BR', subcategory_code, energy_units: 200, ...more })

  it('a home: whose fixed charge is waived, and which load is billed above the free units', () => {
    const said = bihar('DS-II', { connected_load: 3, billing_days: 30 })
    expect(said).toEqual(
      expect.arrayContaining(['FIXED_CHARGE_WAIVED_FOR_SMART_PREPAID', 'LOAD_BILLED_ABOVE_ENTITLEMENT']),
    )
    expect(said).not.toContain('SURCHARGE_AND_TIME_OF_DAY')
    // The fixed charge of Kutir Jyoti is per connection: no load is billed.
    expect(bihar('KJ', { area_type: 'rural' })).not.toContain('LOAD_BILLED_ABOVE_ENTITLEMENT')
  })

  it('special HT service: the surcharge leaves out the time of day', () => {
    expect(bihar('HTSS-11-33', { contract_demand_kva: 300 })).toContain('SURCHARGE_AND_TIME_OF_DAY')
    expect(bihar('HTSS-132-220', { contract_demand_kva: 300 })).not.toContain('SURCHARGE_AND_TIME_OF_DAY')
  })

  it('unmetered pumps: their units are at a placeholder rate', () => {
    const pump: Body = { state_code: 'BR', subcategory_code: 'IAS-I-UM', energy_units: 200, connected_load: 3 }
    // A request without energy_units is refused, so no answer may advise it.
    const { message } = answered(pump, { floor: 'specimen' }).disclosures.find(
      ({ code }: { code: string }) => code === 'UNITS_OF_UNMETERED_SUPPLY',
    )
    expect(message).toContain('give it as zero')
    expect(bihar('IAS-I', { connected_load: 3 })).not.toContain('UNITS_OF_UNMETERED_SUPPLY')
  })

  it('a rural shop: readings differ on the unit of its class', () => {
    expect(bihar('NDS-I', { contract_demand_kva: 3 })).toContain('UNIT_OF_THE_CLASS')
    expect(bihar('NDS-II', { connected_load: 3, contract_demand_kva: 3 })).not.toContain('UNIT_OF_THE_CLASS')
  })
})

describe('Jharkhand', () => {
  const shop: Body = {
    state_code: 'JH',
    licensee_code: 'JH_JBVNL',
    subcategory_code: 'CS-HT',
    energy_units: 1000,
    contract_demand_kva: 150,
  }

  it('HT shops: their class and the rule of the billing demand, which no message denies', () => {
    const data = answered(shop)
    const codes = data.disclosures.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(
      expect.arrayContaining([
        'VOLTAGE_NOT_CHECKED',
        'USE_NOT_CHECKED',
        'BILLING_DEMAND_RULE',
        'BILLING_DEMAND_NOT_EVALUATED',
      ]),
    )
    expect(JSON.stringify(data)).not.toContain('no verified rule')
    expect(codesOf(EXAMPLES.JH as Body)).not.toContain('VOLTAGE_NOT_CHECKED')
  })
})

describe('Maharashtra', () => {
  const home = (phase: string, licensee: string): readonly string[] =>
    codesOf({
      state_code: 'MH',
      licensee_code: licensee,
      subcategory_code: 'LT-I-B',
      energy_units: 150,
      connected_load: 3,
      phase,
    } as Body)

  it('three-phase homes of MSEDCL, and no others: the other reading of their fixed charge', () => {
    const said = 'THREE_PHASE_WHOLE_OR_ON_TOP'
    expect(home('three', 'MH_MSEDCL')).toContain(said)
    expect(home('single', 'MH_MSEDCL')).not.toContain(said)
    expect(home('three', 'MH_AEML')).not.toContain(said)
  })
  it('the two classes whose fixed charge may be printed in another unit', () => {
    const msedcl = (subcategory_code: string, more: object): readonly string[] =>
      codesOf({ state_code: 'MH', licensee_code: 'MH_MSEDCL', subcategory_code, energy_units: 150, ...more })
    const works = { connected_load: 15, contract_demand_kva: 15 }
    expect(msedcl('LT-III-A', works)).toContain('UNIT_OF_FIXED_CHARGE')
    expect(msedcl('LT-IV-C', { connected_load: 5 })).toContain('UNIT_OF_FIXED_CHARGE')
    expect(msedcl('LT-IV-B', { connected_load: 5 })).not.toContain('UNIT_OF_FIXED_CHARGE')
  })
})

describe('Rajasthan', () => {
  it('the fixed charge goes by the units that the request gives, for the basis of its brackets is not settled', () => {
    expect(codesOf(EXAMPLES.RJ as Body)).toContain('BASIS_OF_THE_BRACKET')
  })
})

describe('Bihar, while the entitlement is held', () => {
  const held = [planOf(recordOf('BR'), { holds: [{ component: 'rules/subsidy', reason: 'under review' }] })]
  const bill = { ...EXAMPLES.BR, billing_days: 30 } as Body

  it('a bill that asks for it says so, and one that does not, that it was not evaluated', () => {
    expect(codesOf(bill, held)).toContain('SUBSIDY_HELD')
    expect(codesOf(EXAMPLES.BR as Body, held)).not.toContain('SUBSIDY_HELD')
    expect(codesOf(bill)).not.toContain('SUBSIDY_HELD')
  })
})
