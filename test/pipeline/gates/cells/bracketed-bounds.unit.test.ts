import { expect, test } from 'vitest'
import { withoutBracketed } from '../../../../pipeline/gates/cells/bracketed-bounds.ts'
import type { Category } from '../../../../releases/record/category.ts'
import { conditions } from '../../../support/record-builder.ts'
import { type Edit, judged } from '../support/cited-rule.ts'

const category = (subcategory_code: string, raw_category_label: string, bounds: string): Category =>
  ({ subcategory_code, raw_category_label, bounds: conditions(bounds) }) as unknown as Category
const SMALL = category('CS-1', 'Shops', 'contract_demand_kva<=20')
const LARGE = category('CS-2', 'Shops', 'contract_demand_kva>20')
const HOMES = category('DS', 'Homes', 'connected_load<=50')
const left = (text: string, of: readonly Category[], isOne = false): string =>
  withoutBracketed(text, { of, isOne }).replaceAll(/\s+/gu, ' ')

test.each([
  ['CS (above 20 kVA), LIP and WPS', [LARGE], 'CS , LIP and WPS'],
  ['DS and CS (up to 20 kVA)', [HOMES, SMALL], 'DS and CS '],
  ['Shops (up to 20 kVA)', [SMALL], 'Shops '],
])('the bound of the category in "%s" is taken out', (text, of, rest) => {
  expect(left(text, of)).toBe(rest)
})

test.each([
  ['on the other side', 'CS (above 20 kVA)', [SMALL]],
  ['that one of those named has not', 'CS (above 20 kVA)', [SMALL, LARGE]],
  ['of another number', 'CS (above 25 kVA)', [LARGE]],
  ['in another unit', 'CS (above 20 kW)', [LARGE]],
  ['without a unit', 'CS (above 20)', [LARGE]],
  ['behind another name', 'WPS (above 20 kVA)', [LARGE]],
  ['with another number beside it', 'CS (above 20 kVA, Rs 30)', [LARGE]],
])('a bound %s stays', (_, text, of) => {
  expect(left(text, of)).toBe(text)
})

test('a quantity may be of one of the categories that are named', () => {
  expect(left('CS (above 20 kVA)', [SMALL, LARGE], true)).toBe('CS ')
})

test('a rule is read from a sentence that prints the bound of its category, and not of another', async () => {
  const sentence = 'Consumers of schedule HT-IND (above 30 kVA) pay a surcharge of 20 paise per unit in peak hours.'
  const bound =
    (op: '>' | '<='): Edit =>
    ({ categories, rules }) => {
      const codes = rules.adjustments[0]!.applies_to
      for (const each of categories)
        if (codes.includes(each.subcategory_code))
          Object.assign(each, {
            raw_category_label: 'HT-IND',
            bounds: [{ field: 'contract_demand_kva', op, value: '30' }],
          })
    }
  const of = async (op: '>' | '<='): Promise<string> =>
    (await judged(sentence, sentence, [bound(op)])).sentence.filter((each) => each.includes('30')).join()
  expect(await of('>')).toBe('')
  expect(await of('<=')).toContain('30 of the quote')
})
