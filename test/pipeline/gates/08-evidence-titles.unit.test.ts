import { expect, it } from 'vitest'
import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { conditions } from '../../support/record-builder.ts'
import { judged } from './support/cited-rule.ts'
import { energyOf, findingText, sampleCandidate, sampleMeans, sourceOf } from './support/sample.ts'

/** A rate or rule below a title in capitals is of the categories that the nearest such title names. */

const LABELS: Readonly<Record<string, string>> = {
  DS: 'LT-1 Domestic',
  NDS: 'LT-2 Non-domestic',
  SL: 'LT-3 Street lighting',
  AG: 'LT-4 Agriculture',
  KJ: 'LT-5 Kutir Jyoti',
}
const labelled = (record: ReleaseRecord): void => {
  for (const each of [...record.categories, ...record.rows])
    each.raw_category_label = LABELS[each.subcategory_code] ?? ''
}

const ENERGY = 'Applicable to connections of all kinds.\nEnergy charge: Rs 6.10 per kWh.'
it.each([
  [[`LT-1 DOMESTIC\n${ENERGY}`], false],
  [[`LT-2 NON-DOMESTIC\n${ENERGY}`], true],
  [[`LT-1 DOMESTIC\nNone.\nLT-2 NON-DOMESTIC\n${ENERGY}`], true],
  [[`LT-2 NON-DOMESTIC\nNone.\nLT-1 DOMESTIC\nRATES\n${ENERGY}`], false],
  [[`LT-2 NON-DOMESTIC\nENERGY CHARGES\n${ENERGY}`], true],
  [['LT-2 NON-DOMESTIC', ENERGY], true],
  [['LT-2 NON-DOMESTIC\nNone.\nLT-1 DOMESTIC', ENERGY], false],
  [[`LT-2 NON-DOMESTIC\nNone.\nTariff of LT-1\n${ENERGY}`], false],
  [[`LT-1 DOMESTIC\nNone.\nTariff of LT-2\n${ENERGY}`], false],
  [[`Consumers of LT-2 are many\n${ENERGY}`], false],
])('a rate of homes on the pages %j: refused %s', async (pages, isRefused) => {
  const candidate = sampleCandidate((record) => {
    labelled(record)
    Object.assign(energyOf(record, 'R-DS'), {
      ...{ grade: 'transcription', source_id: 'XX-ORDER', quote: 'Energy charge: Rs 6.10 per kWh' },
      ...{ printed: '6.10', printed_unit: 'Rs/kWh', value: '6.1' },
      locator: { page: pages.length, line: null, section: null },
    })
  })
  const { sha256 } = sourceOf(candidate.record, 'XX-ORDER')
  const base = sampleMeans()
  const means = sampleMeans({ pages: async (hash) => (hash === sha256 ? [...pages, 'End'] : base.pages(hash)) })
  const found = (await evidenceFigureInQuote.check(candidate, means)).findings.map(findingText)
  expect(found.filter((each) => each.startsWith('rows/R-DS/energy'))).toEqual(
    isRefused ? [expect.stringContaining('a sentence of LT-1 Domestic | "LT-2 NON-DOMESTIC"')] : [],
  )
})

it.each([
  ['LT-2 NON-DOMESTIC', ['NDS'], []],
  ['LT-2 NON-DOMESTIC', ['NDS', 'DS'], ['DS']],
  ['LT-2 NON-DOMESTIC AND LT-1 DOMESTIC', ['NDS', 'DS'], []],
  ['LT-2 NON-DOMESTIC\nNone.\nGENERAL CONDITIONS', ['DS'], []],
])('a rule below "%s" of %j', async (title, applied, refused) => {
  const text = `${title}\nIt is read as follows.\nA surcharge of 20 paise per unit is due.`
  const edit = (record: ReleaseRecord): void => {
    labelled(record)
    const [rule] = record.rules.adjustments
    rule!.applies_to = [...applied]
    rule!.cases = [{ ...rule!.cases[0]!, when: conditions('') }]
  }
  const { sentence } = await judged(text, 'A surcharge of 20 paise per unit', [edit])
  const named = sentence.filter((each) => each.includes('applies_to what the title'))
  expect(named.map((each) => each.split(' ').at(-1))).toEqual(refused)
})
