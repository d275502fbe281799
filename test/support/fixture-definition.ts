import { sha256 } from '#digest'
import type { Candidate } from '../../pipeline/gates/gate.ts'
import { buildCandidate, type RegisteredSource } from '../../pipeline/intake/build-candidate.ts'
import { extractText } from '../../pipeline/intake/extract-text.ts'
import { readDefinition } from '../../pipeline/intake/read-definition.ts'
import { textIdentity } from '../../pipeline/intake/text-identity.ts'
import { CATEGORIES_YAML, RELEASE_YAML, SOURCES_YAML } from './fixture/release-yaml.ts'
import { CASES_CSV, ROWS_CSV } from './fixture/rows-csv.ts'
import { RULES_YAML } from './fixture/rules-yaml.ts'
import { SHEETS } from './fixture/sheets.ts'

/**
 * A small complete release definition of a state that does not exist: rows XX-WATER (flat, per connection), XX-DOM
 * (telescopic, per kW, with free units) and XX-HT (per kVAh and kVA, with a peak factor); grades transcription,
 * carried, derived and specimen; one route of each kind. It passes all gates, so that a test can break one thing in it.
 */
export function fixtureDefinition(): Map<string, string> {
  const files = new Map<string, string>([
    ['release.yaml', RELEASE_YAML],
    ['sources.yaml', SOURCES_YAML],
    ['categories.yaml', CATEGORIES_YAML],
    ['rows.csv', ROWS_CSV],
    ['rules.yaml', RULES_YAML],
    ['cases.csv', CASES_CSV],
    ...Object.entries(SHEETS),
  ])
  withSourceHashes(files)
  return files
}

export type Edit = (files: Map<string, string>) => void

/** Writes the actual hash and size of each sheet into sources.yaml. */
export function withSourceHashes(files: Map<string, string>): void {
  const declared = files.get('sources.yaml') ?? ''
  const hashed = declared.replace(
    /( +)file: (\S+)\n +sha256: .*\n +size_bytes: .*\n/g,
    (block: string, indent: string, file: string) => {
      const sheet = files.get(file)
      if (sheet === undefined) return block
      const size = new TextEncoder().encode(sheet).byteLength
      return `${indent}file: ${file}\n${indent}sha256: "${sha256(sheet)}"\n${indent}size_bytes: ${size}\n`
    },
  )
  files.set('sources.yaml', hashed)
}

/** Replaces text in one file. Throws if the text is not found, so that no edit silently does nothing. */
export function replaceIn(files: Map<string, string>, file: string, from: string | RegExp, to: string): void {
  const before = files.get(file)
  const after = before?.replace(from, to)
  if (before === undefined || after === undefined || after === before) {
    throw new Error(`nothing to replace in ${file}: ${String(from)}`)
  }
  files.set(file, after)
}

type FixtureSources = {
  readonly registered: Map<string, RegisteredSource>
  /** By the sha256 of the bytes, as gates look them up. */
  readonly bytes: Map<string, Uint8Array>
  readonly pages: Map<string, readonly string[]>
}

/** Registers the sheets of a definition from its files: bytes, text and their hashes. */
export async function registerFixtureSources(files: ReadonlyMap<string, string>): Promise<FixtureSources> {
  const sources: FixtureSources = { registered: new Map(), bytes: new Map(), pages: new Map() }
  const { definition } = readDefinition(files)
  for (const { source_id, file, media_type } of definition === null ? [] : definition.sources) {
    const sheet = file === null ? undefined : files.get(file)
    if (sheet === undefined) continue
    const bytes = new TextEncoder().encode(sheet)
    const extracted = await extractText(bytes, media_type)
    if (!extracted.ok) throw new Error(`${source_id}: ${extracted.reason}`)
    const hash = sha256(bytes)
    sources.bytes.set(hash, bytes)
    sources.pages.set(hash, extracted.pages)
    const identity = textIdentity(extracted.pages)
    sources.registered.set(source_id, {
      sha256: hash,
      size_bytes: bytes.byteLength,
      media_type,
      held: true,
      ...identity,
    })
  }
  return sources
}

type FixtureOptions = {
  /** Keeps the declared hashes, so that they do not match an edited sheet. */
  readonly keepHashes?: boolean
}

/** The files of the fixture after an edit, with the hashes of edited sheets declared again unless told not to. */
export function editedDefinition(
  edit: Edit = () => {},
  { keepHashes = false }: FixtureOptions = {},
): Map<string, string> {
  const files = fixtureDefinition()
  edit(files)
  if (!keepHashes) withSourceHashes(files)
  return files
}

/** The candidate of the fixture after an edit. Throws, with the findings, if there is no candidate. */
export async function fixtureCandidate(edit?: Edit, options?: FixtureOptions): Promise<Candidate> {
  return (await fixtureRelease(edit, options)).candidate
}

/** The candidate with its files and its sources, for gates that need more than the candidate. */
export async function fixtureRelease(
  edit?: Edit,
  options?: FixtureOptions,
): Promise<{ candidate: Candidate; files: Map<string, string>; sources: FixtureSources }> {
  const files = editedDefinition(edit, options)
  const { definition, findings } = readDefinition(files)
  if (definition === null) throw new Error(`no definition: ${JSON.stringify(findings, null, 2)}`)
  const sources = await registerFixtureSources(files)
  const built = buildCandidate(definition, sources.registered)
  if (built.candidate === null) throw new Error(`no candidate: ${JSON.stringify(built.findings, null, 2)}`)
  return { candidate: built.candidate, files, sources }
}
