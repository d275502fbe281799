import type { Pool } from 'pg'
import { entriesPath, leavesUnder, TILE_HASHES, type Tile, tilePath } from '../../../releases/proof/merkle/tiles.ts'
import { readLogEntries, readLogTile } from '../../platform/log-tiles.ts'
import { readBundle, readTrust } from '../../platform/release-bundle.ts'
import { readSealedRecord } from '../evidence/sealed-releases.ts'
import { readNewestChanges } from '../log-changes.ts'
import { buildDocument } from '../openapi/document.ts'
import { DOCS_FILES } from '../routes/docs.ts'
import { ROUTES } from '../routes/index.ts'
import type { Snapshot } from '../snapshot/serving-release.ts'
import type { SignedState } from '../snapshot/signed-state.ts'
import { builtSite } from './build.ts'
import { FEED_KINDS } from './change-words.ts'
import { feedText } from './changes-feed.ts'
import { inService } from './models-of.ts'
import { pageAt, publicCoverage, publicServing } from './public-data.ts'
import { readSealed, type Sealed } from './sealed-models.ts'

/** A file below the folder, by its relative path. */
type PublishedFile = { readonly path: string; readonly content: string | Uint8Array }

type Published = {
  readonly pool: Pool
  readonly snapshot: Snapshot
  readonly signed: Pick<SignedState, 'newest' | 'trust'>
}

/**
 * Everything that is available without a key, as files that any file server can serve: immutable files first, then
 * those that refer to them. Throws if a part of a release in service cannot be read.
 */
export async function* publishedFiles({ pool, snapshot, signed }: Published): AsyncGenerator<PublishedFile> {
  const { newest, trust } = signed
  if (newest === null) throw new Error('nothing is signed')
  const { size } = newest.checkpoint
  const site = await builtSite()
  for (const [name, { bytes }] of site.files) yield { path: `assets/${name}`, content: bytes }
  yield* docsFiles()
  const sealed = await readSealed(pool, size)
  for (const [releaseSha256, revision] of revisionsOf(snapshot, sealed)) {
    const bundle = await readBundle(pool, { releaseSha256, revision }, 'first', trust)
    yield { path: `public/releases/${releaseSha256}`, content: had(bundle, releaseSha256).bytes }
  }
  for (const tile of tilesOf(size)) {
    yield { path: `log/tile/${tilePath(tile)}`, content: had(await readLogTile(pool, tile, size), tilePath(tile)) }
    if (tile.level > 0) continue
    const entries = await readLogEntries(pool, tile, size)
    yield { path: `log/tile/${entriesPath(tile)}`, content: had(entries, entriesPath(tile)) }
  }
  const data = { snapshot, past: { pool, sealed } }
  for (const path of ['/', '/releases', '/changes', '/glossary'] as const)
    yield { path: `${path.slice(1)}/index.html`, content: (await pageAt(site, data, path)).html }
  for (const hash of new Set(sealed.releases.map(({ release_sha256 }) => release_sha256))) {
    yield { path: `releases/${hash}/index.html`, content: (await pageAt(site, data, '/releases/:sha256', hash)).html }
  }
  for (const hash of await sealedRows(pool, sealed)) {
    yield { path: `evidence/${hash}/index.html`, content: (await pageAt(site, data, '/evidence/:sha256', hash)).html }
  }
  const nothing = { title: 'Not found', what: 'Nothing is published here.' }
  yield { path: '404.html', content: site.pages.notFound(site.assets, nothing) }
  yield { path: 'public/coverage.json', content: JSON.stringify(publicCoverage(snapshot)) }
  yield { path: 'changes.atom', content: feedText(trust.origin, await readNewestChanges(pool, size, FEED_KINDS)) }
  yield { path: 'v1/trust.json', content: had(await readTrust(pool, trust), 'the trust document') }
  yield { path: 'public/serving.json', content: JSON.stringify(publicServing(snapshot)) }
  yield { path: 'log/serving.json', content: newest.servingText }
  yield { path: 'log/checkpoint', content: newest.note }
}

/** The revision by which each record is published: the one in service, otherwise the newest. */
function revisionsOf(snapshot: Snapshot, { releases }: Sealed): Map<string, number> {
  return new Map([
    ...releases.toReversed().map(({ release_sha256: hash, revision }) => [hash, revision] as const),
    ...inService(snapshot).map(({ pointer }) => [pointer.release_sha256, pointer.revision] as const),
  ])
}

/** Every row of every release. */
async function sealedRows(pool: Pool, { releases }: Sealed): Promise<Set<string>> {
  const rows = new Set<string>()
  for (const { release_sha256: hash } of releases) {
    const found = await readSealedRecord(pool, hash)
    for (const { row_sha256: row } of found?.record.rows ?? []) rows.add(row)
  }
  return rows
}

function had<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`${what} is not available`)
  return value
}

/** The contract and its page, which can be read without a service. */
async function* docsFiles(): AsyncGenerator<PublishedFile> {
  for (const [name, file] of DOCS_FILES) yield { path: `v1/docs/${name}`, content: (await file()).bytes }
  yield { path: 'v1/openapi.json', content: JSON.stringify(buildDocument(ROUTES)) }
}

/** Every tile of a tree with this number of leaves: full ones, and the partial one at the right edge of each level. */
function tilesOf(size: number): Tile[] {
  const tiles: Tile[] = []
  for (let level = 0; leavesUnder(level) <= size; level += 1) {
    const hashes = Math.floor(size / leavesUnder(level))
    for (let index = 0; index * TILE_HASHES < hashes; index += 1)
      tiles.push({ level, index, width: Math.min(TILE_HASHES, hashes - index * TILE_HASHES) })
  }
  return tiles
}
