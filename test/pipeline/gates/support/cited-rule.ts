import { evidenceQuoteFound } from '../../../../pipeline/gates/07-evidence-quote-found.ts'
import { evidenceFigureInQuote } from '../../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import type { Candidate, Gate } from '../../../../pipeline/gates/gate.ts'
import type { Figure } from '../../../../releases/record/figure.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { formula } from '../../../support/record-builder.ts'
import { findingText, peakOf, sampleCandidate, sampleMeans, sourceOf } from './sample.ts'

export type Edit = (record: ReleaseRecord, figure: Figure) => void
export const said =
  (printed: string, printed_unit: string, value: string, unit: string): Edit =>
  (_, figure) =>
    Object.assign(figure, { printed, printed_unit, value, unit })
const PAISE = said('20', 'P/kWh', '0.2', 'Rs/kWh')
/** The candidate whose only rule is read from this text, or from the first of these pages, and the findings of gates 7 and 8. */
export async function judged(
  text: string | readonly string[],
  quote: string,
  edits: readonly Edit[],
  sentences: Candidate['sentences'] = [],
  about = /^(?:rules\/adjustments|quantities|sentences)/,
): Promise<{ sentence: string[]; found: string[] }> {
  const candidate = sampleCandidate((record) => {
    const figure = peakOf(record)
    PAISE(record, figure)
    Object.assign(figure, { grade: 'transcription', source_id: 'XX-ORDER', quote })
    figure.locator = { page: 1, line: null, section: null }
    for (const edit of edits) edit(record, figure)
  })
  const { sha256 } = sourceOf(candidate.record, 'XX-ORDER')
  const base = sampleMeans()
  const means = sampleMeans({ pages: async (hash) => (hash === sha256 ? [text, 'End'].flat() : base.pages(hash)) })
  const declared = { ...candidate, sentences }
  const of = async (gate: Gate): Promise<string[]> =>
    (await gate.check(declared, means)).findings.map(findingText).filter((each) => about.test(each))
  return { sentence: await of(evidenceFigureInQuote), found: await of(evidenceQuoteFound) }
}

/** What is found about a quantity that reads a quote with a formula. */
export async function ofFormula(text: string, quote: string, ...edits: readonly Edit[]): Promise<string> {
  const read: Edit = ({ quantities: [own] }) => {
    own!.cases[0]!.formula = formula(text)
    // The quantity of the sample counts kW.
    if (text.includes('energy_units')) own!.unit = 'kWh'
    else if (!text.includes('connected_load') || text.includes('demand')) own!.unit = 'kVA'
    own!.figures = []
    own!.evidence!.quote = quote
  }
  const { sentence } = await judged('A surcharge of 20 paise per unit is due in peak hours.', '20 paise per unit', [
    ...edits,
    read,
  ])
  return sentence.filter((each) => each.startsWith('quantities')).join('\n')
}
