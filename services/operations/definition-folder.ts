import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Pool } from 'pg'
import { sha256 } from '#digest'
import type { DefinitionInput } from '../../pipeline/commands/open-candidate.ts'
import { MAX_SOURCE_BYTES } from '../../pipeline/intake/extract-text.ts'
import { DEFINITION_FILES, READING_FILES } from '../../pipeline/intake/read-definition.ts'
import { getBlob } from '../../pipeline/store/blobs.ts'
import { OperationRefusal, unreadable } from './refusal.ts'

async function readText(path: string): Promise<string | null> {
  try {
    if (!(await stat(path)).isFile()) throw new Error('it is not a file')
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    return unreadable(path)(error)
  }
}

/** Reads a source file, unless it exceeds the size limit: then it is refused unread. */
export async function readSourceFile(path: string): Promise<Uint8Array> {
  const found = await stat(path).catch(unreadable(path))
  // A pipe or a device has no size and may never end.
  if (!found.isFile())
    throw new OperationRefusal('FILE_UNREADABLE', `${path} is not a file: a source must be a document on disk`)
  const { size } = found
  if (size > MAX_SOURCE_BYTES) {
    throw new OperationRefusal(
      'SOURCE_TOO_LARGE',
      `${path} has ${size} bytes; a source may have at most ${MAX_SOURCE_BYTES} (64 MiB): add only the part that contains the tariff`,
    )
  }
  return readFile(path)
}

/** Where an original may be put to be found by its hash. Without a database, one that was registered is not seen. */
export function placesOfOriginals(pool: Pool | null, sourcesPath: string): string {
  const registered =
    pool === null ? 'start the service, if it was added there with `source add`' : '`source add <file>`'
  return `${sourcesPath}, or ${registered}`
}

/** Originals are found by hash among the files of the sources folder, whatever their names. */
async function findByHash(folder: string, hash: string, size: number): Promise<Uint8Array | null> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found === null || !found.isFile() || found.size !== size) continue
    const bytes = await readFile(path)
    if (sha256(bytes) === hash) return bytes
  }
  return null
}

/**
 * A parsed definition folder: its files and its sources, which are found next to them, in PRAMAAN_SOURCES by hash, or
 * among those registered with `source add` if there is a database.
 */
export async function readDefinitionFolder(
  pool: Pool | null,
  directory: string,
  sourcesPath: string,
): Promise<DefinitionInput> {
  const folder = resolve(directory)
  const found = await stat(folder).catch(() => null)
  if (found === null) throw new OperationRefusal('NOT_A_DEFINITION', `there is no folder ${folder}`)
  if (!found.isDirectory())
    throw new OperationRefusal('NOT_A_DEFINITION', `${directory} is a file: give the folder of the release definition`)
  const files = new Map<string, string>()
  for (const name of [...DEFINITION_FILES, ...READING_FILES]) {
    const text = await readText(join(folder, name))
    if (text !== null) files.set(name, text)
  }
  if (files.size === 0) {
    throw new OperationRefusal(
      'NOT_A_DEFINITION',
      `${folder} contains none of ${DEFINITION_FILES.join(', ')}: use the folder of a release definition, such as releases/states/BR/2026-27`,
    )
  }
  return {
    files,
    sourceBytes: async ({ file, sha256: hash, size_bytes: size }) => {
      if (file !== null) {
        const path = resolve(folder, file)
        if (!path.startsWith(`${folder}/`))
          throw new OperationRefusal('FILE_UNREADABLE', `${file} lies outside the definition's folder`)
        const real = await realpath(path).catch(() => null)
        if (real === null) return null
        // A link may lead anywhere, but a definition's own files must be in its folder.
        if (!real.startsWith(`${await realpath(folder)}/`))
          throw new OperationRefusal('FILE_UNREADABLE', `${file} is a link to a place outside the definition's folder`)
        return readSourceFile(path)
      }
      return (pool === null ? null : await getBlob(pool, hash)) ?? (await findByHash(sourcesPath, hash, size))
    },
  }
}
