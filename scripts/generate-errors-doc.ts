import { writeFile } from 'node:fs/promises'
import { FIELD_RULES } from '../services/api/contract/field-rules.ts'
import { ERRORS } from '../services/platform/errors.ts'
import type { Entry } from '../services/platform/http-errors.ts'
import { table } from './markdown.ts'

/** Path of the list of error codes. */
export const ERRORS_DOC_FILE = new URL('../docs/errors.md', import.meta.url)

const HEAD = `# Error codes

Generated from \`services/platform/errors.ts\` and \`services/api/contract/field-rules.ts\` by \`scripts/generate-errors-doc.ts\`; do not edit by hand.

Every refusal is an envelope with \`"status": "error"\` and an \`error\` with \`code\`, \`message\` and, for most codes,
\`details\`. Decide by \`code\`: its meaning never changes. The \`message\` is for people, and its wording may change. Terms are
explained in the [glossary](glossary.md).

- 400 to 422: correct the request. The same request gives the same refusal.
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

/** The committed `docs/errors.md`: tables of all codes and rules, then what happened, why and what to do for each. */
export function errorsDocText(): string {
  const entries: [string, Entry][] = Object.entries(ERRORS)
  const rows = entries.map(([code, { http, message }]) => [http ?? '-', `[${code}](#${code.toLowerCase()})`, message])
  const rules = Object.entries(FIELD_RULES).map(([rule, meaning]) => [`\`${rule}\``, meaning])
  const codes = [...table(['HTTP', 'code', 'what happened'], rows), '']
  return [HEAD, ...codes, RULES_HEAD, ...table(['rule', 'meaning'], rules), '', ...entries.map(section)].join('\n')
}

if (import.meta.main) {
  await writeFile(ERRORS_DOC_FILE, errorsDocText())
  console.log('docs/errors.md is written')
}
