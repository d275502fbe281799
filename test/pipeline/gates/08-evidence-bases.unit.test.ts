import { expect, it } from 'vitest'
import { buildAdjustment } from '../../support/record-builder.ts'
import { type Edit, judged, said } from './support/cited-rule.ts'

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
  (quote: string, side: 'base' | 'beside' = 'base'): Edit =>
  ({ rules: { adjustments } }, figure) => {
    const own = { ...figure, printed: '10', value: '10', quote }
    const { applies_to } = adjustments[0]!
    const rest = { applies_to, of: ['energy'], order: 1, side }
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
  ['it is taken of another charge', HIGHER, [isOf('fixed'), earlier(HIGHER.slice(0, -1))]],
])('is no finding where %s', async (_, first, edits) => {
  expect(await found(first, ...edits)).toEqual([])
})
