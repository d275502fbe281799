import { printedAs } from '../../mechanisms/support/order.ts'
import { category, opt, type Schedule, tableRead } from './judged-schedule.ts'
import { rules } from './rules-by-load-factor.ts'
import { page, S } from './text-by-load-factor.ts'

/** An invented schedule in columns of two areas and of two load factors, with general conditions. */
const E1 = 'Energy charge (paise per unit)'
const lv11 = (code: string, area: string): string =>
  [
    {
      id: code,
      rows: ['Up to 50 units|0, to: 50', '51 to 150 units|50, to: 150'],
      charge: 'fixed',
      unit: 'Rs/connection',
    },
    {
      id: `${code}-load`,
      rows: ['151 to 300 units|150, to: 300', 'Above 300 units|300'],
      charge: 'fixed_by_load',
      unit: 'Rs/part',
    },
  ]
    .map(({ id, rows: labels, charge, unit }) =>
      tableRead(
        id,
        1,
        'Monthly consumption slab (units)',
        [
          `"${E1} | ${area} areas": { charge: energy, unit: P/kWh }`,
          `"Monthly fixed charge (Rs.) | ${area} areas": { charge: ${charge}, unit: ${unit} }`,
        ],
        labels.map((each) => `label: [${each.replace('|', `], of: [${code}], from: `)}`),
      ),
    )
    .join('')
const lv22 = (code: string, area: string): string =>
  tableRead(
    code,
    2,
    'Sub-category',
    [
      `"${E1}": { charge: energy, unit: P/kWh }`,
      `"Monthly fixed charge (Rs. per kW) | ${area} areas": { charge: fixed, unit: Rs/kW }`,
    ],
    [
      `label: [LV-2.2 Sanctioned load up to 10 kW], of: [${code}-SMALL]`,
      `label: [LV-2.2 Sanctioned load above 10 kW], of: [${code}-LARGE]`,
    ],
  )
const PUMPS = 'LV-5.1 Unmetered agricultural pumps'
const TOD = '"Surcharge or rebate (% of the energy charge)"'
const readings = `readings:
${lv11('LV11-U', 'Urban')}${lv11('LV11-R', 'Rural')}${lv22('LV22-U', 'Urban')}${lv22('LV22-R', 'Rural')}${tableRead(
  'lv5',
  3,
  'Sub-category',
  ['"Flat rate fixed charge (Rs. per HP per month)": { charge: fixed, unit: Rs/HP }'],
  [`label: ["${PUMPS}, three phase"], of: [LV51-THREE]`, `label: ["${PUMPS}, single phase"], of: [LV51-SINGLE]`],
)}${tableRead(
  'hv3',
  4,
  'Sub-category',
  [
    '"Monthly fixed charge (Rs. per kVA of billing demand)": { charge: fixed, unit: Rs/kVA }',
    '"Energy charge for consumption up to 50% load factor (paise per unit)": { charge: energy, unit: P/kWh, from: 0, to: first_units }',
    '"Energy charge for consumption in excess of 50% load factor (paise per unit)": { charge: energy, unit: P/kWh, from: first_units }',
  ],
  ['11', '33', '132'].map((kv) => `label: [HV-3.1 Industrial ${kv} kV supply], of: [HV31-${kv}]`),
)}${tableRead(
  'tod',
  5,
  'Period',
  [`${TOD}: { unit: percent }`],
  [
    `label: [Evening peak (6 PM to 10 PM)], of: [], figures: { ${TOD}: tod-peak }`,
    `label: [Off peak (10 PM to 6 AM)], of: [], figures: { ${TOD}: tod-off }`,
  ],
)}sentences: []
`
const dom = (
  u: string,
  area: string,
) => `LV11-${u},LV-1.1,LV-1.1 Domestic,${area},area_type=${area},energy,telescopic,,,,,,,,0,50,,,
,,,,,energy,,,,,,,,,50,150,,,
,,,,,energy,,,,,,,,,150,300,,,
,,,,,energy,,,,,,,,,300,,,,
,,,,,fixed,whole,,fixed,Fixed charge,energy_units,energy_units<=150,,,0,50,,,
,,,,,fixed,,,,,,,,,50,150,,,
,,,,,fixed_by_load,whole,load_parts,fixed,Fixed charge by load,energy_units,energy_units>150,,,150,300,,,
,,,,,fixed_by_load,,,,,,,,,300,,,,
,,,,,least,,,other,Minimum charge,,,energy,,,,76,Rs/connection,"${S.min}"
`
const nd = (
  u: string,
  size: string,
  cond: string,
) => `LV22-${u}-${size},LV-2.2,LV-2.2 Non-Domestic,${u === 'U' ? 'urban' : 'rural'},"area_type=${u === 'U' ? 'urban' : 'rural'} and ${cond}",energy,,,,,,,,,,,,
,,,,,fixed,,,,,,,,,,,,
`
const ag = (
  p: string,
) => `LV51-${p.toUpperCase()},LV-5.1,LV-5.1 Unmetered agricultural pumps,any,phase=${p},fixed,,,,,,,,,,,,
`
const hv = (
  kv: string,
) => `HV31-${kv},HV-3.1,HV-3.1 Industrial,any,supply_voltage_kv=${kv},energy,telescopic,,,,,,,,0,first_units,,,
,,,,,energy,,,,,,,,,first_units,,,,
,,,,,fixed,,billing_demand,,,,,,,,,,,
,,,,,excess,,excess_to_130,fixed,Excess demand,,,,HV31-${kv}.fixed,,,1.3,times,"${S.ex1}"
,,,,,excess2,,excess_above_130,fixed,Excess demand above 130 percent,,,,HV31-${kv}.fixed,,,2,times,"${S.ex2}"
`
const rows = `row_id,subcategory_code,label,area_type,conditions,charge,method,per,component,charge_label,steps_by,when,minimum_of,rates_of,from,to,printed,unit,quote
${dom('U', 'urban')}${dom('R', 'rural')}${nd('U', 'SMALL', 'connected_load<=10')}${nd('U', 'LARGE', 'connected_load>10')}${nd('R', 'SMALL', 'connected_load<=10')}${nd('R', 'LARGE', 'connected_load>10')}${ag('three')}${ag('single')}${hv('11')}${hv('33')}${hv('132')}`
export const SCHEDULE_BY_LOAD_FACTOR: Schedule = {
  page,
  readings,
  rows,
  rules,
  release: {
    zones: ['peak', 'off_peak', 'normal'],
    request: { required: [], optional: ['area_type'], licensee_from_district: false },
    blocked_components: [
      {
        component: 'guaranteed_consumption',
        reason: 'settled_at_the_end_of_the_year',
        explanation: 'A minimum annual consumption is not evaluated for a month.',
        unblocked_by: 'the bills of a year',
        stands_for: null,
        evidence: JSON.parse(printedAs(S.guar)),
      },
    ],
  },
  categories: [
    category('LV-1.1', 'LV-1.1 Domestic', 'domestic', 'LT', {
      slab_type: 'telescopic',
      required_inputs: ['area_type'],
      optional_inputs: opt('meter_type', 'payment.digital', 'payment.by_due_date'),
    }),
    category('LV-2.2', 'LV-2.2 Non-Domestic', 'commercial', 'LT', {
      required_inputs: ['area_type', 'connected_load', 'connection'],
      optional_inputs: opt('meter_type', 'payment.digital', 'payment.by_due_date'),
    }),
    category('LV-5.1', 'LV-5.1 Unmetered agricultural pumps', 'agriculture', 'LT', {
      supply_type: 'lt_unmetered',
      load_unit: 'hp',
      required_inputs: ['phase', 'connected_load'],
      optional_inputs: opt('payment.digital', 'payment.by_due_date'),
    }),
    category('HV-3.1', 'HV-3.1 Industrial', 'industrial', 'HT', {
      slab_type: 'telescopic',
      bounds: ['contract_demand_kva>0', '(supply_voltage_kv=11 or supply_voltage_kv=33 or supply_voltage_kv=132)'],
      covering: [
        { bound: 'contract_demand_kva>0', covering_category: null, reason: 'there is a contract' },
        {
          bound: '(supply_voltage_kv=11 or supply_voltage_kv=33 or supply_voltage_kv=132)',
          covering_category: null,
          reason: 'the table has no other',
        },
      ],
      required_inputs: [
        'supply_voltage_kv',
        'contract_demand_kva',
        'recorded_demand_kva',
        'power_factor',
        'energy_by_zone',
      ],
      optional_inputs: opt('payment.by_due_date'),
    }),
  ],
}
