import { describe, expect, it } from 'vitest'
import { compilePlan } from '../../../../releases/engine/compile/plan.ts'
import type { Quantity } from '../../../../releases/record/quantity.ts'
import {
  buildFigure,
  buildFixed,
  buildHeldFigure,
  buildQuantity,
  buildQuantityCase,
  type RecordParts,
} from '../../../support/record-builder.ts'
import { bill, boundPassed, linesOf, priced, problems, recordOfRow, refusal } from '../bill.ts'

/** Rs 1 for each unit of quantity `billed`, and nothing else. */
const record = (quantities: Quantity[], parts: RecordParts = {}) =>
  recordOfRow(
    { energy: null, fixed: buildFixed('flat', 'kVA', [[null, '1']], { per: 'billed' }) },
    { quantities, ...parts },
  )

const share = (value: string, unit: 'percent' | 'number' = 'percent') => [
  { figure_id: 'share', figure: buildFigure(value, unit) },
]
const BILLED = 'max(recorded_demand_kva, share * contract_demand_kva)'

describe('names of a formula', () => {
  it('stand for figures of the quantity: percent in hundredths, every other as it is', () => {
    const body = { recorded_demand_kva: 60, contract_demand_kva: 100 }
    expect(linesOf(record([buildQuantity('billed', BILLED, { figures: share('80') })]), body)).toEqual([
      'fixed 80 x 1 = 8000',
    ])
    expect(linesOf(record([buildQuantity('billed', BILLED, { figures: share('0.8', 'number') })]), body)).toEqual([
      'fixed 80 x 1 = 8000',
    ])
  })

  it('stand for other quantities, whatever their order, down to inputs', () => {
    const quantities = [
      buildQuantity('billed', 'half_up(above + 0.5 * least, 1)'),
      buildQuantity('above', 'max(0, recorded_demand_kva - least)'),
      buildQuantity('least', 'contract_demand_kva / 4'),
    ]
    // (20 - 3.75) + 1.875 = 18.125
    expect(linesOf(record(quantities), { recorded_demand_kva: 20, contract_demand_kva: 15 })).toEqual([
      'fixed 18 x 1 = 1800',
    ])
    expect(problems(record(quantities))).toEqual(['required /recorded_demand_kva', 'required /contract_demand_kva'])
  })

  it('of cases of which one has no bounds have none either', () => {
    const open = 'recorded_demand_kva - contract_demand_kva / recorded_demand_kva'
    const cases = [buildQuantityCase(open, 'recorded_demand_kva>0'), buildQuantityCase('7')]
    for (const either of [cases, cases.toReversed()]) {
      expect(() => compilePlan(record([buildQuantity('billed', '', { cases: either })]))).toThrow(/may be negative/)
    }
  })

  it('of its own figures are nobody else’s', () => {
    const quantities = [
      buildQuantity('billed', 'share * other'),
      buildQuantity('other', 'share * 1', { figures: share('80') }),
    ]
    expect(() => compilePlan(record(quantities))).toThrow(
      /quantities\/billed\/cases\/0: share is neither a quantity nor/,
    )
  })

  it.each([
    [
      'an input',
      [
        buildQuantity('billed', 'connected_load', {
          figures: [{ figure_id: 'connected_load', figure: buildFigure('1', 'number') }],
        }),
      ],
    ],
    [
      'a quantity',
      [
        buildQuantity('billed', 'other', { figures: [{ figure_id: 'other', figure: buildFigure('1', 'number') }] }),
        buildQuantity('other', '1'),
      ],
    ],
  ])('may not be a figure and %s at once', (_what, quantities) => {
    expect(() => compilePlan(record(quantities))).toThrow(/is the name of a figure and of something else/)
  })
})

describe('circles', () => {
  it.each([
    ['of one', [buildQuantity('billed', 'billed + 1')], 'billed -> billed'],
    ['of two', [buildQuantity('billed', 'other'), buildQuantity('other', 'billed')], 'billed -> other -> billed'],
    [
      'through a condition',
      [
        buildQuantity('billed', '', { cases: [buildQuantityCase('1', 'other>0')] }),
        buildQuantity('other', 'billed + 1'),
      ],
      'billed -> other -> billed',
    ],
  ])('%s are refused when the release is compiled', (_what, quantities, circle) => {
    expect(() => compilePlan(record(quantities))).toThrow(new RegExp(`depends on itself: ${circle}`))
  })

  it('a quantity that two others read is no circle', () => {
    const quantities = [
      buildQuantity('billed', 'a + b'),
      buildQuantity('a', 'c + 1'),
      buildQuantity('b', 'c + 2'),
      buildQuantity('c', 'connected_load'),
    ]
    expect(linesOf(record(quantities), { connected_load: 2 })).toEqual(['fixed 7 x 1 = 700'])
  })
})

describe('cases', () => {
  const cased = buildQuantity('billed', '', {
    cases: [
      buildQuantityCase('connected_load', 'connection=regular'),
      buildQuantityCase('2 * connected_load', 'connection=temporary and connected_load<=10'),
    ],
  })

  it('exactly one holds', () => {
    const at = (connection: 'regular' | 'temporary', connected_load: number) => ({ connection, connected_load })
    expect(linesOf(record([cased]), at('regular', 11))).toEqual(['fixed 11 x 1 = 1100'])
    expect(linesOf(record([cased]), at('temporary', 10))).toEqual(['fixed 20 x 1 = 2000'])
  })

  it('where none holds the request is refused with the name of the quantity', () => {
    expect(boundPassed(record([cased]), { connection: 'temporary', connected_load: 11 })).toBe('billed')
  })

  it('where two hold as well', () => {
    const both = { ...cased, cases: [...cased.cases, buildQuantityCase('1', 'connected_load>5')] }
    expect(boundPassed(record([both]), { connection: 'regular', connected_load: 5 })).toBeNull()
    expect(boundPassed(record([both]), { connection: 'regular', connected_load: 6 })).toBe('billed')
  })

  it('a quantity behind another is named, where that is the one without its case', () => {
    const outer = [buildQuantity('billed', '2 * inner'), { ...cased, quantity_id: 'inner' }]
    expect(boundPassed(record(outer), { connection: 'temporary', connected_load: 11 })).toBe('inner')
  })

  it('all that any of them reads is asked for', () => {
    expect(problems(record([cased]))).toEqual(['required /connected_load', 'required /connection'])
  })

  it('with dates change on their day, and need one', () => {
    const dated = buildQuantity('billed', '', {
      cases: [
        buildQuantityCase('connected_load', '', { effective_to: '2026-06-30' }),
        buildQuantityCase('2 * connected_load', '', { effective_from: '2026-07-01' }),
      ],
    })
    const on = (effective_on: string) => linesOf(record([dated]), { connected_load: 5, effective_on })
    expect([on('2026-06-30'), on('2026-07-01')]).toEqual([['fixed 5 x 1 = 500'], ['fixed 10 x 1 = 1000']])
    expect(problems(record([dated]), { connected_load: 5 })).toEqual(['required /effective_on'])
  })
})

describe('an input given instead', () => {
  const quantity = buildQuantity('billed', BILLED, { figures: share('80'), instead: 'billed_demand_kva' })

  it('is the quantity, and what the formula reads is not asked for', () => {
    expect(linesOf(record([quantity]), { billed_demand_kva: '77.5' })).toEqual(['fixed 77.5 x 1 = 7750'])
    expect(linesOf(record([quantity]), { billed_demand_kva: 0 })).toEqual(['fixed 0 x 1 = 0'])
  })

  it('is not asked for itself', () => {
    expect(problems(record([quantity]))).toEqual(['required /recorded_demand_kva', 'required /contract_demand_kva'])
    expect(linesOf(record([quantity]), { recorded_demand_kva: 90, contract_demand_kva: 100 })).toEqual([
      'fixed 90 x 1 = 9000',
    ])
  })

  it('is refused beside what the formula reads', () => {
    const body = { recorded_demand_kva: 90, contract_demand_kva: 100, billed_demand_kva: 90 }
    expect(problems(record([quantity]), body)).toEqual(['one_of /billed_demand_kva'])
  })

  it('stands for all cases, also where none of them would hold', () => {
    const never = { ...quantity, cases: [buildQuantityCase('recorded_demand_kva', 'contract_demand_kva>1000')] }
    const body = { recorded_demand_kva: 90, contract_demand_kva: 100 }
    expect(boundPassed(record([never]), body)).toBe('billed')
    expect(linesOf(record([never]), { billed_demand_kva: 7 })).toEqual(['fixed 7 x 1 = 700'])
  })

  it('reaches what is made of the quantity', () => {
    const quantities = [buildQuantity('billed', '2 * demand'), { ...quantity, quantity_id: 'demand' }]
    expect(linesOf(record(quantities), { billed_demand_kva: 7 })).toEqual(['fixed 14 x 1 = 1400'])
  })
})

describe('figures of a quantity', () => {
  const of = (figure: ReturnType<typeof buildFigure>) =>
    record([buildQuantity('billed', BILLED, { figures: [{ figure_id: 'share', figure }] })])
  const body = { recorded_demand_kva: 60, contract_demand_kva: 100 }

  it('are judged by the floor with those of the charge that reads it', () => {
    const weak = of(buildFigure('80', 'percent', 'specimen'))
    expect(priced(weak, body).grade).toBe('specimen')
    expect(bill(weak, body, { floor: 'derived' })).toMatchObject({
      code: 'EVIDENCE_BELOW_FLOOR',
      details: { figures: [{ path: 'quantities/billed/share', grade: 'specimen' }] },
    })
  })

  it('that are held hold the charge', () => {
    const held = of(buildHeldFigure('percent'))
    expect(bill(held, body)).toMatchObject({ code: 'RATE_NOT_VERIFIED', details: { component: 'rows/ROW/fixed' } })
  })

  it.each(['quantities/billed', 'quantities/billed/share', 'quantities'])('a hold on %s holds the charge', (path) => {
    expect(refusal(of(buildFigure('80', 'percent')), body, { holds: [path] })).toBe('RATE_NOT_VERIFIED')
  })

  it('a hold on another quantity whose name begins alike changes nothing', () => {
    expect(refusal(of(buildFigure('80', 'percent')), body, { holds: ['quantities/bill', 'quantities/billed2'] })).toBe(
      'priced',
    )
  })

  it('of a quantity that nothing of the row reads say nothing', () => {
    const unread = buildQuantity('unread', 'share * connected_load', {
      figures: [{ figure_id: 'share', figure: buildHeldFigure('percent') }],
    })
    const two = record([buildQuantity('billed', 'contract_demand_kva'), unread])
    expect(refusal(two, { contract_demand_kva: 1 }, { floor: 'transcription' })).toBe('priced')
  })
})

describe('names that stand for nothing', () => {
  it.each([
    ['a quantity', [buildQuantity('billed', 'no_such_name')]],
    ['a word', [buildQuantity('billed', 'phase')]],
    ['a zone that is not declared', [buildQuantity('billed', 'energy_by_zone.noon')]],
    ['a part that is no number', [buildQuantity('billed', 'payment.digital')]],
    ['an input given instead', [buildQuantity('billed', 'connected_load', { instead: 'phase' })]],
  ])('%s are refused when the release is compiled', (_what, quantities) => {
    expect(() => compilePlan(record(quantities))).toThrow(/is neither a quantity nor an input that counts something/)
  })

  it('a declared zone is a quantity', () => {
    const zoned = record([buildQuantity('billed', 'energy_by_zone.peak')], { zones: ['peak', 'rest'] })
    expect(linesOf(zoned, { energy_by_zone: { peak: 40, rest: 60 } })).toEqual(['fixed 40 x 1 = 4000'])
  })
})

describe('what a charge multiplies by is never negative', () => {
  it.each([
    ['contract_demand_kva - recorded_demand_kva', ''],
    ['contract_demand_kva - 5', 'contract_demand_kva<=5'],
    ['0 - contract_demand_kva', ''],
  ])('%s where %s is refused', (text, when) => {
    const quantity = buildQuantity('billed', '', { cases: [buildQuantityCase(text, when)] })
    expect(() => compilePlan(record([quantity]))).toThrow(/rows\/ROW\/fixed: billed may be negative/)
  })

  it.each([
    ['max(0, contract_demand_kva - recorded_demand_kva)', ''],
    ['contract_demand_kva - 5', 'contract_demand_kva>5'],
    ['contract_demand_kva - 5', 'contract_demand_kva>=5'],
    ['5 - contract_demand_kva', 'contract_demand_kva<=5'],
  ])('%s where %s is taken', (text, when) => {
    const quantity = buildQuantity('billed', '', { cases: [buildQuantityCase(text, when)] })
    expect(() => compilePlan(record([quantity]))).not.toThrow()
  })

  it('the conditions of another case prove nothing', () => {
    const quantity = buildQuantity('billed', '', {
      cases: [
        buildQuantityCase('1', 'contract_demand_kva>5'),
        buildQuantityCase('contract_demand_kva - 5', 'contract_demand_kva<=5'),
      ],
    })
    expect(() => compilePlan(record([quantity]))).toThrow(/may be negative/)
  })
})
