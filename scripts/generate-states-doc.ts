import { readFile, writeFile } from 'node:fs/promises'
import { figuresOf } from '../releases/record/figures.ts'
import { GRADES } from '../releases/record/grade.ts'
import type { ReleaseRecord } from '../releases/record/record.ts'
import { anchorOf, table } from './markdown.ts'
import { titleOf } from './played-examples.ts'
import { type ShippedRecord, shippedRecords } from './shipped-records.ts'
import { WORKED_EXAMPLES } from './worked-examples.ts'

/** Everyday categories without a usable figure of the year, and the document of the regulator that would give one. */
const NOT_COVERED = `## Everyday categories that are not covered

For these categories no usable figure of FY 2026-27 was found. Figures of other calculators are not used, and requests are refused
with \`SUBCATEGORY_NOT_FOUND\`. The document in the last column would unblock the category.

| state | category | what would unblock it |
|---|---|---|
| Telangana | LT-I, domestic | TGERC, retail supply tariff order of 2026-03-30 for FY 2026-27, with its schedule |
| Gujarat | Non-RGP, small shops and offices | GERC, tariff schedule of DGVCL, MGVCL, PGVCL and UGVCL with effect from 2026-04-01 |
| Rajasthan | NDS, non-domestic | RERC, tariff order of 2026-03-30 for FY 2026-27, with the tariff booklet of the companies |
| Odisha | General purpose | OERC, retail supply tariff notification FY 2026-27 of 2026-03-24 |
`

/** Where the states are listed: a page of their own, and the table in the README between its two markers. */
export const STATES_DOC_FILE = new URL('../docs/states.md', import.meta.url)
export const README_FILE = new URL('../README.md', import.meta.url)
const MARKED = /(<!-- states -->\n)[\s\S]*?(<!-- end of states -->)/

const HEAD = `# What each state serves

Generated from \`releases/states\` by \`scripts/generate-states-doc.ts\`; do not edit by hand.

The grades show the quality of the evidence, strongest first: \`order\` (read in the regulator's own document, which we have),
\`transcription\` (read in a public transcription of it), \`carried\` (of an earlier year, with a published statement of no
change), \`derived\` (calculated from published figures), \`specimen\` (an unpublished placeholder) and \`held\` (known to exist,
but not usable). The table counts the figures of rows and rules, as in \`GET /v1/health\`. Terms are explained in the
[glossary](glossary.md).

[worked-examples.md](worked-examples.md) shows how an amount of each state is calculated and traced to its source.
[tariff-changes.md](tariff-changes.md) lists the changes between two releases of a state.
`

function countsOf(record: ReleaseRecord): number[] {
  const figures = figuresOf(record)
  return GRADES.map((grade) => figures.filter(({ figure }) => figure.grade === grade).length)
}

/** One line per release: kind, size, and figures by grade. */
function statesTable(shipped: readonly ShippedRecord[]): string {
  const rows = shipped.map(({ record }) => [
    `${record.state_name} (${record.state_code})`,
    `\`${record.release_id}\``,
    `\`${record.tier}\``,
    record.rows.length,
    record.categories.length,
    ...countsOf(record),
  ])
  return table(['state', 'release', 'tier', 'rows', 'categories', ...GRADES], rows).join('\n')
}

/** Link to the state's worked example; empty for a release that needs files which are not shipped. */
function exampleText({ record, wanted }: ShippedRecord): string[] {
  const example = WORKED_EXAMPLES.find(({ state }) => state === record.state_code)
  if (example === undefined || wanted.length > 0) return []
  const title = titleOf({ record }, example)
  return [`Worked example, with its evidence trail: [${title}](worked-examples.md#${anchorOf(title)}).`, '']
}

function sectionOf(shipped: ShippedRecord): string {
  const { folder, record, wanted } = shipped
  const { state_name, state_code, effective_from, effective_to, licensees, blocked_components: blocked } = record
  const note = record.note === null ? [] : [record.note, '']
  const originals = wanted.map(
    ({ source_id, sha256 }) =>
      `It needs an original that is not shipped, \`${source_id}\`: the file with sha256 \`${sha256}\`. Without it the definition is skipped.\n`,
  )
  const served = licensees.map(
    ({ code, name, status, reason }) => `- \`${code}\` ${name}: ${status}${reason === null ? '' : `. ${reason}`}`,
  )
  return [
    `## ${state_name} (${state_code}), ${record.financial_year}`,
    '',
    `\`${record.release_id}\`, from ${effective_from} to ${effective_to}; definition in \`releases/states/${folder}\`.`,
    '',
    ...note,
    ...originals,
    ...(served.length === 0 ? [] : ['Licensees:', '', ...served, '']),
    ...(blocked.length === 0 ? [] : ['Not included in any amount:', '']),
    ...blocked.map(({ component, explanation }) => `- \`${component}\`: ${explanation}`),
    ...(blocked.length === 0 ? [] : ['']),
    ...exampleText(shipped),
  ].join('\n')
}

/** The committed `docs/states.md`. */
export function statesDocText(shipped: readonly ShippedRecord[]): string {
  return [HEAD, `${statesTable(shipped)}\n`, NOT_COVERED, ...shipped.map(sectionOf)].join('\n')
}

/** The README with an updated table of states. Throws if its markers are missing. */
export function withStatesTable(readme: string, shipped: readonly ShippedRecord[]): string {
  if (!MARKED.test(readme)) throw new Error('README.md has lost the marks of its table of states')
  return readme.replace(MARKED, (_all, open: string, close: string) => `${open}\n${statesTable(shipped)}\n\n${close}`)
}

if (import.meta.main) {
  const shipped = await shippedRecords()
  const readme = await readFile(README_FILE, 'utf8')
  await writeFile(STATES_DOC_FILE, statesDocText(shipped))
  await writeFile(README_FILE, withStatesTable(readme, shipped))
  console.log(`docs/states.md and README.md say what ${shipped.length} definitions serve`)
}
