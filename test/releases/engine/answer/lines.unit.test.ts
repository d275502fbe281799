import { expect, test } from 'vitest'
import { answerRequest } from '../../../../releases/engine/answer-request.ts'
import { planOf } from '../../../support/definitions.ts'
import { buildEnergy, buildQuantity } from '../../../support/record-builder.ts'
import { recordOfRow } from '../bill.ts'

/** Energy at Rs 5 for a third of the units, as an answer writes its line. */
const third = buildQuantity('third', 'energy_units / 3', { unit: 'kWh' })
const record = recordOfRow(
  { energy: buildEnergy('flat', [[null, '5']], { per: 'third' }), fixed: null },
  { quantities: [third] },
)

test.each([
  ['99', '33', undefined, 16_500],
  ['100.5', '33.5', undefined, 16_750],
  ['100', '33.333333', '100/3', 16_667],
  ['200', '66.666667', '200/3', 33_333],
])('a third of %s units is written as %s, exactly %s', (energy_units, quantity, exact, paise) => {
  const asked = { state_code: 'BR', subcategory_code: 'DOM', energy_units }
  const answer = answerRequest([planOf(record)], asked, 'specimen')
  if (!answer.ok) throw new Error(answer.code)
  const [line] = JSON.parse(answer.dataText).calculation.lines
  expect([line.quantity, line.quantity_exact, line.amount_paise]).toEqual([quantity, exact, paise])
})
