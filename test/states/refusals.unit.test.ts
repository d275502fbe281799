import { describe, expect, it } from 'vitest'
import { type CalculateField, calculateFields } from '../../releases/engine/request/body.ts'
import { takesField } from '../../releases/engine/request/profiles.ts'
import type { Grade } from '../../releases/record/grade.ts'
import { planOf, type ShippedState, STATE_CODES } from '../support/definitions.ts'
import { ask, type Body, EXAMPLES, recordOf } from './ask.ts'

/**
 * Every refusal of contract 2.5, provoked in every state it can occur in: a change of the state's example, and what the
 * refusal says. A key set to undefined is left out. Where it cannot occur, the reason why.
 */
type Provoked = {
  readonly change: Readonly<Record<string, unknown>>
  readonly details: object
  readonly floor?: Grade
  /** Components that `release hold` holds. */
  readonly holds?: readonly string[]
}
type Told = readonly Provoked[] | string

const fields = (...found: readonly (readonly [string, string])[]): object => ({
  fields: expect.arrayContaining(found.map(([field, rule]) => expect.objectContaining({ field, rule }))),
})
const missing = (drop: string, more: object = {}): Provoked => ({
  change: { ...more, [drop]: undefined },
  details: fields([`/${drop}`, 'required']),
})
const unread = (field: string, value: unknown, more: object = {}): Provoked => ({
  change: { ...more, [field]: value },
  details: fields([`/${field}`, 'not_applicable']),
})
const outside = (change: object, bound: string, covering_category: string | null): Provoked => ({
  change: { ...change },
  // Where no category covers it, the reason is given instead.
  details: { bound, covering_category, ...(covering_category === null ? { reason: expect.any(String) } : {}) },
})
const held = (change: object, component: string, more: Partial<Provoked> = {}): Provoked => ({
  change: { ...change },
  details: { component, reason: expect.any(String), unblocked_by: expect.any(String) },
  floor: 'specimen',
  ...more,
})
const heldAtRunTime = (component: string): Provoked => held({}, component, { holds: [component] })
const licensee = (licensee_code: string, reason: string): Provoked => ({
  change: { licensee_code, district: undefined },
  details: { licensee_code, reason, because: expect.any(String), licensees: expect.any(Array) },
})
const district = (change: object, reason: string, licensees: readonly string[]): Provoked => ({
  change: { ...change },
  details: { reason, licensees },
})

const everywhere = (state: ShippedState): Readonly<Record<string, readonly Provoked[]>> => ({
  UNSUPPORTED_OPERATION: [
    { change: { meter_mode: 'prepaid' }, details: { operation: 'prepaid', reason: expect.any(String) } },
    { change: { metering: 'net' }, details: { operation: 'net_metering', reason: expect.any(String) } },
    { change: { profile: 'ANY' }, details: { operation: 'complete_payable', reason: expect.any(String) } },
    ...(state === 'OD'
      ? []
      : [{ change: { metering: 'gross' }, details: { operation: 'gross_metering', reason: expect.any(String) } }]),
  ],
  LICENSEE_NOT_SUPPORTED: [licensee(`${state}_NOBODY`, 'unknown'), licensee('XX_NOBODY', 'unknown')],
  INVALID_EFFECTIVE_DATE: ['effective_on', 'billing_date'].flatMap((field) =>
    [
      ['2026-02-30', 'format'],
      ['2026-4-1', 'format'],
      ['', 'format'],
      ['01-04-2026', 'format'],
      ['2024-03-31', 'before_release'],
      ['2027-04-01', 'after_release'],
    ].map(([date, reason]) => ({
      change: { [field]: date },
      details: { field, reason, covered_periods: [{ from: '2026-04-01', to: '2027-03-31' }] },
    })),
  ),
  SUBCATEGORY_NOT_FOUND: [
    {
      change: { subcategory_code: 'NO-SUCH' },
      details: { available: expect.arrayContaining([EXAMPLES[state].subcategory_code]) },
    },
  ],
  EVIDENCE_BELOW_FLOOR: [
    {
      change: {},
      floor: 'order',
      details: {
        grade: 'transcription',
        floor: 'order',
        figures: expect.arrayContaining([{ path: expect.stringMatching(/^rows\//), grade: 'transcription' }]),
      },
    },
  ],
})

const HT = { subcategory_code: 'HT-I-A', phase: undefined, supply_level: 'ht', contract_demand_kva: 100 }
const LT_II_A = { subcategory_code: 'LT-II-A', phase: undefined, connected_load: 10 }
const LT_II_B = { subcategory_code: 'LT-II-B', phase: undefined, connected_load: 30, contract_demand_kva: 40 }
const CS = { subcategory_code: 'CS-URBAN', connected_load: 6 }
const CS_HT = { subcategory_code: 'CS-HT', contract_demand_kva: 100 }
const LT_DOM = { subcategory_code: 'LT-DOM', licensee_code: 'JH_DVC' }
const KUTIR = { subcategory_code: 'KUTIR_JYOTI', energy_units: 20, connected_load: 1 }

const TABLE: Readonly<Record<string, Readonly<Record<ShippedState, Told>>>> = {
  LICENSEE_REQUIRED: {
    BR: 'one schedule for the whole state',
    MH: [{ change: { licensee_code: undefined }, details: { licensees: expect.arrayContaining(['MH_BEST']) } }],
    GJ: [{ change: { licensee_code: undefined }, details: { licensees: expect.arrayContaining(['GJ_DGVCL']) } }],
    RJ: [
      { change: { licensee_code: undefined }, details: { licensees: ['RJ_JVVNL', 'RJ_AVVNL', 'RJ_JDVVNL'] } },
      // A district does not stand for a licensee here.
      { change: { licensee_code: undefined, district: 'Jaipur' }, details: {} },
    ],
    OD: [
      { change: { licensee_code: undefined }, details: {} },
      { change: { licensee_code: undefined, district: 'Puri' }, details: {} },
    ],
    TS: 'one schedule for both companies: the licensee may be left out',
    JH: [{ change: { licensee_code: undefined }, details: { licensees: expect.arrayContaining(['JH_JBVNL']) } }],
  },
  LICENSEE_NOT_SUPPORTED: {
    BR: [],
    MH: [],
    GJ: [
      ...['GJ_TPL_A', 'GJ_TPL_S', 'GJ_TPL_DAHEJ', 'GJ_TPL_DHOLERA'].map((code) => licensee(code, 'excluded')),
      ...['GJ_MUL', 'GJ_AIVPL', 'GJ_GIFT'].map((code) => licensee(code, 'held')),
    ],
    RJ: [],
    OD: [],
    TS: [licensee('TS_CESS', 'held')],
    JH: [licensee('JH_TSL', 'held'), licensee('JH_RAILWAYS', 'excluded')],
  },
  DISTRICT_LICENSEE_MISMATCH: {
    BR: 'no district is read',
    MH: 'no district is read',
    GJ: 'no district is read: a place never chooses the licensee',
    RJ: [
      district({ district: 'Ajmer' }, 'mismatch', ['RJ_AVVNL']),
      district({ district: 'Jaipurr' }, 'unknown', []),
      district({ district: 'Beawar' }, 'mismatch', ['RJ_AVVNL', 'RJ_JDVVNL']),
    ],
    OD: [
      district({ district: 'Ganjam' }, 'mismatch', ['OD_TPSODL']),
      district({ district: 'Pury' }, 'unknown', []),
      district({ district: 'Jajpur', licensee_code: 'OD_TPWODL' }, 'mismatch', ['OD_TPNODL', 'OD_TPCODL']),
    ],
    TS: 'no district is read',
    JH: [
      district({ district: 'Ranchi', licensee_code: 'JH_DVC' }, 'mismatch', ['JH_JBVNL']),
      district({ district: 'Ranchi ki' }, 'unknown', []),
      district({ district: 'Nowhere', licensee_code: undefined }, 'unknown', []),
      district({ district: 'Bokaro', licensee_code: undefined }, 'ambiguous', ['JH_JBVNL', 'JH_SAIL_BSL', 'JH_DVC']),
    ],
  },
  'INVALID_REQUEST_FIELD required': {
    BR: [
      missing('connected_load'),
      missing('area_type', { subcategory_code: 'KJ' }),
      missing('contract_demand_kva', { subcategory_code: 'NDS-I' }),
      missing('contract_demand_kva', { subcategory_code: 'NDS-II', connected_load: 0.501 }),
    ],
    MH: [
      missing('phase'),
      missing('connected_load', LT_II_A),
      missing('contract_demand_kva', LT_II_B),
      missing('supply_level', HT),
      missing('contract_demand_kva', HT),
      missing('connected_load', { licensee_code: 'MH_AEML', phase: 'three' }),
    ],
    GJ: ['connected_load', 'load_unit', 'billing_date', 'meter_mode'].map((field) => missing(field)),
    RJ: ['district', 'fixed_charge_basis_units'].map((field) => missing(field)),
    OD: [missing('connected_load'), missing('connected_load', KUTIR)],
    TS: [missing('connected_load'), missing('contract_demand_kva', { subcategory_code: 'HT-II-A' })],
    JH: [missing('connected_load', CS), missing('contract_demand_kva', CS_HT)],
  },
  'INVALID_REQUEST_FIELD not_applicable': {
    BR: [
      unread('area_type', 'urban'),
      unread('tod_period', 'peak'),
      unread('rts_voltage_mode', 'at_base'),
      unread('apply_htss_11kv_surcharge', true),
    ],
    MH: [unread('phase', 'single', LT_II_A), unread('supply_level', 'ht'), unread('phase', 'three', HT)],
    GJ: [unread('phase', 'single'), unread('district', 'Surat'), unread('billing_days', 30)],
    RJ: [unread('phase', 'single'), unread('area_type', 'urban'), unread('billing_days', 30)],
    OD: [unread('area_type', 'urban'), unread('fixed_charge_basis_units', 10)],
    TS: [unread('district', 'Hyderabad'), unread('phase', 'single')],
    JH: [unread('area_type', 'urban'), unread('actual_bill', { total_paise: 1 })],
  },
  UNSUPPORTED_BILLING_DAYS: {
    BR: [
      ...[0, 24, 26, 29, 31, 60, -30].map((billing_days) => ({
        change: { billing_days },
        details: { billing_days, supported: [25, 30, 40] },
      })),
      // Also where the scheme does not reach: the days are no days of the scheme anywhere.
      {
        change: { billing_days: 31, subcategory_code: 'NDS-I', contract_demand_kva: 5 },
        details: { supported: [25, 30, 40] },
      },
    ],
    MH: 'billing_days is not read',
    GJ: 'billing_days is not read',
    RJ: 'billing_days is not read',
    OD: 'billing_days is not read',
    TS: 'billing_days is not read',
    JH: 'billing_days is not read',
  },
  CATEGORY_NOT_APPLICABLE: {
    BR: [
      outside({ subcategory_code: 'NDS-II', connected_load: 70.001 }, 'connected_load_kw<=70', null),
      outside({ subcategory_code: 'HT-CS', contract_demand_kva: 49.999 }, 'contract_demand_kva>=50', null),
      outside({ subcategory_code: 'HT-CS', contract_demand_kva: 1500.001 }, 'contract_demand_kva<=1500', null),
    ],
    MH: [
      outside({ ...LT_II_A, connected_load: 20.001 }, 'connected_load_kw<=20', 'LT-II-B'),
      outside({ ...LT_II_B, connected_load: 20 }, 'connected_load_kw>20', 'LT-II-A'),
      outside({ ...LT_II_B, connected_load: 50.001 }, 'connected_load_kw<=50', 'LT-II-C'),
    ],
    GJ: 'both subcategories take every load and every consumption',
    RJ: 'General Domestic takes every consumption, and no charge reads a load',
    OD: [outside({ ...KUTIR, energy_units: 30.001 }, 'monthly_units<=30', null)],
    TS: [
      outside({ subcategory_code: 'LT-II-A', energy_units: 50.001 }, 'monthly_units<=50', 'LT-II-B'),
      outside({ energy_units: 50 }, 'monthly_units>50', 'LT-II-A'),
    ],
    JH: [
      outside({ ...CS, connected_load: 5 }, 'connected_load_kw>5', 'DS-URBAN'),
      outside({ ...CS, subcategory_code: 'CS-RURAL', connected_load: 4.999 }, 'connected_load_kw>5', 'DS-RURAL'),
      outside({ ...CS_HT, contract_demand_kva: 99.999 }, 'contract_demand_kva>=100', null),
    ],
  },
  EVIDENCE_BELOW_FLOOR: {
    BR: [
      {
        change: { subcategory_code: 'DS-III' },
        details: {
          grade: 'specimen',
          floor: 'derived',
          figures: [
            { path: 'rows/BR-DS-III/energy/0', grade: 'specimen' },
            { path: 'rows/BR-DS-III/fixed/0', grade: 'specimen' },
          ],
        },
      },
      {
        // HTS-I is derived and carried: the specimen is the rule that the request selects.
        change: { subcategory_code: 'HTS-I', contract_demand_kva: 100, tod_period: 'peak' },
        details: {
          grade: 'specimen',
          figures: [{ path: expect.stringMatching(/^rules\/adjustments\//), grade: 'specimen' }],
        },
      },
      {
        change: { subcategory_code: 'HTS-I', contract_demand_kva: 100 },
        floor: 'carried',
        details: { grade: 'derived', floor: 'carried' },
      },
    ],
    MH: [],
    GJ: [],
    RJ: [],
    OD: [],
    TS: [],
    JH: [{ change: LT_DOM, details: { grade: 'specimen', floor: 'derived' } }],
  },
  RATE_NOT_VERIFIED: {
    BR: [heldAtRunTime('rows/BR-DS-II/energy'), heldAtRunTime('rows/BR-DS-II/fixed')],
    MH: [
      held({ subcategory_code: 'LT-IV-A', phase: undefined, connected_load: 5 }, 'rows/MH-MSEDCL-LT-IV-A-Z1-5/energy', {
        details: { component: expect.stringMatching(/^rows\/MH-MSEDCL-LT-IV-A-/), unblocked_by: expect.any(String) },
      }),
      held({ licensee_code: 'MH_BEST', phase: 'three' }, 'rows/MH-BEST-LT-I-B-3PH/fixed'),
      heldAtRunTime('rows/MH-MSEDCL-LT-I-B/wheeling'),
    ],
    GJ: [heldAtRunTime('rows/GJ-DGVCL-DOMESTIC-URBAN/fixed')],
    RJ: [heldAtRunTime('rows/RJ-JVVNL-GENERAL-DOMESTIC/energy')],
    OD: [heldAtRunTime('rows/OD-TPCODL-DOMESTIC-OTHERS/energy')],
    TS: [
      held({ subcategory_code: 'LT-II-C' }, 'rows/TS-LT-II-C/fixed'),
      held({ subcategory_code: 'HT-II-A', contract_demand_kva: 100 }, 'rows/TS-HT-II-A-11/fixed'),
      heldAtRunTime('rows/TS-LT-II-B/energy'),
    ],
    JH: [heldAtRunTime('rows/JH-JBVNL-DS-URBAN/energy')],
  },
}

function bodyOf(state: ShippedState, change: Readonly<Record<string, unknown>>): Body {
  const changed = { ...EXAMPLES[state], ...change }
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)) as Body
}

const cells = Object.entries(TABLE).flatMap(([name, states]) =>
  STATE_CODES.map((state) => {
    const told = states[state]
    return { name, state, told, code: name.split(' ')[0]! }
  }),
)
const provoked = [
  ...STATE_CODES.flatMap((state) =>
    Object.entries(everywhere(state)).flatMap(([code, list]) => list.map((each) => ({ code, state, ...each }))),
  ),
  ...cells.flatMap(({ code, state, told }) =>
    typeof told === 'string' ? [] : told.map((each) => ({ code, state, ...each })),
  ),
].map((each) => ({ ...each, shown: JSON.stringify(each.change, (_, value) => value ?? null) }))

describe('a refusal says its code and what helps', () => {
  it.each(provoked)('$state $code $shown', ({ state, code, change, details, floor = 'derived', holds = [] }) => {
    const plan = planOf(recordOf(state), { holds: holds.map((component) => ({ component, reason: 'under review' })) })
    const body = bodyOf(state, change)
    expect(ask(body, { floor, serving: [plan] })).toEqual({ code, details: expect.objectContaining(details) })
  })

  it.each(STATE_CODES)('%s STATE_NOT_RELEASED: while nothing serves it', (state) => {
    expect(ask(EXAMPLES[state], { serving: [] })).toEqual({
      code: 'STATE_NOT_RELEASED',
      details: { state_code: state },
    })
  })

  it('every state has each refusal of the contract, or the reason why it cannot occur there', () => {
    for (const state of STATE_CODES) {
      const told = new Set(provoked.filter((each) => each.state === state).map(({ code }) => code))
      const reasons = cells.filter((each) => each.state === state && typeof each.told === 'string')
      for (const code of new Set(cells.map((each) => each.code))) {
        expect(told.has(code) || reasons.some((each) => each.code === code), `${state} ${code}`).toBe(true)
      }
    }
  })
})

/** One legal value of each field; those that name an operation are refused as one before they are found unread. */
const LEGAL: Readonly<Partial<Record<CalculateField, unknown>>> = {
  district: 'Jaipur',
  area_type: 'urban',
  phase: 'single',
  supply_level: 'ht',
  fixed_charge_basis_units: 10,
  billing_days: 30,
  billing_month: '2026-06',
  meter_mode: 'postpaid',
  generation_units: 10,
  tod_period: 'peak',
  rts_voltage_mode: 'at_base',
  apply_htss_11kv_surcharge: false,
  actual_bill: { total_paise: 1 },
}

describe('a field that a state does not take is refused, whatever it says', () => {
  const untaken = STATE_CODES.flatMap((state) =>
    (Object.keys(calculateFields) as CalculateField[])
      .filter((field) => !takesField(state, field) && LEGAL[field] !== undefined)
      .map((field) => ({ state, field })),
  )
  it.each(untaken)('$state: $field', ({ state, field }) => {
    expect(ask({ ...EXAMPLES[state], [field]: LEGAL[field] })).toMatchObject({
      code: 'INVALID_REQUEST_FIELD',
      details: { fields: [{ field: `/${field}`, rule: 'not_applicable' }] },
    })
  })

  it('and all of them are named at once', () => {
    const asked = ask({ ...EXAMPLES.GJ, phase: 'single', district: 'Surat', billing_days: 30 })
    expect(asked).toMatchObject({ code: 'INVALID_REQUEST_FIELD' })
    const { details } = asked as { details: { fields: { field: string }[] } }
    expect(details.fields.map(({ field }) => field).sort()).toEqual(['/billing_days', '/district', '/phase'])
  })
})

describe('units are never converted', () => {
  it.each([
    ['BR', { load_unit: 'hp' }],
    ['BR', { subcategory_code: 'IAS-I', load_unit: 'kw' }],
    ['MH', { ...LT_II_A, load_unit: 'hp' }],
    ['GJ', { load_unit: 'hp' }],
    ['OD', { load_unit: 'hp' }],
    ['TS', { load_unit: 'hp' }],
    ['JH', { load_unit: 'hp' }],
  ] as const)('%s: a load in another unit than the category takes is refused', (state, change) => {
    expect(ask(bodyOf(state, change), { floor: 'specimen' })).toMatchObject({
      code: 'INVALID_REQUEST_FIELD',
      details: fields(['/load_unit', 'enum']),
    })
  })

  it('more than three decimals are refused, not rounded, in every state and before anything else', () => {
    for (const state of STATE_CODES) {
      expect(ask({ ...EXAMPLES[state], energy_units: 100.0001 }, { serving: [] })).toMatchObject({
        code: 'INVALID_REQUEST_FIELD',
        details: fields(['/energy_units', 'decimals']),
      })
    }
  })
})

describe('two dates', () => {
  it('that name different days are refused; each is judged by itself first', () => {
    const both = (billing_date: string, effective_on: string) => ask({ ...EXAMPLES.GJ, billing_date, effective_on })
    expect(both('2026-06-15', '2026-06-15').code).toBeNull()
    expect(both('2026-06-15', '2026-06-16')).toMatchObject({
      code: 'INVALID_REQUEST_FIELD',
      details: fields(['/billing_date', 'conflict']),
    })
    expect(both('2026-06-15', '2026-06-31')).toMatchObject({
      code: 'INVALID_EFFECTIVE_DATE',
      details: { field: 'effective_on', reason: 'format' },
    })
    expect(both('2025-06-15', '2026-06-15')).toMatchObject({
      code: 'INVALID_EFFECTIVE_DATE',
      details: { field: 'billing_date', reason: 'before_release' },
    })
  })
})
