import { describe, expect, it } from 'vitest'
import type { Adjustment } from '../../../../releases/record/adjustment.ts'
import { compared } from '../../../support/compared.ts'
import { planOf } from '../../../support/definitions.ts'
import {
  buildAdjustment,
  buildCharge,
  buildFigure,
  buildFixed,
  buildValue,
  conditions,
  type RecordParts,
} from '../../../support/record-builder.ts'
import { linesOf, priced, problems, recordOf } from '../bill.ts'

const record = (adjustments: Adjustment[], parts: RecordParts = {}) => recordOf({ rules: { adjustments }, ...parts })
/** 100 units: energy Rs 500, fixed Rs 50. */
const paise = (of: ReturnType<typeof record>, body = {}): number | null => priced(of, body).adjustmentsPaise

describe('the cases of an adjustment', () => {
  it('are tried in order, and the first that holds is the only one', () => {
    const of = record([
      buildAdjustment('A', 'percent', [
        ['connected_load<=5', 'add', '1'],
        ['connected_load<=10', 'add', '2'],
        ['', 'add', '3'],
      ]),
    ])
    expect(['5', '5.001', '10.001'].map((connected_load) => paise(of, { connected_load }))).toEqual([500, 1000, 1500])
  })

  it('a case that changes nothing ends the list', () => {
    const of = record([
      buildAdjustment('A', 'percent', [
        ['connected_load<=5', 'none', null],
        ['', 'add', '3'],
      ]),
    ])
    expect(['5', '6'].map((connected_load) => paise(of, { connected_load }))).toEqual([null, 1500])
  })

  it('with dates hold on their days, and the request needs one', () => {
    const dated = buildAdjustment('A', 'percent', [
      ['', 'add', '1'],
      ['', 'add', '2'],
    ])
    const [first, second] = dated.cases
    const cases = [
      { ...first!, effective_to: '2026-06-30' },
      { ...second!, effective_from: '2026-07-01', effective_to: '2026-09-30' },
    ]
    const of = record([{ ...dated, cases }])
    const on = (effective_on: string) => paise(of, { effective_on })
    expect(['2026-06-30', '2026-07-01', '2026-09-30', '2026-10-01'].map(on)).toEqual([500, 1000, 1000, null])
    expect(problems(of)).toEqual(['required /effective_on'])
  })

  it('without the input that chooses add nothing, and the answer says so', () => {
    const of = record([buildAdjustment('A', 'percent', [['connected_load<=5', 'add', '1']])])
    expect(priced(of)).toMatchObject({ adjustmentsPaise: null, notGiven: [{ name: 'connected_load' }] })
  })

  it('of which the category requires the input are asked for', () => {
    const base = record([buildAdjustment('A', 'percent', [['tod_period=peak', 'add', '1']])])
    const of = { ...base, categories: base.categories.map((each) => ({ ...each, required_inputs: ['tod_period'] })) }
    expect(problems(of)).toEqual(['required /tod_period'])
    expect(paise(of, { tod_period: 'peak' })).toBe(500)
  })
})

describe('a condition on an amount', () => {
  const over = (text: string, parts: Partial<Adjustment> = {}) =>
    record([buildAdjustment('A', 'percent', [[text, 'add', '10']], parts)])

  it.each([
    ['amount.energy>500', null],
    ['amount.energy>=500', 5000],
    ['amount.energy>499.99', 5000],
    ['amount.energy<500.01', 5000],
    ['amount.energy=500', 5000],
    ['amount.fixed>=50 and amount.energy<=500', 5000],
    ['amount.base_tariff>=550', 5000],
    ['amount.bill>550', null],
    ['amount.wheeling=0', 5000],
    ['not amount.energy<500', 5000],
    ['(amount.energy>500 or amount.fixed=50)', 5000],
  ])('%s: %s paise', (text, expected) => {
    expect(paise(over(text))).toBe(expected)
  })

  it('is of earlier adjustments too, and the first case that then holds is taken', () => {
    const of = record([
      buildAdjustment('FIRST', 'percent', [['', 'add', '10']]),
      buildAdjustment(
        'SECOND',
        'per_bill',
        [
          ['amount.FIRST>50', 'add', '1'],
          ['amount.FIRST>20', 'add', '2'],
          ['', 'add', '3'],
        ],
        { order: 2 },
      ),
    ])
    expect([100, 101, 40, 0].map((energy_units) => linesOf(of, { energy_units }).at(-1))).toEqual([
      'SECOND 1 x 2 = 200',
      'SECOND 1 x 1 = 100',
      'SECOND 1 x 3 = 300',
      'SECOND 1 x 3 = 300',
    ])
  })

  it('leaves several cases possible, whose weak figures come before those of cap and floor', () => {
    const weak = (value: string) => buildFigure(value, 'Rs', 'specimen')
    const limits = { cap: buildValue('per_bill', weak('30')), floor: buildValue('per_bill', weak('1')) }
    const of = record([
      buildAdjustment(
        'A',
        'per_bill',
        [
          ['amount.energy<=100', 'add', weak('10')],
          ['amount.energy>500', 'add', weak('20')],
        ],
        limits,
      ),
    ])
    const both = compared(planOf(of), { state_code: 'XX', subcategory_code: 'DOM', energy_units: 100 }, 'derived')
    const paths = ['A/CASE-1', 'A/CASE-2', 'A/cap', 'A/floor'].map((path) => `rules/adjustments/${path}`)
    for (const outcome of [both?.engine, both?.reference]) {
      const { figures } = (outcome as unknown as { details: { figures: { path: string }[] } }).details
      expect(figures.map(({ path }) => path)).toEqual(paths)
    }
  })

  describe('that is held', () => {
    const held: RecordParts = { component_holds: [{ path: 'rows/ROW/fixed', reason: 'not published' }] }
    const first = buildAdjustment('A', 'per_bill', [['amount.fixed>10', 'add', '10']])

    it.each([
      ['does not say that its case holds', [['amount.fixed>10', 'add', '10']]],
      ['nor that it does not', [['not amount.fixed>10', 'add', '10']]],
      [
        'nor that another case is the one',
        [
          ['amount.fixed>10', 'add', '10'],
          ['', 'add', '20'],
        ],
      ],
    ] as const)('%s: the adjustment is not known', (_what, cases) => {
      const of = record([buildAdjustment('A', 'per_bill', cases)], held)
      expect(priced(of)).toMatchObject({ adjustmentsPaise: null, basePaise: null })
      expect(linesOf(of).filter((line) => line.startsWith('A '))).toEqual([])
    })

    it('makes what is computed on the adjustment not known either', () => {
      const second = buildAdjustment('B', 'percent', [['', 'add', '50']], { order: 2, of: ['A'] })
      expect(linesOf(record([first, second], held)).filter((line) => /^[AB] /.test(line))).toEqual([])
    })

    it('leaves the sum beside not known, and its other lines there', () => {
      const fee = buildAdjustment('FEE', 'per_bill', [['', 'add', '1']], { order: 2, side: 'beside' })
      const of = record([{ ...first, side: 'beside' }, fee], held)
      expect(priced(of).beside).toMatchObject({ lines: [{ amountPaise: 100 }], totalPaise: null })
    })
  })
})

describe('several values', () => {
  const values = [buildValue('percent', '10'), buildValue('per_bill', '30')]
  const of = (pick: 'least' | 'greatest', effect: 'add' | 'subtract' = 'add') => {
    const picked = buildAdjustment('A', 'percent', [['', effect, values]])
    return record([{ ...picked, cases: picked.cases.map((each) => ({ ...each, pick })) }])
  }

  it.each([
    // units, 10 percent of energy, the least and the greatest of it and Rs 30
    [0, 0, 3000],
    [50, 2500, 3000],
    [60, 3000, 3000],
    [61, 3000, 3050],
  ])('%s units: the least is %s paise, the greatest %s', (energy_units, least, greatest) => {
    expect(paise(of('least'), { energy_units })).toBe(least)
    expect(paise(of('greatest'), { energy_units })).toBe(greatest)
    expect(paise(of('greatest', 'subtract'), { energy_units })).toBe(-greatest)
  })

  it('are compared before they are rounded, and the line shows the one that counts', () => {
    expect(linesOf(of('least'), { energy_units: 50 }).at(-1)).toBe('A 250 x 10 = 2500')
    expect(linesOf(of('least'), { energy_units: 61 }).at(-1)).toBe('A 1 x 30 = 3000')
  })
})

describe('a cap and a floor', () => {
  const of = (parts: Partial<Adjustment>, effect: 'add' | 'subtract' = 'add') =>
    record([buildAdjustment('A', 'percent', [['', effect, '10']], parts)])
  const cap = buildValue('per_bill', '30')
  const floor = buildValue('per_bill', '20')

  it.each([
    // units: 10 percent of Rs 5 each
    [10, 500, 2000, 2000],
    [40, 2000, 2000, 2000],
    [50, 2500, 2500, 2500],
    [60, 3000, 3000, 3000],
    [100, 3000, 5000, 3000],
  ])('%s units: capped %s, with a floor %s, with both %s', (energy_units, capped, floored, both) => {
    expect(paise(of({ cap }), { energy_units })).toBe(capped)
    expect(paise(of({ floor }), { energy_units })).toBe(floored)
    expect(paise(of({ cap, floor }), { energy_units })).toBe(both)
  })

  it('come before the sign: a rebate is never more than its cap', () => {
    expect(paise(of({ cap }, 'subtract'), { energy_units: 100 })).toBe(-3000)
    expect(paise(of({ floor }, 'subtract'), { energy_units: 10 })).toBe(-2000)
  })

  it('may go by a quantity, without which the adjustment adds nothing', () => {
    const record = of({ cap: buildValue('per_unit', '1', { per: 'connected_load' }) })
    expect(paise(record, { connected_load: 3 })).toBe(300)
    expect(paise(record)).toBeNull()
  })

  it('may be a part of the base as well', () => {
    expect(paise(of({ cap: buildValue('percent', '4') }))).toBe(2000)
  })
})

describe('words that choose', () => {
  it('an option that no case has is refused, never priced as none', () => {
    const of = record([buildAdjustment('A', 'factor', [['tod_period=peak', 'add', '103']])])
    expect(problems(of, { tod_period: 'normal' })).toEqual(['enum /tod_period'])
  })

  it('is known where any adjustment that the word chooses has it', () => {
    const of = record([
      buildAdjustment('A', 'factor', [['tod_period=peak', 'add', '103']]),
      buildAdjustment('B', 'percent', [['tod_period=normal', 'add', '1']], { order: 2 }),
    ])
    expect(paise(of, { tod_period: 'normal' })).toBe(500)
    expect(problems(of, { tod_period: 'off_peak' })).toEqual(['enum /tod_period'])
  })

  it('is asked for beside other inputs too, and is known where a row has it', () => {
    const small = record([buildAdjustment('A', 'percent', [['phase=three and connected_load<=5', 'add', '10']])])
    expect(paise(small, { phase: 'three', connected_load: 3 })).toBe(5000)
    expect(problems(small, { phase: 'single', connected_load: 3 })).toEqual(['enum /phase'])
    const rows = small.rows.map((row) => ({ ...row, conditions: conditions('phase in {single,three}') }))
    expect(paise({ ...small, rows }, { phase: 'single', connected_load: 3 })).toBeNull()
  })

  it('a flag without a case changes nothing, whichever of its values has one', () => {
    const on = record([buildAdjustment('A', 'percent', [['apply_htss_11kv_surcharge=true', 'add', '10']])])
    expect(paise(on, { apply_htss_11kv_surcharge: false })).toBeNull()
    expect(paise(on, { apply_htss_11kv_surcharge: true })).toBe(5000)
    const off = record([buildAdjustment('A', 'percent', [['apply_htss_11kv_surcharge=false', 'add', '10']])])
    expect(paise(off, { apply_htss_11kv_surcharge: false })).toBe(5000)
    expect(paise(off, { apply_htss_11kv_surcharge: true })).toBeNull()
  })

  it('is not judged where a case of the adjustment does not ask for it', () => {
    const of = record([
      buildAdjustment('A', 'percent', [
        ['tod_period=peak', 'add', '10'],
        ['connected_load>5', 'add', '1'],
      ]),
    ])
    expect(paise(of, { tod_period: 'normal', connected_load: 6 })).toBe(500)
  })
})

describe('a charge beside', () => {
  const rent = buildCharge('rent', 'flat', 'kVA', [[null, '2']], { side: 'beside' })
  const of = recordOf({ rows: [{ fixed: buildFixed('flat', 'connection', [[null, '50']]), more: [rent] }] })

  it('without its input is left out, and the answer says so', () => {
    expect(priced(of)).toMatchObject({ beside: null, notGiven: [{ name: 'contract_demand_kva' }] })
    expect(priced(of, { contract_demand_kva: 3 })).toMatchObject({ beside: { totalPaise: 600 }, notGiven: [] })
  })

  it('that is held is left out and disclosed; it refuses nothing', () => {
    const result = priced(of, { contract_demand_kva: 3 }, { holds: ['rows/ROW/rent'] })
    expect(result).toMatchObject({ beside: null, besideHeld: ['rows/ROW/rent'], basePaise: 55_000 })
  })
})

it('a case behind one without conditions is never chosen, and its figure weakens no grade', () => {
  const rebate = buildAdjustment('REBATE', 'per_unit', [
    ['', 'subtract', buildFigure('0.1', 'Rs/kWh')],
    ['energy_units>50', 'subtract', buildFigure('0.2', 'Rs/kWh', 'specimen')],
  ])
  expect(priced(recordOf({ rules: { adjustments: [rebate] } }))).toMatchObject({
    adjustmentsPaise: -1_000,
    grade: 'transcription',
  })
})
