import { describe, expect, it } from 'vitest'
import { schemaPeriodsServed } from '../../../pipeline/gates/13-schema-periods-served.ts'
import { structureRowsAndCategories } from '../../../pipeline/gates/16-structure-rows-and-categories.ts'
import type { FppasPeriod } from '../../../releases/record/rules.ts'
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

describe('schema.periods_served, of two adjustments recovered in one month,', () => {
  const twice = 'rules/fppas_periods/B | one period of a kind for the bills of a month | A is recovered in 2026-06 too'
  it.each([
    [{}, {}, [twice]],
    [{ licensee_code: 'XX_ONE' }, {}, [twice]],
    [{ applies_to: ['DS'] }, { applies_to: ['DS', 'NDS'] }, [twice]],
    [{ kind: 'base' }, {}, [twice]],
    [{ kind: 'base' }, { kind: 'periodic' }, []],
    [{ applies_to: ['DS'] }, { applies_to: ['NDS'] }, []],
    [{ licensee_code: 'XX_ONE' }, { licensee_code: 'XX_TWO' }, []],
    [{ recovery_month: '2026-07' }, {}, []],
    [{ status: 'historical_evidence' }, {}, []],
  ] satisfies [Partial<FppasPeriod>, Partial<FppasPeriod>, string[]][])('%o and %o', async (one, other, expected) => {
    const findings = await findingsOf(schemaPeriodsServed, ({ rules }) => {
      rules.fppas_periods = [
        buildFppas('10', { period_id: 'A', ...one }),
        buildFppas('10', { period_id: 'B', ...other }),
      ]
    })
    expect(findings).toEqual(expected)
  })
})
