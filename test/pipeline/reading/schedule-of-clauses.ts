import { figure, printedAs } from '../../mechanisms/support/order.ts'
import { adjustments, category, kase, opt, type Rule, type Schedule, tableRead } from './judged-schedule.ts'

/** An invented rate schedule of numbered clauses: applicability, rate and conditions, with tables of metered and unmetered supply. */
const S = {
  minimum:
    'The minimum charge of LMV-2 consumers shall be Rs. 340 per kW per month towards the fixed charge and the energy charge.',
  bd: 'The billable demand of HV-2 consumers shall be the actual maximum demand or 75% of the contracted load, whichever is higher.',
  excess:
    'If the maximum demand of an HV-2 consumer in a month exceeds the contracted load, the excess demand shall be levied, in addition, at twice the normal demand charge.',
  tod: 'The time of day rates below shall be applicable on the energy charge of HV-2 consumers for the energy consumed during the hours.',
  solar: 'A rebate of Rs. 90 per month shall be given to LMV-1 consumers who use a solar water heater.',
  prepaid:
    'Any consumer with a prepaid meter, other than LMV-5 consumers, shall get a rebate of 2% on the energy charge and the fixed charge.',
  prompt:
    'Consumers of LMV-1, LMV-2 and HV-2 who pay within the due date shall get a rebate of 1.15% on the fixed charge, the demand charge and the energy charge.',
  lv: 'Consumers of LMV-2 with a contracted load above 50 kW who take supply at 11 kV and above shall get a rebate of 7.5% on the energy charge.',
  late: 'If the bill is not paid by the due date, a surcharge of 1.5% of the bill shall be payable by all consumers.',
}
const F = 'Fixed charge (Rs. per kW per month)',
  E = 'Energy charge (Rs. per kWh)'
const head = (...cells: string[]): string => `<tr>${cells.map((each) => `<th>${each}</th>`).join('')}</tr>`
const line = (...cells: string[]): string => `<tr>${cells.map((each) => `<td>${each}</td>`).join('')}</tr>`
const page = `<!doctype html><html><body>
<h2>RATE SCHEDULE FOR FY 2026-27</h2>
<h3>RATE SCHEDULE LMV-1: DOMESTIC LIGHT, FAN AND POWER</h3>
<p>1. APPLICABILITY: This schedule shall apply to residential premises.</p>
<p>2. CHARACTER AND POINT OF SUPPLY: As per the provisions of the Supply Code.</p>
<p>3. RATE:</p>
<p>(a) Consumers getting supply as per Rural Schedule:</p>
<h4>(i) Un-metered</h4>
<table>${head('Description', 'Fixed charge (Rs. per kW per month)')}${line('LMV-1 un-metered, rural', '455')}</table>
<h4>(ii) Metered, rural</h4>
<table>${head('Consumption range', F, E)}
<tr><td>Upto 100 kWh per month</td><td rowspan="2">85</td><td>3.20</td></tr>
${line('Above 100 kWh per month', '4.85')}</table>
<p>(b) Supply at single point for bulk loads and other metered domestic consumers:</p>
<h4>Metered, urban</h4>
<table>${head('Consumption range', F, E)}
<tr><td>Upto 150 kWh per month</td><td rowspan="3">105</td><td>5.35</td></tr>
${line('151 to 300 kWh per month', '5.90')}
${line('Above 300 kWh per month', '6.40')}</table>
<h3>RATE SCHEDULE LMV-2: NON-DOMESTIC LIGHT, FAN AND POWER</h3>
<p>1. RATE:</p>
<table>${head('Contracted load', F, E)}
${line('LMV-2 upto 4 kW', '310', '7.35')}
${line('LMV-2 above 4 kW', '430', '8.15')}</table>
<p>2. MINIMUM CHARGE: ${S.minimum}</p>
<p>3. ${S.lv}</p>
<h3>RATE SCHEDULE LMV-5: PRIVATE TUBE WELLS AND PUMPING SETS</h3>
<p>1. RATE:</p>
<table>${head('Description', 'Fixed charge (Rs. per BHP per month)', E)}
${line('LMV-5 (i) un-metered', '168', 'NIL')}
${line('LMV-5 (ii) metered', '72', '2.15')}</table>
<h3>RATE SCHEDULE HV-2: LARGE AND HEAVY POWER</h3>
<p>1. RATE:</p>
<table>${head('Charges', 'For supply at 11 kV', 'For supply above 11 kV')}
${line('Demand charge (Rs. per kVA per month)', '295', '285')}
${line('Energy charge (Rs. per kVAh)', '7.12', '6.78')}</table>
<p>2. BILLABLE DEMAND: ${S.bd}</p>
<p>3. ${S.excess}</p>
<p>4. TOD STRUCTURE: ${S.tod}</p>
<table>${head('Hours', '% of the energy charge')}
${line('05:00 hrs to 10:00 hrs', '(-) 15%')}
${line('17:00 hrs to 23:00 hrs', '(+) 15%')}</table>
<h3>GENERAL PROVISIONS</h3>
<p>1. ${S.solar}</p>
<p>2. ${S.prepaid}</p>
<p>3. ${S.prompt}</p>
<p>4. ${S.late}</p>
</body></html>`

const domestic = (id: string, table: number, labels: readonly string[], last: string): string =>
  tableRead(
    id,
    table,
    'Consumption range',
    [`"${F}": { charge: fixed, unit: Rs/kW }`, `"${E}": { charge: energy, unit: Rs/kWh }`],
    labels.map((each) => `label: [${each.replace('|', `], of: [${id}], only: ["${E}"], from: `)}`),
    `    spans:\n      - { column: "${F}", first: [${labels[0]?.split('|')[0]}], last: [${last}], of: [${id}] }\n`,
  )
const PUMP = '"Fixed charge (Rs. per BHP per month)"'
const TOD = '"% of the energy charge"'
const readings = `readings:
${tableRead('unmetered', 1, 'Description', [`"${F}": { charge: fixed, unit: Rs/kW }`], ['label: ["LMV-1 un-metered, rural"], of: [L1-UN]'])}${domestic(
  'L1-R',
  2,
  ['Upto 100 kWh per month|0, to: 100', 'Above 100 kWh per month|100'],
  'Above 100 kWh per month',
)}${domestic(
  'L1-U',
  3,
  ['Upto 150 kWh per month|0, to: 150', '151 to 300 kWh per month|150, to: 300', 'Above 300 kWh per month|300'],
  'Above 300 kWh per month',
)}${tableRead(
  'lmv2',
  4,
  'Contracted load',
  [`"${F}": { charge: fixed, unit: Rs/kW }`, `"${E}": { charge: energy, unit: Rs/kWh }`],
  ['label: [LMV-2 upto 4 kW], of: [L2-SMALL]', 'label: [LMV-2 above 4 kW], of: [L2-LARGE]'],
)}${tableRead(
  'lmv5',
  5,
  'Description',
  [`${PUMP}: { charge: fixed, unit: Rs/HP }`, `"${E}": { charge: energy, unit: Rs/kWh }`],
  ['label: [LMV-5 (i) un-metered], of: [L5-UN]', 'label: [LMV-5 (ii) metered], of: [L5-M]'],
)}${[
  ['11', 'For supply at 11 kV', 'H2-11'],
  ['ehv', 'For supply above 11 kV', 'H2-33'],
]
  .map(
    ([id, column, row]) =>
      tableRead(
        `demand-${id}`,
        6,
        'Charges',
        [`"${column}": { charge: fixed, unit: Rs/kVA }`],
        [`label: ["Demand charge (Rs. per kVA per month)"], of: [${row}]`],
      ) +
      tableRead(
        `energy-${id}`,
        6,
        'Charges',
        [`"${column}": { charge: energy, unit: Rs/kVAh }`],
        [`label: [Energy charge (Rs. per kVAh)], of: [${row}]`],
      ),
  )
  .join('')}${tableRead(
  'tod',
  7,
  'Hours',
  [`${TOD}: { unit: percent }`],
  [
    `label: ["05:00 hrs to 10:00 hrs"], of: [], figures: { ${TOD}: tod-morning }`,
    `label: ["17:00 hrs to 23:00 hrs"], of: [], figures: { ${TOD}: tod-evening }`,
  ],
)}sentences: []
`
const min = `,,,,,least,,connected_load,other,Minimum charge,,energy|fixed,,,,340,Rs/kW,"${S.minimum}"\n`
const l2 = (id: string, cond: string): string => `L2-${id},LMV-2,LMV-2 Non-Domestic,any,${cond},energy,,,,,,,,,,,,
,,,,,fixed,,,,,,,,,,,,
${min}`
const h2 = (
  id: string,
  cond: string,
): string => `H2-${id},HV-2,HV-2 Large and Heavy Power,any,${cond},energy,,,,,,,,,,,,
,,,,,fixed,,billing_demand,fixed,Demand charge,,,,,,,,
,,,,,excess,,excess_demand,fixed,Excess demand,,,H2-${id}.fixed,,,twice,times,"${S.excess}",2
`
const rows = `row_id,subcategory_code,label,area_type,conditions,charge,method,per,component,charge_label,when,minimum_of,rates_of,from,to,printed,unit,quote,value
L1-UN,LMV-1,LMV-1 Domestic,rural,area_type=rural and meter_type=none,fixed,,,,,,,,,,,,
L1-R,LMV-1,LMV-1 Domestic,rural,area_type=rural and not meter_type=none,energy,telescopic,,,,,,,0,100,,,
,,,,,energy,,,,,,,,100,,,,
,,,,,fixed,,,,,,,,,,,,
L1-U,LMV-1,LMV-1 Domestic,urban,area_type=urban and not meter_type=none,energy,telescopic,,,,,,,0,150,,,
,,,,,energy,,,,,,,,150,300,,,
,,,,,energy,,,,,,,,300,,,,
,,,,,fixed,,,,,,,,,,,,
${l2('SMALL', 'connected_load<=4')}${l2('LARGE', 'connected_load>4')}L5-UN,LMV-5,LMV-5 Private Tube Wells,any,meter_type=none,fixed,,,,,,,,,,,,
,,,,,energy,,,,,,,,,,,,
L5-M,LMV-5,LMV-5 Private Tube Wells,any,not meter_type=none,fixed,,,,,,,,,,,,
,,,,,energy,,,,,,,,,,,,
${h2('11', 'supply_voltage_kv=11')}${h2('33', 'supply_voltage_kv>11')}`
const percent = (value: string, quote: string): string =>
  `{ kind: percent, figure: ${figure(value, 'percent', quote)} }`
const part = (zone: string): string =>
  `    part: { charge_id: energy, quantity: energy_by_zone.${zone}, by: average_rate, evidence: ${printedAs(S.tod)} }\n`
const read = (id: string): string => `{ kind: percent, figure: { read: ${id}, grade: order, citations: [ORDER] } }`
const ALL = 'LMV-1, LMV-2, LMV-5, HV-2'
const RULES: readonly Rule[] = [
  ['TOD-MORNING', 'base', 'HV-2', 'energy', kase('morning', '', 'subtract', read('tod-morning')), part('hours_05_10')],
  ['TOD-EVENING', 'base', 'HV-2', 'energy', kase('evening', '', 'add', read('tod-evening')), part('hours_17_23')],
  [
    'VOLTAGE',
    'base',
    'LMV-2',
    'energy',
    kase('high', 'connected_load>50 and supply_voltage_kv>=11', 'subtract', percent('7.5', S.lv)),
  ],
  [
    'SOLAR',
    'base',
    'LMV-1',
    '',
    kase(
      'solar',
      'selectors.solar_water_heater=yes',
      'subtract',
      `{ kind: per_bill, figure: ${figure('90', 'Rs/connection', S.solar)} }`,
    ) + kase('none', 'selectors.solar_water_heater=no', 'none', ''),
  ],
  [
    'PREPAID',
    'base',
    'LMV-1, LMV-2, HV-2',
    'energy, fixed',
    kase('prepaid', 'meter_type=prepaid', 'subtract', percent('2', S.prepaid)),
  ],
  [
    'PROMPT',
    'beside',
    'LMV-1, LMV-2, HV-2',
    'energy, fixed',
    kase('prompt', 'payment.by_due_date=true', 'subtract', percent('1.15', S.prompt)),
  ],
  ['LATE', 'beside', ALL, 'bill', kase('late', 'payment.by_due_date=false', 'add', percent('1.5', S.late))],
]
const rules = `quantities:
  - quantity_id: billing_demand
    unit: kVA
    description: "Billable demand"
    formula: "max(recorded_demand_kva, share * contract_demand_kva)"
    figures: [{ figure_id: share, figure: ${figure('75', 'percent', S.bd)} }]
    evidence: ${printedAs(S.bd)}
  - quantity_id: excess_demand
    unit: kVA
    description: "Excess demand"
    formula: "max(0, recorded_demand_kva - contract_demand_kva)"
    evidence: ${printedAs(S.excess)}
adjustments:
${adjustments(RULES)}`
export const SCHEDULE_OF_CLAUSES: Schedule = {
  page,
  readings,
  rows,
  rules,
  release: {
    zones: ['hours_05_10', 'hours_17_23', 'hours_other'],
    selectors: [{ selector: 'solar_water_heater', words: ['yes', 'no'], description: 'Solar water heater' }],
    request: { required: [], optional: ['area_type'], licensee_from_district: false },
  },
  categories: [
    category('LMV-1', 'LMV-1 Domestic Light, Fan and Power', 'domestic', 'LT', {
      slab_type: 'telescopic',
      required_inputs: ['area_type', 'meter_type', 'connected_load'],
      optional_inputs: opt('selectors.solar_water_heater', 'payment.by_due_date'),
    }),
    category('LMV-2', 'LMV-2 Non-Domestic Light, Fan and Power', 'commercial', 'LT', {
      required_inputs: ['connected_load'],
      optional_inputs: opt('supply_voltage_kv', 'meter_type', 'payment.by_due_date'),
    }),
    category('LMV-5', 'LMV-5 Private Tube Wells and Pumping Sets', 'agriculture', 'LT', {
      load_unit: 'hp',
      required_inputs: ['meter_type', 'connected_load'],
      optional_inputs: opt('payment.by_due_date'),
    }),
    category('HV-2', 'HV-2 Large and Heavy Power', 'industrial', 'HT', {
      required_inputs: ['supply_voltage_kv', 'contract_demand_kva', 'recorded_demand_kva', 'energy_by_zone'],
      optional_inputs: opt('meter_type', 'payment.by_due_date'),
    }),
  ],
}
