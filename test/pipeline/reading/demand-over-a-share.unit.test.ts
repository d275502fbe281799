import { expect, it } from 'vitest'
import { figure, printedAs } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

/** A charge for the demand above the contract demand that is due where the demand exceeds a share of it. */

const BILLED =
  'The billable demand of HV-1 Halls is the recorded demand or 75% of the contract demand, whichever is higher.'
const WHEN = 'If the recorded demand of HV-1 Halls exceeds 110% of the contract demand'
const TWICE =
  'the demand in excess of the contract demand shall, in addition, be levied at twice the normal rate of the demand charge.'
const rates = (kv: string, rate: string): string => `The demand charge of HV-1 Halls at ${kv} kV is Rs ${rate} per kVA.`
const CASES = [
  ['recorded_demand_kva<=allowed_demand', '0'],
  ['recorded_demand_kva>allowed_demand', 'max(0, recorded_demand_kva - contract_demand_kva)'],
] as const

async function found(
  cases: readonly (readonly [when: string, formula: string])[],
  rows = ['11', '33'],
): Promise<string[]> {
  const row = (kv: string, rate: string): string[] => [
    `HV-1-${kv},HV-1,"HV-1 Halls at ${kv} kV",supply_voltage_kv=${kv},fixed,,Demand charge,billable_demand,,${rate},Rs/kVA,,"${rates(kv, rate)}"`,
    ...(rows.includes(kv)
      ? [`,,,,excess,fixed,Excess demand,excess_demand,HV-1-${kv}.fixed,twice,times,2,"${TWICE}"`]
      : []),
  ]
  const findings = await gateEight({
    printed: {
      as: 'text',
      text: [rates('11', '400.00'), rates('33', '380.00'), BILLED, `${WHEN}, ${TWICE}`].join('\n\n'),
    },
    categories: [
      {
        subcategory_code: 'HV-1',
        raw_category_label: 'HV-1 Halls',
        canonical_category_code: 'halls',
        required_inputs: ['recorded_demand_kva', 'contract_demand_kva', 'supply_voltage_kv'],
      },
    ],
    rows: `row_id,subcategory_code,label,conditions,charge,component,charge_label,per,rates_of,printed,unit,value,quote
${[...row('11', '400.00'), ...row('33', '380.00')].join('\n')}
`,
    rules: `quantities:
  - quantity_id: billable_demand
    unit: kVA
    description: Billable demand
    formula: "max(recorded_demand_kva, share * contract_demand_kva)"
    figures: [{ figure_id: share, figure: ${figure('75', 'percent', BILLED)} }]
    evidence: ${printedAs(BILLED)}
  - quantity_id: allowed_demand
    unit: kVA
    description: Demand without such a charge
    formula: "share * contract_demand_kva"
    figures: [{ figure_id: share, figure: ${figure('110', 'percent', WHEN)} }]
    evidence: ${printedAs(WHEN)}
  - quantity_id: excess_demand
    unit: kVA
    description: Demand in excess
    cases:
${cases.map(([when, formula]) => `      - { when: "${when}", formula: "${formula}" }`).join('\n')}
    evidence: ${printedAs(`${WHEN}, ${TWICE}`)}
adjustments: []
`,
  })
  return findings.map(({ where, expected }) => `${where}: ${expected}`)
}

it('is read with its share, its multiple and by each row', async () => {
  expect(await found(CASES)).toEqual([])
})

it('is due on the side of the share that is printed', async () => {
  const [[within], [over]] = CASES
  const turned = [
    [over, '0'],
    [within, 'max(0, recorded_demand_kva - contract_demand_kva)'],
  ] as const
  expect(await found(turned)).toContainEqual(expect.stringContaining('> allowed_demand, as in "exceeds 110% of"'))
})

it('is a charge of every row of its category', async () => {
  expect(await found(CASES, ['11'])).toContainEqual(expect.stringContaining('a charge as that of HV-1-11, by "'))
  expect(await found(CASES, ['33'])).toContainEqual(expect.stringContaining('a charge as that of HV-1-33, by "'))
})
