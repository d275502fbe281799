import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { README_FILE, STATES_DOC_FILE, statesDocText, withStatesTable } from '../../scripts/generate-states-doc.ts'
import { type ShippedRecord, shippedRecords } from '../../scripts/shipped-records.ts'

let shipped: readonly ShippedRecord[]
beforeAll(async () => {
  shipped = await shippedRecords()
})

it('docs/states.md is up to date with the shipped definitions (node scripts/bootstrap.mjs scripts/generate-states-doc.ts)', async () => {
  expect(await readFile(STATES_DOC_FILE, 'utf8')).toBe(statesDocText(shipped))
})

it('the README’s table of states is up to date with the shipped definitions', async () => {
  const readme = await readFile(README_FILE, 'utf8')
  expect(readme).toBe(withStatesTable(readme, shipped))
})

it('every state served by shipped files has a link to its worked example', () => {
  const text = statesDocText(shipped)
  const served = shipped.filter(({ wanted }) => wanted.length === 0)
  expect(served.map(({ record }) => record.state_code).sort()).toEqual(['BR', 'GJ', 'JH', 'MH', 'OD', 'RJ', 'TS'])
  for (const { record } of served) {
    const section = text.split(`\n## ${record.state_name} (${record.state_code}), ${record.financial_year}\n`)[1]
    expect(section?.split('\n## ')[0], record.release_id).toContain(
      `Worked example, with its evidence trail: [${record.state_name}`,
    )
  }
})

it('a README without the marks of its table is refused', () => {
  expect(() => withStatesTable('# Pramaan', shipped)).toThrow('marks')
})
