import { describe, expect, it } from 'vitest'
import { buildCharge, buildEnergy, buildFixed, buildWheeling } from '../../../support/record-builder.ts'
import { type Body, linesOf, priced, problems, recordOfRow } from '../bill.ts'

/** One rate for every unit, one line. */
describe('energy, flat: Rs 7.42 a unit', () => {
  const record = recordOfRow({ energy: buildEnergy('flat', [[null, '7.42']]), fixed: null })

  it.each([
    ['0', 'energy 0 x 7.42 = 0'],
    ['200', 'energy 200 x 7.42 = 148400'],
    ['0.5', 'energy 0.5 x 7.42 = 371'],
    ['104.1', 'energy 104.1 x 7.42 = 77242'], // 77242.2
    ['0.001', 'energy 0.001 x 7.42 = 1'], // 0.742
    ['10000000', 'energy 10000000 x 7.42 = 7420000000'],
  ])('%s units: %s', (energy_units, line) => {
    const result = priced(record, { energy_units })
    expect(linesOf(record, { energy_units })).toEqual([line])
    expect(result.basePaise).toBe(result.energyPaise)
  })
})

/** Halves of a paisa by the release's rounding; the two rules only differ for negative amounts. */
describe('half a paisa', () => {
  it.each([
    // rate, units, paise with halves up, paise with halves away from zero
    ['0.005', '1', 1, 1], // 0.5
    ['0.005', '3', 2, 2], // 1.5
    ['0.0049', '1', 0, 0], // 0.49
    ['0.00499999', '1', 0, 0],
    ['-0.005', '1', 0, -1], // -0.5 goes up to 0, which is not -0
    ['-0.005', '3', -1, -2], // -1.5
    ['-0.0049', '1', 0, 0],
    ['-0.0051', '1', -1, -1], // -0.51
    ['3.055', '0.1', 31, 31], // 30.55
    ['-3.055', '10', -3055, -3055],
  ])('Rs %s, %s units: %s up, %s away from zero', (rate, energy_units, up, away) => {
    const row = { energy: buildEnergy('flat', [[null, rate]]), fixed: null }
    expect(priced(recordOfRow(row), { energy_units }).basePaise).toBe(up)
    const record = recordOfRow(row, { rounding: 'half_away_from_zero_per_line_to_paise' })
    const { basePaise, lines } = priced(record, { energy_units })
    expect(basePaise).toBe(away)
    expect(lines.some(({ amountPaise }) => Object.is(amountPaise, -0))).toBe(false)
  })
})

/** A flat amount for the connection. */
describe('fixed per connection: Rs 20', () => {
  it('is the same for every load', () => {
    const record = recordOfRow({ energy: null, fixed: buildFixed('flat', 'connection', [[null, '20']]) })
    for (const body of [{}, { connected_load: 0 }, { connected_load: 5 }]) {
      expect(linesOf(record, body)).toEqual(['fixed 1 x 20 = 2000'])
    }
  })
})

/** The rate times the load or the demand as given; kW, HP and kVA are never converted into each other. */
describe.each([
  ['kW', 'connected_load', 'contract_demand_kva'],
  ['HP', 'connected_load', 'contract_demand_kva'],
  ['kVA', 'contract_demand_kva', 'connected_load'],
] as const)('fixed per %s: Rs 80', (unit, name, other) => {
  const record = recordOfRow({ energy: null, fixed: buildFixed('flat', unit, [[null, '80']]) })

  it.each([
    ['0', 'fixed 0 x 80 = 0'],
    ['2', 'fixed 2 x 80 = 16000'],
    ['2.5', 'fixed 2.5 x 80 = 20000'],
    ['0.001', 'fixed 0.001 x 80 = 8'],
  ])('%s: %s', (given, line) => {
    expect(linesOf(record, { [name]: given })).toEqual([line])
  })

  it('needs the quantity it reads, and no other will do', () => {
    expect(problems(record, { [other]: 5 } as Body)).toEqual([`required /${name}`])
  })
})

/** A rate per energy unit, one line for all units, whatever the slabs. */
describe('wheeling: Rs 1.605 a unit beside slabs', () => {
  const energy = buildEnergy('telescopic', [
    ['100', '4'],
    [null, '6'],
  ])
  const record = recordOfRow({ energy, wheeling: buildWheeling('1.605'), fixed: null })

  it.each([
    ['0', ['energy 0 x 4 = 0', 'wheeling 0 x 1.605 = 0']],
    ['1', ['energy 1 x 4 = 400', 'wheeling 1 x 1.605 = 161']],
    ['150', ['energy 100 x 4 = 40000', 'energy 50 x 6 = 30000', 'wheeling 150 x 1.605 = 24075']],
  ])('%s units: %s', (energy_units, lines) => {
    const result = priced(record, { energy_units })
    expect(linesOf(record, { energy_units })).toEqual(lines)
    expect(result.basePaise).toBe((result.energyPaise ?? 0) + (result.wheelingPaise ?? 0))
  })

  it('is null, not 0, for a row that has none', () => {
    expect(priced(recordOfRow({ energy })).wheelingPaise).toBeNull()
  })
})

describe('a charge of component other', () => {
  const rent = buildCharge('meter_rent', 'flat', 'connection', [[null, '12.50']])

  it('is in the base tariff and in a sum of its own, null where there is none', () => {
    const result = priced(recordOfRow({ more: [rent] }))
    expect(result).toMatchObject({ otherPaise: 1250, basePaise: 50_000 + 5000 + 1250, beside: null })
    expect(priced(recordOfRow({})).otherPaise).toBeNull()
  })

  it('beside the base is in no sum of it', () => {
    const result = priced(recordOfRow({ more: [{ ...rent, side: 'beside' }] }))
    expect(result).toMatchObject({ otherPaise: null, basePaise: 55_000, beside: { totalPaise: 1250 } })
    expect(result.lines.map(({ step }) => step.id)).toEqual(['energy', 'fixed'])
  })
})

/** A charge applies if its conditions and dates are met, otherwise it adds no line. */
describe('a charge with conditions and dates', () => {
  const fee = buildCharge('fee', 'flat', 'connection', [[null, '7']], {
    when: [{ field: 'phase', op: '=', value: 'three' }],
    effective_from: '2026-07-01',
    effective_to: '2026-09-30',
  })
  const record = recordOfRow({ energy: null, more: [fee] })

  it.each([
    ['the day before its first', { phase: 'three', effective_on: '2026-06-30' }, null],
    ['its first day', { phase: 'three', effective_on: '2026-07-01' }, 700],
    ['its last day', { phase: 'three', effective_on: '2026-09-30' }, 700],
    ['the day after its last', { phase: 'three', effective_on: '2026-10-01' }, null],
    ['another phase', { phase: 'single', effective_on: '2026-07-01' }, null],
  ] as const)('%s: %s', (_what, body, paise) => {
    expect(priced(record, body).otherPaise).toBe(paise)
  })

  it('needs the day as it needs what its conditions read', () => {
    expect(problems(record)).toEqual(['required /phase', 'required /effective_on'])
    expect(problems(record, { phase: 'single' })).toEqual(['required /effective_on'])
  })
})
