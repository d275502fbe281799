import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openContext } from '../../../services/cli/context.ts'
import { readGiven, writeGiven, writingGiven } from '../../../services/cli/files.ts'
import { loadConfig } from '../../../services/platform/config.ts'
import { createLogger } from '../../../services/platform/logger.ts'
import { makeHome, startStack } from '../../../services/standalone/stack.ts'
import { PATIENCE_MS } from '../../support/patience.ts'

/** A fault of a file is said in words, and never leaves half a file. */

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pramaan-files-'))
  await chmod(folder, 0o711)
})
afterAll(() => rm(folder, { recursive: true }))

describe('a file that cannot be read is refused with why:', () => {
  test.each([
    ['missing', 'there is no file with this name, or it is a broken link'],
    ['.', 'it is a folder'],
    ['file/inside', 'a part of this path is a file, not a folder'],
    ['bytes', 'it is not text in UTF-8'],
  ])('%s', async (name, why) => {
    await writeFile(join(folder, 'file'), '')
    await writeFile(join(folder, 'bytes'), new Uint8Array([0xff]))
    const path = join(folder, name)
    await expect(readGiven(path)).rejects.toMatchObject({ code: 'FILE_UNREADABLE', message: `${path}: ${why}` })
  })

  test('by its whole path, since npm runs a command in another folder than the one it is typed in', async () => {
    const path = relative(process.cwd(), join(folder, 'nowhere'))
    await expect(readGiven(path)).rejects.toThrow(`${join(folder, 'nowhere')}: there is no file with this name`)
  })
})

describe('a file that cannot be written is refused with why:', () => {
  test.each([
    ['.', 'it is a folder: name a file'],
    ['no-such-folder/x', 'its folder does not exist'],
  ])('%s', async (name, why) => {
    const path = join(folder, name)
    await expect(writeGiven(path, 'text')).rejects.toMatchObject({
      code: 'FILE_UNWRITABLE',
      message: `${path}: ${why}`,
    })
  })

  test('a write that fails half-way leaves the old content and no part of the new', async () => {
    const path = join(folder, 'kept')
    await writeGiven(path, 'old')
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
    const half = writingGiven(path, async (file) => {
      await file.appendFile('ne')
      throw full
    })
    await expect(half).rejects.toMatchObject({ code: 'FILE_UNWRITABLE', message: `${path}: the disk is full` })
    expect(await readFile(path, 'utf8')).toBe('old')
    await writeGiven(path, 'new')
    expect(await readFile(path, 'utf8')).toBe('new')
  })

  test('a fault of what is written keeps its own message', async () => {
    const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    await expect(writingGiven(join(folder, 'x'), () => Promise.reject(lost))).rejects.toBe(lost)
    await expect(readGiven(join(folder, 'x'))).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
  })
})

describe('a home that cannot be made is a wrong setting:', () => {
  test('a file', async () => {
    const path = join(folder, 'file')
    await writeFile(path, '')
    await expect(makeHome(path)).rejects.toThrow(`PRAMAAN_HOME: ${path} cannot be used: it is a file, not a folder`)
  })
  test('one in which the folder of sources cannot be made', async () => {
    const home = join(folder, 'taken')
    await makeHome(home)
    await writeFile(join(home, 'sources'), '')
    const starting = startStack(loadConfig({ PRAMAAN_HOME: home }), createLogger('test', 'silent'))
    await expect(starting).rejects.toThrow(`PRAMAAN_HOME: ${home}/sources cannot be used: it is a file, not a folder`)
  })
  test('a folder below a file', async () => {
    const path = join(folder, 'file', 'home')
    await expect(makeHome(path)).rejects.toThrow(`${path} cannot be used: a part of this path is a file, not a folder`)
  })
  test.skipIf(process.platform !== 'linux')(
    'a folder below /proc, where none can be made',
    { timeout: PATIENCE_MS },
    async () => {
      await expect(makeHome('/proc/x')).rejects.toThrow('PRAMAAN_HOME: /proc/x cannot be used: ')
      await expect(makeHome('/proc/x/y')).rejects.toThrow('PRAMAAN_HOME: /proc/x/y cannot be used: ')
    },
  )
  test('otherwise it is made, with the folders above it, and may exist', async () => {
    // Several at once, often: one may find a folder above that another has made since it looked.
    for (let turn = 0; turn < 50; turn += 1) {
      const path = join(folder, `${turn}`, 'a', 'b', 'home')
      await Promise.all(Array.from({ length: 4 }, () => makeHome(path)))
      await makeHome(path)
      expect((await stat(path)).isDirectory()).toBe(true)
    }
  })
})

test('a command says that it may not read a home, and not that nothing runs for it', async () => {
  const home = await mkdtemp(join(folder, 'hidden-'))
  await chmod(home, 0)
  vi.stubEnv('PRAMAAN_HOME', home)
  // The system's own user reads every folder.
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    const message = expect.stringContaining(`this user may not read ${home}`)
    await expect(openContext(null)).rejects.toMatchObject({ code: 'NOT_RUNNING', message })
  } finally {
    if (isRoot) process.seteuid?.(0)
    vi.unstubAllEnvs()
    await chmod(home, 0o700)
  }
})
