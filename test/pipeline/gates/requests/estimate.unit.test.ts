import { describe, expect, it } from 'vitest'
import { faultOfFact } from '../../../../pipeline/gates/quotes/fact-numbers.ts'
import { domainsOf } from '../../../../pipeline/gates/requests/domains.ts'
import { edgesAt } from '../../../../pipeline/gates/requests/edges.ts'
import { estimator } from '../../../../pipeline/gates/requests/estimate.ts'
import {
  buildFigure,
  buildQuantity,
  buildQuantityCase,
  buildRecord,
  conditions,
  formula,
} from '../../../support/record-builder.ts'

/** Approximate values of quantities, used to find places to test. */

const figures = [
  { figure_id: 'share', figure: buildFigure('25', 'percent') },
  { figure_id: 'base', figure: buildFigure('3.5', 'number') },
]
const estimate = (text: string, draft = {}, quantities = [buildQuantity('q', text, { figures })]) =>
  estimator(buildRecord({ quantities }))(draft)(formula('q'), null)

describe('a formula', () => {
  it.each([
    ['connected_load', { connected_load: '2.5' }, 2.5],
    ['connected_load', {}, Number.NaN],
    ['connected_load + 2', { connected_load: 3 }, 5],
    ['connected_load - 2', { connected_load: 3 }, 1],
    ['connected_load * 2', { connected_load: 3 }, 6],
    ['connected_load / 2', { connected_load: 3 }, 1.5],
    ['min(connected_load, 2)', { connected_load: 3 }, 2],
    ['max(connected_load, 2)', { connected_load: 3 }, 3],
    ['floor(connected_load, 5)', { connected_load: 13 }, 10],
    ['ceil(connected_load, 5)', { connected_load: 11 }, 15],
    ['half_up(connected_load, 5)', { connected_load: 12.5 }, 15],
    ['connected_load * share', { connected_load: 8 }, 2],
    ['connected_load * base', { connected_load: 2 }, 7],
  ])('%s of %o is about %d', (text, draft, value) => {
    expect(estimate(text, draft)).toBe(value)
  })

  it('of another quantity is of its own figures, and of the input that replaces it if that is given', () => {
    const quantities = [
      buildQuantity('inner', 'connected_load * share', { figures, instead: 'billed_demand_kva' }),
      buildQuantity('q', 'inner + 1'),
    ]
    expect(estimate('', { connected_load: 8 }, quantities)).toBe(3)
    expect(estimate('', { connected_load: 8, billed_demand_kva: 9 }, quantities)).toBe(10)
  })
})

describe('the case that holds', () => {
  const of = (when: string, draft: object): boolean => {
    const cases = [buildQuantityCase('1', when), buildQuantityCase('2', 'connected_load>=0')]
    return estimate('', draft, [buildQuantity('twice', 'connected_load * 2'), buildQuantity('q', '', { cases })]) === 1
  }
  it.each([
    [
      'connected_load<5',
      [
        [4.9, true],
        [5, false],
      ],
    ],
    [
      'connected_load<=5',
      [
        [5, true],
        [5.1, false],
      ],
    ],
    [
      'connected_load>5',
      [
        [5.1, true],
        [5, false],
      ],
    ],
    [
      'connected_load>=5',
      [
        [5, true],
        [4.9, false],
      ],
    ],
    [
      'connected_load=5',
      [
        [5, true],
        ['5.0', true],
        [5.1, false],
      ],
    ],
    [
      'not connected_load<5',
      [
        [4.9, false],
        [5, true],
      ],
    ],
    [
      '(connected_load<5 or connected_load>9)',
      [
        [4, true],
        [7, false],
        [10, true],
      ],
    ],
    [
      'connected_load>5 and connected_load<9',
      [
        [4, false],
        [7, true],
        [10, false],
      ],
    ],
    [
      'twice<10',
      [
        [4.9, true],
        [5, false],
      ],
    ],
    [
      'connected_load<twice',
      [
        [1, true],
        [0, false],
      ],
    ],
  ] as const)('%s', (when, loads) => {
    for (const [connected_load, holds] of loads)
      expect(of(when, { connected_load }), String(connected_load)).toBe(holds)
  })

  it('depends on words, and is the first if none applies', () => {
    expect(of('area_type=rural', { connected_load: 1, area_type: 'rural' })).toBe(true)
    expect(of('area_type=rural', { connected_load: 1, area_type: 'urban' })).toBe(false)
    expect(of('area_type in {rural,urban}', { connected_load: 1, area_type: 'urban' })).toBe(true)
    expect(of('phase=three', { connected_load: -1 })).toBe(true)
    expect(of('describes phase=three', { connected_load: 1 })).toBe(true)
  })
})

it('the edges of an input are in order, and exact where a quantity behind a condition crosses one', () => {
  const record = buildRecord({
    quantities: [buildQuantity('twice', 'connected_load * 2'), buildQuantity('rest', '9 - connected_load')],
    rows: [{ conditions: conditions('connected_load<=7 and twice>10 and rest>8.5') }],
  })
  const edges = edgesAt(domainsOf(record)[0]!, { connected_load: '1' }).get('connected_load')
  // 2 and 9 are numbers of the formulas.
  expect(edges).toEqual([0, 500, 2_000, 5_000, 7_000, 9_000, 10_000_000_000])
})

describe('the value of a fact', () => {
  const fault = (figure_value: string | null, quote: string, parts: object = {}) =>
    faultOfFact(
      { figure_value, figure_unit: 'number', grade: 'order', evidence: { quote }, ...parts } as unknown as Parameters<
        typeof faultOfFact
      >[0],
      false,
    )
  it.each([
    ['15', 'within 15 days', true],
    ['15.0', 'within 15 days', true],
    ['16', 'within 15 days', false],
    ['2', 'the second month', true],
    ['3', 'the second month', false],
    ['-10', '10.00 percent less', true],
    ['10', 'by -10 percent', false],
    ['no number', 'no number of days', false],
    [null, 'nothing at all', true],
  ])('%s in "%s": %s', (value, quote, stands) => {
    expect(fault(value, quote) === null).toBe(stands)
  })

  it('of rupees is in paise where the quote speaks of paise alone, and a held one needs no quote', () => {
    const rupees = { figure_unit: 'Rs/kWh' }
    expect(fault('0.2', '20 paise per unit', rupees)).toBeNull()
    expect(fault('20', '20 paise per unit', rupees)).not.toBeNull()
    expect(fault('20', '20 paise per unit', { figure_unit: 'Rsx' })).toBeNull()
    expect(fault('7', 'nothing', { grade: 'held' })).toBeNull()
  })
})
