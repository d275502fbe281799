import { describe, expect, it } from 'vitest'
import { buildEnergy, buildRecord, buildWheeling } from './builder.ts'
import { amounts, answer, refusal } from './support.ts'

describe('flat energy', () => {
  const record = buildRecord({ rows: [{ energy: buildEnergy('flat', [[null, '7.42']]), fixed: null }] })

  it('prices 104.1 units at 7.42 as 772.42: 104.1 × 742 paise = 77,242.2, down to 77,242', () => {
    const bill = answer(record, { energy_units: 104.1 })
    expect(bill.lines).toEqual([{ component: 'energy', id: 'energy', quantity: '1041/10', amountPaise: 77_242 }])
    expect(bill.energyChargePaise).toBe(77_242)
    expect(bill.baseTariffPaise).toBe(77_242)
  })

  it('rounds a half paisa up: 0.25 × 742 = 185.5 is 186', () => {
    expect(answer(record, { energy_units: 0.25 }).energyChargePaise).toBe(186)
  })

  it('shows one line of 0 for no units', () => {
    expect(answer(record, { energy_units: 0 }).lines).toEqual([
      { component: 'energy', id: 'energy', quantity: '0', amountPaise: 0 },
    ])
  })

  it('gives 0 for a fixed charge the row does not have, and null for wheeling', () => {
    const bill = answer(record, {})
    expect([bill.fixedChargePaise, bill.wheelingChargePaise, bill.adjustmentsPaise]).toEqual([0, null, null])
  })
})

describe('telescopic energy', () => {
  const record = buildRecord({
    rows: [
      {
        energy: buildEnergy('telescopic', [
          ['100', '3.05'],
          ['250', '4.1'],
          [null, '5.555'],
        ]),
        fixed: null,
      },
    ],
  })

  it('prices each share at its own rate: 100 × 3.05 = 305.00, 150 × 4.10 = 615.00, 50 × 5.555 = 277.75', () => {
    const bill = answer(record, { energy_units: 300 })
    expect(amounts(bill, 'energy')).toEqual([30_500, 61_500, 27_775])
    expect(bill.energyChargePaise).toBe(119_775)
  })

  it('puts the edge itself in the slab below: 100 units are one line of 305.00', () => {
    expect(amounts(answer(record, { energy_units: 100 }), 'energy')).toEqual([30_500])
  })

  it('puts half a unit above the edge in the next slab: 0.5 × 410 = 205 paise', () => {
    expect(amounts(answer(record, { energy_units: 100.5 }), 'energy')).toEqual([30_500, 205])
  })

  it('rounds every line on its own: 0.1 units of the last slab are 55.55, up to 56', () => {
    expect(amounts(answer(record, { energy_units: 250.1 }), 'energy')).toEqual([30_500, 61_500, 56])
  })

  it('shows one line of 0 in the first slab for no units', () => {
    expect(amounts(answer(record, { energy_units: 0 }), 'energy')).toEqual([0])
  })
})

describe('whole energy', () => {
  const record = buildRecord({
    rows: [
      {
        energy: buildEnergy('whole', [
          ['50', '2'],
          [null, '3'],
        ]),
        fixed: null,
      },
    ],
  })

  it('prices every unit at the slab reached: 50 at 2.00 = 100.00, 50.001 at 3.00 = 150.003 = 150.00', () => {
    expect(amounts(answer(record, { energy_units: 50 }), 'energy')).toEqual([10_000])
    expect(amounts(answer(record, { energy_units: 50.001 }), 'energy')).toEqual([15_000])
  })

  it('prices no units in the first slab', () => {
    expect(amounts(answer(record, { energy_units: 0 }), 'energy')).toEqual([0])
  })
})

describe('wheeling', () => {
  const record = buildRecord({
    rows: [
      {
        energy: buildEnergy('telescopic', [
          ['100', '4.43'],
          [null, '9.64'],
        ]),
        wheeling: buildWheeling('1.47'),
        fixed: null,
      },
    ],
  })

  it('is one line for all units: 150.5 × 147 = 22,123.5, up to 22,124', () => {
    const bill = answer(record, { energy_units: 150.5 })
    expect(amounts(bill, 'wheeling')).toEqual([22_124])
    expect(bill.wheelingChargePaise).toBe(22_124)
    // 100 × 443 = 44,300; 50.5 × 964 = 48,682; with wheeling 115,106
    expect(bill.baseTariffPaise).toBe(115_106)
  })

  it('is a line of 0 for no units', () => {
    expect(amounts(answer(record, { energy_units: 0 }), 'wheeling')).toEqual([0])
  })

  it('per HP goes by the connected load, whatever the units: 7.5 × 62.33 = 467.475, up to 467.48', () => {
    const perHp = buildRecord({ rows: [{ wheeling: { ...buildWheeling('62.33'), per: 'connected_load' } }] })
    expect(answer(perHp, { energy_units: 150.5, connected_load: 7.5 }).wheelingChargePaise).toBe(46_748)
    expect(refusal(perHp, { energy_units: 150.5 })).toBe('INVALID_REQUEST_FIELD')
  })
})
