import { expect, it } from 'vitest'
import { figure } from '../../mechanisms/support/order.ts'
import { paidMore, refused, SHOPS } from './shops.ts'

/** What a surcharge, cess or tax is called, which restricts nobody; and what a sentence takes its percentage of. */

const ENERGY = 'The energy charge of LT-II Shops is Rs 6.40 per kWh.'

type Parts = { of?: string; dates?: string; beside?: string }

/** What gate 8 expects of 5 percent of all shops that a sentence states; `beside`: a fact of the same section. */
async function expected(sentence: string, { of = 'energy', dates = '', beside }: Parts = {}) {
  const read = figure('5', 'percent', sentence)
  const percent = beside === undefined ? read : read.replace('"quote":', '"section": "5", "quote":')
  const facts =
    beside === undefined
      ? '[]'
      : `[{ fact_id: BESIDE, group: rules, key: beside, applies_to: all, period: FY 2026-27, grade: order, text: Beside,
      evidence: { source_id: ORDER, page: 1, section: "5", quote: "${beside}" } }]`
  return refused(
    [SHOPS, ENERGY, sentence, beside ?? ''].join(' '),
    [`,,,,energy,,,,,,6.40,,Rs/kWh,"${ENERGY}"`],
    `${paidMore(percent, of, dates)}facts: ${facts}\n`,
  )
}

it.each([
  'A regulatory surcharge of 5% on the energy charge shall be levied on LT-II Shops.',
  'A regulatory asset surcharge of 5% on the energy charge is payable by LT-II Shops.',
  'A surcharge of 5% towards the pension trust shall be levied on the energy charge of LT-II Shops.',
  'A surcharge of 5% towards recovery of accumulated deficit shall be levied on the energy charge of LT-II Shops.',
  'A surcharge of 5% towards the revenue gap of past years is payable on the energy charge by LT-II Shops.',
  'A cross subsidy surcharge of 5% on the energy charge is payable by LT-II Shops.',
  'A municipal tax of 5% of the energy charge shall be collected from all consumers.',
  'LT-II Shops are liable to pay a development charge of 5% of the energy charge.',
  'The bill of LT-II Shops shall include a surcharge equivalent to 5% of the energy charge.',
  'A uniform surcharge of 5% on the energy charge is applicable across all categories.',
])('a levy by its name: "%s" passes', async (sentence) => {
  expect(await expected(sentence)).toEqual([])
})

it.each([
  ['A development surcharge of 5% on the energy charge is payable by LT-II Shops in development areas.', 'development'],
  ['LT-II Shops of the pension trust pay a surcharge of 5% on the energy charge.', 'pension, trust'],
  ['A surcharge of 5% on the energy charge is levied on LT-II Shops in municipal limits.', 'municipal'],
  ['A green cess of 5% on the energy charge is levied on LT-II Shops.', 'green'],
  ['An urban cess of 5% on the energy charge is levied on all consumers.', 'urban'],
])('the same words of some consumers: "%s" is refused', async (sentence, words) => {
  expect((await expected(sentence)).join().toLowerCase()).toContain(words)
})

const SUMMER = 'In the summer months (April to September) LT-II Shops pay a surcharge of 5% on the energy charge.'
it('a season with its months is served in these', async () => {
  const dated = { dates: 'effective_from: 2026-04-01, effective_to: 2026-09-30, ' }
  expect(await expected(SUMMER, dated)).toEqual([])
  expect((await expected(SUMMER)).join()).toContain('served in the months of "April to September"')
})

it('a season without its months is a condition', async () => {
  const sentence = 'In the summer months LT-II Shops pay a surcharge of 5% on the energy charge.'
  expect((await expected(sentence)).join()).toContain('a condition for "summer"')
})

it('a percentage that is the fuel adjustment itself is no part of the base tariff', async () => {
  const own = 'Power purchase adjustment charges (PPAC) of 5% shall be levied on the energy charges of LT-II Shops.'
  expect((await expected(own)).join()).toContain('side: beside and stands_for: fuel_adjustment')
  const other = 'A surcharge of 5% shall be levied on the energy charges of LT-II Shops before PPAC.'
  expect((await expected(other)).join()).not.toContain('stands_for')
})

const ON_RATE = 'A regulatory surcharge of 5% on the rate shall be levied on LT-II Shops.'
const RATE = 'The rate means the fixed charge and the energy charge.'
it('a term is taken of what another sentence says that it means', async () => {
  expect(await expected(ON_RATE, { of: 'energy, fixed', beside: RATE })).toEqual([])
  expect((await expected(ON_RATE, { of: 'energy', beside: RATE })).join()).toContain('of: the fixed charge too')
  expect((await expected(ON_RATE, { of: 'base_tariff', beside: RATE })).join()).toContain('the charges of which it is')
  expect((await expected(ON_RATE, { of: 'energy, fixed' })).join()).toContain('the energy charge in its sentence')
})
