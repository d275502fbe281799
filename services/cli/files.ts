import { readFile, writeFile } from 'node:fs/promises'
import { OperationRefusal, reasonOf } from '../operations/refusal.ts'

/** Reads a file named by the command. Refused with FILE_UNREADABLE if it does not exist or is not text. */
export async function readGiven(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    throw new OperationRefusal('FILE_UNREADABLE', `${path}: ${reasonOf(error)}`)
  }
}

/** The JSON in a file named by the command; null if it is not JSON. Refused with FILE_UNREADABLE as above. */
export async function readGivenJson(path: string): Promise<unknown> {
  const text = await readGiven(path)
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Writes a file named by the command. Refused with FILE_UNWRITABLE if that fails. */
export async function writeGiven(path: string, content: Uint8Array | string): Promise<void> {
  await writeFile(path, content).catch((error: unknown) => {
    throw new OperationRefusal('FILE_UNWRITABLE', `${path}: ${reasonOf(error)}`)
  })
}
