import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { type Draft, draftDefinition, questionsText } from '../../pipeline/intake/draft/draft-definition.ts'
import type { ProposedTable, Question } from '../../pipeline/intake/draft/propose-table.ts'
import { readDocument } from '../../pipeline/intake/lay-out.ts'
import { counted } from '../../releases/record/counted.ts'
import { findOriginal } from '../operations/find-original.ts'
import { OperationRefusal, unwritable } from '../operations/refusal.ts'
import { loadConfig } from '../platform/config.ts'
import { makeFolder } from '../platform/files.ts'
import { writeGiven } from './files.ts'
import type { Result } from './output.ts'

type DraftOptions = {
  readonly pages: { readonly from: number; readonly to: number }
  readonly state: string
  readonly year: string
  readonly out?: string
}

/** `definition draft`: tables of some pages of a document, open questions, and with `--out` a definition to fill in. */
export async function definitionDraft(
  pool: Pool | null,
  document: string,
  { pages, state, year, out }: DraftOptions,
): Promise<Result> {
  const { sha256, media_type, bytes } = await findOriginal(pool, loadConfig().sourcesPath, document)
  const { text, layout } = await readDocument(bytes, media_type)
  if (layout === null)
    throw new OperationRefusal('SOURCE_REFUSED', `${sha256}: ${text.ok ? 'it cannot be laid out' : text.reason}`)
  if (pages.to > layout.pages.length)
    throw new OperationRefusal(
      'SOURCE_NOT_FOUND',
      `there is no page ${pages.to}: the document has ${counted(layout.pages.length, 'page')}`,
    )
  const source = { sha256, size_bytes: bytes.byteLength, media_type }
  const draft = draftDefinition({ source, pages, stateCode: state, financialYear: year }, layout)
  if (out !== undefined) await writeDraft(out, draft)
  const data = { sha256, folder: out ?? null, tables: draft.tables, questions: draft.questions }
  return { data, text: draftText(draft, out ?? null) }
}

/** Only into a new or empty folder, so that nobody's work is overwritten. */
async function writeDraft(folder: string, { files, questions }: Draft): Promise<void> {
  const before = await readdir(folder).catch(() => [])
  if (before.length > 0) throw new OperationRefusal('FILE_UNWRITABLE', `${folder} is not empty: name a new folder`)
  await makeFolder(folder).catch(unwritable(folder))
  for (const [name, text] of files) await writeGiven(join(folder, name), text)
  await writeGiven(join(folder, 'questions.md'), questionsText(questions))
}

function draftText({ tables, questions }: Draft, folder: string | null): string {
  const rows = tables.reduce((sum, { rows: own }) => sum + own.length, 0)
  return [
    ...tables.map(tableText),
    ...questions.map(questionText),
    `${counted(tables.length, 'table')}, ${counted(rows, 'row')} with numbers, ${counted(questions.length, 'open question')}`,
    ...(folder === null
      ? []
      : [
          `${folder}: a person must fill in the blanks; \`definition check\` lists them`,
          `only tables were read: \`definition coverage ${folder}\` then lists the numbers and rules of sentences`,
        ]),
  ].join('\n')
}

function tableText({ page, table, columns, rows }: ProposedTable): string {
  return [
    `p.${page} table ${table}`,
    ...columns.map(({ header, charge, unit }) => `  column  ${header}: ${charge ?? '?'}, ${unit ?? '?'}`),
    ...rows.map(
      ({ label, row, from, to }) =>
        `  row     ${label.join(' | ')}: ${row}${from === null ? '' : `, ${from} to ${to ?? 'open'}`}`,
    ),
  ].join('\n')
}

const questionText = ({ page, table, about, ask }: Question): string =>
  `? p.${page}${table === null ? '' : ` table ${table}`}, ${about}: ${ask}`
