import { expect, it } from 'vitest'
import type { Adjustment } from '../../../releases/record/adjustment.ts'
import { buildAdjustment, conditions } from '../../support/record-builder.ts'
import { type Edit, judged, said } from './support/cited-rule.ts'
import { sourceOf } from './support/sample.ts'

/** A percentage of a charge that an earlier rule of the same release has changed. */

const REBATE = 'Consumers get a rebate of 20 percent on energy charges.'

const isOf =
  (...names: readonly string[]): Edit =>
  (record, figure) => {
    said('20', 'percent', '20', 'percent')(record, figure)
    const [rule] = record.rules.adjustments
    Object.assign(rule!, { of: names, order: 2 })
    Object.assign(rule!.cases[0]!, { effect: 'subtract' })
    rule!.cases[0]!.values[0]!.kind = 'percent'
  }
const earlier =
  (quote: string, side: 'base' | 'beside' = 'base', of: readonly string[] = ['energy']): Edit =>
  ({ rules: { adjustments } }, figure) => {
    const own = { ...figure, printed: '10', value: '10', quote }
    const { applies_to } = adjustments[0]!
    const rest = { applies_to, of: [...of], order: 1, side }
    adjustments.push(buildAdjustment('TEMPORARY', 'percent', [['connection=temporary', 'add', own]], rest))
  }

async function found(first: string, ...edits: readonly Edit[]): Promise<string[]> {
  const { sentence } = await judged(`${first} ${REBATE}`, REBATE.slice(0, -1), edits)
  return sentence.filter((each) => each.includes('of: TEMPORARY too'))
}

const HIGHER = 'Energy charges shall be 10% higher for a temporary connection.'
it('includes the change, if that makes the charge itself another one', async () => {
  const findings = await found(HIGHER, isOf('energy'), earlier(HIGHER.slice(0, -1)))
  expect(findings).toHaveLength(1)
  expect(findings[0]).toContain(`of: TEMPORARY too, as "${HIGHER}"`)
})

const SURCHARGE = 'A surcharge of 10% on energy charges is due for a temporary connection.'
it.each([
  ['it does', HIGHER, [isOf('energy', 'TEMPORARY'), earlier(HIGHER.slice(0, -1))]],
  ['the earlier rule adds an amount beside the charge', SURCHARGE, [isOf('energy'), earlier(SURCHARGE.slice(0, -1))]],
  ['the earlier rule is no base tariff', HIGHER, [isOf('energy'), earlier(HIGHER.slice(0, -1), 'beside')]],
  ['the earlier rule is taken of no charge', HIGHER, [isOf('energy'), earlier(HIGHER.slice(0, -1), 'base', [])]],
  ['it is taken of another charge', HIGHER, [isOf('fixed'), earlier(HIGHER.slice(0, -1))]],
])('is no finding where %s', async (_, first, edits) => {
  expect(await found(first, ...edits)).toEqual([])
})

it('of a line of a sheet has no earlier rule that its field does not name', async () => {
  const sheet: Edit = (record) => Object.assign(sourceOf(record, 'XX-ORDER'), { media_type: 'text/csv' })
  const wrong = async (rebate: string): Promise<number> => {
    const { sentence } = await judged(`1,${SURCHARGE}\n2,${rebate}`, rebate, [
      isOf('energy', 'TEMPORARY'),
      earlier(SURCHARGE),
      sheet,
    ])
    return sentence.filter((each) => each.includes('of: without TEMPORARY')).length
  }
  expect(await wrong('A rebate of 20 percent on energy charges')).toBe(1)
  expect(await wrong('A rebate of 20 percent on energy charges and the surcharge')).toBe(0)
  // A rebate by hours of the day is part of the time of day, which the line names.
  const hours: Edit = ({ rules: { adjustments } }) => {
    Object.assign(adjustments[1]!, { stands_for: 'time_of_day' })
    adjustments[1]!.cases[0]!.effect = 'subtract'
  }
  const line = 'A duty of 20 percent on energy and time of day'
  const { sentence } = await judged(`1,${SURCHARGE}\n2,${line}`, line, [
    isOf('energy', 'TEMPORARY'),
    earlier(SURCHARGE),
    hours,
    sheet,
  ])
  expect(sentence.filter((each) => each.includes('of: without TEMPORARY'))).toEqual([])
})

const REST = 'A duty of 20 percent of the energy charge and the PPAC is due.'
it.each([
  ['the same licensee', 'fuel_adjustment', ['XX_ONE'], 1],
  ['another licensee', 'fuel_adjustment', ['XX_TWO'], 0],
  ['its own kind', 'electricity_duty', ['XX_ONE'], 0],
] as const)('includes a named line of %s: %s', async (_, stands_for, licensees, count) => {
  const beside: Edit = ({ rules }) => {
    const [duty] = rules.adjustments
    Object.assign(duty!, { side: 'beside', stands_for: 'electricity_duty', licensees: ['XX_ONE'] })
    const ppac = structuredClone({ ...duty!, adjustment_id: 'PPAC', order: 1, stands_for, licensees: [...licensees] })
    rules.adjustments.push({ ...ppac, cases: ppac.cases.map((each) => ({ ...each, values: [] })) })
  }
  const { sentence } = await judged(REST, REST.slice(0, -1), [isOf('energy'), beside])
  expect(sentence.filter((each) => each.includes('of: PPAC too'))).toHaveLength(count)
})

const line =
  (side: 'base' | 'beside', stands_for?: Adjustment['stands_for'], per = 'energy_units', dated = true): Edit =>
  ({ zones, rules }) => {
    zones.push('peak', 'rest')
    const [rule] = rules.adjustments
    Object.assign(rule!, { side, of: [], ...(stands_for === undefined ? {} : { stands_for }) })
    rule!.cases[0]!.effective_to = dated ? '2026-06-30' : null
    Object.assign(rule!.cases[0]!.values[0]!, { kind: 'per_unit', per })
  }
async function lines(text: string, edit: Edit): Promise<string[]> {
  const { sentence } = await judged(`${text}.`, text, [edit])
  return sentence.filter((each) => each.includes('stands_for: '))
}
const DUTY = 'Electricity duty of 20 paise per unit is due'
const FUEL = 'The fuel adjustment charge is 20 paise per unit'
const HOURS = 'A surcharge of 20 paise per unit is due'
it.each([
  ['duty in the base tariff', DUTY, line('base'), 'electricity_duty'],
  ['duty with dates that is no line', DUTY, line('beside'), 'electricity_duty'],
  ['duty as another line', DUTY, line('beside', 'fuel_adjustment'), 'electricity_duty'],
  ['a fuel adjustment in the base tariff', FUEL, line('base', 'fuel_adjustment'), 'fuel_adjustment'],
  ['what is called duty in the base tariff', HOURS, line('base', 'electricity_duty'), 'electricity_duty'],
  ['units of some hours that are no line', HOURS, line('beside', undefined, 'energy_by_zone.peak'), 'time_of_day'],
  ['excess demand as duty', HOURS, line('beside', 'electricity_duty', 'excess_demand_kva'), 'excess_demand'],
])('refuses %s', async (_, text, edit, wanted) => {
  const findings = await lines(text, edit)
  expect(findings).toHaveLength(1)
  expect(findings[0]).toContain(`side: beside and stands_for: ${wanted}, as "`)
})

it.each([
  ['duty', DUTY, line('beside', 'electricity_duty')],
  ['a fuel adjustment', FUEL, line('beside', 'fuel_adjustment')],
  ['hours that belong to the base tariff', HOURS, line('base', undefined, 'energy_by_zone.peak')],
  ['what is no line of every bill', HOURS, line('beside')],
  ['duty on any day', DUTY, line('beside', undefined, 'energy_units', false)],
])('does not refuse %s', async (_, text, edit) => {
  expect(await lines(text, edit)).toEqual([])
})

it.each([
  ['A rebate of 20 percent on fixed and energy charges is given.', ''],
  ['A rebate of 20 percent on capacity or energy charges is given.', ''],
  ['A rebate of 20 percent on fixed costs and energy charges is given.', 'the fixed charge in its sentence'],
])('of the fixed and the energy charge: "%s"', async (text, finding) => {
  const { sentence } = await judged(text, text.slice(0, -1), [isOf('energy', 'fixed')])
  const found = sentence.filter((each) => each.includes('charge in its sentence')).join('\n')
  if (finding === '') expect(found).toBe('')
  else expect(found).toContain(finding)
})

it.each(['subsidy of', 'relief of', 'waiver of', 'remission of'])('a %s 20 percent is deducted', async (words) => {
  const text = `Consumers get a ${words} 20 percent on energy charges.`
  const { sentence } = await judged(text, text.slice(0, -1), [isOf('energy')])
  expect(sentence.filter((each) => each.includes('a rebate in its sentence'))).toEqual([])
})

it('may be divided on the day from which a line in its base has another case, if it goes on on both sides', async () => {
  const text = 'A surcharge of 20 percent of the energy charge and the fuel adjustment is due.'
  const divided =
    (first: string): Edit =>
    ({ rules }) => {
      const [tax] = rules.adjustments
      Object.assign(tax!, { order: 9, of: ['energy', 'FUEL'] })
      const [only] = tax!.cases
      const fuel = structuredClone({ ...tax!, adjustment_id: 'FUEL', order: 8, of: ['energy'], cases: [only!] })
      const cases = (other: string): Adjustment['cases'] => [
        { ...only!, effect: 'add', case_id: 'first', effective_to: other },
        { ...only!, effect: 'add', case_id: 'rest', effective_from: '2026-07-01' },
      ]
      fuel.cases = cases('2026-06-30').map((each) => ({ ...each, values: [] }))
      tax!.cases = cases(first)
      rules.adjustments.push(fuel)
    }
  const days = async (first: string): Promise<string[]> => {
    const { sentence } = await judged(text, 'surcharge of 20', [isOf('energy', 'FUEL'), divided(first)])
    return sentence.filter((each) => /\d+ in its citations in the record/u.test(each))
  }
  const months = ',2026-04 to 2026-06'
  const sheet: Edit = (record) => Object.assign(sourceOf(record, 'XX-ORDER'), { media_type: 'text/csv' })
  const line = `${text.slice(0, -1)}${months}`
  const edits = [sheet, isOf('energy', 'FUEL'), divided('2026-06-30')]
  // A line of a sheet that says its months is of no others.
  const { sentence } = await judged(line, line.slice(0, -months.length), edits)
  expect(sentence.filter((each) => each.includes('as the line says'))).toEqual([
    expect.stringMatching(/^rules\/adjustments\/TOD\/rest \| served from 2026-04-01 to 2026-06-30,/u),
  ])
  expect(await days('2026-06-30')).toEqual([])
  expect((await days('2026-06-29')).join()).toContain('2026-06-29')
})

it.each([
  ['Large consumers are billed at 20 percent of the energy charge in these hours.', true],
  ['Units of these hours are charged at 20% of the normal energy charge.', true],
  ['A cess is charged at 20 percent of the energy charge.', false],
  ['Consumers are charged a surcharge of 20 percent of the energy charge.', false],
])('what is paid at a percentage of a charge is a factor of it: %s: %s', async (text, isFactor) => {
  for (const kind of ['percent', 'factor'] as const) {
    const { sentence } = await judged(text, text.slice(0, -1), [
      isOf('energy'),
      ({ rules: { adjustments } }) => {
        const [only] = adjustments[0]!.cases
        Object.assign(only!, { effect: 'add' })
        only!.values[0]!.kind = kind
      },
    ])
    const asked = kind === 'percent' && isFactor
    expect(sentence.some((each) => each.includes('kind factor, as in'))).toBe(asked)
  }
})

it.each([
  ['A surcharge of 20 percent of the energy charge applies to the units consumed during the peak hours.', true],
  ['A surcharge of 20 percent of the energy charge is due if the units consumed in peak hours exceed 100.', false],
])(
  'a percentage of the charge of some hours is of their units, and not of all on a bill that has some: %s',
  async (text, asked) => {
    const when: Edit = ({ zones, rules }) => {
      zones.push('peak', 'rest')
      Object.assign(rules.adjustments[0]!.cases[0]!, { effect: 'add', when: conditions('energy_by_zone.peak>0') })
    }
    const part: Edit = ({ rules }) => {
      rules.adjustments[0]!.part = { charge_id: 'energy', quantity: 'energy_by_zone.peak', by: null, evidence: null }
    }
    const fault = (each: string): boolean => each.includes('part: the units of these hours')
    expect((await judged(text, text.slice(0, -1), [isOf('energy'), when])).sentence.some(fault)).toBe(asked)
    expect((await judged(text, text.slice(0, -1), [isOf('energy'), when, part])).sentence.some(fault)).toBe(false)
  },
)
