import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { EXAMPLES_DOC_FILE, workedExamplesText } from '../../scripts/generate-worked-examples.ts'
import { plansOf, played } from '../../scripts/played-examples.ts'
import { type ShippedRecord, shippedRecords } from '../../scripts/shipped-records.ts'
import { WORKED_EXAMPLES } from '../../scripts/worked-examples.ts'

/** Energy, wheeling if there is one, and fixed; in paise, calculated by hand and not taken from the code. */
const BY_HAND: Readonly<Record<string, readonly number[]>> = {
  BR: [148_400, 16_000],
  MH: [93_600, 24_000, 13_000],
  GJ: [121_000, 2_500],
  RJ: [118_750, 30_000],
  OD: [113_500, 6_000],
  TS: [134_500, 14_000],
  JH: [111_000, 10_000],
}

let shipped: readonly ShippedRecord[]
beforeAll(async () => {
  shipped = await shippedRecords()
})

it('docs/worked-examples.md is up to date with the shipped definitions (node scripts/bootstrap.mjs scripts/generate-worked-examples.ts)', async () => {
  expect(await readFile(EXAMPLES_DOC_FILE, 'utf8')).toBe(workedExamplesText(shipped))
})

it('there is one example of each state, with amounts calculated by hand', () => {
  expect(WORKED_EXAMPLES.map(({ state }) => state)).toEqual(Object.keys(BY_HAND))
  const plans = plansOf(shipped)
  for (const example of WORKED_EXAMPLES) {
    const { calculation } = played(plans, example).data
    const { energy_charge_paise, wheeling_charge_paise, fixed_charge_paise, base_tariff_paise } = calculation
    const parts = [energy_charge_paise, wheeling_charge_paise, fixed_charge_paise].filter((part) => part !== undefined)
    expect(parts, example.state).toEqual(BY_HAND[example.state])
    expect(base_tariff_paise, example.state).toBe(BY_HAND[example.state]?.reduce((sum, part) => sum + part, 0))
  }
})

it('the trail of each leads from every line through row, figure, quote, grade and document to the release', () => {
  const text = workedExamplesText(shipped)
  const plans = plansOf(shipped)
  for (const example of WORKED_EXAMPLES) {
    const { plan, data } = played(plans, example)
    const trail = text.split(`\n### ${example.state}: the evidence trail\n`)[1]?.split('\n### ')[0] ?? ''
    for (const { amount_paise, row_sha256, evidence } of data.calculation.lines) {
      const source = plan.record.sources.find(({ source_id }) => source_id === evidence.source_id)
      for (const link of [
        `${amount_paise} paise`,
        row_sha256,
        evidence.quote,
        evidence.grade,
        source?.sha256 ?? 'none',
        plan.context.releaseSha256,
      ])
        expect(trail, example.state).toContain(link)
    }
  }
})

it('each shows a different refusal, and none is for a request that is answered', () => {
  const plans = plansOf(shipped)
  const codes = WORKED_EXAMPLES.map((example) => played(plans, example).denied.code)
  expect(new Set(codes).size).toBe(WORKED_EXAMPLES.length)
  const [first] = WORKED_EXAMPLES
  const answered = {
    ...first!,
    refused: { title: 'x', body: { subcategory_code: 'DS-II', energy_units: '1', connected_load: '1' } },
  }
  expect(() => played(plans, answered)).toThrow('the second question is answered')
  expect(() => played(plans, { ...first!, case_id: 'NO-SUCH-CASE' })).toThrow('no regression case')
})
