import { expect, it } from 'vitest'
import { figure } from '../../mechanisms/support/order.ts'
import { paidMore, refused, SHOPS } from './shops.ts'

/** What a sentence says to make no difference, words that leave it open who pays, and supply without a meter, which does not. */

const RENT = 'Rs 20.00 per month'

/** What gate 8 expects of a rent of all shops that is read from a sentence with this amount, if `when` holds. */
async function expected(sentence: string, when = ''): Promise<string> {
  const text = sentence.replace('RENT', RENT)
  const row = `,,,,rent,other,Meter rent,${when},,,20.00,,Rs/connection,"${text}"`
  return (await refused(`${SHOPS} ${text}`, [row])).join()
}

it.each([
  'LT-II Shops shall pay a meter rent of RENT irrespective of the number of meters.',
  'Irrespective of area or phase LT-II Shops shall pay a meter rent of RENT.',
  'A meter rent of RENT is payable by LT-II Shops even if no energy is consumed.',
  'LT-II Shops, whether or not they are new, pay a meter rent of RENT.',
  'Regardless of rural or urban supply, LT-II Shops pay a meter rent of RENT.',
  'For each billing cycle LT-II Shops pay a meter rent of RENT.',
  'LT-II Shops pay a meter rent of RENT as per their agreement.',
  'LT-II Shops pay a meter rent of RENT as a disincentive, as specified in the agreement.',
  'LT-II Shops pay a meter rent of RENT, ignoring a part of a month or counting it as one.',
  'LT-II Shops pay a meter rent of RENT, whether or not they request for it.',
])('"%s" asks for nothing', async (sentence) => {
  expect(await expected(sentence)).toBe('')
})

it.each([
  [
    'LT-II Shops shall pay a meter rent of RENT irrespective of load if no energy is consumed.',
    'if no energy is consumed',
  ],
  ['Irrespective of load new LT-II Shops shall pay a meter rent of RENT.', 'new'],
  ['LT-II Shops pay a meter rent of RENT in rural areas, irrespective of phase.', 'rural or urban supply'],
])('what stands beside that is asked for: "%s"', async (sentence, words) => {
  expect(await expected(sentence)).toContain(words)
})

it.each(['Unmetered LT-II Shops pay RENT.', 'LT-II Shops without meters pay RENT.'])(
  'of supply without a meter: "%s"',
  async (sentence) => {
    expect(await expected(sentence)).toContain('a condition on supply without a meter')
    expect(await expected(sentence, 'meter_type=none')).toBe('')
  },
)

/** What gate 8 expects of 2 percent of the fixed charge that a sentence states for all shops with a condition. */
const ofRule = async (sentence: string, when: string): Promise<string> =>
  (
    await refused(`${SHOPS} ${sentence}`, [], paidMore(figure('2', 'percent', sentence), 'fixed', `when: "${when}", `))
  ).join()

it.each([
  ['LT-II Shops maintaining a power factor below 0.90 pay a surcharge of 2% on the fixed charge.', 'power_factor<0.9'],
  [
    'LT-II Shops shall maintain an average power factor of not less than 0.90, failing which a surcharge of 2% on the fixed charge shall be levied.',
    'power_factor<0.9',
  ],
  ['LT-II Shops whose power factor drops below 0.90 pay a surcharge of 2% on the fixed charge.', 'power_factor<0.9'],
  [
    'LT-II Shops maintain a power factor of at least 0.90 and pay 2% more of the fixed charge where it is below 0.90 and so falls short.',
    'power_factor<0.9',
  ],
  ['For an improvement in power factor above 0.95 LT-II Shops pay 2% more of the fixed charge.', 'power_factor>0.95'],
  ['LT-II Shops getting temporary supply pay the fixed charge plus 2% of the fixed charge.', 'connection=temporary'],
])('"%s" is read with its condition alone', async (sentence, when) => {
  expect(await ofRule(sentence, when)).toBe('')
})

it('the issue of a bill, from which days are counted, is none of those who pay it', async () => {
  const paid = (days: string): string =>
    `LT-II Shops that do not pay within 7 days ${days} pay 2% more of the fixed charge.`
  for (const days of ['of its issue', 'from the date of issue of the bill', 'of the receipt of the bill'])
    expect(
      await ofRule(paid(days).replace('of its issue pay', 'of its issue, pay'), 'payment.by_due_date=false'),
    ).not.toMatch(/"[^"]*(?:issue|receipt)[^"]*", or these/u)
  expect(await ofRule('LT-II Shops with an issue pay 2% more of the fixed charge.', 'connection=regular')).toContain(
    'issue',
  )
})

it.each([
  ['LT-II Shops maintaining a generator pay a surcharge of 2% on the fixed charge.', 'maintaining, generator'],
  ['LT-II Shops pay a penal charge of 2% of the fixed charge.', 'penal'],
  ['LT-II Shops failing a test pay a surcharge of 2% on the fixed charge.', 'failing, test'],
])('"%s" is a condition', async (sentence, words) => {
  expect(await ofRule(sentence, 'connection=regular')).toContain(`a condition for "${words}"`)
})
