import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Argument, type Command } from 'commander'
import { parse } from 'yaml'
import * as z from 'zod'
import { registerSource } from '../../pipeline/commands/register-source.ts'
import { attestSource } from '../../pipeline/commands/trust-acts.ts'
import { mediaTypeOf } from '../../pipeline/intake/media-type.ts'
import { catchUp } from '../../pipeline/projections/read-model.ts'
import { getPages } from '../../pipeline/store/blobs.ts'
import { counted } from '../../releases/record/counted.ts'
import { readSourceFile } from '../operations/definition-folder.ts'
import { OperationRefusal, reasonOf, requireDone } from '../operations/refusal.ts'
import { untilSigned } from '../operations/until-signed.ts'
import { hashPart, nonBlank } from './arguments.ts'
import type { CliContext } from './context.ts'
import { readGiven } from './files.ts'
import { type Result, tableOnTerminal } from './output.ts'
import { adderTo, runWith } from './program.ts'
import { addSourceTextCommands } from './source-text.ts'

type SourceRow = {
  sha256: string
  media_type: string
  size_bytes: number
  page_count: number
  text_sha256: string
  file_name: string
  registered_at: Date
  identity: string | null
  /** Codes of the states with an opened release that cites it. */
  states: string[]
}

/** For people and programs: identity as values, not as the stored text. */
const shown = (row: SourceRow): object => ({
  ...row,
  identity: row.identity === null ? null : JSON.parse(row.identity),
})

/** One document for people: its hash, what it is, and the statements of who added it. */
function sourceText({ sha256, identity, ...row }: SourceRow): string {
  const said = identity === null ? [] : Object.entries(JSON.parse(identity) as Record<string, unknown>)
  const facts: readonly (readonly [string, unknown])[] = [
    ['file', `${row.file_name}: ${counted(row.page_count, 'page')}, ${row.size_bytes} bytes, ${row.media_type}`],
    ['text', row.text_sha256],
    ['added', row.registered_at.toISOString()],
    ['states', row.states.length === 0 ? 'no release cites it' : row.states.join(' ')],
    ...said,
  ]
  const lines = facts.map(([name, value]) => `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return [sha256, ...lines].join('\n')
}

/** A person's statements about a document: a mapping of JSON values, since the log stores it. */
async function readIdentity(file: string): Promise<Record<string, unknown>> {
  let given: unknown
  try {
    given = parse(await readGiven(file), { maxAliasCount: 10 })
  } catch (error) {
    if (error instanceof OperationRefusal) throw error
    throw new OperationRefusal('IDENTITY_INVALID', `${file} is not YAML: ${reasonOf(error)}`)
  }
  const identity = z.record(z.string(), z.json()).safeParse(given)
  if (identity.success) return identity.data
  throw new OperationRefusal(
    'IDENTITY_INVALID',
    `${file} is not a mapping of plain values, as "issuer: …": ${z.prettifyError(identity.error)}`,
  )
}

async function add(
  context: CliContext,
  file: string,
  { identity: identityFile }: { identity?: string },
): Promise<Result> {
  const { pool, person, now } = context
  const bytes = await readSourceFile(file)
  const mediaType = mediaTypeOf(file)
  if (mediaType === null)
    throw new OperationRefusal('SOURCE_REFUSED', `${file}: a source is a .pdf, .html, .csv, .md or .txt file`)
  const identity = identityFile === undefined ? null : await readIdentity(identityFile)
  const source = { bytes, fileName: basename(file), mediaType, identity }
  const registered = await registerSource(pool, source, await person(), now())
  if (!registered.ok && registered.reason === 'refused')
    throw new OperationRefusal(registered.code, registered.message, registered.details)
  if (!registered.ok) throw new OperationRefusal('SOURCE_REFUSED', `${file}: ${registered.message}`)
  await catchUp(pool)
  const { sha256, page_count, size_bytes } = registered.source
  // A document is registered once; what a later call says about it is not entered.
  if (
    identity !== null &&
    !isDeepStrictEqual(identity, JSON.parse((await oneSource(context, sha256)).identity ?? 'null'))
  )
    throw new OperationRefusal(
      'IDENTITY_INVALID',
      `${file} was registered before, with another identity or none, which is kept: see \`source show ${sha256}\``,
    )
  const empty = await pagesWithoutText(pool, sha256)
  const lines = [sha256, `  ${file}: ${counted(page_count, 'page')}, ${size_bytes} bytes`]
  if (empty.length > 0) lines.push(`  no text on page ${empty.join(', ')}, perhaps a scan: it cannot be cited`)
  return { data: { ...registered.source, pages_without_text: empty }, text: lines.join('\n') }
}

/** Pages, from 1, of a document in which only other pages have text. */
async function pagesWithoutText(pool: CliContext['pool'], hash: string): Promise<number[]> {
  const pages = (await getPages(pool, hash)) ?? []
  return pages.flatMap((page, index) => (page.trim() === '' ? [index + 1] : []))
}

async function attest(
  context: CliContext,
  given: string,
  said: { obtainedFrom: string; compared: string },
): Promise<Result> {
  const { pool, now } = context
  const { sha256: hash } = await oneSource(context, given)
  const by = await context.person()
  const result = await attestSource({ pool, signatories: [by], now }, hash, said)
  requireDone(result)
  await untilSigned(pool, await context.trust())
  return { data: { sha256: hash, person: by.name }, text: `${by.name} has attested ${hash}` }
}

/** Sources whose hash begins so, in the order of registration. */
async function sourcesLike({ pool }: CliContext, hash: string): Promise<SourceRow[]> {
  const found = await pool.query<SourceRow>(
    `SELECT sources.*, ARRAY(
       SELECT state_code FROM read.source_states AS cited WHERE cited.sha256 = sources.sha256 ORDER BY state_code
     ) AS states
     FROM read.sources AS sources WHERE starts_with(sha256, $1) ORDER BY registered_at, sha256`,
    [hash],
  )
  return found.rows
}

/** The document named by a hash or a prefix of one. Refused with SOURCE_NOT_FOUND if there is none or more than one. */
async function oneSource(context: CliContext, hash: string): Promise<SourceRow> {
  const found = await sourcesLike(context, hash)
  const [only, ...others] = found
  if (only === undefined)
    throw new OperationRefusal('SOURCE_NOT_FOUND', `no source has sha256 ${hash}; see \`source list\``)
  if (others.length > 0)
    throw new OperationRefusal(
      'SOURCE_NOT_FOUND',
      `${found.length} sources have a sha256 that begins with ${hash}: give more digits`,
    )
  return only
}

const sha256 = (): Argument =>
  new Argument('<sha256>', 'its sha256, or at least the first 8 digits').argParser(hashPart)

/** `pramaan source …`: documents, and what the program reads in them. */
export function addSourceCommands(source: Command): void {
  const command = adderTo(source)
  command('add <file>', 'register a document by its hash, and extract its text page by page', {
    file: 'a .pdf, .html, .csv, .md or .txt file of at most 64 MiB',
  })
    .option('--identity <file>', 'YAML with issuer, title, dates')
    .action(runWith(add))
  command('attest', "attest that a document is the regulator's own (stage production requires two people)")
    .addArgument(sha256())
    .requiredOption('--obtained-from <text>', 'where you got the file (required)', nonBlank)
    .requiredOption('--compared <text>', 'what you compared it with (required)', nonBlank)
    .action(runWith(attest))
  command('list', 'list the registered documents').action(
    runWith(async (context) => {
      const found = await sourcesLike(context, '')
      const cells = found.map((row) => [
        row.sha256.slice(0, 16),
        row.file_name,
        String(row.page_count),
        String(row.size_bytes),
        row.states.join(' ') || '-',
      ])
      return {
        data: { sources: found.map(shown) },
        text: tableOnTerminal(['sha256', 'file', 'pages', 'bytes', 'states'], cells),
      }
    }),
  )
  command('show', 'show one document')
    .addArgument(sha256())
    .action(
      runWith(async (context, hash: string) => {
        const row = await oneSource(context, hash)
        return { data: shown(row), text: sourceText(row) }
      }),
    )
  addSourceTextCommands(source)
}
