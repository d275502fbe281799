import { access, constants, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ConfigError } from './config.ts'
import { writeFault } from './file-fault.ts'
import { makeFolder } from './make-folder.ts'

/** Makes the folder of PRAMAAN_HOME if it is missing. Throws ConfigError if that is not possible, or if it is a file. */
export async function makeHome(home: string): Promise<void> {
  const refused = (why: string): never => {
    throw new ConfigError([`PRAMAAN_HOME: ${home} cannot be used: ${why}`])
  }
  try {
    await makeFolder(home, 0o700)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') refused('it is a file, and no folder')
    refused(writeFault((await faultAbove(resolve(home))) ?? error))
  }
}

/** The fault of the nearest folder above that exists: on a file system without writing reports a missing folder. */
async function faultAbove(path: string): Promise<unknown> {
  const parent = dirname(path)
  if (parent === path) return null
  if ((await stat(parent).catch(() => null)) === null) return await faultAbove(parent)
  return await access(parent, constants.W_OK).then(
    () => null,
    (error: unknown) => error,
  )
}
