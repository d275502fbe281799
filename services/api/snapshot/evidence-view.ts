import type { Figure } from '../../../releases/record/figure.ts'

/** What an answer shows of where a figure stands. */
export function evidenceOf({ grade, source_id, locator, quote, citations, carried }: Figure) {
  return { grade, source_id, locator, quote, citations, carried }
}
