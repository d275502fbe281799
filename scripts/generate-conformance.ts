import { writeFile } from 'node:fs/promises'
import { compileUnsealed } from '../pipeline/gates/calculation/compiled.ts'
import { AMOUNTS, type Amount, BILLS, judged, reproduced, type Serving } from '../test/conformance/judge.ts'
import { tableRow } from './markdown.ts'
import { shippedRecords } from './shipped-records.ts'

const FILE = new URL('../docs/conformance.md', import.meta.url)

const HEAD = `# Amounts that other people printed

Generated from \`test/conformance\` by \`scripts/generate-conformance.ts\`; do not edit by hand. The data is for anybody's use:
[amounts.json](../test/conformance/amounts.json) and [bills.json](../test/conformance/bills.json) have each amount with its source
and the request that asks for it.

Each is sent to \`POST /v1/calculate\` with the shipped releases. Agreement with another calculator proves arithmetic and not figures: some
figures of ours were read through the same calculator. Where an amount does not agree, the reason is given. A page total is the base tariff here with the duty that
the author adds, rounded to the rupee.
`

/** A request in a table: its fields without those of the heading. */
function shown({ request }: Pick<Amount, 'request'>): string {
  const { state_code: _state, ...rest } = request
  return `\`${JSON.stringify(rest)}\``
}

const counted = (verdict: string): number => AMOUNTS.filter((amount) => amount.verdict === verdict).length

const WORKED = ['id', 'category', 'request', 'of', 'printed', 'here', 'today', 'because', 'source']

function amountLine(serving: Serving, amount: Amount): string {
  const { verdict, ours, code } = judged(serving, amount)
  const said = verdict === 'refused' ? `refused \`${code}\`` : verdict
  const { id, state_code, category, of, expected, because = '', source } = amount
  const cells = [id, `${state_code} ${category}`, shown(amount), of, expected ?? '', ours ?? '', said, because]
  return tableRow([...cells, source])
}

function billSection(serving: Serving, bill: (typeof BILLS)[number]): string {
  const ours = reproduced(serving, bill)
  const lines = Object.entries(bill.printed_paise).map(([name, printed]) =>
    tableRow([name, printed ?? '', typeof ours === 'string' ? ours : (ours[name] ?? '')]),
  )
  const taken = Object.entries(bill.taken_as_printed_paise).map(([name, printed]) =>
    tableRow([name, printed ?? '', 'taken as printed']),
  )
  return [
    `### ${bill.id}`,
    '',
    `${bill.category}. Total ${bill.total_paise}. Source: ${bill.source}.`,
    '',
    tableRow(['line', 'printed, paise', 'here, paise']),
    tableRow(['---', '---', '---']),
    ...lines,
    ...taken,
    '',
  ].join('\n')
}

/** docs/conformance.md with the present answers of the shipped releases. */
export function conformanceDocument(serving: Serving): string {
  return [
    HEAD,
    '## Counts',
    '',
    tableRow(['amounts', 'agree', 'differ', 'refused']),
    tableRow(['---', '---', '---', '---']),
    tableRow([AMOUNTS.length, counted('agrees'), counted('differs'), counted('refused')]),
    '',
    '## Printed bills',
    '',
    ...BILLS.map((bill) => billSection(serving, bill)),
    '## Worked amounts',
    '',
    tableRow(WORKED),
    tableRow(WORKED.map(() => '---')),
    ...AMOUNTS.map((amount) => amountLine(serving, amount)),
    '',
  ].join('\n')
}

if (import.meta.main) {
  const records = (await shippedRecords()).filter(({ folder }) => folder.endsWith('/2026-27'))
  const serving = Object.fromEntries(records.map(({ record }) => [record.state_code, [compileUnsealed(record)]]))
  await writeFile(FILE, conformanceDocument(serving))
  process.stdout.write('docs/conformance.md is written\n')
}
