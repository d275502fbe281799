import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkDefinition } from '../../../services/operations/definition/check-definition.ts'
import { loadDefinition } from '../../../services/operations/definition/load-definition.ts'
import { shipped } from '../../support/api-database.ts'

/** One mistake in a definition is one cause, whatever follows from it. */

const made: string[] = []
afterEach(() => Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true }))))

async function causesOf(file: string, from: string, to: string) {
  const folder = await mkdtemp(join(tmpdir(), 'causes-'))
  made.push(folder)
  await cp(shipped('BR'), folder, { recursive: true })
  const path = join(folder, file)
  const text = await readFile(path, 'utf8')
  expect(text).toContain(from)
  await writeFile(path, text.replace(from, to))
  const { causes } = await checkDefinition((seen) => loadDefinition(null, folder, '', { seen }))
  return causes.map(({ subject, findings }) => [subject, findings.map(({ where, found }) => `${where} ${found}`)])
}

test.each([
  [
    'a misspelt key of a date that all rows inherit',
    ['release.yaml', 'effective_from:', 'effective_frm:'],
    ['release.yaml:5:1 unknown key `effective_frm`', 'release.yaml:1:1 it is missing'],
  ],
  [
    'a misspelt source that many figures name',
    ['sources.yaml', 'source_id: BR-SCHEDULE-2026-27', 'source_id: BR-SCHEDUL-2026-27'],
    ['figures.csv:2 `BR-SCHEDULE-2026-27`'],
  ],
] as const)('%s', async (_what, [file, from, to], found) => {
  expect(await causesOf(file, from, to)).toEqual([['definition', found]])
})

test('a financial year that is missing is all that is said', async () => {
  await expect(causesOf('release.yaml', 'financial_year: 2026-27', 'financial_year:')).rejects.toMatchObject({
    code: 'DEFINITION_REFUSED',
    details: { findings: [{ where: 'release.yaml:4:1', found: 'nothing' }] },
  })
})
