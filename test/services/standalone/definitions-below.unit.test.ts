import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { definitionsBelow } from '../../../services/standalone/definitions-below.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pramaan-test-definitions-'))
})
afterAll(() => rm(folder, { recursive: true }))

test("a state's latest year comes first, so that an earlier one does not answer requests without a date before it", async () => {
  for (const each of ['OD/2025-26', 'OD/2026-27', 'OD/2024-25', 'BR/2026-27'])
    await mkdir(join(folder, each), { recursive: true })

  expect(await definitionsBelow(folder)).toEqual([
    [join(folder, 'BR/2026-27')],
    [join(folder, 'OD/2026-27'), join(folder, 'OD/2025-26'), join(folder, 'OD/2024-25')],
  ])
})

test('files and hidden folders beside the states and the years are no definitions, and a link to a folder is one', async () => {
  const others = join(folder, '..', `${basename(folder)}-others`)
  await mkdir(join(others, '.git/hooks'), { recursive: true })
  await mkdir(join(others, 'GJ'))
  await writeFile(join(others, 'README.md'), '')
  await writeFile(join(others, 'GJ/notes.txt'), '')
  await symlink(join(folder, 'BR/2026-27'), join(others, 'GJ/2026-27'))
  expect(await definitionsBelow(others)).toEqual([[join(others, 'GJ/2026-27')]])
  await rm(others, { recursive: true })
})

test('a folder that is missing, is a file or is a broken link is a wrong setting', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const lost = join(folder, 'lost')
  await mkdir(lost)
  await symlink(join(folder, 'nothing'), join(lost, 'XX'))
  for (const [path, at, why] of [
    [join(folder, 'none'), join(folder, 'none'), 'there is no folder with this name'],
    [file, file, 'a part of this path is a file, not a folder'],
    [lost, join(lost, 'XX'), 'or it is a broken link'],
  ] as const) {
    const refused: Error = await definitionsBelow(path).catch((error) => error)
    expect(refused.message).toContain(`PRAMAAN_DEFINITIONS: ${at} cannot be used: `)
    expect(refused.message).toContain(why)
  }
})
