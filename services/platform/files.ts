import { rmSync } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { writeFault } from './file-fault.ts'
import { randomHex } from './random.ts'

/** The text of a file; null if there is none. Throws any other fault of the file system. */
export async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
}

/**
 * Makes a folder and those above it that are missing, with `mode`. Throws the fault of the file system. The recursive
 * `mkdir` of Node never returns where a file system takes no folders, as below /proc.
 */
export const makeFolder = (path: string, mode?: number): Promise<void> => makeBelow(resolve(path), mode, false)

/** `hasParent`: the folder above has just been made or was there, so that nobody else made it between two looks. */
async function makeBelow(whole: string, mode: number | undefined, hasParent: boolean): Promise<void> {
  try {
    await mkdir(whole, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await isFolder(whole))) return
    if (code !== 'ENOENT') throw error
    const parent = dirname(whole)
    if (hasParent && (await isFolder(parent)))
      throw Object.assign(new Error(`no folder can be made in ${parent}`), { code: 'ENOTSUP' })
    await makeBelow(parent, mode, false)
    await makeBelow(whole, mode, true)
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** Signals that end a process which does not handle them. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Drafts that are being written. */
const DRAFTS = new Set<string>()

function endedBy(signal: NodeJS.Signals): void {
  for (const draft of DRAFTS) rmSync(draft, { force: true })
  for (const each of ENDING) process.off(each, endedBy)
  process.kill(process.pid, signal)
}

/** A process that handles a signal itself, as every service does, ends after its writes; any other leaves no draft either. */
function beginDraft(draft: string): void {
  if (DRAFTS.size === 0)
    for (const signal of ENDING) if (process.listenerCount(signal) === 0) process.on(signal, endedBy)
  DRAFTS.add(draft)
}

function endDraft(draft: string): void {
  DRAFTS.delete(draft)
  if (DRAFTS.size === 0) for (const signal of ENDING) process.off(signal, endedBy)
}

/**
 * Replaces a file after everything was written: a reader finds the old content or the new one, never a part. If that
 * fails, or Ctrl-C ends a command, the old content stays and no draft is left. Throws what `write` or the file system
 * throws. `mode`: of the file.
 */
export async function replacing<T>(
  path: string,
  mode: number | undefined,
  write: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const draft = `${path}.${randomHex(4)}`
  beginDraft(draft)
  try {
    const file = await open(draft, 'w', mode)
    const done = await write(file).finally(() => file.close())
    await rename(draft, path)
    return done
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  } finally {
    endDraft(draft)
  }
}

/** Writes a file whole, as above, and makes its folder if it is missing. `mode`: of the file. */
export async function writeWhole(path: string, content: string | Uint8Array, mode?: number): Promise<void> {
  await makeFolder(dirname(path), 0o700)
  await replacing(path, mode, (file) => file.writeFile(content)).catch((error: unknown) => {
    throw notWritten(path, error)
  })
}

/** Writes a file that only this user may read and that must not exist yet. If that fails, none is left behind. */
export async function writeSecret(path: string, content: string): Promise<void> {
  await makeFolder(dirname(path), 0o700)
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.chmod(0o600)
  } catch (error) {
    await rm(path, { force: true })
    throw notWritten(path, error)
  } finally {
    await file.close()
  }
}

/** The fault of writing a file, in words. Some faults of the file system, such as a full disk, do not name the file. */
export function notWritten(path: string, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException
  return Object.assign(new Error(`${path} cannot be written: ${writeFault(error)}`), { code })
}
