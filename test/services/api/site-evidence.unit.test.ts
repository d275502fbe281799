import { expect, test } from 'vitest'
import { bodyOf } from '../../../pipeline/gates/calculation/draft.ts'
import { ask } from '../../../releases/published/ask.ts'
import type { AnswerData } from '../../../services/api/site/browser/ask.ts'
import { evidenceAt, figurePathOf, subsidyFigures } from '../../../services/api/site/browser/figure-path.ts'
import { evidenceOf } from '../../../services/api/site/models-of.ts'
import { FOLDERS, ODISHA_2025_26, planOf, shippedRecord } from '../../support/definitions.ts'

const RELEASE = {
  ...{ releaseId: 'R', revision: 1, sha256: '0'.repeat(64), from: '2026-04-01', to: '2027-03-31' },
  ...{ standing: 'serving' as const, holds: [] },
}

test.each(FOLDERS.filter((folder) => folder !== ODISHA_2025_26))(
  'every line of the worked cases of %s leads to its figure on the evidence page of its row',
  async (folder) => {
    const { record } = await shippedRecord(folder)
    const plan = planOf(record)
    const figures = new Map(
      record.rows.map((row) => {
        const { figures, rules } = evidenceOf(record, row, RELEASE)
        const all = [...figures, ...rules]
        expect(new Set(all.map(({ path }) => path)).size).toBe(all.length)
        return [row.row_id, new Map(all.map((each) => [each.path, each]))]
      }),
    )
    let followed = 0
    for (const { inputs } of record.cases) {
      const asked = ask([plan], bodyOf(record.state_code, inputs), 'specimen')
      if (!asked.ok) continue
      const { calculation, beside } = JSON.parse(asked.dataText) as AnswerData
      for (const line of [...calculation.lines, ...(beside?.lines ?? [])]) {
        const path = figurePathOf(record, line)
        const found = figures.get(line.row_id)?.get(path ?? '')
        const { grade, quote } = line.evidence.multiple ?? line.evidence
        const isShown = grade !== 'specimen'
        expect([line.description, found?.figure.grade]).toEqual([line.description, grade])
        if (isShown) expect(found?.figure.quote).toBe(quote)
        if (isShown && line.evidence.multiple === undefined) expect(Number(found?.figure.value)).toBe(Number(line.rate))
        followed += 1
      }
    }
    expect(followed).toBeGreaterThan(0)
  },
)

test('a subsidy leads to its entitlement, with the weakest grade of its figures; the duty of an act is on the page', async () => {
  const { record: bihar } = await shippedRecord('BR/2026-27')
  const row = bihar.rows.find(({ subcategory_code: code }) => code === 'DS-II')!
  const { rules } = evidenceOf(bihar, row, RELEASE)
  const deducted = subsidyFigures(bihar, 30)
  expect(rules.map(({ path }) => path)).toContain(deducted?.path)
  expect(evidenceAt('ab', deducted?.path ?? null)).toBe('/evidence/ab#rules/subsidy/entitlements/30')
  const { record: telangana } = await shippedRecord('TS/2026-27')
  const duties = telangana.rows.map((each) => evidenceOf(telangana, each, RELEASE).rules.map(({ path }) => path))
  expect(duties.some((paths) => paths.includes('rules/duty'))).toBe(true)
  expect(duties.some((paths) => !paths.includes('rules/duty'))).toBe(true)
})

test('the numbers of formulas, which are no figures, are on the page with their sentences', async () => {
  const { record } = await shippedRecord(ODISHA_2025_26)
  const row = record.rows.find(({ row_id: id }) => id.endsWith('-2526-LARGE-INDUSTRY-HT'))!
  const { statements } = evidenceOf(record, row, RELEASE)
  expect(statements).toContainEqual({
    what: expect.stringContaining('load factor'),
    quote: 'Load Factor (%) HT EHT = < 60% 585.00 580.00 > 60% 475.00 470.00',
    place: 'page 164, slab table above note i',
    source: expect.objectContaining({ source_id: 'OD-OERC-RST-2025-26' }),
  })
})
