import { describe, expect, it } from 'vitest'
import type { Adjustment } from '../../../../releases/record/adjustment.ts'
import { GRADES, type Grade } from '../../../../releases/record/grade.ts'
import {
  buildChosen,
  buildEnergy,
  buildFigure,
  buildFixed,
  buildFppas,
  buildHeldFigure,
  buildQuantity,
  buildRecord,
  buildSubsidy,
  buildWheeling,
  when,
} from './builder.ts'
import { amounts, answer, details, refusal } from './support.ts'

const rate = (grade: Exclude<Grade, 'held'>) => buildFigure('5', 'Rs/kWh', grade)
const NUMBERED: readonly Exclude<Grade, 'held'>[] = ['order', 'transcription', 'carried', 'derived', 'specimen']

describe('the evidence floor', () => {
  it('refuses exactly what is weaker, for every grade and every floor', () => {
    for (const grade of NUMBERED) {
      const energy = buildEnergy('flat', [[null, rate(grade)]])
      const record = buildRecord({ rows: [{ energy, fixed: null }] })
      for (const floor of GRADES) {
        const weaker = GRADES.indexOf(grade) > GRADES.indexOf(floor)
        expect(refusal(record, {}, { floor })).toBe(weaker ? 'EVIDENCE_BELOW_FLOOR' : null)
      }
      expect(answer(record, {}).grade).toBe(grade)
    }
  })

  it('includes every slab of the row, also those that the units do not reach', () => {
    const energy = buildEnergy('telescopic', [
      ['500', rate('order')],
      [null, rate('specimen')],
    ])
    const record = buildRecord({ rows: [{ energy }] })
    expect(refusal(record, { energy_units: 1 }, { floor: 'derived' })).toBe('EVIDENCE_BELOW_FLOOR')
  })

  it('includes every step, and wheeling', () => {
    const bands = [
      ['2', '15'],
      [null, buildFigure('25', 'Rs', 'derived')],
    ] as const
    const fixed = buildFixed('whole', null, bands, { steps_by: 'connected_load' })
    expect(answer(buildRecord({ rows: [{ fixed }] }), { connected_load: 1 }).grade).toBe('derived')
    const wheeling = buildWheeling(rate('carried'))
    expect(answer(buildRecord({ rows: [{ wheeling }] }), {}).grade).toBe('carried')
  })

  it('includes only the row that applies', () => {
    const other = {
      row_id: 'OTHER',
      subcategory_code: 'OTHER',
      energy: buildEnergy('flat', [[null, rate('specimen')]]),
    }
    expect(answer(buildRecord({ rows: [{}, other] }), {}, { floor: 'transcription' }).grade).toBe('transcription')
  })

  it('includes an adjustment only if it is chosen and changes something', () => {
    const specimen = buildFigure('103', 'percent', 'specimen')
    const options = [
      ['peak', 'add', specimen],
      ['normal', 'none', null],
    ] as const
    const record = buildRecord({ rules: { adjustments: [buildChosen('factor', 'tod_period', options)] } })
    const floor = 'derived'
    expect(refusal(record, { tod_period: 'peak' }, { floor })).toBe('EVIDENCE_BELOW_FLOOR')
    expect(refusal(record, { tod_period: 'normal' }, { floor })).toBeNull()
    expect(refusal(record, {}, { floor })).toBeNull()
  })

  it('includes the subsidy only if billing days are given, and only their entitlement', () => {
    const scheme = buildSubsidy({ 30: '125' })
    const weak = { billing_days: 40, units: buildFigure('167', 'kWh', 'specimen') }
    const subsidy = { ...scheme, entitlements: [...scheme.entitlements, weak] }
    const record = buildRecord({ rules: { subsidy } })
    const floor = 'derived'
    expect(refusal(record, {}, { floor })).toBeNull()
    expect(refusal(record, { billing_days: 30 }, { floor })).toBeNull()
    expect(refusal(record, { billing_days: 40 }, { floor })).toBe('EVIDENCE_BELOW_FLOOR')
  })

  it.each(['energy_within', 'fixed_within'] as const)('includes %s of the subsidy', (name) => {
    const free = buildFigure('0.00', 'Rs', 'specimen')
    const record = buildRecord({ rules: { subsidy: buildSubsidy({ 30: '125' }, { [name]: free }) } })
    expect(answer(record, { billing_days: 30 }).grade).toBe('specimen')
    expect(answer(record, {}).grade).toBe('transcription')
  })

  it('includes FPPAS only if it is applied', () => {
    const weak = buildFppas(buildFigure('1', 'percent', 'specimen'))
    const record = buildRecord({ rules: { subsidy: buildSubsidy({ 30: '125' }), fppas_periods: [weak] } })
    expect(answer(record, { billing_days: 30, billing_month: '2026-06' }).grade).toBe('specimen')
    expect(answer(record, { billing_days: 30, billing_month: '2026-07' }).grade).toBe('transcription')
  })
})

describe('a held figure', () => {
  const heldEnergy = buildEnergy('telescopic', [
    ['100', '5'],
    [null, buildHeldFigure('Rs/kWh')],
  ])
  const heldFixed = buildFixed('flat', null, [[null, buildHeldFigure('Rs')]])

  it.each([
    ['energy', { energy: heldEnergy }],
    ['wheeling', { wheeling: buildWheeling(buildHeldFigure('Rs/kWh')) }],
    ['fixed', { fixed: heldFixed }],
  ])('of %s refuses the bill, but not because of the floor', (_, row) => {
    const record = buildRecord({ rows: [row] })
    expect(refusal(record, {}, { floor: 'transcription' })).toBe('RATE_NOT_VERIFIED')
  })

  it('refuses also the units that would not reach it', () => {
    expect(refusal(buildRecord({ rows: [{ energy: heldEnergy }] }), { energy_units: 1 })).toBe('RATE_NOT_VERIFIED')
  })

  it('of an adjustment refuses the request that selects it and no other', () => {
    const options = [['peak', 'add', buildHeldFigure('percent')]] as const
    const adjusted = buildRecord({ rules: { adjustments: [buildChosen('factor', 'tod_period', options)] } })
    expect(refusal(adjusted, { tod_period: 'peak' })).toBe('RATE_NOT_VERIFIED')
    expect(refusal(adjusted, {})).toBeNull()
  })
})

describe('a hold', () => {
  const record = buildRecord({
    rows: [{ wheeling: buildWheeling('1') }],
    rules: { subsidy: buildSubsidy({ 30: '125' }) },
  })

  it.each(['rows/ROW/energy', 'rows/ROW/wheeling', 'rows/ROW/fixed', 'rows/ROW/energy/0', 'rows/ROW'])(
    'on %s refuses the bill',
    (path) => {
      expect(refusal(record, {}, { holds: [path] })).toBe('RATE_NOT_VERIFIED')
    },
  )

  it.each(['rows/ROW2/energy', 'rows/RO', 'rows/ROW/energy2', 'rows/OTHER'])('on %s leaves it alone', (path) => {
    expect(refusal(record, {}, { holds: [path] })).toBeNull()
  })

  it('on a charge that the row does not have leaves the bill alone', () => {
    const energyOnly = buildRecord({ rows: [{ fixed: null }] })
    expect(refusal(energyOnly, {}, { holds: ['rows/ROW/fixed'] })).toBeNull()
  })

  it('on an adjustment refuses the requests that select it', () => {
    const adjustments = [buildChosen('factor', 'tod_period', [['peak', 'add', '103']])]
    const adjusted = buildRecord({ rules: { adjustments } })
    for (const path of ['rules/adjustments/ADJ-TOD_PERIOD', 'rules/adjustments/ADJ-TOD_PERIOD/peak', 'rules']) {
      expect(refusal(adjusted, { tod_period: 'peak' }, { holds: [path] })).toBe('RATE_NOT_VERIFIED')
      expect(refusal(adjusted, {}, { holds: [path] })).toBeNull()
    }
  })
})

describe('a hold of the release itself', () => {
  const held = (path: string) =>
    buildRecord({
      rows: [{ wheeling: buildWheeling('1') }],
      holds: [{ path, reason: 'under appeal', unblocked_by: 'the judgment' }],
    })

  it.each(['rows/ROW/energy', 'rows/ROW/wheeling', 'rows/ROW/fixed', 'rows/ROW/energy/0', 'rows/ROW', 'rows'])(
    'on %s refuses the bill like a hold of the moment',
    (path) => {
      expect(refusal(held(path), {})).toBe('RATE_NOT_VERIFIED')
    },
  )

  it.each(['rows/OTHER', 'rows/RO', 'rules/duty'])('on %s leaves it alone', (path) => {
    expect(refusal(held(path), {})).toBeNull()
  })
})

describe('a component hold of the release', () => {
  const hold = (component: string) => [{ path: `rows/ROW/${component}`, reason: 'not published' }]
  const heldFixed = buildFixed('flat', null, [[null, buildHeldFigure('Rs')]])

  it('leaves the fixed charge and the base tariff out and lets the rest stand', () => {
    const record = buildRecord({ rows: [{ fixed: heldFixed }], component_holds: hold('fixed') })
    expect(answer(record, {})).toEqual({
      ok: true,
      rowId: 'ROW',
      lines: [{ component: 'energy', id: 'energy', quantity: '100', amountPaise: 50_000 }],
      beside: [],
      energyChargePaise: 50_000,
      fixedChargePaise: null,
      wheelingChargePaise: null,
      otherChargesPaise: null,
      minimumPaise: null,
      adjustmentsPaise: null,
      baseTariffPaise: null,
      besidePaise: null,
      subsidyPaise: null,
      fppasPaise: null,
      finalPayablePaise: null,
      grade: 'transcription',
      notGiven: [],
    })
  })

  it('gives the same if the release has no such charge at all', () => {
    const record = buildRecord({ rows: [{ fixed: null }], component_holds: hold('fixed') })
    expect(answer(record, {})).toMatchObject({ fixedChargePaise: null, baseTariffPaise: null })
  })

  it('keeps an existing figure out of every amount and out of the grade', () => {
    const fixed = buildFixed('flat', null, [[null, buildFigure('152', 'Rs', 'specimen')]])
    const record = buildRecord({ rows: [{ fixed }], component_holds: hold('fixed') })
    const bill = answer(record, {}, { floor: 'transcription' })
    expect([amounts(bill, 'fixed'), bill.fixedChargePaise, bill.grade]).toEqual([[], null, 'transcription'])
  })

  it('stays a component hold when the component is held at run time as well', () => {
    const record = buildRecord({ rows: [{ fixed: heldFixed }], component_holds: hold('fixed') })
    expect(answer(record, {}, { holds: ['rows/ROW/fixed'] }).fixedChargePaise).toBeNull()
    expect(refusal(record, {}, { holds: ['rows/ROW/energy'] })).toBe('RATE_NOT_VERIFIED')
  })

  it('leaves out amounts based on the component, and only those', () => {
    const adjustment = (base: ('energy' | 'fixed')[]) =>
      buildChosen('percent', 'tod_period', [['peak', 'add', '10']], { of: base })
    const bill = (...adjustments: Adjustment[]) =>
      answer(buildRecord({ rows: [{ fixed: heldFixed }], component_holds: hold('fixed'), rules: { adjustments } }), {
        tod_period: 'peak',
      })
    expect(bill(adjustment(['energy'])).adjustmentsPaise).toBe(5_000)
    expect(bill(adjustment(['energy', 'fixed'])).adjustmentsPaise).toBeNull()
    const both = bill(adjustment(['energy']), adjustment(['energy', 'fixed']))
    expect([amounts(both, 'adjustment'), both.adjustmentsPaise]).toEqual([[5_000], null])
  })

  it('leaves the subsidy standing above the entitlement, where no fixed charge is waived', () => {
    const record = buildRecord({
      rows: [{ fixed: heldFixed }],
      component_holds: hold('fixed'),
      rules: { subsidy: buildSubsidy({ 30: '125' }), fppas_periods: [buildFppas('1', { basis: ['energy', 'fixed'] })] },
    })
    const above = answer(record, { energy_units: 200, billing_days: 30, billing_month: '2026-06' })
    expect([above.subsidyPaise, above.fppasPaise, above.finalPayablePaise]).toEqual([62_500, null, null])
    const within = answer(record, { energy_units: 100, billing_days: 30 })
    expect([within.subsidyPaise, within.finalPayablePaise]).toEqual([null, null])
  })
})

describe('quantities', () => {
  const demand = (grade: Exclude<Grade, 'held'>) =>
    buildQuantity(
      'demand',
      { op: '*', of: ['contract_demand_kva', 'share'] },
      {
        figures: [{ figure_id: 'share', figure: buildFigure('80', 'percent', grade) }],
      },
    )
  const fixed = buildFixed('flat', 'demand', [[null, buildFigure('10', 'Rs', 'derived')]])
  const body = { contract_demand_kva: 10 }

  it('are judged by the charges that read them, after the figures of the row; only what is weaker is named', () => {
    const record = buildRecord({ rows: [{ fixed }], quantities: [demand('specimen')] })
    expect(details(record, 'EVIDENCE_BELOW_FLOOR', body, { floor: 'transcription' })).toEqual({
      grade: 'specimen',
      floor: 'transcription',
      figures: [
        { path: 'rows/ROW/fixed/0', grade: 'derived' },
        { path: 'quantities/demand/share', grade: 'specimen' },
      ],
    })
    const floor = 'derived'
    expect(refusal(buildRecord({ rows: [{ fixed }], quantities: [demand('order')] }), body, { floor })).toBeNull()
  })

  it('that are held hold the charges that read them, by a figure or by a hold', () => {
    const record = buildRecord({ rows: [{ fixed }], quantities: [demand('order')] })
    const component = { component: 'rows/ROW/fixed' }
    for (const path of ['quantities/demand', 'quantities/demand/share'])
      expect(details(record, 'RATE_NOT_VERIFIED', body, { holds: [path] })).toEqual(component)
    const figures = [{ figure_id: 'share', figure: buildHeldFigure('percent') }]
    const unknown = buildRecord({ rows: [{ fixed }], quantities: [{ ...demand('order'), figures }] })
    expect(details(unknown, 'RATE_NOT_VERIFIED', body)).toEqual(component)
    const listed = [{ path: 'rows/ROW/fixed', reason: 'not published' }]
    expect(answer({ ...unknown, component_holds: listed }, body)).toMatchObject({ fixedChargePaise: null })
  })

  it('by which the row was found are judged and held as well', () => {
    const rows = [{ conditions: [when('demand<=8')] }]
    const record = buildRecord({ rows, quantities: [demand('derived')] })
    expect(answer(record, body).grade).toBe('derived')
    expect(details(record, 'RATE_NOT_VERIFIED', body, { holds: ['quantities/demand'] })).toEqual({
      component: 'quantities/demand',
    })
  })
})
