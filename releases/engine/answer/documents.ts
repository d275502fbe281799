import { figuresOfSubsidy } from '../../record/figures.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import type { Calculation } from '../calculation.ts'
import type { Evidence } from '../types.ts'

/**
 * Disclosures about the documents used in an answer, as bits. Only the documents of the figures in the answer count,
 * since a release may cite others too (docs/design/contract.md#answer-fields).
 */
export const NOT_ATTESTED = 1
export const TRANSCRIBED = 2

/**
 * Documents of a release that need a disclosure, by source id; separately for its subsidy, whose result has no
 * citations.
 */
export type Documents = { readonly byId: ReadonlyMap<string, number>; readonly ofSubsidy: number }

/** Whether a document is the regulator's own and fewer than two people have attested it. */
export function isNotAttested(
  { document_kind, sha256 }: ReleaseRecord['sources'][number],
  unattested: readonly string[],
): boolean {
  return document_kind === 'original' && unattested.includes(sha256)
}

/** `unattested`: sha256 values, from the signed serving state. */
export function documentsOf(record: ReleaseRecord, unattested: readonly string[]): Documents {
  const byId = new Map<string, number>()
  for (const source of record.sources) {
    const said =
      (isNotAttested(source, unattested) ? NOT_ATTESTED : 0) |
      (source.document_kind === 'transcription' ? TRANSCRIBED : 0)
    if (said > 0) byId.set(source.source_id, said)
  }
  const ofSubsidy = figuresOfSubsidy(record).reduce((said, { figure }) => said | (byId.get(figure.source_id) ?? 0), 0)
  return { byId, ofSubsidy }
}

/** Disclosures about the documents of a calculation's figures. */
export function saidOf({ byId, ofSubsidy }: Documents, calculation: Calculation): number {
  if (byId.size === 0) return 0
  const { lines, beside, fppas, duty, subsidy } = calculation
  const of = ({ source_id, multiple }: Evidence): number =>
    (byId.get(source_id) ?? 0) | (multiple === undefined ? 0 : of(multiple))
  let said = subsidy.status === 'applied' ? ofSubsidy : 0
  for (const { step } of lines) said |= of(step.rate.evidence)
  for (const { step } of beside?.lines ?? []) said |= of(step.rate.evidence)
  for (const { plan } of fppas ?? []) said |= of(plan.rate.evidence)
  return duty === null ? said : said | of(duty.rate.evidence)
}
