import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { TARIFF_CHANGES_FILE, tariffChangesText } from '../../scripts/generate-tariff-changes.ts'
import { type ShippedRecord, shippedRecords } from '../../scripts/shipped-records.ts'
import { buildEnergy, buildRecord } from '../support/record-builder.ts'

it('docs/tariff-changes.md is up to date with the shipped definitions (node scripts/bootstrap.mjs scripts/generate-tariff-changes.ts)', async () => {
  expect(await readFile(TARIFF_CHANGES_FILE, 'utf8')).toBe(tariffChangesText(await shippedRecords()))
})

it('every state is in it: with each release and the one before it, or as one that has none before it', async () => {
  const shipped = await shippedRecords()
  const text = tariffChangesText(shipped)
  for (const { record } of shipped) expect(text).toContain(record.release_id)
  expect(text.match(/^## .* to .*$/gm)).toEqual(['## Odisha (OD), 2025-26 to 2026-27'])
})

const CASE = {
  case_id: 'C01',
  row_id: 'ROW',
  inputs: { subcategory_code: 'DOM', energy_units: '100' },
  expected: { energy_charge_paise: 50_000, fixed_charge_paise: 5_000, base_tariff_paise: 55_000 },
  working: '100 x 5.00 = 500.00; 500.00 + 50.00 = 550.00',
}
const blocked = (component: string, explanation: string): ReleaseRecord['blocked_components'][number] => ({
  component,
  reason: 'not_in_release',
  explanation,
  unblocked_by: 'the order itself',
  stands_for: null,
  evidence: null,
})
const shippedAs = (record: ReleaseRecord): ShippedRecord => ({ folder: 'BR/x', record, wanted: [] })
const year = (financial_year: string, rate: string, more: Partial<ReleaseRecord> = {}): ShippedRecord => {
  const effective_from = `${financial_year.slice(0, 4)}-04-01`
  const record = buildRecord({ rows: [{ energy: buildEnergy('flat', [[null, rate]]) }], cases: [CASE] })
  return shippedAs({ ...record, release_id: `BR-${financial_year}-TEST-V1`, financial_year, effective_from, ...more })
}

it('a changed rate has its old and new figure, and its effect on the reference bill', () => {
  // Whatever the order of the folders, the earlier year is the old one.
  const text = tariffChangesText([year('2026-27', '6'), year('2025-26', '5')])
  expect(text).toContain(
    '- Rows: 1 changed, 0 added, 0 removed.\n- Figures of rows: 1 with another amount, 0 with another grade',
  )
  expect(text).toContain('| energy | 5 Rs/kWh, printed 5 Rs/kWh | 6 Rs/kWh, printed 6 Rs/kWh | transcription |')
  expect(text).toContain('55000 → 65000 paise, **effect +10000 paise**')
  expect(text).toContain('1 come to another amount, +10000 to +10000 paise')
})

it('a removed row is a line with its last figures and what its reference bill came to', () => {
  const text = tariffChangesText([year('2025-26', '5'), year('2026-27', '5', { rows: [], cases: [] })])
  expect(text).toContain('- Rows: 0 changed, 0 added, 1 removed.')
  expect(text).toMatch(/\| `ROW`, `[0-9a-f]{64}` \| energy: 5 Rs\/kWh.*energy_units 100\): 55000 paise \|/)
})

it('components not included in any amount are described in the words of both years', () => {
  const text = tariffChangesText([
    year('2025-26', '5', { blocked_components: [blocked('duty', 'old words'), blocked('rent', 'same')] }),
    year('2026-27', '5', { blocked_components: [blocked('duty', 'new words'), blocked('rent', 'same')] }),
  ])
  expect(text).toContain('| `duty` | old words | new words |')
  expect(text).not.toContain('| `rent`')
})
