import type { Input } from './input.ts'

/**
 * All inputs of POST /calculate, one row each, by request field name. Body schema, normalising, OpenAPI, MCP,
 * `/categories`, regression cases, gates and refusals are derived from this table, in its order. Source: spec POST
 * /calculate; docs/design/tariff-language.md "Inputs".
 */

/** The largest accepted quantity if a category declares no other, and the largest that one may declare; in units. */
export const LARGEST_QUANTITY = 10_000_000
export const LARGEST_DECLARED_QUANTITY = 1_000_000_000
/** The largest value of a count with `least`. */
export const LARGEST_COUNT = 1_000_000

const flag = (description: string) => ({ kind: 'flag', description }) as const
const signed = (description: string) => ({ kind: 'signed_paise', description }) as const
const things = <Unit extends string>(unit: Unit, description: string) =>
  ({ kind: 'count', least: 1, unit, scope: 'category', description }) as const

export const INPUTS = {
  state_code: {
    kind: 'text',
    pattern: '^[A-Z]{2}$',
    longest: 2,
    scope: 'common',
    description: 'Two-letter state code',
  },
  subcategory_code: { kind: 'text', longest: 100, scope: 'common', description: 'A code from GET /v1/coverage' },
  energy_units: {
    kind: 'quantity',
    unit: 'the unit the energy charge is printed in: kWh or kVAh',
    largest: LARGEST_DECLARED_QUANTITY,
    scope: 'common',
    description: 'Consumption of the bill in units',
  },
  connected_load: {
    kind: 'quantity',
    unit: 'kW, or HP for pump sets',
    scope: 'common',
    description: "Connected load in the category's own unit (kW, or HP for pump sets)",
  },
  load_unit: {
    kind: 'word',
    words: ['kw', 'hp'],
    scope: 'common',
    description: "If given, must be the category's own unit",
  },
  contract_demand_kva: {
    kind: 'quantity',
    unit: 'kVA',
    demand: 'contracted',
    scope: 'common',
    description: 'Contract demand in kVA',
  },
  licensee_code: {
    kind: 'text',
    pattern: '^[A-Z]{2}_[A-Z0-9_]{1,40}$',
    longest: 43,
    scope: 'common',
    description: 'The supplying licensee; there is no default',
  },
  district: {
    kind: 'text',
    longest: 100,
    scope: 'request',
    description: 'The district of the connection, if the release routes by district',
  },
  area_type: {
    kind: 'word',
    words: ['rural', 'urban'],
    scope: 'category',
    description: 'Rural or urban supply, if the rows of the category differ by it',
  },
  phase: { kind: 'word', words: ['single', 'three'], scope: 'category', description: 'Phases of the connection' },
  supply_level: { kind: 'word', words: ['ht', 'ehv'], scope: 'category', description: 'Voltage level of supply' },
  fixed_charge_basis_units: {
    kind: 'quantity',
    unit: 'units a month',
    scope: 'category',
    description: 'The units that place the consumer in a bracket of the fixed charge',
  },
  tod_period: {
    kind: 'word',
    words: ['normal', 'peak', 'off_peak'],
    scope: 'category',
    omitted: 'a time-of-day factor',
    description: 'Time of day of all units on the bill',
  },
  rts_voltage_mode: {
    kind: 'word',
    words: ['at_base', 'above_base', 'below_base'],
    scope: 'category',
    omitted: 'a voltage rebate or surcharge',
    description: 'Railway traction: supply voltage against the base voltage of the schedule',
  },
  apply_htss_11kv_surcharge: {
    kind: 'flag',
    scope: 'category',
    omitted: 'the 11 kV surcharge',
    description: 'Whether the surcharge of special service at 11 kV applies',
  },
  billing_month: {
    kind: 'month',
    scope: 'category',
    omitted: 'the fuel adjustment (FPPAS) approved for its month',
    description: 'Month of the bill, YYYY-MM: an FPPAS period approved for exactly this month is applied',
  },
  billing_days: { kind: 'count', scope: 'category', description: '25, 30 or 40; evaluates the entitlement' },
  effective_on: { kind: 'date', scope: 'common', description: 'Day whose tariff applies, YYYY-MM-DD' },
  billing_date: { kind: 'date', scope: 'common', description: 'Date of the bill, YYYY-MM-DD' },
  bill_period: {
    kind: 'object',
    parts: {
      from: { kind: 'date', required: true, description: 'First day that the bill covers, YYYY-MM-DD' },
      to: { kind: 'date', required: true, description: 'Last day that the bill covers, YYYY-MM-DD' },
    },
    scope: 'common',
    description: 'First and last day that the bill covers, both included; the last day selects the release',
  },
  meter_mode: { kind: 'word', words: ['postpaid', 'prepaid'], scope: 'request', description: 'How the meter is paid' },
  metering: { kind: 'word', words: ['gross', 'net'], scope: 'request', description: 'Metering of a rooftop plant' },
  generation_units: {
    kind: 'quantity',
    unit: 'kWh',
    scope: 'request',
    onlyWith: 'metering',
    description: 'Units that a rooftop plant generated, only together with metering',
  },
  profile: {
    kind: 'text',
    longest: 100,
    scope: 'request',
    description: 'An approved profile, to request the complete payable amount',
  },
  recorded_demand_kva: {
    kind: 'quantity',
    unit: 'kVA',
    demand: 'recorded',
    scope: 'category',
    description: 'Highest demand recorded in the bill period, in kVA',
  },
  recorded_demand_kw: {
    kind: 'quantity',
    unit: 'kW',
    demand: 'recorded',
    scope: 'category',
    description: 'Highest demand recorded in the bill period, in kW',
  },
  billed_demand_kva: {
    kind: 'quantity',
    unit: 'kVA',
    scope: 'category',
    oneOf: ['recorded_demand_kva', 'recorded_demand_kw'],
    description: 'Billed demand as printed on the bill, instead of the rule for it',
  },
  excess_demand_kva: {
    kind: 'quantity',
    unit: 'kVA',
    scope: 'category',
    description: 'Demand above the contract, as printed on the bill; 0 if none',
  },
  peak_demand_kva: {
    kind: 'quantity',
    unit: 'kVA',
    demand: 'recorded',
    scope: 'category',
    description: 'Highest demand recorded in peak hours, in kVA',
  },
  offpeak_demand_kva: {
    kind: 'quantity',
    unit: 'kVA',
    demand: 'recorded',
    scope: 'category',
    description: 'Highest demand recorded outside peak hours, in kVA',
  },
  highest_demand_this_year_kva: {
    kind: 'quantity',
    unit: 'kVA',
    demand: 'recorded',
    scope: 'category',
    atLeast: 'recorded_demand_kva',
    description: 'Highest demand recorded in this financial year so far, in kVA',
  },
  contract_demand_kw: {
    kind: 'quantity',
    unit: 'kW',
    demand: 'contracted',
    scope: 'category',
    description: 'Contract demand in kW',
  },
  demand_unit: {
    kind: 'word',
    words: ['kw', 'kva', 'hp'],
    scope: 'category',
    description: 'The unit of the contract demand',
  },
  energy_kwh: {
    kind: 'quantity',
    unit: 'kWh',
    largest: LARGEST_DECLARED_QUANTITY,
    scope: 'category',
    description: 'Consumption in kWh beside energy_units in kVAh',
  },
  supply_voltage_kv: { kind: 'quantity', unit: 'kV', scope: 'category', description: 'Voltage of supply in kV' },
  load_factor_percent: {
    kind: 'quantity',
    unit: 'percent',
    scope: 'category',
    description: 'Load factor in percent, as stated on the bill',
  },
  power_factor: {
    kind: 'quantity',
    unit: 'as a fraction of 1',
    largest: 1,
    scope: 'category',
    description: 'Average power factor of the bill period, such as 0.92',
  },
  energy_by_zone: {
    kind: 'declared',
    of: 'quantities',
    unit: 'the unit of energy_units',
    most: 16,
    largest: LARGEST_DECLARED_QUANTITY,
    scope: 'category',
    description: 'Units of the bill by time-of-day zone: every zone of the release; the sum must be energy_units',
  },
  payment: {
    kind: 'object',
    parts: {
      by_due_date: flag('The bill is paid by its due date'),
      digital: flag('The bill is paid by a digital method'),
      prepaid: flag('Supply is prepaid'),
      e_bill: flag('The bill is taken electronically only'),
      all_months_of_year: flag('Every bill of the year so far was paid in time'),
    },
    scope: 'category',
    description: 'How the bill is paid',
  },
  connection: {
    kind: 'word',
    words: ['regular', 'temporary'],
    scope: 'category',
    description: 'Regular or temporary connection',
  },
  meter_type: {
    kind: 'word',
    words: ['single_phase', 'three_phase', 'lt_ct', 'ht', 'prepaid', 'smart', 'smart_prepaid', 'none'],
    scope: 'category',
    description: 'Kind of meter that the connection has',
  },
  lamps: things('lamp', 'Lamps or light points billed'),
  flats: things('flat', 'Flats or dwellings behind one connection'),
  selectors: {
    kind: 'declared',
    of: 'words',
    unit: 'a word that the release declares',
    most: 16,
    scope: 'category',
    description: 'Words that a release declares for what only it distinguishes: { "scheme": "…" }',
  },
  actual_bill: {
    kind: 'object',
    parts: {
      energy_charge_paise: { kind: 'paise', description: 'Energy charge as billed, in paise' },
      fixed_charge_paise: { kind: 'paise', description: 'Fixed charge as billed, in paise' },
      wheeling_charge_paise: { kind: 'paise', description: 'Wheeling charge as billed, in paise' },
      time_of_day_paise: signed('Time of day as billed, in paise; a rebate is negative'),
      fuel_adjustment_paise: signed('Fuel adjustment (FAC, FPPAS) as billed, in paise; a credit is negative'),
      electricity_duty_paise: { kind: 'paise', description: 'Electricity duty as billed, in paise' },
      subsidy_paise: signed('Subsidy as billed, in paise: negative'),
      other_paise: signed('Everything else on the bill, in paise; a rebate is negative'),
      total_paise: { kind: 'paise', description: 'Total of the bill, in paise' },
      energy_kwh: {
        kind: 'quantity',
        unit: 'kWh',
        onlyWith: 'explain',
        description: 'kWh beside the billed kVAh, for explain',
      },
    },
    scope: 'common',
    description: 'Amounts of a bill to compare with',
  },
  explain: {
    kind: 'flag',
    scope: 'common',
    description: 'List errors that account for the differences of actual_bill; counts as ten bills',
  },
} as const satisfies Readonly<Record<string, Input>>

export type InputName = keyof typeof INPUTS

/** The table as a list, in its order. */
export const INPUT_LIST: readonly (readonly [InputName, Input])[] = Object.entries(INPUTS) as [InputName, Input][]

/** Inputs required by every calculation (spec: POST /calculate). */
export const ALWAYS_REQUIRED = ['state_code', 'subcategory_code', 'energy_units'] as const
