import { readFile, writeFile } from 'node:fs/promises'
import { OperationRefusal, reasonOf } from '../operations/refusal.ts'

/** Reads a file that the command names. Refused with FILE_UNREADABLE when it is not there, or not text. */
export async function readGiven(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    throw new OperationRefusal('FILE_UNREADABLE', `${path}: ${reasonOf(error)}`)
  }
}

/** Writes a file that the command names. Refused with FILE_UNWRITABLE when it cannot be. */
export async function writeGiven(path: string, content: Uint8Array | string): Promise<void> {
  await writeFile(path, content).catch((error: unknown) => {
    throw new OperationRefusal('FILE_UNWRITABLE', `${path}: ${reasonOf(error)}`)
  })
}
