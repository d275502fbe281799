import { expect, it } from 'vitest'
import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { conditions } from '../../support/record-builder.ts'
import { categoryOf, energyOf, findingsOf, rowOf, sampleMeans } from './support/sample.ts'

/** Powers that the texts of a row print, and that its conditions leave out. */

type Edit = (record: ReleaseRecord) => void
const CHARGED = 'energy charge 9.03 rupees per unit.'

/** What is found of powers where the street lights are read from this sentence. */
async function found(sentence: string, ...edits: readonly Edit[]): Promise<string[]> {
  const base = sampleMeans()
  const pages = async (hash: string) => {
    const known = await base.pages(hash)
    return known?.[0]?.startsWith('Order') === true ? [known[0], sentence] : known
  }
  const edit: Edit = (record) => {
    Object.assign(energyOf(record, 'R-SL'), { quote: CHARGED, locator: { page: 2, line: null, section: null } })
    labelled('Street lights')(record)
    for (const each of edits) each(record)
  }
  return (await findingsOf(evidenceFigureInQuote, edit, { pages })).filter((each) => each.includes('condition on'))
}
const labelled =
  (label: string): Edit =>
  (record) => {
    for (const each of [rowOf(record, 'R-SL'), categoryOf(record, 'SL')]) each.raw_category_label = label
  }
const bounded =
  (bound: string): Edit =>
  (record) => {
    categoryOf(record, 'SL').bounds = conditions(bound)
  }
const fact =
  (quote: string, applies_to = 'SL'): Edit =>
  ({ rules }) => {
    const { evidence, ...rest } = rules.facts[0]!
    const cited = { ...evidence, source_id: 'XX-ORDER', locator: { page: 1, line: null, section: null }, quote }
    rules.facts.push({ ...rest, fact_id: 'WHO', applies_to, text: null, figure_value: null, evidence: cited })
  }
const UP_TO_20 = bounded('connected_load<=20')
const PLAIN = `Street lights: ${CHARGED}`
const LIMITED = `Street lights with a load up to 20 kW: ${CHARGED}`
const SAID = fact('Street lights: supply with a load up to 20 kW')

it.each<[string, string, Edit[], number]>([
  ['a sentence without powers', PLAIN, [], 0],
  ['a sentence of a limit that nothing reads', LIMITED, [], 1],
  ['a label of one kW that nothing reads', PLAIN, [labelled('Street lights up to 1 kW')], 1],
  ['the same by a bound', LIMITED, [UP_TO_20], 0],
  ['the same by another bound', LIMITED, [bounded('connected_load<=30')], 1],
  ['two prints of one limit', LIMITED.replace('20 kW', '20 kW or 25 HP'), [UP_TO_20], 0],
  ['a label with a limit that nothing reads', PLAIN, [labelled('Street lights up to 20 kW')], 1],
  ['the same by a bound', PLAIN, [labelled('Street lights up to 20 kW'), UP_TO_20], 0],
  ['the same by a stricter bound', PLAIN, [labelled('Street lights up to 20 kW'), bounded('connected_load<=5')], 0],
  ['the same by a wider bound', PLAIN, [labelled('Street lights up to 20 kW'), bounded('connected_load<=30')], 1],
  [
    'the same by a bound on the other side',
    PLAIN,
    [labelled('Street lights up to 20 kW'), bounded('connected_load>5')],
    1,
  ],
  [
    'the same by a bound in another unit',
    PLAIN,
    [labelled('Street lights up to 20 kVA'), bounded('connected_load<=5')],
    1,
  ],
  ['a fact of all of the category that nothing reads', PLAIN, [SAID], 1],
  ['the same by a bound', PLAIN, [SAID, UP_TO_20], 0],
  ['a fact of some of the category', PLAIN, [fact('Street lights up to 20 kW may ask for a meter')], 0],
  ['a fact of another category', PLAIN, [fact('Street lights: supply with a load up to 20 kW', 'DS')], 0],
])('%s: "%s"', async (_, sentence, edits, count) => {
  expect(await found(sentence, ...edits)).toHaveLength(count)
})
