import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Pool } from 'pg'
import type { Trust } from '../../releases/proof/format/trust.ts'
import { publishedFiles } from '../api/site/published-files.ts'
import type { Problem } from '../api/snapshot/serving-release.ts'
import { SignedState } from '../api/snapshot/signed-state.ts'
import { SnapshotStore } from '../api/snapshot/snapshot-store.ts'
import { OperationRefusal, unwritable } from '../operations/refusal.ts'
import { readFault } from '../platform/file-fault.ts'
import { makeFolder } from '../platform/files.ts'
import type { CliContext } from './context.ts'
import { writeGiven } from './files.ts'
import type { Result } from './output.ts'

/** Marks a folder that was published before; another folder that is not empty is not written to. */
const MARK = join('log', 'checkpoint')
/** The same for a folder whose first publication did not end: the checkpoint comes after what it names. */
const BEGUN = '.unfinished'
/** Folders whose files are removed once the log no longer has their subject. */
const LEAVING = ['releases', 'evidence', join('public', 'releases')]

/** `release publish`: writes everything that is available without a key as files. */
export async function publish({ pool, config, trust }: CliContext, folder: string): Promise<Result> {
  if (!config.isPublic)
    throw new OperationRefusal('NOT_PUBLIC', 'PRAMAAN_PUBLIC is false: nothing is served without a key')
  const written = await publishTo(folder, pool, await trust())
  return {
    data: { folder, ...written },
    text: `${written.releases} releases, ${written.files} files written to ${folder}`,
  }
}

/**
 * The same, for a database and the keys that sign its log. If something cannot be confirmed, it is refused before
 * anything is written.
 */
export async function publishTo(
  given: string,
  pool: Pool,
  trust: Trust,
): Promise<{ readonly releases: number; readonly files: number }> {
  // Empty text is the current folder when it is written to, and no folder when it is looked for.
  const folder = resolve(given)
  const isNew = await isEmpty(folder)
  if (!isNew && !existsSync(join(folder, MARK)) && !existsSync(join(folder, BEGUN)))
    throw new OperationRefusal(
      'FILE_UNWRITABLE',
      `${folder} is not empty and was not written by \`release publish\`: name a new folder`,
    )
  const seen = await mkdtemp(join(tmpdir(), 'pramaan-publish-'))
  try {
    const { signed, store } = await readServed(pool, trust, seen)
    const kept = new Set<string>()
    if (isNew) await writePublished(join(folder, BEGUN), '')
    for await (const { path, content } of publishedFiles({ pool, snapshot: store.current, signed })) {
      await writePublished(join(folder, path), content)
      kept.add(join(folder, path))
    }
    for (const name of LEAVING) await removeOthers(join(folder, name), kept)
    await rm(join(folder, BEGUN), { force: true })
    return { releases: [...store.current.byState.values()].flat().length, files: kept.size }
  } finally {
    await rm(seen, { recursive: true })
  }
}

/** Releases in service, as a newly started API instance would load them. */
async function readServed(pool: Pool, trust: Trust, folder: string) {
  const problems: Problem[] = []
  const doubts: string[] = []
  const signed = await SignedState.open({
    trust,
    trustPath: join(folder, 'trust.json'),
    seenPath: join(folder, 'seen.json'),
    onError: () => {},
  })
  const store = new SnapshotStore({
    pool,
    signed,
    onProblem: (problem) => problems.push(problem),
    onDoubt: ({ reason }) => doubts.push(reason),
    onSwap: () => {},
  })
  await store.refresh()
  const reasons = [...doubts, ...problems.map(({ release_id, reason }) => `${release_id}: ${reason}`)]
  if (reasons.length > 0) throw new OperationRefusal('VERIFIED_RUNTIME_UNAVAILABLE', reasons.join('; '))
  if (signed.newest === null)
    throw new OperationRefusal('LOG_EMPTY', 'nothing has been signed yet, so there is nothing to publish')
  return { signed, store }
}

async function isEmpty(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return true
  const names = await readdir(folder).catch((error: unknown) => {
    throw new OperationRefusal('FILE_UNWRITABLE', `${folder}: ${readFault(error)}`)
  })
  return names.length === 0
}

/** Permissions that let any file server read the folders. */
async function writePublished(path: string, content: string | Uint8Array): Promise<void> {
  await makeFolder(dirname(path)).catch(unwritable(path))
  await writeGiven(path, content)
}

/** Removes everything directly in a folder that is neither a kept file nor a folder of one. */
async function removeOthers(folder: string, kept: ReadonlySet<string>): Promise<void> {
  if (!existsSync(folder)) return
  const folders = new Set([...kept].map((file) => dirname(file)))
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (!kept.has(path) && !folders.has(path)) await rm(path, { recursive: true })
  }
}
