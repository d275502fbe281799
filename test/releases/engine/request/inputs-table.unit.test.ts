import { describe, expect, it } from 'vitest'
import type { Input } from '../../../../releases/engine/input.ts'
import { inputOf, kindOf } from '../../../../releases/engine/input-names.ts'
import { ALWAYS_REQUIRED, INPUT_LIST, type InputName } from '../../../../releases/engine/inputs.ts'
import { type CalculateBody, calculateBody } from '../../../../releases/engine/request/body.ts'
import { normaliseRequest, quantityMilli } from '../../../../releases/engine/request/normalise.ts'

/**
 * Body schema and normalising are derived from the table of inputs: which values each row accepts and refuses, by its
 * kind.
 */
const BASE = { state_code: 'BR', subcategory_code: 'DOM', energy_units: 100 }

/** Valid values of an input, with the engine's form and the answer's form of each. */
type Taken = readonly [value: unknown, read: Readonly<Record<string, unknown>>, shown: unknown]

function taken(name: InputName, input: Input): Taken[] {
  const same = (...values: readonly unknown[]): Taken[] => values.map((value) => [value, { [name]: value }, value])
  switch (input.kind) {
    case 'quantity': {
      const { largest = 10_000_000 } = input
      const all: readonly Taken[] = [
        [0, { [name]: 0 }, '0'],
        [0.9, { [name]: 900 }, '0.9'],
        [104.1, { [name]: 104_100 }, '104.1'],
        ['104.100', { [name]: 104_100 }, '104.1'],
        [0.001, { [name]: 1 }, '0.001'],
        ['10000000', { [name]: 10_000_000_000 }, '10000000'],
        [largest, { [name]: largest * 1000 }, String(largest)],
        [String(largest), { [name]: largest * 1000 }, String(largest)],
      ]
      return all.filter(([value]) => Number(value) <= largest)
    }
    case 'word':
      return same(...input.words)
    case 'flag':
      return [
        [true, { [name]: 'true' }, true],
        [false, { [name]: 'false' }, false],
      ]
    case 'count':
      return same(30)
    case 'month':
      return same('2026-04', '2026-12')
    case 'date':
      return same('2026-04-01', 'not a day yet')
    case 'text':
      return same(name === 'state_code' ? 'BR' : name === 'licensee_code' ? 'BR_NBPDCL' : 'x'.repeat(input.longest))
    case 'object':
      return [[objectOf(input), partsRead(name, input), objectOf(input)]]
    case 'declared':
      return input.of === 'words'
        ? [[{ scheme: 'new' }, { [`${name}.scheme`]: 'new' }, { scheme: 'new' }]]
        : [
            [
              { peak: 40.5, rest: '59.500' },
              { [`${name}.peak`]: 40_500, [`${name}.rest`]: 59_500 },
              { peak: '40.5', rest: '59.5' },
            ],
          ]
  }
}

const PART = { date: '2026-04-30', flag: true, paise: 123, signed_paise: -123, quantity: '1.5' } as const

function objectOf(input: Extract<Input, { kind: 'object' }>): Record<string, unknown> {
  const parts: Record<string, unknown> = Object.fromEntries(
    Object.entries(input.parts).map(([part, { kind }]) => [part, PART[kind]]),
  )
  const paise = Object.entries(parts).filter(([part]) => part.endsWith('_paise') && part !== 'total_paise')
  const total = paise.reduce((sum, [, amount]) => sum + Number(amount), 0)
  // A bill sums to its total.
  return 'total_paise' in parts ? { ...parts, total_paise: total } : parts
}

/** Conditions only read flags; the other parts of an object are for callers who name them. */
function partsRead(name: string, input: Extract<Input, { kind: 'object' }>): Record<string, unknown> {
  const flags = Object.entries(input.parts).filter(([, { kind }]) => kind === 'flag')
  return Object.fromEntries(flags.map(([part]) => [`${name}.${part}`, 'true']))
}

const WRONG: Readonly<Record<Input['kind'], readonly unknown[]>> = {
  quantity: [-1, '-1', '1e3', '01', '1.0001', '', '1 ', true, {}, [1], Number.NaN],
  word: ['', 'no such word', 1, true],
  text: ['', 1, 'x'.repeat(101), null],
  date: ['x'.repeat(101), 20_260_401, {}],
  month: ['2026-13', '2026-00', '2026-4', '2026-04-01', 202_604],
  flag: ['true', 1, null],
  count: ['30', 30.5, null],
  object: [{ no_such_part: true }, [], 'x', true],
  declared: [
    { 'Not a name': 1 },
    { a: {} },
    [],
    'x',
    Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`part_${n}`, '1'])),
  ],
}

/**
 * Fields that need each other: an explanation needs a bill, and a bill with kWh in addition to kVAh needs an
 * explanation.
 */
const BESIDE: Readonly<Record<string, object>> = { explain: { actual_bill: {} }, actual_bill: { explain: true } }

const isValid = (name: string, value: unknown): boolean => calculateBody.safeParse({ ...BASE, [name]: value }).success

describe.each(INPUT_LIST)('%s', (name, input) => {
  it('accepts the values of its row, and reads and repeats them', () => {
    for (const [value, read, shown] of taken(name, input)) {
      expect(isValid(name, value)).toBe(true)
      const most = input.kind === 'quantity' ? Math.max(input.largest ?? 0, 10_000_000) : undefined
      const normalised = normaliseRequest({ ...BASE, ...BESIDE[name], [name]: value } as CalculateBody, most)
      if (!normalised.ok) throw new Error(JSON.stringify(normalised.fields))
      const { values, shown: repeated, given } = normalised.request
      expect(values).toMatchObject(read)
      expect(repeated[name]).toEqual(shown)
      expect(given).toEqual(input.scope === 'category' ? Object.keys(read) : [])
    }
  })

  it('refuses other values', () => {
    for (const value of WRONG[input.kind]) expect([name, value, isValid(name, value)]).toEqual([name, value, false])
  })

  it('may be left out unless every calculation needs it', () => {
    const { [name as 'state_code']: _left, ...rest } = BASE
    const isNeeded = (ALWAYS_REQUIRED as readonly string[]).includes(name)
    expect(calculateBody.safeParse(rest).success).toBe(!isNeeded)
  })
})

describe('the largest quantity', () => {
  const quantities = INPUT_LIST.flatMap(([name, input]) =>
    input.kind === 'quantity' ? [{ name, largest: input.largest }] : [],
  )

  it.each(quantities)('of $name is refused above its own', ({ name, largest = 10_000_000 }) => {
    expect(isValid(name, largest + 1)).toBe(false)
    const above = normaliseRequest(
      { ...BASE, [name]: `${largest}.001` } as CalculateBody,
      Math.max(largest, 10_000_000),
    )
    expect(above).toMatchObject({ ok: false, fields: [{ field: `/${name}`, rule: 'decimals' }] })
  })

  it('of power_factor is 1: 85 is a percentage, and the refusal says the range', () => {
    expect([isValid('power_factor', 85), isValid('power_factor', '85'), isValid('power_factor', 1)]).toEqual([
      false,
      false,
      true,
    ])
    // The pattern of decimal text alone takes up to 9.999.
    expect(normaliseRequest({ ...BASE, power_factor: '8.5' })).toMatchObject({
      ok: false,
      fields: [{ field: '/power_factor', message: expect.stringContaining('from 0 to 1,') }],
    })
  })

  it('is 10,000,000 where no category in question declares another', () => {
    expect(normaliseRequest({ ...BASE, energy_units: '10000000.001' })).toMatchObject({ ok: false })
    expect(normaliseRequest({ ...BASE, energy_units: '10000000.001' }, 1_000_000_000)).toMatchObject({ ok: true })
  })
})

describe('a quantity is read exactly or refused', () => {
  it.each<[number | string, number | null]>([
    [104.1, 104_100],
    ['104.1', 104_100],
    ['104.100', 104_100],
    [0.001, 1],
    [-0, 0],
    [1e-4, null],
    [0.1 + 0.2, null], // 0.30000000000000004
    ['0.3000', 300],
    ['0.0005', null],
    [1e21, null],
    [Number.NaN, null],
    [-1, null],
    ['abc', null],
  ])('%s: %s', (value, milli) => {
    const read = quantityMilli(value)
    expect(read === null ? null : read + 0).toBe(milli)
  })

  it('parts of an object with too many decimals are named by their place', () => {
    const read = normaliseRequest({ ...BASE, energy_by_zone: { peak: '0.0001', rest: 1 } })
    expect(read).toMatchObject({ ok: false, fields: [{ field: '/energy_by_zone/peak', rule: 'decimals' }] })
  })
})

describe('names', () => {
  it('given are listed in the order of the table, whatever that of the body', () => {
    const read = normaliseRequest({ ...BASE, tod_period: 'peak', phase: 'three', area_type: 'rural' })
    expect(read).toMatchObject({ request: { given: ['area_type', 'phase', 'tod_period'] } })
  })

  it.each([
    ['energy_units', 'energy_units', 'quantity'],
    ['energy_by_zone.peak', 'energy_by_zone', 'quantity'],
    ['energy_by_zone', 'energy_by_zone', null],
    ['selectors.scheme', 'selectors', 'word'],
    ['payment.digital', 'payment', 'flag'],
    ['payment.none', 'payment', null],
    ['payment', 'payment', null],
    ['energy_units.part', 'energy_units', null],
    ['billing_days', 'billing_days', 'count'],
    ['district', 'district', 'word'],
    ['effective_on', 'effective_on', null],
    ['bill_period.from', 'bill_period', null],
    ['nowhere', null, null],
    ['__proto__', null, null],
    ['constructor.name', null, null],
  ])('%s is a part of %s and counts as a %s', (name, whole, kind) => {
    expect([inputOf(name), kindOf(name)]).toEqual([whole, kind])
  })

  it('without a pattern are no longer than a hundred characters', () => {
    const takes = (more: object) => calculateBody.safeParse({ ...BASE, ...more }).success
    const text = (length: number) => 'x'.repeat(length)
    const to = '2026-04-30'
    for (const more of [
      (length: number) => ({ effective_on: text(length) }),
      (length: number) => ({ billing_date: text(length) }),
      (length: number) => ({ bill_period: { from: text(length), to } }),
      (length: number) => ({ selectors: { scheme: text(length) } }),
    ])
      expect([takes(more(100)), takes(more(101))]).toEqual([true, false])
    expect([takes({ selectors: { scheme: '' } }), takes({ selectors: { scheme: 'x' } })]).toEqual([false, true])
  })

  it('of a pattern are as long as the longest text that it takes', () => {
    const texts = INPUT_LIST.flatMap(([name, input]) =>
      input.kind === 'text' && input.pattern !== undefined ? [{ name, ...input, pattern: input.pattern }] : [],
    )
    expect(texts.map(({ name }) => name)).toEqual(['state_code', 'licensee_code'])
    for (const { name, pattern, longest } of texts) {
      const takes = (length: number) => new RegExp(pattern).test(`BR_${'X'.repeat(length)}`.slice(0, length))
      expect([takes(longest), takes(longest + 1)], name).toEqual([true, false])
    }
  })

  it('common to all releases are those of scope common, and no field beside the table is taken', () => {
    expect(INPUT_LIST.filter(([, { scope }]) => scope === 'common').map(([name]) => name)).toEqual([
      'state_code',
      'subcategory_code',
      'energy_units',
      'connected_load',
      'load_unit',
      'contract_demand_kva',
      'licensee_code',
      'effective_on',
      'billing_date',
      'bill_period',
      'actual_bill',
      'explain',
    ])
    expect(isValid('no_such_field', 1)).toBe(false)
  })
})
