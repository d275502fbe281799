import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../platform/config.ts'
import { readFault } from '../platform/file-fault.ts'

/** The folders in a folder, also behind links. Hidden ones (`.git`) and files (a README) hold no definition. */
async function foldersIn(path: string): Promise<string[]> {
  const names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort()
  const isFolder = async (name: string): Promise<boolean> =>
    stat(join(path, name)).then(
      (found) => found.isDirectory(),
      // A broken link: whoever reads it says so.
      () => true,
    )
  const found = await Promise.all(names.map(isFolder))
  return names.filter((_name, index) => found[index])
}

/**
 * The release definitions of each state, `<state>/<financial year>`, the latest year first: it answers requests without
 * a date, and an earlier year that serves already would be refused to give these up (LEAVES_GAP). Throws ConfigError if
 * a folder cannot be read.
 */
export async function definitionsBelow(path: string): Promise<string[][]> {
  try {
    return await Promise.all(
      (await foldersIn(path)).map(async (state) => {
        const years = (await foldersIn(join(path, state))).reverse()
        return years.map((year) => join(path, state, year))
      }),
    )
  } catch (error) {
    const { path: at = path } = error as NodeJS.ErrnoException
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const why = isMissing ? 'there is no folder with this name, or it is a broken link' : readFault(error)
    throw new ConfigError([`PRAMAAN_DEFINITIONS: ${at} cannot be used: ${why}`])
  }
}
