import { describe, expect, it } from 'vitest'
import type { Adjustment } from '../../../../releases/record/adjustment.ts'
import {
  adjusted,
  buildEnergy,
  buildFigure,
  buildHeldFigure,
  buildQuantity,
  buildValue,
  oneCase,
  when,
} from './builder.ts'
import { answer, refusal } from './support.ts'

describe('a part of a charge', () => {
  const evidence = { source_id: 'SRC', locator: { page: 1, line: null, section: null }, quote: 'as printed' }
  const part = (by: 'top_of_steps' | 'average_rate' | null, charge_id = 'energy', quantity = 'energy_kwh') => ({
    part: { charge_id, quantity, by, evidence: by === null ? null : evidence },
  })
  const stepped = buildEnergy('telescopic', [
    ['50', '3.333'],
    ['100', '4'],
    [null, '6'],
  ])
  const off = (parts: Partial<Adjustment>, energy: typeof stepped, body: object) =>
    answer(adjusted([oneCase([buildValue('percent', '10')], parts)], { rows: [{ energy }] }), { ...body })
      .adjustmentsPaise

  it('at the top of the steps: 120 units are 486.65, 90 without the part 326.65; 10 % of 160.00', () => {
    expect(off(part('top_of_steps'), stepped, { energy_units: 120, energy_kwh: 30 })).toBe(1_600)
    // all 120 units: 486.65
    expect(off(part('top_of_steps'), stepped, { energy_units: 120, energy_kwh: 120 })).toBe(4_867)
  })

  it('at the average rate: 486.65 × 30 / 120 = 121.6625; nothing of no units', () => {
    expect(off(part('average_rate'), stepped, { energy_units: 120, energy_kwh: 30 })).toBe(1_217)
    expect(off(part('average_rate'), stepped, { energy_units: 0, energy_kwh: 0 })).toBe(0)
  })

  it('of a flat charge is its rate on the part, not rounded before: 0.1 × 0.555 = 0.0555, a tenth 0.00555', () => {
    const flat = buildEnergy('flat', [[null, '0.555']])
    expect(off(part(null), flat, { energy_kwh: 0.1 })).toBe(1)
    // 10 % of 0.4 × 1.111 = 0.04444 rupees
    expect(off(part(null), buildEnergy('flat', [[null, '1.111']]), { energy_kwh: 0.4 })).toBe(4)
  })

  it('is never more than the units of the charge', () => {
    const flat = buildEnergy('flat', [[null, '5']])
    expect(off(part(null), flat, { energy_kwh: 500 })).toBe(5_000)
    expect(off(part('top_of_steps'), stepped, { energy_units: 120, energy_kwh: 500 })).toBe(4_867)
  })

  it('is nothing of a charge that the row has not, or that does not hold', () => {
    const idle = buildEnergy('flat', [[null, '5']], { when: [when('phase=three')] })
    expect(off(part(null), idle, { phase: 'single', energy_kwh: 10 })).toBe(0)
    const rows = [{ energy: null }, { row_id: 'OTHER', subcategory_code: 'OTHER' }]
    const record = adjusted([oneCase([buildValue('percent', '10')], part(null))], { rows })
    expect(answer(record, { energy_kwh: 10 }).adjustmentsPaise).toBe(0)
    expect(() => off(part(null, 'nothing'), stepped, { energy_kwh: 10 })).toThrow(TypeError)
  })

  it('of steps without a rule throws, and so does one of a charge without units', () => {
    expect(() => off(part(null), stepped, { energy_kwh: 1 })).toThrow(TypeError)
    expect(() => off(part(null, 'fixed'), stepped, { energy_kwh: 1 })).toThrow(TypeError)
  })
})

describe('evidence of an adjustment', () => {
  const cap = { cap: buildValue('per_bill', buildFigure('9', 'Rs', 'derived')) }
  const short = buildQuantity(
    'counted',
    { op: '*', of: ['energy_units', 'share'] },
    {
      figures: [{ figure_id: 'share', figure: buildFigure('50', 'percent', 'carried') }],
    },
  )

  it('is its case, its cap and the quantities that it reads', () => {
    expect(answer(adjusted([oneCase([buildValue('percent', '1')], cap)]), {}).grade).toBe('derived')
    const record = adjusted([oneCase([buildValue('per_unit', '0.1', { per: 'counted' })])], { quantities: [short] })
    expect(answer(record, {})).toMatchObject({ adjustmentsPaise: 500, grade: 'carried' })
    expect(refusal(record, {}, { holds: ['quantities/counted'] })).toBe('RATE_NOT_VERIFIED')
  })

  it('is a hold of its case or its cap, not of another case', () => {
    const record = adjusted([oneCase([buildValue('percent', '1')], cap)])
    const held = (path: string) => refusal(record, {}, { holds: [`rules/adjustments/ADJ${path}`] })
    expect(['', '/all', '/cap', '/other', '/floor'].map(held)).toEqual([
      'RATE_NOT_VERIFIED',
      'RATE_NOT_VERIFIED',
      'RATE_NOT_VERIFIED',
      null,
      null,
    ])
    const heldCap = { cap: buildValue('per_bill', buildHeldFigure()) }
    expect(refusal(adjusted([oneCase([buildValue('percent', '1')], heldCap)]), {})).toBe('RATE_NOT_VERIFIED')
  })

  it('beside leaves no sum beside where its base is not known', () => {
    const record = adjusted([oneCase([buildValue('percent', '1')], { side: 'beside', of: ['bill'] })], {
      component_holds: [{ path: 'rows/ROW/fixed', reason: 'not published' }],
    })
    expect(answer(record, {})).toMatchObject({ beside: [], besidePaise: null, energyChargePaise: 50_000 })
  })
})
