import { describe, expect, it } from 'vitest'
import type { Category } from '../../../releases/record/category.ts'
import { conditions } from '../../support/record-builder.ts'
import { type Edit, judged } from './support/cited-rule.ts'

/** Rules for consumers of a level of supply, for days from one to another, for one of two seasons. */

const PAISE = '20 paise per unit'
const layers =
  (layer: 'HT' | 'LT', appliesTo: number): Edit =>
  ({ categories, rules: { adjustments } }) => {
    for (const each of categories) each.layer = layer
    adjustments[0]!.applies_to = categories.slice(0, appliesTo).map((each) => each.subcategory_code)
  }
const found = async (text: string, edit: Edit, fault: string): Promise<number> => {
  const { sentence } = await judged(text, PAISE, [edit])
  return sentence.filter((each) => each.includes(fault)).length
}

describe('consumers of a level of supply', () => {
  it.each([
    ['High tension consumers', 'LT', 1, 'applies_to only what', true],
    ['High tension consumers', 'HT', 1, 'applies_to only what', false],
    ['Consumers of low tension', 'HT', 1, 'applies_to only what', true],
    ['HT and LT consumers', 'LT', 1, 'applies_to only what', false],
    ['High tension consumers', 'HT', 1, 'a rule for', true],
    ['High tension consumers', 'HT', 99, 'a rule for', false],
  ] as const)('%s, where categories are %s, and %i of them have the rule: %s', async (who, layer, count, fault, is) => {
    const text = `${who} shall pay a surcharge of ${PAISE}.`
    expect((await found(text, layers(layer, count), fault)) > 0).toBe(is)
  })
})

describe('a category of any level of supply', () => {
  const HT = `High tension consumers shall pay a surcharge of ${PAISE}.`
  /** All categories are of the high level but SL, which has the rule with or without a condition. */
  const edited =
    (when: string, ofLevel: Partial<Category> = {}, codes?: readonly string[]): Edit =>
    ({ categories, rules: { adjustments } }) => {
      for (const each of categories) each.layer = each.subcategory_code === 'SL' ? 'any' : 'HT'
      Object.assign(categories.find(({ subcategory_code: code }) => code === 'SL')!, ofLevel)
      adjustments[0]!.applies_to = [...(codes ?? categories.map(({ subcategory_code: code }) => code))]
      adjustments[0]!.cases[0]!.when = conditions(when)
    }
  it.each([
    ['', {}, true],
    ['supply_level=ht', {}, false],
    ['supply_voltage_kv>=11', {}, false],
    ['selectors.supply=high_tension', {}, false],
    ['', { facts: { supply_level: ['ht'] } }, false],
    ['', { facts: { supply_level: ['lt', 'ht'] } }, true],
    ['', { bounds: conditions('supply_voltage_kv>=11') }, false],
  ])('has the rule of one level where it or the rule asks for that: "%s" %j', async (when, ofLevel, is) => {
    const wanted = 'a condition on supply_level for SL'
    expect((await found(HT, edited(when, ofLevel), wanted)) > 0).toBe(is)
    expect((await found(HT.replace('High tension', 'HT metered'), edited(when, ofLevel), wanted)) > 0).toBe(is)
    expect(await found(`Consumers shall pay a surcharge of ${PAISE}.`, edited(when, ofLevel), wanted)).toBe(0)
  })

  it.each([
    [[], false],
    ['supply_level', true],
  ])('is left out only where its requests say the level: %j', async (inputs, is) => {
    const rest = { required_inputs: [inputs].flat() }
    const others = ['DS', 'NDS', 'KJ', 'AG']
    expect((await found(HT, edited('', rest, others), 'a rule for SL too')) > 0).toBe(is)
  })
})

describe('days from one to another', () => {
  const text = `From 01.07.2026 to 30.09.2026 a surcharge of ${PAISE} is due.`
  const served =
    (from: string | null, to: string | null): Edit =>
    ({ rules: { adjustments } }) =>
      void Object.assign(adjustments[0]!.cases[0]!, { effective_from: from, effective_to: to })
  it.each([
    [null, null, true],
    ['2026-07-01', null, true],
    ['2026-07-01', '2026-09-30', false],
    ['2026-08-01', '2026-09-30', false],
  ])('a rule from %s to %s', async (from, to, is) => {
    expect((await found(text, served(from, to), 'served from 2026-07-01 to 2026-09-30')) > 0).toBe(is)
  })
})

describe('one of two words of a kind', () => {
  const seasons =
    (when: string): Edit =>
    ({ selectors, rules: { adjustments } }) => {
      selectors.push({ selector: 'season', words: ['in_season', 'off_season', 'not_seasonal'], description: 'Season' })
      adjustments[0]!.cases[0]!.when = conditions(when)
    }
  it.each([
    ['selectors.season in {off_season,in_season}', true],
    ['selectors.season=off_season', false],
  ])('%s', async (when, is) => {
    const text = `A seasonal industry pays a surcharge of ${PAISE} in its off season.`
    expect((await found(text, seasons(when), 'off_season alone')) > 0).toBe(is)
  })
})
