import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { sha256 as sha256Of } from '#digest'
import { type Draft, draftDefinition, questionsText } from '../../pipeline/intake/draft/draft-definition.ts'
import type { ProposedTable, Question } from '../../pipeline/intake/draft/propose-table.ts'
import { readDocument } from '../../pipeline/intake/lay-out.ts'
import { type MediaType, mediaTypeOf } from '../../pipeline/intake/media-type.ts'
import { getBlob } from '../../pipeline/store/blobs.ts'
import { counted } from '../../releases/record/counted.ts'
import { readSourceFile } from '../operations/definition-folder.ts'
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
  hash: string,
  { pages, state, year, out }: DraftOptions,
): Promise<Result> {
  const { sha256, media_type, bytes } = await findOriginal(pool, loadConfig().sourcesPath, hash)
  const { text, layout } = await readDocument(bytes, media_type)
  if (layout === null)
    throw new OperationRefusal('SOURCE_REFUSED', `${sha256}: ${text.ok ? 'it cannot be laid out' : text.reason}`)
  if (pages.to > layout.pages.length)
    throw new OperationRefusal(
      'SOURCE_NOT_FOUND',
      `the document has pages 1 to ${layout.pages.length}; pages ${pages.from}-${pages.to} do not exist`,
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
    ...(folder === null ? [] : [`${folder}: a person must fill in the blanks; \`definition check\` lists them`]),
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

type Original = { readonly sha256: string; readonly media_type: MediaType; readonly bytes: Uint8Array }

/**
 * A document by its hash or a prefix: among the files of `sourcesPath`, or the registered ones if there is a database.
 * Refused with SOURCE_NOT_FOUND if none or several match.
 */
async function findOriginal(pool: Pool | null, sourcesPath: string, hash: string): Promise<Original> {
  const found = new Map<string, Original>()
  for (const original of [
    ...(await amongFiles(sourcesPath, hash)),
    ...(pool === null ? [] : await registered(pool, hash)),
  ])
    found.set(original.sha256, original)
  const [only, ...others] = found.values()
  if (only !== undefined && others.length === 0) return only
  throw new OperationRefusal(
    'SOURCE_NOT_FOUND',
    only === undefined
      ? `no document has sha256 ${hash}: put it into ${sourcesPath}, or run \`source add <file>\` if a service is running`
      : `${found.size} documents have a sha256 that begins with ${hash}: give more digits`,
  )
}

async function amongFiles(folder: string, hash: string): Promise<Original[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found: Original[] = []
  for (const entry of entries) {
    const media_type = mediaTypeOf(entry.name)
    if (media_type === null || !entry.isFile()) continue
    const bytes = await readSourceFile(join(folder, entry.name))
    const sha256 = sha256Of(bytes)
    if (sha256.startsWith(hash)) found.push({ sha256, media_type, bytes })
  }
  return found
}

async function registered(pool: Pool, hash: string): Promise<Original[]> {
  const rows = await pool.query<{ sha256: string; media_type: MediaType }>(
    `SELECT sha256, media_type FROM read.sources WHERE starts_with(sha256, $1) ORDER BY sha256 LIMIT 2`,
    [hash],
  )
  const found: Original[] = []
  for (const { sha256, media_type } of rows.rows) {
    const bytes = await getBlob(pool, sha256)
    if (bytes !== null) found.push({ sha256, media_type, bytes })
  }
  return found
}
