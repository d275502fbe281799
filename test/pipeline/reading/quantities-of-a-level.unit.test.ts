import { expect, it } from 'vitest'
import { printedAs } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

/** Quantities of invented orders whose sentence is of all consumers of a level of supply, and names no category. */

const CLASSES = [
  ['LT-I', 'LT-I Homes', 'LT', '40.00'],
  ['LT-II', 'LT-II Shops', 'LT', '90.00'],
  ['HT-I', 'HT-I Mills', 'HT', '200.00'],
] as const
const chargeOf = (label: string, printed: string): string =>
  `The fixed charge of ${label} is Rs ${printed} per kW of the connected load.`

/** What gate 8 expects of the quantity `whole` where the fixed charges of homes, shops and mills are for these quantities. */
async function expected(text: string, pers: readonly string[], more = ''): Promise<string[]> {
  const sentences = CLASSES.map(([, label, , printed]) => chargeOf(label, printed))
  const rows = CLASSES.map(
    ([code, label, , printed], at) =>
      `${code},${code},${label},fixed,${pers[at]},${printed},Rs/kW,"${chargeOf(label, printed)}"`,
  )
  const findings = await gateEight({
    printed: { as: 'text', text: [...sentences, text, ...(more === '' ? [] : [more])].join(' ') },
    categories: CLASSES.map(([code, label, layer]) => ({
      subcategory_code: code,
      raw_category_label: label,
      canonical_category_code: label.split(' ')[1] ?? '',
      layer,
    })),
    rows: ['row_id,subcategory_code,label,charge,per,printed,unit,quote', ...rows].join('\n'),
    rules: `
quantities:
  - { quantity_id: whole, unit: kW, description: Whole kW, formula: "ceil(connected_load, 1)", evidence: ${printedAs(text)} }
  - { quantity_id: same, unit: kW, description: The load, formula: connected_load }
adjustments: []
`,
  })
  return findings.map((each) => each.expected).filter((each) => / by it /u.test(each))
}

const FOR_LT = 'For LT consumers a fraction of a kW shall be counted as one kW.'
const BEHIND = 'A fraction of a kW shall be counted as one kW for all LT consumers.'
const SERVICES = 'For all LT services the fraction of a kW shall be counted as one kW.'
const IN_URBAN = 'For urban LT consumers a fraction of a kW shall be counted as one kW.'
const OF_TRADE = 'For LT consumers of the trade a fraction of a kW shall be counted as one kW.'
const leftOut = (code: string, text: string): string => `the charge of ${code} by it too, as in "${text}"`

it.each([
  [FOR_LT, ['whole', 'whole', 'connected_load'], []],
  [FOR_LT, ['whole', 'connected_load', 'connected_load'], [leftOut('LT-II', FOR_LT)]],
  [FOR_LT, ['same', 'whole', 'connected_load'], [leftOut('LT-I', FOR_LT)]],
  [BEHIND, ['whole', 'connected_load', 'connected_load'], [leftOut('LT-II', BEHIND)]],
  [BEHIND, ['whole', 'whole', 'connected_load'], []],
  [FOR_LT, ['whole', 'whole', 'whole'], [`charges by it only of LT consumers, as in "${FOR_LT}"`]],
  [SERVICES, ['whole', 'connected_load', 'connected_load'], [leftOut('LT-II', SERVICES)]],
  [SERVICES, ['whole', 'whole', 'connected_load'], []],
  // Only some of the level, which no category tells.
  [IN_URBAN, ['whole', 'connected_load', 'connected_load'], []],
  [OF_TRADE, ['whole', 'connected_load', 'connected_load'], []],
])('"%s" is read for homes, shops and mills as %j', async (text, pers, findings) => {
  expect(await expected(text, pers)).toEqual(findings)
})

it('leaves out whom the next sentence leaves out', async () => {
  const pers = ['whole', 'connected_load', 'connected_load']
  expect(await expected(FOR_LT, pers, 'This shall not apply to LT-II Shops.')).toEqual([])
})
