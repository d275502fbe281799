import { expect, it } from 'vitest'
import { structureRowsAndCategories } from '../../../pipeline/gates/16-structure-rows-and-categories.ts'
import { buildFigure, buildFppas } from '../../support/record-builder.ts'
import { findingsOf } from './support/sample.ts'

it("structure.rows_and_categories fails when a month's adjustment per kWh is for supply billed in kVAh", async () => {
  const perUnit = { value_unit: 'paise_per_unit' as const, applies_to: ['DS'] }
  const findings = await findingsOf(structureRowsAndCategories, ({ rows, rules }) => {
    for (const charge of rows.flatMap(({ charges }) => charges)) if (charge.unit === 'kWh') charge.unit = 'kVAh'
    rules.fppas_periods = [
      buildFppas('0.35', perUnit),
      buildFppas('0.35', { ...perUnit, period_id: 'PAST', status: 'historical_evidence' }),
      buildFppas('1', { period_id: 'PERCENT' }),
      buildFppas(buildFigure('0.35', 'Rs/kVAh'), { ...perUnit, period_id: 'KVAH', applies_to: [] }),
    ]
  })
  const expected = 'categories billed in the unit of its figure, Rs/kWh, named in applies_to'
  expect(findings).toEqual([`rules/fppas_periods/FPPAS-2026-04 | ${expected} | R-DS in kVAh`])
})
