import { figure, printedAs } from '../../mechanisms/support/order.ts'
import { adjustments, category, kase, opt, type Rule, type Schedule, tableRead } from './judged-schedule.ts'
import { page, S } from './text-of-blocks.ts'

/** An invented schedule in blocks of a quarter, of several schemes side by side, with rebates by tables. */
const E = '"Energy charge (P/kWh)"',
  FX = '"Fixed charge (Rs/kVA/month)"'
const LF = '"Rebate on the energy charge (paise per kWh)"'
const WHOSE = '"Sl. No.", Type of consumer, Rate code, Name of the tariff scheme'
const blocks = (who: string, code: string, labels: readonly string[]): string[] =>
  labels.map((each) => `label: [${who}, ${each.replace('|', `], of: [${code}], from: `)}, only: [${E}]`)
const readings = `readings:
${tableRead(
  'dom',
  1,
  `${WHOSE}, Quarterly consumption in kWh`,
  [`${E}: { charge: energy, unit: P/kWh }`, `${FX}: { charge: fixed, unit: Rs/kVA }`],
  [
    ...blocks('Domestic (Rural)', 'DR', [
      'First 102|0, to: 102',
      'Next 78|102, to: 180',
      'Next 120|180, to: 300',
      'Above 300|300',
    ]),
    ...blocks('Domestic (Urban)', 'DU', [
      'First 75|0, to: 75',
      'Next 75|75, to: 150',
      'Next 150|150, to: 300',
      'Above 300|300',
    ]),
  ],
  `    spans:
      - { column: ${FX}, first: [Domestic (Rural), First 102], last: [Domestic (Rural), Above 300], of: [DR] }
      - { column: ${FX}, first: [Domestic (Urban), First 75], last: [Domestic (Urban), Above 300], of: [DU] }
`,
)}${tableRead(
  'com',
  2,
  `${WHOSE}, Hours of the day`,
  [`${E}: { charge: energy, unit: P/kWh }`, `${FX}: { charge: fixed, unit: Rs/kVA }`],
  [
    'label: [Commercial (Urban), Normal, All hours], of: [CU-NORMAL]',
    'label: [Commercial (Urban), Prepaid, All hours], of: [CU-PREPAID]',
  ],
  `    spans:
      - { column: ${FX}, first: [Normal TOD, "06:00 hrs to 17:00 hrs"], last: [Normal TOD, "23:00 hrs to 06:00 hrs"], of: [CU-TOD] }
`,
)}${['day|06:00 hrs to 17:00 hrs', 'peak|17:00 hrs to 23:00 hrs', 'night|23:00 hrs to 06:00 hrs']
  .map((each) => each.split('|'))
  .map(([charge = '', hours]) =>
    tableRead(
      charge,
      2,
      `${WHOSE}, Hours of the day`,
      [`${E}: { charge: ${charge}, unit: P/kWh }`],
      [`label: [Commercial (Urban), Normal TOD, "${hours}"], of: [CU-TOD]`],
    ),
  )
  .join('')}${tableRead(
  'ind',
  3,
  'Type of consumer, Rate code',
  [
    '"Demand charge (Rs/kVA/month)": { charge: demand, unit: Rs/kVA }',
    ...['Summer', 'Monsoon', 'Winter'].map(
      (season) => `"Energy charge (P/kWh) | ${season}": { charge: ${season.toLowerCase()}, unit: P/kWh }`,
    ),
  ],
  ['label: [Industries (33 kV)], of: [BI]'],
)}${tableRead(
  'lf',
  4,
  'Load factor range of Rate B(I)',
  [`${LF}: { unit: P/kWh }`],
  [
    `label: [Above 55% up to 60%], of: [], figures: { ${LF}: lf-55 }`,
    `label: [Above 60% up to 65%], of: [], figures: { ${LF}: lf-60 }`,
    `label: [Above 65%], of: [], figures: { ${LF}: lf-65 }`,
  ],
)}sentences:
  - { source_id: ORDER, page: 1, says: "at the rates of the table below", because: "the table is read" }
  - { source_id: ORDER, page: 1, says: "excluding meter rent", because: "the base is the base tariff" }
`
const rent = `,,,,,rent_single,,,other,Meter rent of a single phase meter,,phase=single,,,beside,,,,,12.00,Rs/connection,"Meter rent at the rate of Rs. 12.00 per month shall be charged to the consumers of Rate D(R), Rate D(U) and Rate C(U) with a single phase meter"
,,,,,rent_three,,,other,Meter rent of a three phase meter,,phase=three,,,beside,,,,,48.00,Rs/connection,"Rs. 48.00 per month to those with a three phase meter"
`
const rows = `row_id,subcategory_code,label,area_type,conditions,charge,method,per,component,charge_label,steps_by,when,minimum_of,rates_of,side,charge_from,charge_to,from,to,printed,unit,quote,citations
DR,D-R,Domestic (Rural),rural,,energy,telescopic,,,,,,,,,,,0,102,,,
,,,,,energy,,,,,,,,,,,,102,180,,,
,,,,,energy,,,,,,,,,,,,180,300,,,
,,,,,energy,,,,,,,,,,,,300,,,,
,,,,,fixed,,fixed_demand,,,,,,,,,,,,,,
,,,,,least,,,other,Minimum charge,,,energy|fixed,,,,,,,37.00,Rs/connection,"${S.min}"
${rent}DU,D-U,Domestic (Urban),urban,,energy,telescopic,,,,,,,,,,,0,75,,,
,,,,,energy,,,,,,,,,,,,75,150,,,
,,,,,energy,,,,,,,,,,,,150,300,,,
,,,,,energy,,,,,,,,,,,,300,,,,
,,,,,fixed,,fixed_demand,,,,,,,,,,,,,,
,,,,,least,,,other,Minimum charge,,,energy|fixed,,,,,,,37.00,Rs/connection,"${S.min}"
${rent}CU-NORMAL,C-U,Commercial (Urban),urban,selectors.scheme=normal,energy,,,,,,,,,,,,,,,,
,,,,,fixed,,fixed_demand,,,,,,,,,,,,,,
${rent}CU-PREPAID,C-U,Commercial (Urban),urban,selectors.scheme=prepaid,energy,,,,,,,,,,,,,,,,
,,,,,fixed,,fixed_demand,,,,,,,,,,,,,,
${rent}CU-TOD,C-U,Commercial (Urban),urban,selectors.scheme=normal_tod,day,,energy_by_zone.hours_06_17,energy,Energy charge 06:00 to 17:00,,,,,,,,,,,,
,,,,,peak,,energy_by_zone.hours_17_23,energy,Energy charge 17:00 to 23:00,,,,,,,,,,,,
,,,,,night,,energy_by_zone.hours_23_06,energy,Energy charge 23:00 to 06:00,,,,,,,,,,,,
,,,,,fixed,,fixed_demand,,,,,,,,,,,,,,
${rent}BI,B-I,Industries (33 kV),any,describes supply_voltage_kv=33,summer,,energy_units,energy,Summer energy charge,,,,,,2026-04-01,2026-06-30,,,,,,ORDER|NOTE-11
,,,,,monsoon,,energy_units,energy,Monsoon energy charge,,,,,,2026-07-01,2026-09-30,,,,,,ORDER|NOTE-11
,,,,,winter,,energy_units,energy,Winter energy charge,,,,,,2026-10-01,,,,,,,ORDER|NOTE-11
,,,,,demand,,billing_demand,fixed,Demand charge,,,,,,,,,,,,
,,,,,excess,,excess_demand,fixed,Demand in excess,,,,BI.demand,,,,,,1.6,times,"${S.excess}"
`
const bd = figure('85', 'percent', S.bd)
const step = (from: string, to: string | null, id: string) =>
  `{ from: "${from}", to: ${to === null ? 'null' : `"${to}"`}, figure: { read: ${id}, grade: order, citations: [ORDER] } }`
const RULES: readonly Rule[] = [
  [
    'PF-REBATE',
    'base',
    'B-I',
    'energy',
    kase(
      'above',
      'power_factor>0.92',
      'subtract',
      `{ kind: percent, method: telescopic, steps_by: pf_rise, steps: [{ from: "0", to: null, figure: ${figure('0.25', 'percent', S.pf)} }] }`,
    ),
  ],
  [
    'PF-SURCHARGE',
    'base',
    'B-I',
    'energy',
    kase(
      'below',
      'power_factor<0.86',
      'add',
      `{ kind: percent, method: telescopic, steps_by: pf_fall, steps: [{ from: "0", to: null, figure: ${figure('0.75', 'percent', S.pfs)} }] }`,
    ),
  ],
  [
    'LOAD-FACTOR',
    'base',
    'B-I',
    '',
    kase(
      'lf',
      '',
      'subtract',
      `{ kind: per_unit, per: energy_units, method: whole, steps_by: load_factor_percent, steps: [${step('55', '60', 'lf-55')}, ${step('60', '65', 'lf-60')}, ${step('65', null, 'lf-65')}] }`,
    ),
  ],
  [
    'PROMPT',
    'beside',
    'D-R, D-U, C-U',
    'base_tariff',
    kase(
      'in_time',
      'payment.by_due_date=true',
      'subtract',
      `{ kind: percent, figure: ${figure('1', 'percent', S.prompt)} }`,
    ),
  ],
  [
    'E-PAYMENT',
    'beside',
    'D-R, D-U, C-U, B-I',
    'base_tariff',
    kase(
      'digital',
      'payment.digital=true and payment.by_due_date=true',
      'subtract',
      `{ kind: percent, figure: ${figure('1', 'percent', S.epay)} }`,
    ),
  ],
  [
    'LATE',
    'beside',
    'D-R, D-U, C-U, B-I',
    'bill',
    kase('late', 'payment.by_due_date=false', 'add', `{ kind: percent, figure: ${figure('1.25', 'percent', S.lps)} }`),
  ],
]
const rules = `quantities:
  - quantity_id: fixed_demand
    unit: kVA
    description: "Demand of the fixed charge"
    formula: "contract_demand_kva"
    evidence: ${printedAs(S.fixed)}
  - quantity_id: billing_demand
    unit: kVA
    description: "Demand that is billed"
    formula: "max(recorded_demand_kva, share * contract_demand_kva)"
    figures: [{ figure_id: share, figure: ${bd} }]
    evidence: ${printedAs(S.bd)}
  - quantity_id: excess_demand
    unit: kVA
    description: "Demand above the contract demand"
    formula: "max(0, recorded_demand_kva - contract_demand_kva)"
    evidence: ${printedAs(S.excess)}
  - quantity_id: pf_rise
    unit: percent
    description: "Percent above 92"
    formula: "max(0, power_factor * 100 - 92)"
    evidence: ${printedAs(S.pf)}
  - quantity_id: pf_fall
    unit: percent
    description: "Percent below 86"
    formula: "max(0, 86 - power_factor * 100)"
    evidence: ${printedAs(S.pfs)}
adjustments:
${adjustments(RULES)}proration:
  - rule_id: QUARTER
    method: by_months
    slab_months: ${figure('3', 'number', S.quarter).replace('"printed":"3"', '"printed":"three"')}
    edges_of: [energy_units]
    monthly: [fixed, least, rent_single, rent_three]
    applies_to: [D-R, D-U]
    grade: order
    evidence: ${printedAs(S.quarter)}
facts:
  - { fact_id: SEASONS, group: season, key: months, applies_to: B-I, period: FY 2026-27, grade: order, text: "Seasons", evidence: { source_id: ORDER, page: 1, section: "note 11", quote: "${S.season}" } }
  - { fact_id: LF-LEAD, group: rebate, key: load_factor, applies_to: B-I, period: FY 2026-27, grade: order, text: "Whose load factor rebate it is", evidence: ${printedAs(S.lfr)} }
`
export const SCHEDULE_OF_BLOCKS: Schedule = {
  page,
  citations: { 'NOTE-11': 'Order in Case 1 of 2026, p.1, note 11' },
  readings,
  rows,
  rules,
  release: {
    zones: ['hours_06_17', 'hours_17_23', 'hours_23_06'],
    selectors: [{ selector: 'scheme', words: ['normal', 'prepaid', 'normal_tod'], description: 'The tariff scheme' }],
    request: { required: [], optional: [], licensee_from_district: false },
  },
  categories: [
    category('D-R', 'Rate D(R) Domestic (Rural)', 'domestic', 'LT', {
      area_type: 'rural',
      slab_type: 'telescopic',
      required_inputs: ['contract_demand_kva'],
      optional_inputs: opt('phase', 'payment.digital', 'payment.by_due_date'),
    }),
    category('D-U', 'Rate D(U) Domestic (Urban)', 'domestic', 'LT', {
      area_type: 'urban',
      slab_type: 'telescopic',
      required_inputs: ['contract_demand_kva'],
      optional_inputs: opt('phase', 'payment.digital', 'payment.by_due_date'),
    }),
    category('C-U', 'Rate C(U) Commercial (Urban)', 'commercial', 'LT', {
      area_type: 'urban',
      required_inputs: ['selectors.scheme', 'contract_demand_kva'],
      optional_inputs: [
        ...opt('phase', 'payment.digital', 'payment.by_due_date'),
        { field: 'energy_by_zone', when: 'the scheme is normal_tod' },
      ],
    }),
    category('B-I', 'Rate B(I) Industries (33 kV)', 'industrial', 'HT', {
      required_inputs: ['contract_demand_kva', 'recorded_demand_kva'],
      optional_inputs: opt('power_factor', 'load_factor_percent', 'payment.digital', 'payment.by_due_date'),
    }),
  ],
}
