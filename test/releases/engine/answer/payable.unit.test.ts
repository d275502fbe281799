import { expect, test } from 'vitest'
import { answerRequest } from '../../../../releases/engine/answer-request.ts'
import { planOf } from '../../../support/definitions.ts'
import { quoteOnSheet } from '../../../support/figure-builder.ts'
import { buildEnergy, buildFigure } from '../../../support/record-builder.ts'
import { licensees, recordOf } from '../bill.ts'

/** A release of grade order with an approved profile, and nothing held or blocked: Rs 500 of energy. */
const PROFILE = 'HOMES'
const record = recordOf({
  licensees: licensees('BR_ONE'),
  rows: [{ energy: buildEnergy('flat', [[null, buildFigure('5', 'Rs/kWh', 'order')]]), fixed: null }],
  rules: {
    complete_payable: [
      {
        profile: PROFILE,
        licensee_code: 'BR_ONE',
        subcategory_codes: ['DOM'],
        description: 'Homes',
        evidence: quoteOnSheet('homes pay this tariff and nothing else'),
      },
    ],
  },
})

function payable(body: object) {
  const asked = { state_code: 'BR', licensee_code: 'BR_ONE', subcategory_code: 'DOM', energy_units: 100, ...body }
  const answer = answerRequest([planOf(record)], asked, 'specimen')
  if (!answer.ok) throw new Error(`${answer.code} ${JSON.stringify(answer.details)}`)
  const { final_payable, payable_complete } = JSON.parse(answer.dataText)
  return { ...final_payable, payable_complete }
}

test('of an approved profile the whole bill is payable, and only for who asks for it', () => {
  const whole = { amount_paise: 50_000, includes: ['base_tariff'], excludes: [], status: 'complete' }
  expect(payable({ profile: PROFILE })).toMatchObject({ ...whole, payable_complete: true })
  expect(payable({})).toMatchObject({ amount_paise: null, status: 'unavailable', payable_complete: false })
})
