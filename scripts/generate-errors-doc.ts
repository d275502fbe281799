import { writeFile } from 'node:fs/promises'
import {
  alwaysDisclosed,
  besideHeldText,
  DISCLOSED,
  datedText,
  omittedText,
  periodAssumedText,
  statedText,
} from '../releases/engine/answer/disclosures.ts'
import { NOT_ATTESTED, TRANSCRIBED } from '../releases/engine/answer/documents.ts'
import { ALWAYS_COMPARED, creditEnds } from '../releases/engine/solar/write-comparison.ts'
import type { ReleaseRecord } from '../releases/record/record.ts'
import { ERRORS } from '../services/platform/errors.ts'
import type { Entry } from '../services/platform/http-errors.ts'
import { table } from './markdown.ts'

/**
 * The rules of fields and parameters, as refusals name them for programs (`details.fields[].rule`, `details.rule`). A
 * test compares this list with what the code refuses with.
 */
export const FIELD_RULES: Readonly<Record<string, string>> = {
  after_to: '`from` is after `to`',
  at_least_own_use: 'generated units are fewer than the units used from the plant',
  at_most_generation: 'more units are exported than generated',
  conflict: 'effective_on and billing_date name different days',
  consecutive: 'months do not follow each other',
  decimals:
    'more than three decimals, above the largest value, or a number that a double cannot represent: send decimal text',
  disagrees:
    'a day or month contradicts the days of the bill or of the release, or a value is below one that it cannot be less than',
  empty: 'no value',
  enum: 'none of the listed values',
  malformed: 'the parameter does not have the required form',
  max_items: 'too many items or members',
  maximum: 'above the largest value',
  min_items: 'too few items or members',
  minimum: 'below the smallest value',
  not_applicable: 'the category or route does not use the field: leave it out',
  not_in_batch: 'only single requests accept the field',
  one_of: 'two fields of which only one may be given',
  other_query: 'the cursor belongs to another query',
  pattern: 'the value does not have the required form',
  quantity: 'not a quantity from 0 to the largest value, with at most three decimals',
  repeated: 'the parameter is there more than once',
  required: 'the field is missing',
  required_together: 'only one of two parameters that belong together',
  required_where: 'the field is missing, and needed for a customer like this one',
  sum: 'parts do not add up to the whole',
  too_long: 'too many characters',
  type: 'a value of another JSON type',
  unknown: 'no field or parameter of this route',
  whole_units: 'the licensee bills whole units only',
}

/** Path of the list of error codes. */
export const ERRORS_DOC_FILE = new URL('../docs/errors.md', import.meta.url)

const HEAD = `# Error codes

Generated from \`services/platform/errors.ts\` and \`releases/engine/answer/disclosures.ts\` by \`scripts/generate-errors-doc.ts\`; do not edit by hand.

Every refusal is an envelope with \`"status": "error"\` and an \`error\` with \`code\`, \`message\` and, for most codes,
\`details\`. Decide by \`code\`: its meaning never changes. The \`message\` is for people, and its wording may change. Terms are
explained in the [glossary](glossary.md).

- 400 to 422, except 408: correct the request. The same request gives the same refusal.
- 429 and 5xx: retry with increasing delays, a limited number of times. 429 and 503 have \`Retry-After\` in seconds.
- Give the \`request_id\` when you ask about an answer.
- Codes without an HTTP status are those of the command line and the [desk](desk.md).
`

function section([code, { http, message, why, remedy }]: readonly [string, Entry]): string {
  const status = http === null ? 'Command line or desk' : `HTTP ${http}`
  return `## ${code}\n\n${status}. ${message}\n\n- Why: ${why}\n- What to do: ${remedy}\n`
}

const RULES_HEAD = `## Rules of fields

\`INVALID_REQUEST_FIELD\` names the rule of each wrong field in \`details.fields[].rule\`, \`INVALID_QUERY_PARAMETER\` that of a parameter in
\`details.rule\`. The \`message\` beside it says what to send instead.
`

const DISCLOSURES_HEAD = `## Disclosures

Show the \`disclosures\` of an answer with its amount. Each has a \`code\` and a \`message\`; … stands for words of the release or the
request. A release may disclose facts of its tariff with codes of its own; those of a rule of solar savings are \`SOLAR_RULE_…\`, numbered.
`

/** A record with everything that the engine discloses for a record. */
const ANY_RECORD = {
  calculation_scope: '…',
  rounding: '…',
  sources: [{ source_id: '…', legal_status: 'unknown' }],
  rules: { facts: [] },
} as unknown as ReleaseRecord

/** Every code that the engine discloses, with its messages. */
function disclosureRows(): string[][] {
  const written = [
    alwaysDisclosed(ANY_RECORD)(NOT_ATTESTED | TRANSCRIBED),
    ...Object.values(DISCLOSED),
    besideHeldText('…'),
    datedText('…'),
    periodAssumedText({ has: '…', period: '…' }),
    omittedText('…', '…'),
    statedText('…'),
  ]
  const compared = [...ALWAYS_COMPARED, creditEnds('…', '…', 'lapses'), creditEnds('…', '…', 'settlement_blocked')]
  const all: { code: string; message: string }[] = [...JSON.parse(`[${written.join(',')}]`), ...compared]
  return [...Map.groupBy(all, ({ code }) => code)].map(([code, alike]) => [
    `\`${code}\``,
    alike.map(({ message }) => message).join(' Or: '),
  ])
}

/** The committed `docs/errors.md`: tables of all codes, rules and disclosures, then what happened, why and what to do for each. */
export function errorsDocText(): string {
  const entries: [string, Entry][] = Object.entries(ERRORS)
  const rows = entries.map(([code, { http, message }]) => [http ?? '-', `[${code}](#${code.toLowerCase()})`, message])
  const rules = Object.entries(FIELD_RULES).map(([rule, meaning]) => [`\`${rule}\``, meaning])
  const codes = [...table(['HTTP', 'code', 'what happened'], rows), '']
  const disclosures = table(['code', 'message'], disclosureRows())
  const tables = [RULES_HEAD, ...table(['rule', 'meaning'], rules), '', DISCLOSURES_HEAD, ...disclosures, '']
  return [HEAD, ...codes, ...tables, ...entries.map(section)].join('\n')
}

if (import.meta.main) {
  await writeFile(ERRORS_DOC_FILE, errorsDocText())
  console.log('docs/errors.md is written')
}
