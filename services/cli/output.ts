import { stripVTControlCharacters, styleText } from 'node:util'
import { type RefusalCode as ProofCode, REFUSAL_CODES } from '../../releases/proof/format/refusal.ts'
import { isJsonObject } from '../../releases/record/json-text.ts'
import { causeLines } from '../operations/definition/causes.ts'
import { type FindingLike, findingText, OperationRefusal, reasonOf } from '../operations/refusal.ts'
import { ERRORS } from '../platform/errors.ts'
import { StartRefusal } from '../platform/start.ts'
import { printLine, withControlsShown } from '../platform/terminal.ts'

/** Codes of the catalogue whose messages say what happened and not what to do; those of the others say both. */
const WITHOUT_REMEDY = [
  'ALREADY_IN_SERVICE',
  'CHECKPOINT_MISSING',
  'COMPONENT_NOT_HELD',
  'CONSISTENCY_UNPROVEN',
  'GATES_RUNNING',
  'KEY_REVOKED',
  'LOG_EMPTY',
  'NOT_PUBLIC',
  'PASSPHRASE_WRONG',
  'PERSON_KEY_UNREADABLE',
  'PROPOSAL_ALTERED',
  'RELEASE_NOT_IN_SERVICE',
  'SCOPE_NOT_OF_STATE',
  'STALE_GATE_RUN',
] as const satisfies readonly (keyof typeof ERRORS)[]

const FILE_AGAIN = 'Get the file again from where it was published. If it is refused again, do not rely on it.'
const TRUST_AGAIN =
  'Get the trust document again, from a source that you trust. If this is refused again, do not rely on the file.'

/** What a reader does about a refused proof (docs/verify/README.md, section 9), if not FILE_AGAIN. */
const OF_PROOFS: Readonly<Partial<Record<ProofCode, string>>> = {
  TRUST_INVALID: 'Name a trust document as served at /v1/trust.json, and do not edit it.',
  RECORD_INVALID: 'Tell those who sealed it.',
  KEY_UNKNOWN: TRUST_AGAIN,
  ACT_INVALID: TRUST_AGAIN,
  CHECKPOINT_KEY_UNKNOWN: TRUST_AGAIN,
  COSIGNATURE_UNKNOWN: TRUST_AGAIN,
  WITNESSES_MISSING: 'Get a file whose checkpoint more witnesses of the trust document cosigned, or ask for fewer.',
  REFERENCE_INVALID: 'Give a checkpoint of this log that you kept.',
  STALE_CHECKPOINT: 'Export the bundle again, or verify it without the checkpoint.',
  FORKED_HISTORY: "Keep both checkpoints: they prove that the log's operator misbehaved.",
  SERVING_MISMATCH: 'Fetch the checkpoint and the serving state again, together.',
}

/** What to do about a refusal whose message does not say it; null: it does. */
function remedyOf(code: string): string | null {
  const bare = WITHOUT_REMEDY.find((each) => each === code)
  if (bare !== undefined) return ERRORS[bare].remedy
  const proof = REFUSAL_CODES.find((each) => each === code)
  return proof === undefined ? null : (OF_PROOFS[proof] ?? FILE_AGAIN)
}

/** Shown if --json is not given; with --json, `data` is printed as a JSON document. */
export type Result = { readonly data: object; readonly text: string; readonly ok?: boolean }

/** Prints a result; exit code 0, or 1 if it has `ok: false`. Progress and messages go only to stderr. */
export function printResult({ data, text, ok = true }: Result, json: boolean): void {
  printLine(process.stdout, json ? JSON.stringify(data) : text)
  process.exitCode = ok ? 0 : 1
}

/** Prints a refusal or a fault, with what to do about it; exit code 1, or 2 for wrong usage. */
export function printFailure(error: unknown, json: boolean): void {
  const refusal = error instanceof OperationRefusal ? error : null
  const code = refusal?.code ?? (error instanceof StartRefusal ? error.code : 'COMMAND_FAILED')
  const said = reasonOf(error)
  // A process that does not start prints its message alone, so some begin with the code.
  const message = said.startsWith(`${code}: `) ? said.slice(code.length + 2) : said
  const remedy = refusal === null ? null : remedyOf(refusal.code)
  if (json) printLine(process.stdout, JSON.stringify({ error: { code, message, details: refusal?.details ?? {} } }))
  else {
    const head = `${styleText('red', code, { stream: process.stderr })}: ${message}\n`
    const text = withControlsShown(
      `${head}${detailLines(refusal?.details ?? {})}${remedy === null ? '' : `${remedy}\n`}`,
    )
    process.stderr.write(process.stderr.isTTY ? fitted(text, process.stderr.columns) : text)
  }
  process.exitCode = code === 'USAGE' ? 2 : 1
}

/** Left out for a rejected release: its causes contain the same. */
const SAID_BY_CAUSES = new Set(['release', 'gates', 'findings'])
/** Output printed before the refusal. */
const SAID_BEFORE = new Set(['plan'])

/** Details of a refusal as indented lines, such as its findings. Empty: there are none to show. */
export function detailLines(details: object): string {
  const lines: string[] = []
  for (const [name, value] of Object.entries(details)) {
    if (SAID_BEFORE.has(name) || value === null) continue
    if ('causes' in details && SAID_BY_CAUSES.has(name)) continue
    if (name === 'causes') lines.push(...causeLines(value, '`release show` shows them'))
    else if (name === 'findings' && Array.isArray(value))
      lines.push(...value.map((finding: FindingLike) => findingText(finding)))
    else if (Array.isArray(value) && value.length === 0) lines.push(`  ${name}: none`)
    else if (Array.isArray(value)) lines.push(`  ${name}:`, ...value.map((item) => `    ${itemText(item)}`))
    else lines.push(`  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

/** An item of a list in details: a text, or the parts of an object that it has. */
function itemText(item: unknown): string {
  if (typeof item === 'string') return item
  const parts = isJsonObject(item) ? Object.entries(item) : []
  if (parts.length === 0 || parts.some(([, value]) => typeof value === 'object' && value !== null))
    return JSON.stringify(item)
  return parts.flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`])).join(', ')
}

/** Columns of the terminal; 80 if the output is not a terminal or its width is unknown. */
const terminalWidth = (): number => (process.stdout.isTTY ? process.stdout.columns : 0) || 80

/** Text in lines of at most `width` columns. A longer word has its own line. */
export function wrapped(words: readonly string[], indent: string, width: number, hanging = indent): string[] {
  const columns = (text: string): number => stripVTControlCharacters(text).length
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined) lines.push(`${indent}${word}`)
    else if (columns(last) + 1 + columns(word) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`${hanging}${word}`)
  }
  return lines.map((line) => line.trimEnd())
}

/** Text wrapped to the terminal: continuation lines are indented by two columns. */
export function fitted(text: string, width = terminalWidth()): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const indent = /^ */.exec(line)?.[0] ?? ''
      // An amount is one word.
      return wrapped(line.slice(indent.length).split(/(?<!\bRs) /), indent, width, `${indent}  `)
    })
    .join('\n')
}

/** Lines unchanged for other programs; on a terminal, long lines are wrapped. */
export const fittedOnTerminal = (text: string): string => (process.stdout.isTTY ? fitted(text) : text)

/** A table; on a terminal without those of its last columns with which the lines would be too long. They are named. */
export function tableOnTerminal(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const of = (columns: number): string =>
    table(
      head.slice(0, columns),
      rows.map((row) => row.slice(0, columns)),
    )
  const fits = (columns: number): boolean =>
    of(columns)
      .split('\n')
      .every((line) => stripVTControlCharacters(line).length <= terminalWidth())
  let columns = head.length
  if (process.stdout.isTTY) while (columns > 1 && !fits(columns)) columns -= 1
  const left = head.slice(columns)
  return left.length === 0 ? of(columns) : `${of(columns)}\n(for lack of room without ${left.join(', ')}; see --json)`
}

/** A plain table with aligned columns. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [styleText('bold', line(head)), ...rows.map(line)].join('\n')
}
