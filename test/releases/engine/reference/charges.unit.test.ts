import { describe, expect, it } from 'vitest'
import {
  buildAdjustment,
  buildCase,
  buildCharge,
  buildEnergy,
  buildFigure,
  buildFixed,
  buildRecord,
  buildSteps,
  buildValue,
  when,
} from './builder.ts'
import { amounts, answer, refusal } from './support.ts'

describe('charges of a row', () => {
  it('are all of the row’s, each in its component: 100 × (5.00 + 1.00 + 0.25) and 50.00 + 3.00', () => {
    const charges = [
      buildCharge('extra', { component: 'energy' }),
      buildCharge('meter', { component: 'fixed', per: null, steps: buildSteps([[null, '3']]) }),
      buildCharge('green', { steps: buildSteps([[null, '0.25']]) }),
    ]
    const bill = answer(buildRecord({ rows: [{ charges }] }), {})
    expect(bill.lines.map(({ id, quantity, amountPaise }) => [id, quantity, amountPaise])).toEqual([
      ['energy', '100', 50_000],
      ['fixed', '1', 5_000],
      ['extra', '100', 10_000],
      ['meter', '1', 300],
      ['green', '100', 2_500],
    ])
    expect([bill.energyChargePaise, bill.fixedChargePaise, bill.otherChargesPaise]).toEqual([60_000, 5_300, 2_500])
    expect(bill.baseTariffPaise).toBe(67_800)
  })

  it('apply if their conditions are met', () => {
    const charges = [buildCharge('three', { when: [when('phase=three')] })]
    const record = buildRecord({ rows: [{ charges }] })
    expect(answer(record, { phase: 'three' }).otherChargesPaise).toBe(10_000)
    expect(answer(record, { phase: 'single' }).otherChargesPaise).toBeNull()
  })

  it('apply from their first day to their last', () => {
    const charges = [buildCharge('q2', { effective_from: '2026-07-01', effective_to: '2026-09-30' })]
    const record = buildRecord({ rows: [{ charges }] })
    const on = (date: string) => answer(record, {}, { date }).otherChargesPaise
    expect(['2026-06-30', '2026-07-01', '2026-09-30', '2026-10-01'].map(on)).toEqual([null, 10_000, 10_000, null])
  })

  it('by the unit of a zone: 4.5 units of peak at 7.00 and 5.5 of day at 5.00', () => {
    const zone = (name: string, rate: string) =>
      buildEnergy('flat', [[null, rate]], { charge_id: name, per: `energy_by_zone.${name}` })
    const record = buildRecord({
      zones: ['day', 'peak'],
      rows: [{ energy: zone('day', '5'), charges: [zone('peak', '7')] }],
    })
    const bill = answer(record, { energy_units: 10, energy_by_zone: { day: '5.5', peak: 4.5 } })
    expect(amounts(bill, 'energy')).toEqual([2_750, 3_150])
  })
})

describe('rates of another charge', () => {
  const other = {
    row_id: 'OTHER',
    subcategory_code: 'OTHER',
    energy: buildEnergy('telescopic', [
      ['50', '3.33'],
      [null, '4.445'],
    ]),
  }
  const times = (row_id: string, multiple = buildFigure('1.25', 'times')) => ({ row_id, charge_id: 'energy', multiple })
  const taking = (multiple = buildFigure('1.25', 'times')) =>
    buildRecord({ rows: [{ energy: buildEnergy('telescopic', [], { rates_of: times('OTHER', multiple) }) }, other] })

  it('are multiplied exactly: 50 × 4.1625 = 208.125, up; 0.1 × 5.55625 = 0.555625, up', () => {
    expect(amounts(answer(taking(), { energy_units: 50.1 }), 'energy')).toEqual([20_813, 56])
  })

  it('may be given by a percent: 125', () => {
    const record = taking(buildFigure('125', 'percent'))
    expect(amounts(answer(record, { energy_units: 50.1 }), 'energy')).toEqual([20_813, 56])
  })

  it('depend on both figures, and on the charge that they belong to', () => {
    expect(answer(taking(buildFigure('1.25', 'times', 'derived')), {}).grade).toBe('derived')
    for (const path of ['rows/ROW/energy/multiple', 'rows/OTHER/energy', 'rows/OTHER/energy/1'])
      expect(refusal(taking(), {}, { holds: [path] })).toBe('RATE_NOT_VERIFIED')
  })

  it('may be multiplied again, and lead back to no charge: 10 × 3.00 × 1.5 × 2', () => {
    const first = buildCharge('first', { rates_of: { ...times('ROW', buildFigure('1.5')), charge_id: 'second' } })
    const second = buildCharge('second', { rates_of: { ...times('ROW', buildFigure('2')), charge_id: 'third' } })
    const third = (rates_of: typeof first.rates_of) =>
      buildCharge('third', { side: 'beside', rates_of, steps: rates_of ? [] : buildSteps([[null, '3']]) })
    const record = (end: typeof first.rates_of) => buildRecord({ rows: [{ charges: [first, second, third(end)] }] })
    expect(amounts(answer(record(null), { energy_units: 10 }), 'first')).toEqual([9_000])
    expect(() => answer(record({ ...times('ROW'), charge_id: 'first' }), {})).toThrow(TypeError)
    expect(() => answer(record(times('NOWHERE')), {})).toThrow(TypeError)
  })
})

describe('a minimum', () => {
  const least = (parts = {}) =>
    buildCharge('least', {
      per: 'connected_load',
      steps: buildSteps([[null, '200']]),
      minimum_of: ['energy', 'fixed'],
      ...parts,
    })
  const record = buildRecord({ rows: [{ charges: [least()] }] })

  it('is the amount by which the named charges fall short of it: 3 × 200.00 less 10 × 5.00 and 50.00', () => {
    const bill = answer(record, { energy_units: 10, connected_load: 3 })
    expect(bill.lines.at(-1)).toEqual({ component: 'minimum', id: 'least', quantity: '3', amountPaise: 50_000 })
    expect([bill.minimumPaise, bill.otherChargesPaise, bill.baseTariffPaise]).toEqual([50_000, null, 60_000])
  })

  it('is a line of 0 if they do not', () => {
    expect(answer(record, { energy_units: 110, connected_load: 3 }).minimumPaise).toBe(0)
    expect(answer(record, { energy_units: 109.999, connected_load: 3 }).minimumPaise).toBe(0)
    // 109.998 × 500 = 54,999
    expect(answer(record, { energy_units: 109.998, connected_load: 3 }).minimumPaise).toBe(1)
  })

  it('comes after all other charges and counts only those it names', () => {
    const energyOnly = least({ minimum_of: ['energy'], per: null })
    const bill = answer(
      buildRecord({ rows: [{ energy: null, fixed: null, charges: [energyOnly, buildEnergy('flat', [[null, '1']])] }] }),
      {
        energy_units: 10,
      },
    )
    expect(bill.lines.map(({ component, amountPaise }) => [component, amountPaise])).toEqual([
      ['energy', 1_000],
      ['minimum', 19_000],
    ])
  })

  it('of several lines rounds each of them and shows the first: 2 at 0.333 = 67 and 1 at 0.444 = 44', () => {
    const stepped = least({
      method: 'telescopic',
      per: 'connected_load',
      steps: buildSteps([
        ['2', '0.333'],
        [null, '0.444'],
      ]),
      minimum_of: ['energy'],
    })
    const bill = answer(buildRecord({ rows: [{ charges: [stepped] }] }), { energy_units: 0, connected_load: 3 })
    expect(bill.lines.at(-1)).toEqual({
      component: 'minimum',
      id: 'least',
      quantity: '2',
      shares: ['2', '1'],
      amountPaise: 111,
    })
  })

  it('is in the base of adjustments by its component: 10 % of 500.00', () => {
    const adjustments = [buildAdjustment('ADJ', [buildCase([buildValue('percent', '10')])], { of: ['minimum'] })]
    const bill = answer(buildRecord({ rows: [{ charges: [least()] }], rules: { adjustments } }), {
      energy_units: 10,
      connected_load: 3,
    })
    expect(bill.adjustmentsPaise).toBe(5_000)
  })

  it('is of no charge that the row has not', () => {
    const nothing = least({ minimum_of: ['nothing'] })
    expect(() => answer(buildRecord({ rows: [{ charges: [nothing] }] }), { connected_load: 1 })).toThrow(TypeError)
  })

  it('is unknown if a charge that it names is withheld, and withheld if it is itself', () => {
    const held = (path: string) =>
      answer(
        { ...record, component_holds: [{ path: `rows/ROW/${path}`, reason: 'not published' }] },
        { energy_units: 10, connected_load: 3 },
      )
    expect(held('fixed')).toMatchObject({ fixedChargePaise: null, minimumPaise: null, baseTariffPaise: null })
    expect(held('least')).toMatchObject({ fixedChargePaise: 5_000, minimumPaise: null, baseTariffPaise: null })
  })
})

describe('charges beside', () => {
  const rent = (parts = {}) =>
    buildCharge('rent', { side: 'beside', per: null, steps: buildSteps([[null, '10']]), ...parts })

  it('stand beside the base and are in no payable: 10.00', () => {
    const bill = answer(buildRecord({ rows: [{ charges: [rent()] }] }), {})
    expect([bill.baseTariffPaise, bill.besidePaise]).toEqual([55_000, 1_000])
    expect(bill.beside).toEqual([{ component: 'other', id: 'rent', quantity: '1', amountPaise: 1_000 }])
    expect(bill.lines).toHaveLength(2)
  })

  it('are left out if one of their inputs is missing, with a disclosure', () => {
    const charges = [rent({ per: 'recorded_demand_kw', when: [when('meter_type=smart')] })]
    const record = buildRecord({ rows: [{ charges }] })
    expect(answer(record, {})).toMatchObject({ besidePaise: null, notGiven: ['recorded_demand_kw', 'meter_type'] })
    const bill = answer(record, { meter_type: 'smart', recorded_demand_kw: 2 })
    expect(bill).toMatchObject({ besidePaise: 2_000, notGiven: [] })
    expect(answer(record, { meter_type: 'none', recorded_demand_kw: 2 })).toMatchObject({
      besidePaise: null,
      notGiven: [],
    })
  })

  it('that are held are left out, and the rest stands', () => {
    const record = buildRecord({ rows: [{ charges: [rent(), rent({ charge_id: 'fee' })] }] })
    const bill = answer(record, {}, { holds: ['rows/ROW/rent'] })
    expect([bill.beside.map(({ id }) => id), bill.besidePaise, bill.baseTariffPaise]).toEqual([['fee'], 1_000, 55_000])
    const weak = rent({ steps: buildSteps([[null, buildFigure('10', 'Rs', 'specimen')]]) })
    const judged = buildRecord({ rows: [{ charges: [weak] }] })
    expect(answer(judged, {}).grade).toBe('specimen')
    expect(answer(judged, {}, { holds: ['rows/ROW/rent'] }).grade).toBe('transcription')
  })
})

describe('a malformed shape', () => {
  it.each([
    ['telescopic steps of nothing', buildFixed('telescopic', null, [[null, '1']])],
    [
      'two steps of a flat charge',
      buildFixed('flat', null, [
        ['2', '1'],
        [null, '2'],
      ]),
    ],
    ['units that are words', buildFixed('flat', 'phase', [[null, '1']]), { phase: 'single' }],
    ['a zone that the release has not', buildFixed('flat', 'energy_by_zone.dawn', [[null, '1']])],
  ])('throws: %s', (_, fixed, body: Readonly<Record<string, unknown>> = {}) => {
    expect(() => answer(buildRecord({ rows: [{ fixed }] }), body)).toThrow(TypeError)
  })
})
