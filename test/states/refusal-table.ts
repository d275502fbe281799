import { expect } from 'vitest'
import type { Grade } from '../../releases/record/grade.ts'
import type { ShippedState } from '../support/definitions.ts'
import { EXAMPLES } from './examples.ts'

/**
 * Every refusal of docs/design/contract.md#refusals, triggered in every state in which it can occur: a change of the
 * state's example, and the refusal's details. A key set to undefined is removed. If it cannot occur, the reason.
 */
export type Provoked = {
  readonly change: Readonly<Record<string, unknown>>
  readonly details: object
  readonly floor?: Grade
  /** Components that `release hold` puts on hold. */
  readonly holds?: readonly string[]
}
export type Told = readonly Provoked[] | string

export const fields = (...found: readonly (readonly [string, string])[]): object => ({
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
  // If no category covers it, the reason is given instead.
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

/** Only where a rule of net metering is released does the refusal name the route that has it. */
const NET_METERED = expect.stringContaining('use POST /v1/solar-savings')
const netMetering = (state: ShippedState): string =>
  state === 'BR' || state === 'MH' ? NET_METERED : 'no verified net-metering rule is released'

export const everywhere = (state: ShippedState): Readonly<Record<string, readonly Provoked[]>> => ({
  UNSUPPORTED_OPERATION: [
    { change: { meter_mode: 'prepaid' }, details: { operation: 'prepaid', reason: expect.any(String) } },
    { change: { metering: 'net' }, details: { operation: 'net_metering', reason: netMetering(state) } },
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
  UNSUPPORTED_BILLING_PERIOD: [
    { change: { bill_period: { from: '2026-06-01', to: '2026-07-31' } }, details: { days: 61, reason: 'no_rule' } },
    { change: { bill_period: { from: '2026-06-01', to: '2026-06-27' } }, details: { days: 27, reason: 'no_rule' } },
    {
      change: { bill_period: { from: '2026-03-15', to: '2026-04-14' } },
      details: { days: 31, reason: 'two_releases', unblocked_by: expect.any(String) },
    },
  ],
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
export const LT_II_A = { subcategory_code: 'LT-II-A', phase: undefined, connected_load: 10 }
const LT_II_C = { subcategory_code: 'LT-II-C', phase: undefined, contract_demand_kva: 1 }
const LT_II_B = { subcategory_code: 'LT-II-B', phase: undefined, connected_load: 30, contract_demand_kva: 40 }
const CS = { subcategory_code: 'CS-URBAN', connected_load: 6 }
const CS_HT = { subcategory_code: 'CS-HT', contract_demand_kva: 100 }
const LT_DOM = { subcategory_code: 'LT-DOM', licensee_code: 'JH_DVC' }
const KUTIR = { subcategory_code: 'KUTIR_JYOTI', energy_units: 20, connected_load: 1 }

export const TABLE: Readonly<Record<string, Readonly<Record<ShippedState, Told>>>> = {
  LICENSEE_REQUIRED: {
    BR: 'one schedule for the whole state',
    MH: [{ change: { licensee_code: undefined }, details: { licensees: expect.arrayContaining(['MH_BEST']) } }],
    GJ: [{ change: { licensee_code: undefined }, details: { licensees: expect.arrayContaining(['GJ_DGVCL']) } }],
    RJ: [
      { change: { licensee_code: undefined }, details: { licensees: ['RJ_JVVNL', 'RJ_AVVNL', 'RJ_JDVVNL'] } },
      // A district does not determine a licensee here.
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
    JH: [unread('area_type', 'urban'), unread('phase', 'single')],
  },
  UNSUPPORTED_BILLING_DAYS: {
    BR: [
      ...[0, 24, 26, 29, 31, 60, -30].map((billing_days) => ({
        change: { billing_days },
        details: { billing_days, supported: [25, 30, 40] },
      })),
      // Also where the scheme does not apply: these days are not in the scheme anywhere.
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
      outside({ ...LT_II_C, connected_load: 50 }, 'connected_load_kw>50', 'LT-II-B'),
      outside({ ...LT_II_C, connected_load: 20 }, 'connected_load_kw>50', 'LT-II-A'),
      outside({ ...LT_II_A, connected_load: 50.001 }, 'connected_load_kw<=20', 'LT-II-C'),
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
        // HTS-I is derived and carried, so the specimen is the rule that the request selects.
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
