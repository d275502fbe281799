import { figure, printedAs } from '../../mechanisms/support/order.ts'
import { adjustments, category, kase, opt, type Rule, type Schedule, tableRead } from './judged-schedule.ts'

/** An invented schedule of bimonthly slabs, the first of them free, and of a high tension tariff with peak hours. */
const S = {
  slabs:
    'The slabs of Tariff I-A are for a consumption of two months; for a bill of another number of months they shall be adjusted in proportion to its months.',
  bd: 'The demand charge of HT Tariff I shall be levied on the maximum demand recorded in the month or 90% of the contracted demand, whichever is higher.',
  peak: 'HT Tariff I consumers shall be billed at 25% extra on the energy charge for the energy consumed during the peak hours.',
  night:
    'HT Tariff I consumers shall be allowed a reduction of 5% on the energy charge for the energy consumed during the night hours.',
  pf: 'The power factor incentive or penalty of HT Tariff I consumers, on the energy charge, shall be as in the table below.',
  welding: 'Tariff III-B consumers with welding sets shall be charged 15% more on the energy charge.',
  looms:
    'The minimum charge of Tariff III-B shall be Rs. 55 per kW per month towards the fixed charge and the energy charge.',
  late: 'A belated payment surcharge of 0.75% of the bill shall be levied on all consumers other than those of Tariff I-A, if the bill is not paid by the due date.',
  online:
    'A discount of Rs. 10 per bill shall be allowed to Tariff I-A and Tariff III-B consumers for payment by digital mode.',
}
const E = 'Energy charge (Paise per unit)',
  SLAB = 'Consumption in two months'
const head = (...cells: string[]): string => `<tr>${cells.map((each) => `<th>${each}</th>`).join('')}</tr>`
const line = (...cells: string[]): string => `<tr>${cells.map((each) => `<td>${each}</td>`).join('')}</tr>`
const page = `<!doctype html><html><body>
<h2>TARIFF SCHEDULE FOR FY 2026-27</h2>
<h3>Low Tension Tariff I-A (Domestic), total consumption up to 400 units in two months</h3>
<table>${head(SLAB, E)}${line('0 - 100 units', 'NIL')}${line('101 - 400 units', '465')}</table>
<h3>Low Tension Tariff I-A (Domestic), total consumption above 400 units in two months</h3>
<table>${head(SLAB, E)}${line('0 - 200 units', '465')}${line('201 - 600 units', '640')}${line('Above 600 units', '915')}</table>
<p>1. ${S.slabs}</p>
<h3>Low Tension Tariff III-B (Power looms and small industries)</h3>
<table>${head('Category', E, 'Fixed charge (Rs. per kW per month)')}
${line('Tariff III-B Industries', '745', '79')}</table>
<p>1. ${S.looms}</p>
<p>2. ${S.welding}</p>
<h3>High Tension Tariff I (Industries)</h3>
<table>${head('Category', E, 'Demand charge (Rs. per kVA per month)')}
${line('HT Tariff I Industries', '715', '562')}</table>
<p>1. ${S.bd}</p>
<p>2. ${S.peak}</p>
<p>3. ${S.night}</p>
<p>4. ${S.pf}</p>
<table>${head('Power factor', 'Incentive or penalty (% of the energy charge)')}
${line('Above 0.95', '(-) 1.5%')}
${line('Below 0.90', '(+) 2.5%')}</table>
<h3>General conditions</h3>
<p>1. ${S.late}</p>
<p>2. ${S.online}</p>
</body></html>`
const PF = '"Incentive or penalty (% of the energy charge)"'
const slabs = (id: string, table: number, labels: readonly string[]): string =>
  tableRead(
    id,
    table,
    SLAB,
    [`"${E}": { charge: energy, unit: P/kWh }`],
    labels.map((each) => `label: [${each.replace('|', `], of: [${id}], from: `)}`),
  )
const readings = `readings:
${slabs('LOW', 1, ['0 - 100 units|0, to: 100', '101 - 400 units|100, to: 400'])}${slabs('HIGH', 2, [
  '0 - 200 units|0, to: 200',
  '201 - 600 units|200, to: 600',
  'Above 600 units|600',
])}${tableRead(
  'looms',
  3,
  'Category',
  [`"${E}": { charge: energy, unit: P/kWh }`, '"Fixed charge (Rs. per kW per month)": { charge: fixed, unit: Rs/kW }'],
  ['label: [Tariff III-B Industries], of: [LOOMS]'],
)}${tableRead(
  'ht',
  4,
  'Category',
  [
    `"${E}": { charge: energy, unit: P/kWh }`,
    '"Demand charge (Rs. per kVA per month)": { charge: fixed, unit: Rs/kVA }',
  ],
  ['label: [HT Tariff I Industries], of: [HT]'],
)}${tableRead(
  'pf',
  5,
  'Power factor',
  [`${PF}: { unit: percent }`],
  [
    `label: [Above 0.95], of: [], figures: { ${PF}: pf-above }`,
    `label: [Below 0.90], of: [], figures: { ${PF}: pf-below }`,
  ],
)}sentences: []
`
const rows = `row_id,subcategory_code,label,area_type,conditions,charge,method,per,component,charge_label,minimum_of,from,to,printed,unit,quote
LOW,I-A,Tariff I-A Domestic,any,energy_units<=400,energy,telescopic,,,,,0,100,,,
,,,,,energy,,,,,,100,400,,,
HIGH,I-A,Tariff I-A Domestic,any,energy_units>400,energy,telescopic,,,,,0,200,,,
,,,,,energy,,,,,,200,600,,,
,,,,,energy,,,,,,600,,,,
LOOMS,III-B,Tariff III-B Industries,any,,energy,,,,,,,,,,
,,,,,fixed,,,,,,,,,,
,,,,,least,,connected_load,other,Minimum charge,fixed|energy,,,55,Rs/kW,"${S.looms}"
HT,HT-I,HT Tariff I Industries,any,,energy,,,,,,,,,,
,,,,,fixed,,billing_demand,fixed,Demand charge,,,,,,
`
const percent = (value: string, quote: string): string =>
  `{ kind: percent, figure: ${figure(value, 'percent', quote)} }`
const read = (id: string): string => `{ kind: percent, figure: { read: ${id}, grade: order, citations: [ORDER] } }`
const part = (zone: string, quote: string): string =>
  `    part: { charge_id: energy, quantity: energy_by_zone.${zone}, by: average_rate, evidence: ${printedAs(quote)} }\n`
const RULES: readonly Rule[] = [
  ['PEAK', 'base', 'HT-I', 'energy', kase('peak', '', 'add', percent('25', S.peak)), part('peak', S.peak)],
  ['NIGHT', 'base', 'HT-I', 'energy', kase('night', '', 'subtract', percent('5', S.night)), part('night', S.night)],
  [
    'PF',
    'base',
    'HT-I',
    'energy',
    kase('above', 'power_factor>0.95', 'subtract', read('pf-above')) +
      kase('between', 'power_factor>=0.90 and power_factor<=0.95', 'none', '') +
      kase('below', 'power_factor<0.90', 'add', read('pf-below')),
  ],
  [
    'WELDING',
    'base',
    'III-B',
    'energy',
    kase('sets', 'selectors.welding_sets=yes', 'add', percent('15', S.welding)) +
      kase('no', 'selectors.welding_sets=no', 'none', ''),
  ],
  ['LATE', 'beside', 'III-B, HT-I', 'bill', kase('late', 'payment.by_due_date=false', 'add', percent('0.75', S.late))],
  [
    'ONLINE',
    'beside',
    'I-A, III-B',
    '',
    kase('digital', 'payment.digital=true', 'subtract', `{ kind: per_bill, figure: ${figure('10', 'Rs', S.online)} }`),
  ],
]
const rules = `quantities:
  - quantity_id: billing_demand
    unit: kVA
    description: "Billed demand"
    formula: "max(recorded_demand_kva, share * contract_demand_kva)"
    figures: [{ figure_id: share, figure: ${figure('90', 'percent', S.bd)} }]
    evidence: ${printedAs(S.bd)}
adjustments:
${adjustments(RULES)}proration:
  - rule_id: TWO-MONTHS
    method: by_months
    slab_months: ${figure('2', 'number', S.slabs).replace('"printed":"2"', '"printed":"two"')}
    edges_of: [energy_units]
    monthly: []
    applies_to: [I-A]
    grade: order
    evidence: ${printedAs(S.slabs)}
`
export const SCHEDULE_OF_TWO_MONTHS: Schedule = {
  page,
  readings,
  rows,
  rules,
  release: {
    zones: ['peak', 'night', 'day'],
    selectors: [{ selector: 'welding_sets', words: ['yes', 'no'], description: 'Welding sets' }],
    request: { required: [], optional: [], licensee_from_district: false },
  },
  categories: [
    category('I-A', 'Tariff I-A Domestic', 'domestic', 'LT', {
      slab_type: 'telescopic',
      optional_inputs: opt('payment.digital'),
    }),
    category('III-B', 'Tariff III-B Power looms and small industries', 'industrial', 'LT', {
      required_inputs: ['connected_load'],
      optional_inputs: opt('selectors.welding_sets', 'payment.digital', 'payment.by_due_date'),
    }),
    category('HT-I', 'HT Tariff I Industries', 'industrial', 'HT', {
      required_inputs: ['contract_demand_kva', 'recorded_demand_kva', 'power_factor', 'energy_by_zone'],
      optional_inputs: opt('payment.by_due_date'),
    }),
  ],
}
