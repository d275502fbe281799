import { describe, expect, it } from 'vitest'
import {
  buildAdjustment,
  buildCategory,
  buildCharge,
  buildEnergy,
  buildFigure,
  buildFixed,
  buildFppas,
  buildHeldFigure,
  buildQuantity,
  buildSubsidy,
  buildValue,
  buildWheeling,
} from '../../support/record-builder.ts'
import { bill, licensees, priced, recordOf, recordOfRow, refusal } from './bill.ts'

const perKw = buildFixed('flat', 'kW', [[null, '80']])
const heldPerKw = buildFixed('flat', 'kW', [[null, buildHeldFigure('Rs/kW')]])
const listed = (path: string) => [{ path, reason: 'not published' }]

describe('a held figure', () => {
  it('refuses the bill and names the component and what would free it', () => {
    const record = recordOfRow({ energy: buildEnergy('flat', [[null, buildHeldFigure('Rs/kWh')]]) })
    expect(bill(record)).toMatchObject({
      ok: false,
      code: 'RATE_NOT_VERIFIED',
      details: { component: 'rows/ROW/energy', unblocked_by: 'the order itself' },
    })
  })

  it('makes no amount even where a number is beside the mark that holds it', () => {
    const marked = { ...buildFigure('5', 'Rs/kWh'), held: { reason: 'disputed', unblocked_by: 'a corrigendum' } }
    expect(refusal(recordOfRow({ energy: buildEnergy('flat', [[null, marked]]) }))).toBe('RATE_NOT_VERIFIED')
  })

  it('holds its whole component: the slabs beside it make no amount either', () => {
    const energy = buildEnergy('telescopic', [
      ['50', '3'],
      [null, buildHeldFigure('Rs/kWh')],
    ])
    expect(refusal(recordOfRow({ energy }), { energy_units: 10 })).toBe('RATE_NOT_VERIFIED')
  })

  it('leaves the inputs that its charge reads required, so a hold never changes what a request must say', () => {
    expect(refusal(recordOfRow({ fixed: heldPerKw }))).toBe('INVALID_REQUEST_FIELD')
    expect(refusal(recordOfRow({ fixed: heldPerKw }), { connected_load: 2 })).toBe('RATE_NOT_VERIFIED')
  })

  it('leaves the range of its charge in force: what lies outside is outside, not held', () => {
    const bands = buildFixed('whole', 'connection', [['5', buildHeldFigure('Rs/connection')]], {
      steps_by: 'connected_load',
    })
    expect(refusal(recordOfRow({ fixed: bands }), { connected_load: 6 })).toBe('CATEGORY_NOT_APPLICABLE')
  })

  it('does not hide a specimen beside it: the floor is judged on the row’s other figures first', () => {
    const energy = buildEnergy('telescopic', [
      ['50', buildFigure('3', 'Rs/kWh', 'specimen')],
      [null, buildHeldFigure('Rs/kWh')],
    ])
    expect(refusal(recordOfRow({ energy }), {}, { floor: 'derived' })).toBe('EVIDENCE_BELOW_FLOOR')
  })
})

describe('a hold put on a released component', () => {
  it.each([
    ['the component', 'rows/ROW/energy'],
    ['one figure of it', 'rows/ROW/energy/0'],
    ['the whole row', 'rows/ROW'],
  ])('naming %s refuses the bill', (_what, path) => {
    expect(refusal(recordOf(), {}, { holds: [path] })).toBe('RATE_NOT_VERIFIED')
  })

  it('naming another row whose name begins alike changes nothing', () => {
    expect(refusal(recordOf(), {}, { holds: ['rows/ROW-2/energy', 'rows/RO'] })).toBe('priced')
  })

  it('gives the reason of the hold', () => {
    expect(bill(recordOf(), {}, { holds: ['rows/ROW/fixed'] })).toMatchObject({
      details: { component: 'rows/ROW/fixed', reason: 'under review', unblocked_by: 'release of the hold' },
    })
  })

  it('of a lapsed check says that a new check ends it', () => {
    expect(bill(recordOf(), {}, { lapsed: ['rows/ROW/fixed'] })).toMatchObject({
      details: { component: 'rows/ROW/fixed', unblocked_by: 'a new check of the component' },
    })
  })

  it('keeps an input readable that the held charge alone reads', () => {
    const byBasis = buildFixed('whole', 'connection', [[null, '90']], { steps_by: 'fixed_charge_basis_units' })
    const given = { fixed_charge_basis_units: 150 }
    expect(refusal(recordOfRow({ fixed: byBasis }), given, { holds: ['rows/ROW/fixed'] })).toBe('RATE_NOT_VERIFIED')
  })

  it('does not lift the floor: a specimen under a hold is still refused as a specimen', () => {
    const energy = buildEnergy('flat', [[null, buildFigure('10.05', 'Rs/kWh', 'specimen')]])
    const options = { floor: 'derived' as const, holds: ['rows/ROW/energy'] }
    expect(refusal(recordOfRow({ energy }), {}, options)).toBe('EVIDENCE_BELOW_FLOOR')
  })

  it('on a selected adjustment refuses the bill, and only where it is selected', () => {
    const record = recordOf({
      rules: { adjustments: [buildAdjustment('TOD', 'factor', [['tod_period=peak', 'add', '103']])] },
    })
    for (const path of ['rules/adjustments/TOD', 'rules/adjustments/TOD/peak']) {
      expect(refusal(record, { tod_period: 'peak' }, { holds: [path] })).toBe('RATE_NOT_VERIFIED')
      expect(refusal(record, {}, { holds: [path] })).toBe('priced')
    }
  })

  it('on a selected adjustment beside leaves it out with what rests on it, and the base as it is', () => {
    const beside = { side: 'beside' as const, stands_for: 'time_of_day' as const }
    const record = recordOf({
      rules: {
        adjustments: [
          buildAdjustment('TOD', 'percent', [['tod_period=peak', 'add', '3']], beside),
          buildAdjustment('DUTY', 'percent', [['', 'add', '6']], {
            side: 'beside',
            stands_for: 'electricity_duty',
            of: ['energy', 'TOD'],
            order: 2,
          }),
          buildAdjustment('RENT', 'per_bill', [['', 'add', '9']], { side: 'beside', order: 3 }),
        ],
      },
    })
    const path = 'rules/adjustments/TOD/peak'
    const peak = priced(record, { tod_period: 'peak' }, { holds: [path] })
    expect(peak).toMatchObject({ basePaise: 55_000, besideHeld: [path], unknown: ['TOD', 'DUTY'] })
    expect(peak.beside).toMatchObject({ totalPaise: null, lines: [{ amountPaise: 900 }] })
    const open = priced(record, { tod_period: 'peak' })
    expect(open).toMatchObject({ besideHeld: [], unknown: [], beside: { totalPaise: 1_500 + 3_090 + 900 } })
  })

  it('on a cap or a floor holds what it limits, and on one that is not there nothing', () => {
    const limited = (name: 'cap' | 'floor') =>
      recordOf({
        rules: {
          adjustments: [buildAdjustment('FEE', 'percent', [['', 'add', '3']], { [name]: buildValue('per_bill', '9') })],
        },
      })
    for (const [name, other] of [
      ['cap', 'floor'],
      ['floor', 'cap'],
    ] as const) {
      expect(refusal(limited(name), {}, { holds: [`rules/adjustments/FEE/${name}`] })).toBe('RATE_NOT_VERIFIED')
      expect(refusal(limited(name), {}, { holds: [`rules/adjustments/FEE/${other}`] })).toBe('priced')
    }
  })

  it('on one adjustment leaves the floor judged on the others that are selected', () => {
    const weak = buildFigure('0.34', 'Rs/kWh', 'specimen')
    const record = recordOf({
      rules: {
        adjustments: [
          buildAdjustment('TOD', 'factor', [['tod_period=peak', 'add', '103']]),
          buildAdjustment('RTS', 'per_unit', [['rts_voltage_mode=above_base', 'subtract', weak]], { order: 2 }),
        ],
      },
    })
    const options = { floor: 'derived' as const, holds: ['rules/adjustments/TOD'] }
    expect(refusal(record, { tod_period: 'peak', rts_voltage_mode: 'above_base' }, options)).toBe(
      'EVIDENCE_BELOW_FLOOR',
    )
  })

  it('on the scheme blocks the subsidy and the final payable and leaves the base tariff', () => {
    const record = recordOf({ rules: { subsidy: buildSubsidy({ 30: '125' }) } })
    for (const path of ['rules/subsidy', 'rules/subsidy/entitlements/30']) {
      const result = priced(record, { billing_days: 30 }, { holds: [path] })
      expect(result).toMatchObject({ basePaise: 55_000, subsidy: { status: 'blocked' }, finalPaise: null })
    }
  })

  it('on an approved FPPAS period leaves no payable to state', () => {
    const rules = { subsidy: buildSubsidy({ 30: '20' }), fppas_periods: [buildFppas('10')] }
    const inputs = { billing_days: 30, billing_month: '2026-06' }
    expect(priced(recordOf({ rules }), inputs).fppas?.[0]?.amountPaise).toBe(5000)
    const held = priced(recordOf({ rules }), inputs, { holds: ['rules/fppas_periods/FPPAS-2026-04'] })
    expect(held).toMatchObject({ fppas: null, finalPaise: null })
  })
})

describe('a component listed under component_holds', () => {
  const record = (row: Parameters<typeof recordOfRow>[0], path: string, rules = {}) =>
    recordOf({ rows: [row], component_holds: listed(path), rules })

  it('is null, and so is the base tariff; the rest is given', () => {
    const result = priced(record({ fixed: heldPerKw }, 'rows/ROW/fixed'), { connected_load: 2 })
    expect(result).toMatchObject({ energyPaise: 50_000, fixedPaise: null, basePaise: null, finalPaise: null })
  })

  it('is null also where a figure is there, for the release itself says it is held', () => {
    const result = priced(record({ fixed: perKw }, 'rows/ROW/fixed'), { connected_load: 2 })
    expect(result).toMatchObject({ energyPaise: 50_000, fixedPaise: null, basePaise: null })
  })

  it.each(['energy', 'wheeling', 'fixed'])(
    'is null where the row has no such charge, for it is held and not 0: %s',
    (part) => {
      const energy = part === 'energy' ? null : buildEnergy('flat', [[null, '5']])
      const more = [buildCharge('rent', 'flat', 'connection', [[null, '7']])]
      const result = priced(record({ energy, fixed: null, more }, `rows/ROW/${part}`))
      expect(result).toMatchObject({
        energyPaise: part === 'energy' ? null : 50_000,
        wheelingPaise: null,
        fixedPaise: part === 'fixed' ? null : 0,
        otherPaise: 700,
        basePaise: null,
        finalPaise: null,
      })
    },
  )

  it('has no line, so that no figure of it, nor of a quantity that it reads, counts for the grade and the floor', () => {
    const share = buildFigure('80', 'percent', 'specimen')
    const demand = buildQuantity('demand', 'share * contract_demand_kva', {
      figures: [{ figure_id: 'share', figure: share }],
    })
    const fixed = buildFixed('flat', 'kVA', [[null, buildFigure('80', 'Rs/kVA', 'specimen')]], { per: 'demand' })
    const listedRecord = { ...record({ fixed }, 'rows/ROW/fixed'), quantities: [demand] }
    const body = { contract_demand_kva: 10 }
    expect(priced(listedRecord, body).grade).toBe('transcription')
    expect(refusal(listedRecord, body, { floor: 'derived' })).toBe('priced')
    expect(refusal({ ...listedRecord, component_holds: [] }, body, { floor: 'derived' })).toBe('EVIDENCE_BELOW_FLOOR')
  })

  it('leaves no sum of minimums where one of two is held', () => {
    const least = (id: string, paths: string[]) => buildCharge(id, 'flat', 'kW', [[null, '100']], { minimum_of: paths })
    const row = { more: [least('one', ['energy']), least('two', ['fixed'])] }
    const body = { connected_load: 2 }
    expect(priced(recordOf({ rows: [row] }), body).minimumPaise).not.toBeNull()
    for (const id of ['one', 'two']) expect(priced(record(row, `rows/ROW/${id}`), body).minimumPaise, id).toBeNull()
  })

  it('stays null, not refused, under a further hold', () => {
    const inputs = { connected_load: 2 }
    const options = { holds: ['rows/ROW/fixed'] }
    expect(refusal(record({ fixed: heldPerKw }, 'rows/ROW/fixed'), inputs, options)).toBe('priced')
  })

  it('makes no part of an adjustment: one that is taken of it is null, not taken of the rest', () => {
    const rules = {
      adjustments: [
        buildAdjustment('HTSS', 'percent', [['apply_htss_11kv_surcharge=true', 'add', '10']], {
          of: ['energy', 'fixed'],
        }),
      ],
    }
    const inputs = { connected_load: 2, apply_htss_11kv_surcharge: true }
    const result = priced(record({ fixed: heldPerKw }, 'rows/ROW/fixed', rules), inputs)
    expect(result.adjustmentsPaise).toBeNull()
    expect(result.lines.map(({ step }) => step.component)).toEqual(['energy'])
  })

  it('makes no part of an FPPAS taken of it', () => {
    const rules = {
      subsidy: buildSubsidy({ 30: '20' }),
      fppas_periods: [buildFppas('10', { basis: ['energy', 'fixed'] })],
    }
    const inputs = { connected_load: 2, billing_days: 30, billing_month: '2026-06' }
    expect(priced(record({ fixed: heldPerKw }, 'rows/ROW/fixed', rules), inputs)).toMatchObject({
      fppas: null,
      finalPaise: null,
    })
  })

  it('leaves the subsidy given where it waives no part of it', () => {
    const wheeling = buildWheeling(buildHeldFigure('Rs/kWh'))
    const rules = { subsidy: buildSubsidy({ 30: '20' }) }
    expect(priced(record({ wheeling }, 'rows/ROW/wheeling', rules), { billing_days: 30 })).toMatchObject({
      subsidy: { status: 'applied', amountPaise: 10_000 },
      basePaise: null,
      finalPaise: null,
    })
  })
})

describe('a category of a licensee', () => {
  it('goes before the statewide one of the same code, which serves everybody else', () => {
    const flat = (rate: string) => buildEnergy('flat', [[null, rate]])
    const record = recordOf({
      rows: [
        { row_id: 'STATE', energy: flat('5') },
        { row_id: 'OWN', licensee_code: 'BR_NBPDCL', energy: flat('6') },
      ],
      categories: [buildCategory(), buildCategory({ licensee_code: 'BR_NBPDCL' })],
      licensees: licensees('BR_NBPDCL', 'BR_SBPDCL'),
    })
    expect(priced(record, { licensee_code: 'BR_NBPDCL' }).row.rowId).toBe('OWN')
    expect(priced(record, { licensee_code: 'BR_SBPDCL' }).row.rowId).toBe('STATE')
    expect(refusal(record)).toBe('LICENSEE_REQUIRED')
  })
})
