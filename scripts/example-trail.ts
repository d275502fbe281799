import type { Figure } from '../releases/record/figure.ts'
import { figuresOfRow } from '../releases/record/figures.ts'
import type { ReleaseRecord } from '../releases/record/record.ts'
import type { Row } from '../releases/record/row.ts'
import type { Source } from '../releases/record/source.ts'
import { placeOf } from '../services/api/site/models-of.ts'

/** The fields of an answer's line that a trail uses. */
export type Line = {
  readonly component: string
  readonly description: string
  readonly quantity: string
  readonly unit: string
  readonly rate: string
  readonly amount_paise: number
  readonly row_id: string
  readonly row_sha256: string
  readonly evidence: Pick<Figure, 'grade' | 'source_id' | 'locator' | 'quote' | 'citations'>
}

/** Description of a grade. */
const GRADE_WORDS: Readonly<Record<Figure['grade'], string>> = {
  order: "read in the regulator's own document, which we have",
  transcription: "read in a public transcription; the regulator's own document was not read",
  carried: 'of an earlier year, with a published statement of no change',
  derived: 'calculated from published figures',
  specimen: 'an unpublished placeholder',
  held: 'known to exist, but not usable',
}

const KIND_WORDS: Readonly<Record<Source['document_kind'], string>> = {
  original: "the regulator's own document",
  transcription: 'our sheet of public readings',
  specimen: 'a sheet of placeholders',
}

export function rowOf(record: ReleaseRecord, lines: readonly Line[]): Row {
  const ids = new Set(lines.map(({ row_id }) => row_id))
  const row = record.rows.find(({ row_id }) => ids.has(row_id))
  if (row === undefined || ids.size !== 1)
    throw new Error(`an example has lines of one row, not ${[...ids].join(', ')}`)
  return row
}

/** The figure used to price a line, by its path in the record. */
function figurePath(row: Row, { component, evidence }: Line): { path: string; figure: Figure } {
  const found = figuresOfRow(row).find(
    ({ path, figure }) => path.includes(`/${component}/`) && figure.quote === evidence.quote,
  )
  if (found === undefined) throw new Error(`no figure of ${row.row_id} has the quote of its ${component} line`)
  return found
}

function lineText(row: Row, line: Line, index: number): string[] {
  const { path, figure } = figurePath(row, line)
  const { evidence, description, quantity, unit, rate, amount_paise } = line
  return [
    `${index + 1}. **${description}**: ${quantity} ${unit} at Rs ${rate} is ${amount_paise} paise.`,
    `   - Figure \`${path}\`: ${figure.value} ${figure.unit}, printed \`${figure.printed} ${figure.printed_unit}\`.`,
    `   - Quote: "${evidence.quote.replace(/\s+/g, ' ')}", on ${placeOf(evidence.locator)} of \`${evidence.source_id}\`.`,
    `   - Grade \`${evidence.grade}\`: ${GRADE_WORDS[evidence.grade]}.`,
  ]
}

function sourceText({ source_id, title, document_kind, size_bytes, sha256, original, legal_status }: Source): string[] {
  const stands =
    original === null
      ? []
      : [`  It represents "${original.title}" (${original.held ? 'held' : 'not held'}): <${original.url}>`]
  return [
    `- \`${source_id}\`, ${KIND_WORDS[document_kind]}: "${title}", ${size_bytes} bytes, legal status`,
    `  \`${legal_status}\`, sha256 \`${sha256}\`.`,
    ...stands,
  ]
}

/** The way from the lines of an answer back to the documents, as Markdown lists. */
export function trailText(record: ReleaseRecord, releaseSha256: string, lines: readonly Line[]): string[] {
  const row = rowOf(record, lines)
  const cited = new Set(lines.map(({ evidence }) => evidence.source_id))
  const sources = record.sources.filter(({ source_id }) => cited.has(source_id))
  const citations = [...new Set(lines.flatMap(({ evidence }) => evidence.citations))]
  return [
    'Each line with its figure:',
    '',
    ...lines.flatMap((line, index) => lineText(row, line, index)),
    '',
    `All lines are of row \`${row.row_id}\`, whose hash \`row_sha256\` covers its figures, quotes and cases:`,
    `\`${row.row_sha256}\`.`,
    '',
    'The quotes are in:',
    '',
    ...sources.flatMap(sourceText),
    '',
    ...(citations.length === 0 ? [] : ['The figures were read in:', '', ...citations.map((each) => `- ${each}`), '']),
    `Row and document are in release \`${record.release_id}\`. The hash of its record, \`release_sha256\`, covers both:`,
    `\`${releaseSha256}\`.`,
    '',
  ]
}
