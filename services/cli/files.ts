import { createReadStream } from 'node:fs'
import { type FileHandle, open, realpath, stat } from 'node:fs/promises'
import { parsedJson } from '../../releases/record/json-text.ts'
import { unreadable, unwritable } from '../operations/refusal.ts'
import { isWriteFault } from '../platform/file-fault.ts'
import { replacing } from '../platform/files.ts'

/** No answer, bundle or list of ours is larger; a device gives bytes without end. */
const MOST_BYTES = 64 * 1024 * 1024

/** The bytes of a file or a pipe named by the command. Throws an error of the file system, or for more than 64 MiB. */
export async function readBytes(path: string): Promise<Uint8Array> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of createReadStream(path)) {
    size += part.length
    if (size > MOST_BYTES) throw new Error('it has more than 64 MiB: name another file')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Reads a file named by the command. Refused with FILE_UNREADABLE if it does not exist or is not text. */
export async function readGiven(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readBytes(path))
  } catch (error) {
    return unreadable(path)(error)
  }
}

/** The JSON in a file named by the command; null if it is not JSON. Refused with FILE_UNREADABLE as above. */
export async function readGivenJson(path: string): Promise<unknown> {
  return parsedJson(await readGiven(path))
}

/**
 * Writes a file named by the command. It is replaced whole, after everything was written: if that fails, or Ctrl-C ends
 * it, the old content stays and nothing incomplete is left. A device or a pipe is written directly. Refused with
 * FILE_UNWRITABLE.
 */
export async function writingGiven<T>(path: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const found = await stat(path).catch(() => null)
  try {
    if (found === null) return await replacing(path, undefined, write)
    if (found.isFile()) return await replacing(await realpath(path), found.mode, write)
    const file = await open(path, 'w')
    return await write(file).finally(() => file.close())
  } catch (error) {
    // Faults of what is written have their own message.
    if (!isWriteFault(error)) throw error
    return unwritable(path)(error)
  }
}

/** Writes a file named by the command, whole. Refused with FILE_UNWRITABLE if that fails. */
export async function writeGiven(path: string, content: Uint8Array | string): Promise<void> {
  await writingGiven(path, (file) => file.writeFile(content))
}
