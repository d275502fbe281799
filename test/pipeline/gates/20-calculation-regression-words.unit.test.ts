import { expect, it } from 'vitest'
import { calculationRegressionCases } from '../../../pipeline/gates/20-calculation-regression-cases.ts'
import { buildAdjustment, buildFigure, buildRecord } from '../../support/record-builder.ts'
import { judge } from './calculation-support.ts'

it('says which words are taken where a case gives another word of the input', async () => {
  const rural = buildAdjustment('RULE', 'percent', [['area_type=rural', 'add', buildFigure('2', 'percent')]], {
    applies_to: ['DOM'],
    of: ['energy'],
  })
  const record = buildRecord({
    request: { required: [], optional: ['area_type'], licensee_from_district: false },
    rules: { adjustments: [rural] },
    cases: [
      {
        case_id: 'C-1',
        row_id: 'ROW',
        inputs: { subcategory_code: 'DOM', energy_units: '100', area_type: 'urban' },
        expected: { energy_charge_paise: 50_000, fixed_charge_paise: 5000, base_tariff_paise: 55_000 },
        working: '100 x 5, and 50',
      },
    ],
  })
  const { findings } = await judge(calculationRegressionCases, record)
  expect(findings.map(({ found }) => found)).toContain(
    'cases/C-1: refusal INVALID_REQUEST_FIELD: /area_type enum: area_type takes one of: rural',
  )
})
