import { expect, it } from 'vitest'
import { tariffRow } from '../../../../services/api/snapshot/tariff-row.ts'
import { buildAdjustment, buildRecord } from '../../../support/record-builder.ts'

/** The adjustment of a row as GET /v1/tariffs shows it. */
function shown(whens: readonly string[]) {
  const cases = whens.map((when): [string, 'add', string] => [when, 'add', '1'])
  const record = buildRecord({ rules: { adjustments: [buildAdjustment('A', 'percent', cases)] } })
  const [row] = record.rows
  const { adjustments } = tariffRow(record, row!, new Map())
  return { record, ...adjustments[0]! }
}

it.each([
  ['each case one word of it', ['tod_period=peak', 'tod_period=off_peak'], 'tod_period'],
  ['a flag', ['payment.digital=true'], 'payment.digital'],
  ['two inputs', ['tod_period=peak', 'phase=three'], null],
  ['two conditions', ['tod_period=peak and phase=three'], null],
  ['a quantity', ['connected_load=5'], null],
  ['several words', ['tod_period in {peak,off_peak}'], null],
  ['a word with two cases', ['tod_period=peak', 'tod_period=peak'], null],
  ['a case without conditions', ['tod_period=peak', ''], null],
])('the input by whose word an adjustment is selected: %s', (_what, whens, selector) => {
  expect(shown(whens).selector).toBe(selector)
})

it('an option is the word that selects it, otherwise its case with the conditions', () => {
  expect(shown(['tod_period=peak']).options).toMatchObject([{ when: 'peak' }])
  const { options, record } = shown(['tod_period=peak and phase=three'])
  const id = record.rules.adjustments[0]?.cases[0]?.case_id
  expect(options).toMatchObject([{ when: id, conditions: ['tod_period=peak', 'phase=three'] }])
})
