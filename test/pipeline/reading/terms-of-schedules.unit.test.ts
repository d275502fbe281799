import { expect, it } from 'vitest'
import { figure, printedAs } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

/** What an invented schedule says below the title of a class: whom it is for, how its steps and its minimum are meant. */

const FIXED = 'The fixed charges of LT-5 Workshops are Rs.120.00 per HP up to 40 HP and Rs.165.00 per HP above 40 HP.'
const ENERGY =
  'The energy charges of LT-5 Workshops are Rs.5.60 per unit for the first 500 units and Rs.6.35 per unit above.'
const ALL_HP =
  'The rate of fixed charges applicable to the sanctioned load shall apply to all the HP of the installation.'
const LEAST =
  'The charges of LT-5 Workshops in a month are subject to a minimum of Rs.500.00 per HP of the sanctioned load.'
const FOR = 'Applicable to workshops of a sanctioned load of less than 150 HP.'

type Parts = {
  readonly method?: string
  readonly bounds?: readonly string[]
  readonly rows?: string
  readonly rules?: string
}

async function found({
  method = 'whole',
  bounds = ['connected_load<150'],
  rows = '',
  rules = '',
}: Parts): Promise<string[]> {
  const fact = (id: string, quote: string): string =>
    `  - { fact_id: ${id}, group: schedule, key: ${id.toLowerCase()}, applies_to: LT-5, period: FY 2026-27, grade: order, text: A note., evidence: ${printedAs(quote)} }\n`
  const findings = await gateEight({
    printed: { as: 'text', text: [FIXED, ENERGY, ALL_HP, FOR, LEAST, HOURS].join('\n\n') },
    release: { zones: ['day', 'evening'] },
    categories: [
      {
        subcategory_code: 'LT-5',
        raw_category_label: 'LT-5 Workshops',
        canonical_category_code: 'workshops',
        layer: 'LT',
        supply_type: 'lt_metered',
        load_unit: 'hp',
        slab_type: 'telescopic',
        bounds,
      },
    ],
    rows: `row_id,subcategory_code,label,charge,component,charge_label,minimum_of,method,per,from,to,printed,value,unit,quote
LT-5,LT-5,LT-5 Workshops,fixed,,,,${method},connected_load,0,40,120.00,,Rs/HP,Rs.120.00 per HP up to 40 HP
,,,fixed,,,,,,40,,165.00,,Rs/HP,Rs.165.00 per HP above 40 HP
,,,energy,,,,telescopic,energy_units,0,500,5.60,,Rs/kWh,Rs.5.60 per unit for the first 500 units
,,,energy,,,,,,500,,6.35,,Rs/kWh,Rs.6.35 per unit above
${rows}`,
    rules: `${rules.includes('adjustments:') ? rules : `${rules}adjustments: []\n`}facts:\n${fact('ALL-HP', ALL_HP)}${fact('FOR', FOR)}`,
  })
  return findings.map((each) => `${each.expected} | ${each.found}`)
}

const MINIMUM = `,,,minimum,other,Minimum charge,energy|fixed,,connected_load,,,500.00,,Rs/HP,"${LEAST}"\n`
const HOURS = 'The Time of Day surcharge from 18:00 hours to 22:00 hours is Rs.1.20 per kWh for LT-5 Workshops.'
const hours = (zone: string): string => `adjustments:
  - adjustment_id: TOD
    order: 1
    side: base
    description: Time of day
    applies_to: [LT-5]
    of: []
    cases: [{ case_id: all, description: A zone, effect: add, values: [{ kind: per_unit, per: energy_by_zone.${zone}, figure: ${figure('1.20', 'Rs/kWh', HOURS)} }] }]
`
it.each([
  ['all as printed', {}, []],
  ['steps of the HP', { method: 'telescopic' }, [expect.stringContaining('method whole')]],
  ['no bound', { bounds: [] }, [expect.stringContaining('a bound or a condition on 150 HP')]],
  ['its minimum', { rows: MINIMUM }, []],
  [
    'a minimum of the energy alone',
    { rows: MINIMUM.replace('energy|fixed', 'energy') },
    [expect.stringContaining('minimum_of the fixed')],
  ],
  ['hours of the evening', { rules: hours('evening') }, []],
])('%s', async (_, parts: Parts, expected) => {
  expect(await found(parts)).toEqual(expected)
})
