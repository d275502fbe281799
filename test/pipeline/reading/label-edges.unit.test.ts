import { describe, expect, it } from 'vitest'
import { label, reading, rows, twoSteps } from './edits.ts'
import { judged, type Parts } from './invented-order.ts'

const UP_TO_100 = '<=100 units/month'

const findings = async (printed: string): Promise<string[]> => {
  const found = await judged('csv', label(UP_TO_100, printed))
  return [...found].filter(([, each]) => each.length > 0).map(([name]) => name)
}

it.each([
  ...['100+ units', '100 units & up', '100 units upwards', '100 units onwards', 'minimum 100 units', 'after 100 units'],
  ...['in excess of 100 units', '\uff1e100 units', '100 < units', '100 <= units', '100 units', 'exactly 100 units'],
  ...['next 100 units', 'balance 100 units', 'last 100 units', 'every 100 units', 'each 100 units'],
  ...['other than up to 100 units', 'except <=100 units', 'not up to 100 units'],
  ...['<=100 kW', '<=100 kVA', '<=100 HP', '<=100%'],
  ...[
    '<=100 units/day',
    '<=100 units bimonthly',
    '<=100 units per two months',
    '<=100 units/year',
    '<=100 units per kW',
  ],
])('a step up to 100 units a month, read from a row labelled %s: refused', async (printed) => {
  expect(await findings(printed)).toEqual(['evidence.figure_in_quote'])
})

it.each([
  'up to 100 units',
  'first 100 units',
  '0-100 units',
  '1-100 units',
  '100 units or less',
  '<=\u0967\u0966\u0966 units',
  ...[
    'of and below 100 units',
    'less than or equal to 100 units',
    'equal to or less than 100 units',
    'not above 100 units',
    'consumption that does not exceed 100 units',
    'not to exceed 100 units',
  ],
  ...[
    'no more than 100 units',
    'up to & including 100 units',
    'up to and inclusive of 100 units',
    '0 units to 100 units',
  ],
])('a step up to 100 units, read from a row labelled %s, passes', async (printed) => {
  expect(await findings(printed)).toEqual([])
})

it.each([
  ...['S1: 0-100 units', 'S-1 (0-100 units)', 'Slab 1: 0-100 units', 'Slab-I 0-100 units', 'Block 1 (up to 100 units)'],
  '1st 100 units',
])('a step up to 100 units with its own name, %s, passes', async (printed) => {
  expect(await findings(printed)).toEqual([])
})

it.each([
  ...['S1: 0-200 units', 'Slab 1: above 100 units', 'Slab 100', 'Slab 0-200 units', 'Block 200 units'],
  ...['S1: 100-200 units', '1st 200 units', '1st units'],
])('a step up to 100 units, read from a row with another range behind its name, %s: refused', async (printed) => {
  expect(await findings(printed)).toEqual(['evidence.figure_in_quote'])
})

it.each([
  ['below 200 units', 'below 200'],
  ['up to 200 units', 'up to 200'],
  ['above 200 units', 'above 200'],
  ['at least 200 units', 'from 200'],
  ['of and above 200 units', 'from 200'],
  ['not below 200 units', 'from 200'],
  ['greater than or equal to 200 units', 'from 200'],
  ['next 200 units', '200 wide'],
])('a row labelled %s needs edges or a bound %s', async (printed, needed) => {
  const found = (await judged('csv', label(UP_TO_100, printed))).get('evidence.figure_in_quote')
  expect(found?.map(({ expected }) => expected)).toContainEqual(
    expect.stringContaining(`edges or a bound ${needed}, as in "`),
  )
})

it('a step up to 150 units, read from a row of 100, is refused although a bound of the row is 100', async () => {
  const found = await judged('csv', (parts) => {
    reading('from: 0, to: 100', 'from: 0, to: 150')(parts)
    reading('from: 100, to: 300', 'from: 150, to: 300')(parts)
    rows('any,,,energy,telescopic,,0,100', 'any,energy_units<=100,,energy,telescopic,,0,150')(parts)
    rows('energy,,,100,300', 'energy,,,150,300')(parts)
  })
  const first = found.get('evidence.figure_in_quote')?.filter((each) => each.found.includes('rows/DOM/energy/0'))
  expect(first?.map(({ expected }) => expected)).toEqual(['the edge 150 in the printed label'])
})

it.each([
  ['Between 0 and 100 units', 'Between 101 and 300 units', 'Over 300 units'],
  ['Slab I (0-100 units)', 'Slab II (101-300 units)', 'Slab III (above 300 units)'],
  ['(i) 0-100 units', '(ii) 101-300 units', '(iii) 301 units onwards'],
])('three steps labelled %s, %s and %s pass', async (first, second, third) => {
  const found = await judged('csv', (parts) => {
    label(UP_TO_100, first)(parts)
    label('>100, <=300 units/month', second)(parts)
    label('>300 units/month', third)(parts)
  })
  expect([...found.values()].flat()).toEqual([])
})

const LAST = '>300 units/month'
describe('the last step, which begins where the row directly above ends', () => {
  const of = async (...edits: readonly ((parts: Parts) => void)[]): Promise<string[]> => {
    const found = await judged('csv', (parts) => {
      for (const edit of edits) edit(parts)
    })
    return (found.get('evidence.figure_in_quote') ?? []).map(({ expected }) => expected)
  }
  const swap = (one: number, other: number) => (parts: Parts) => {
    const { [one]: a = [], [other]: b = [] } = parts.table
    parts.table[one] = b
    parts.table[other] = a
  }
  const WORDS = [
    'Balance units',
    'Remaining units',
    'All balance units per month',
    '300-\u221e units',
    'Above 300 (remaining)',
  ]

  it.each([...WORDS, '301 to unlimited'])('labelled %s: passes', async (printed) => {
    expect(await of(label(LAST, printed))).toEqual([])
  })

  it('labelled by the words for each further unit, below a next step: passes', async () => {
    const next = label('>100, <=300 units/month', 'next 200 units')
    expect(await of(next, label(LAST, 'each additional unit'))).toEqual([])
  })

  it('labelled so, but read as the first step: refused', async () => {
    expect(await of(label(UP_TO_100, 'Balance units'))).toContain('a further step, as in the header')
  })

  it('labelled so, but read as a step that ends: refused', async () => {
    expect(await of(label('>100, <=300 units/month', 'Balance units'))).toContain('the edge 100 in the printed label')
  })

  it.each([
    ['with another row between', swap(3, 4)],
    ['above the others', swap(1, 3)],
    ['below rows of others', swap(3, 5)],
  ])('labelled so, %s: refused', async (_, edit) => {
    expect(await of(label(LAST, 'Balance units'), edit)).toContain('the edge 300 in the printed label')
  })

  it('labelled so, below a step that nothing reads: refused', async () => {
    const left = (parts: Parts): void => {
      parts.table.splice(3, 0, ['LT Domestic', 'next 100 units', '500.00', '', '', '', ''])
    }
    expect(await of(label(LAST, 'Balance units'), left)).toContain('the edge 300 in the printed label')
  })

  it('labelled from an edge without an end, but read as a step that ends: refused', async () => {
    expect(await of(label('>100, <=300 units/month', '101-\u221e units'))).toContain(
      'the edge 300 in the printed label',
    )
  })
})

describe('a later step of which the label begins at 0', () => {
  const of = async (method: string, printed: string, ...edits: readonly ((parts: Parts) => void)[]) => {
    const found = await judged('csv', (parts) => {
      label('LT Domestic', `LT Domestic ${method}`)(parts)
      rows('energy,telescopic,,0,100', `energy,${method === 'telescopic' ? method : 'whole'},,0,100`)(parts)
      label('>100, <=300 units/month', printed)(parts)
      for (const edit of edits) edit(parts)
    })
    return (found.get('evidence.figure_in_quote') ?? []).map(({ expected }) => expected)
  }

  it.each(['0-300 units', '0 to 300 units', '1-300 units', 'up to 300 units', 'Upto 300 units'])(
    '%s: passes if all units are at its rate',
    async (printed) => {
      expect(await of('non-telescopic', printed)).toEqual([])
    },
  )

  it.each([
    ['telescopic', '0-300 units'],
    ['telescopic', 'up to 300 units'],
    ['non-telescopic', 'up to 400 units'],
    ['non-telescopic', '0-400 units'],
    ['non-telescopic', '50-300 units'],
  ])('%s, %s: refused', async (method, printed) => {
    expect(await of(method, printed)).toContain('the edge 100 in the printed label')
  })

  it('is no later step of a telescopic charge where the label says non-telescopic', async () => {
    const found = await judged('html', (parts) => label('>300 units/month', '>300 units/month, non-telescopic')(parts))
    const expected = (found.get('evidence.figure_in_quote') ?? []).map((each) => each.expected)
    expect(expected).toEqual(['method whole, or no text that says it of all units'])
  })

  it.each([
    ['above 100 units and below 300 units', 'edges or a bound below 300, as in "'],
    ['100 units and above, up to 300 units', 'edges or a bound from 100, as in "'],
  ])('with all units at its rate an edge is on the printed side: %s is refused', async (printed, expected) => {
    expect(await of('non-telescopic', printed)).toContainEqual(expect.stringContaining(expected))
    expect(await of('telescopic', printed)).not.toContainEqual(expect.stringContaining(expected))
  })

  it('with another row between, which nothing reads: refused', async () => {
    const left = (parts: Parts): void => {
      parts.table.splice(2, 0, ['LT Domestic non-telescopic', '0-200 units', '400.00', '', '', '', ''])
    }
    expect(await of('non-telescopic', '0-300 units', left)).toContain('the edge 100 in the printed label')
  })
})

it.each(['1 (a) (i) LT Commercial', '2(b) LT Commercial', '3. LT Commercial'])(
  'the number of a row is no edge: %s passes',
  async (printed) => {
    const found = await judged('csv', label('LT Commercial', printed))
    expect([...found].filter(([, each]) => each.length > 0).map(([name]) => name)).toEqual([])
  },
)

it.each(['LT Commercial 1 (a) (i)', '100 (kW) LT Commercial'])(
  'a number that may say something: %s is refused',
  async (printed) => {
    const found = await judged('csv', label('LT Commercial', printed))
    expect(found.get('evidence.figure_in_quote')).not.toEqual([])
  },
)

describe('an edge in lakhs or thousands', () => {
  const of = async (first: string, rest: string, edge: string): Promise<string[]> => {
    const found = await judged('csv', twoSteps(first, rest, edge))
    expect(found.get('intake')).toEqual([])
    return (found.get('evidence.figure_in_quote') ?? []).map(({ expected }) => expected)
  }

  it.each([
    ['First 1 lakh units', 'Balance units', '100000'],
    ['First one lakh units', 'Above one lakh units', '100000'],
    ['0-1.5 lakh units', 'above 1.5 lakh units', '150000'],
    ['up to 50 thousand units', 'above 50 thousand units', '50000'],
    ['up to 1.2345 thousand units', 'above 1.2345 thousand units', '1234.5'],
  ])('%s, and %s: passes', async (first, rest, edge) => {
    expect(await of(first, rest, edge)).toEqual([])
  })

  it.each([
    ['First 2 lakh units', '100000', 'up to 200000'],
    ['First 1 lakh units', '1', 'up to 100000'],
    ['First 1.2345 thousand units', '1235', 'up to 1234.5'],
    ['First 1 crore units', '100000', 'up to 10000000'],
  ])('%s, as a step up to %s: refused', async (first, edge, expected) => {
    expect(await of(first, 'Balance units', edge)).toContainEqual(
      expect.stringContaining(`edges or a bound ${expected}, as in "`),
    )
  })
})

it.each(['0 kWh to 100 kWh', 'between 0 and 100 kWh', '0 to 100 units'])('%s is a range', async (first) => {
  const found = await judged('csv', twoSteps(first, 'above 100 kWh', '100'))
  expect(found.get('evidence.figure_in_quote')).toEqual([])
})
