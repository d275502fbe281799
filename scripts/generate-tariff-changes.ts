import { writeFile } from 'node:fs/promises'
import { counted } from '../releases/record/counted.ts'
import type { ReleaseRecord } from '../releases/record/record.ts'
import type { FigureChange, FigureView, RowChange } from '../releases/record/row-changes.ts'
import { askedText, type Change, type Comparison, compareRecords, type ReferenceBill } from '../services/cli/diff.ts'
import { signed, table } from './markdown.ts'
import { type ShippedRecord, shippedRecords } from './shipped-records.ts'

/** Path of the changelog of tariffs. */
export const TARIFF_CHANGES_FILE = new URL('../docs/tariff-changes.md', import.meta.url)

const HEAD = `# What changed in the tariffs

Generated from \`releases/states\` by \`scripts/generate-tariff-changes.ts\`; do not edit by hand. Changes of the service and its
contract are in [CHANGELOG.md](../CHANGELOG.md).

Each release of a state is compared with the one before it, row by row, by the code behind \`release diff\`. So the same
comparison can be had of any two sealed releases: \`npm run -s pramaan -- release diff <id> <id>\`.

- Rows are the same row by their id; or, where ids carry a year, by licensee, category and conditions.
- A figure is listed if its amount, grade or citation differs. The same amount with a weaker grade is a change: less
  is known.
- A *reference bill* is a regression case of the row, worked by hand and calculated with both releases. Its effect is on the base tariff,
  in paise. It is not a change of anybody's bill: duty, surcharges, rebates and subsidies are in neither amount. Its day is not
  compared: each release is used for its own period. If one counts the units of energy in kWh and the other in kVAh, there is no effect.
`

/** The records of one state, earliest first. */
type Pair = { readonly before: ReleaseRecord; readonly after: ReleaseRecord }

function releasesByState(shipped: readonly ShippedRecord[]): ReleaseRecord[][] {
  const all = shipped.map(({ record }) => record)
  return [...Map.groupBy(all, ({ state_code }) => state_code).values()].map((records) =>
    records.toSorted((a, b) => (a.effective_from < b.effective_from ? -1 : 1)),
  )
}

const pairsOf = (records: readonly ReleaseRecord[]): Pair[] =>
  records.slice(1).map((after, index) => ({ before: records[index] as ReleaseRecord, after }))

function summary({ before, after }: Pair, { rows, reference_bills: bills }: Comparison): string[] {
  const figures = rows.flatMap((row) => row.figures)
  const rowsThat = (change: RowChange['change']): number => rows.filter((row) => row.change === change).length
  const effects = bills.map(({ effect_paise }) => effect_paise).filter((effect) => effect !== null)
  const moved = effects.filter((effect) => effect !== 0)
  const range =
    moved.length === 0
      ? 'none of them comes to another amount'
      : `${moved.length} come to another amount, ${signed(Math.min(...moved))} to ${signed(Math.max(...moved))} paise`
  return [
    `From \`${before.release_id}\` (${before.effective_from} to ${before.effective_to})`,
    `to \`${after.release_id}\` (${after.effective_from} to ${after.effective_to}).`,
    '',
    `- Rows: ${rowsThat('changed')} changed, ${rowsThat('added')} added, ${rowsThat('removed')} removed.`,
    `- Figures of rows: ${figures.filter(({ amount_changed }) => amount_changed).length} with another amount, ` +
      `${figures.filter(({ grade_changed }) => grade_changed).length} with another grade, ` +
      `${figures.filter(({ citation_changed }) => citation_changed).length} with another citation.`,
    `- Reference bills: ${counted(bills.length, 'bill')}; ${range}.`,
    '',
  ]
}

/** Components not included in any amount, in the words of each release. */
function blockedSection({ before, after }: Pair): string[] {
  const explained = ({ blocked_components }: ReleaseRecord): Map<string, string> =>
    new Map(blocked_components.map(({ component, explanation }) => [component, explanation]))
  const [was, is] = [explained(before), explained(after)]
  const lines = [...new Set([...was.keys(), ...is.keys()])]
    .filter((name) => was.get(name) !== is.get(name))
    .map((name) => [`\`${name}\``, was.get(name) ?? 'not there', is.get(name) ?? 'gone'])
  if (lines.length === 0) return []
  const head = ['component', before.financial_year, after.financial_year]
  return ['### What is not included in any amount', '', ...table(head, lines), '']
}

/** Number of parts of each other kind that were added, removed or changed. */
function otherSection(changes: readonly Change[]): string[] {
  const kind = ({ path }: Change): string => path.split('/', path.startsWith('rules/') ? 2 : 1).join('/')
  const others = changes.filter((change) => !['rows', 'blocked_components'].includes(kind(change)))
  const lines = [...new Set(others.map(kind))].map((name) => {
    const own = others.filter((change) => kind(change) === name)
    const [added, removed] = [own.filter(({ before }) => before === null), own.filter(({ after }) => after === null)]
    return [`\`${name}\``, added.length, removed.length, own.length - added.length - removed.length]
  })
  if (lines.length === 0) return []
  const head = ['part', 'added', 'removed', 'changed']
  return ['### Everything else', '', '`release diff` names each.', '', ...table(head, lines), '']
}

function pairSection(pair: Pair): string {
  const { state_name, state_code, financial_year } = pair.after
  const found = compareRecords(pair.before, pair.after)
  return [
    `## ${state_name} (${state_code}), ${pair.before.financial_year} to ${financial_year}`,
    '',
    ...summary(pair, found),
    ...rowSections(found.rows, found.reference_bills),
    ...blockedSection(pair),
    ...otherSection(found.changes),
  ].join('\n')
}

function amountCell(figure: FigureView | null, none: string): string {
  if (figure === null) return none
  const { value, unit, printed, printed_unit } = figure
  return `${value ?? 'held'} ${unit}${printed === null ? '' : `, printed ${printed} ${printed_unit}`}`
}

function citationCell(figure: FigureView | null): string {
  if (figure === null) return ''
  const { page, line } = figure.locator
  return `\`${figure.source_id}\`, page ${page}${line === null ? '' : `, line ${line}`}: "${figure.quote.replace(/\s+/g, ' ')}"`
}

const both = (was: string, is: string): string => (was === is ? is : `${was} → ${is}`)

function figureLine({ part, before, after }: FigureChange): string[] {
  return [
    part,
    amountCell(before, 'not there'),
    amountCell(after, 'gone'),
    both(before?.grade ?? 'none', after?.grade ?? 'none'),
    both(citationCell(before), citationCell(after)),
  ]
}

const caseText = ({ case_id, inputs }: ReferenceBill): string => `\`${case_id}\` (${askedText(inputs)})`

function billLine(bill: ReferenceBill): string {
  const { before_paise, after_paise, effect_paise } = bill
  const none =
    before_paise === null || after_paise === null ? 'no amount in one of the two' : 'units of energy in another unit'
  const effect = effect_paise === null ? none : `effect ${signed(effect_paise)} paise`
  const amounts = `${before_paise ?? 'no amount'} → ${after_paise ?? 'no amount'} paise`
  return `Reference bill ${caseText(bill)}: ${amounts}, **${effect}**.`
}

const nameOf = ({ licensee_code, subcategory_code }: RowChange): string =>
  [licensee_code, subcategory_code].filter((part) => part !== null).join(', ')

/** A changed or added row, with old and new figures and the effect on its reference bill. */
function rowSection(row: RowChange, bill: ReferenceBill | undefined): string[] {
  const { change, before_row_id: was, after_row_id: is, before_row_sha256, after_row_sha256, figures, fields } = row
  return [
    `### ${nameOf(row)}: ${change}`,
    '',
    ...(was === null ? [] : [`- Old row \`${was}\`, \`${before_row_sha256}\``]),
    ...(is === null ? [] : [`- New row \`${is}\`, \`${after_row_sha256}\``]),
    ...(fields.length === 0 ? [] : [`- Also different: ${fields.join(', ')}`]),
    '',
    ...table(['figure', 'old', 'new', 'grade', 'citation'], figures.map(figureLine)),
    '',
    ...(bill === undefined ? [] : [billLine(bill), '']),
  ]
}

/** A removed row has nothing to compare: its last figures and what its reference bill came to. */
function removedLine(row: RowChange, bill: ReferenceBill | undefined): string[] {
  const figures = row.figures.map(({ part, before }) => `${part}: ${amountCell(before, 'none')}`)
  const last = bill === undefined ? '' : `${caseText(bill)}: ${bill.before_paise ?? 'no amount'} paise`
  return [nameOf(row), `\`${row.before_row_id}\`, \`${row.before_row_sha256}\``, figures.join('; '), last]
}

/** The rows that differ. */
function rowSections(rows: readonly RowChange[], bills: readonly ReferenceBill[]): string[] {
  const billOf = (row: RowChange): ReferenceBill | undefined =>
    bills.find(({ row_id }) => row_id === (row.after_row_id ?? row.before_row_id))
  const removed = rows.filter(({ change }) => change === 'removed')
  const sections = rows.filter(({ change }) => change !== 'removed').flatMap((row) => rowSection(row, billOf(row)))
  if (removed.length === 0) return sections
  const head = ['licensee, category', 'old row', 'last figures', 'reference bill']
  const lines = removed.map((row) => removedLine(row, billOf(row)))
  return [
    ...sections,
    '### Removed rows',
    '',
    'The quotes of their figures are in the earlier release.',
    '',
    ...table(head, lines),
    '',
  ]
}

/** The committed `docs/tariff-changes.md`. */
export function tariffChangesText(shipped: readonly ShippedRecord[]): string {
  const states = releasesByState(shipped)
  const first = states.filter(({ length }) => length === 1).flat()
  const alone = first.map(({ state_name, release_id }) => `- ${state_name}: \`${release_id}\``)
  return [
    HEAD,
    ...states.flatMap((records) => pairsOf(records).map(pairSection)),
    ...['## First releases', '', 'Nothing came before these, so there is nothing to compare them with.', ''],
    ...[...alone, ''],
  ].join('\n')
}

if (import.meta.main) {
  const shipped = await shippedRecords()
  await writeFile(TARIFF_CHANGES_FILE, tariffChangesText(shipped))
  console.log('docs/tariff-changes.md is written')
}
