import { describe, expect, it } from 'vitest'
import { ASKABLE_FACTS, inexactContext, resolverBody } from '../../releases/engine/resolver/body.ts'
import { resolveCategory } from '../../releases/engine/resolver/resolve-category.ts'
import type { Category } from '../../releases/record/category.ts'
import { comparisonsOf, conditionText } from '../../releases/record/expression.ts'
import { type ShippedState, STATE_CODES } from '../support/definitions.ts'
import { ask, type Body, recordOf } from './ask.ts'
import { resolve } from './resolve.ts'

/** A quantity just inside the bounds of a category on one field. */
function inside(category: Category, field: string): number | undefined {
  const edge = comparisonsOf(category.bounds)
    .filter((bound) => bound.field === field)
    .at(-1)
  if (edge === undefined) return undefined
  return Number(edge.value) + (edge.op === '>' ? 0.001 : edge.op === '<' ? -0.001 : 0)
}

/** Everything that a category's facts and bounds say about a connection. */
function contextOf(category: Category): Record<string, unknown> {
  const facts = Object.entries(category.facts)
    .filter(([fact]) => ASKABLE_FACTS.has(fact))
    .map(([fact, [value]]) => [fact, value === 'true' ? true : value === 'false' ? false : value])
  const quantities = [
    ['connected_load', inside(category, 'connected_load_kw')],
    ['contract_demand_kva', inside(category, 'contract_demand_kva')],
    ['monthly_units', inside(category, 'monthly_units')],
  ].filter(([, value]) => value !== undefined)
  const context = Object.fromEntries([...facts, ...quantities])
  // Facts that distinguish other categories of the state, given so that none is missing.
  return {
    common_supply: false,
    below_poverty_line: false,
    metered: true,
    area_type: 'urban',
    supply_level: 'lt',
    connected_load: 10,
    load_unit: 'kw',
    ...context,
  }
}

/**
 * Categories that no context resolves to, with the reason. `unpublished_rule`: the rule that distinguishes it from
 * another category is in no public source, so it is never chosen; `beside_unpublished`: a category of that kind always
 * remains possible as well.
 */
const UNRESOLVABLE: Readonly<Partial<Record<ShippedState, Readonly<Record<string, string>>>>> = {
  BR: {
    'LTIS-I': 'unpublished_rule',
    'LTIS-II': 'unpublished_rule',
    'HTSS-11-33': 'unpublished_rule',
    'HTSS-132-220': 'unpublished_rule',
    'HTIS-I': 'beside_unpublished',
    'HTIS-II': 'beside_unpublished',
    'HTIS-III': 'beside_unpublished',
    'HTIS-IV': 'beside_unpublished',
  },
  MH: {
    'LT-IV-A': 'unpublished_rule',
    'LT-IV-B': 'unpublished_rule',
    'LT-IV-C': 'unpublished_rule',
    'HT-I-B': 'unpublished_rule',
    'HT-V-A': 'unpublished_rule',
    'HT-V-B': 'unpublished_rule',
    'HT-I-A': 'beside_unpublished',
  },
}

const categories = STATE_CODES.flatMap((state) =>
  recordOf(state).categories.map((category) => ({ state, category, code: category.subcategory_code })),
)

describe('every category of every state', () => {
  const shown = categories.map((each) => ({
    ...each,
    owner: each.category.licensee_code,
    id: each.category.category_id,
  }))

  it.each(shown)(
    '$state $owner $code $id resolves, or cannot for a reason that is listed',
    ({ state, category, code }) => {
      const why = UNRESOLVABLE[state]?.[code]
      const found = resolve(state, contextOf(category), category.licensee_code)
      if (why === undefined) {
        expect(found).toMatchObject({ resolution: 'resolved', subcategory_code: code, needs: [] })
        const satisfied = expect.arrayContaining(category.bounds.map(conditionText))
        expect(found.candidates).toMatchObject([{ subcategory_code: code, missing: [], satisfied }])
        return
      }
      expect(found).toMatchObject({ resolution: 'ambiguous', subcategory_code: null })
      const open = found.candidates.flatMap(({ missing }) => missing)
      expect(found.candidates.map((each) => each.subcategory_code)).toContain(code)
      expect(open).toContainEqual({ fact: 'unpublished_rule', askable: false })
      const own = found.candidates.find((each) => each.subcategory_code === code)
      expect(own?.missing.map(({ fact }) => fact)).toEqual(why === 'unpublished_rule' ? ['unpublished_rule'] : [])
      // No question to the caller could settle it.
      expect(found.needs).toEqual([])
    },
  )

  it('the list of exceptions names existing categories', () => {
    for (const [state, codes] of Object.entries(UNRESOLVABLE)) {
      const known = recordOf(state as ShippedState).categories.map(({ subcategory_code }) => subcategory_code)
      for (const code of Object.keys(codes)) expect(known).toContain(code)
    }
  })

  it.each(STATE_CODES)(
    '%s: nothing declared leaves every category open and asks for facts that can be given',
    (state) => {
      const found = resolve(state, {})
      const codes = new Set(recordOf(state).categories.map(({ subcategory_code }) => subcategory_code))
      expect(new Set(found.candidates.map(({ subcategory_code }) => subcategory_code))).toEqual(codes)
      expect(found).toMatchObject({ resolution: 'ambiguous', rejected: [] })
      expect(found.needs).toContain('purpose')
    },
  )

  it.each(categories)('$state $code: what is rejected says by what, what is needed can be asked for', (each) => {
    const found = resolve(each.state, purposeOf(each.category))
    for (const { because } of found.rejected) {
      expect(because.length).toBeGreaterThan(0)
      for (const reason of because) expect(reason).not.toBe('')
    }
    for (const fact of found.needs) expect(ASKABLE_FACTS.has(fact) || fact === 'licensee_code').toBe(true)
    const seen = [...found.candidates, ...found.rejected].map(({ subcategory_code }) => subcategory_code)
    expect(new Set(seen).size).toBe(seen.length)
  })
})

/** Only the purpose, if it is one that can be declared. */
function purposeOf({ facts }: Category): object {
  const [purpose] = facts['purpose'] ?? []
  return resolverBody.safeParse({ state_code: 'XX', context: { purpose } }).success ? { purpose } : {}
}

describe("Bihar, the contract's example", () => {
  const urban = { purpose: 'domestic', area_type: 'urban' }

  it('domestic and urban is ambiguous until two facts are given', () => {
    const found = resolve('BR', urban)
    expect(found).toMatchObject({ resolution: 'ambiguous', subcategory_code: null })
    expect(found.needs).toEqual(['below_poverty_line', 'common_supply'])
    expect(found.candidates.map(({ subcategory_code }) => subcategory_code).sort()).toEqual(['DS-II', 'DS-III', 'KJ'])
    expect(found.rejected.find(({ subcategory_code }) => subcategory_code === 'DS-I')).toEqual({
      subcategory_code: 'DS-I',
      because: ['area_type is urban; it needs rural'],
    })
    expect(found.rejected).toHaveLength(29)
  })

  it.each([
    [{ below_poverty_line: false, common_supply: false }, 'DS-II'],
    [{ below_poverty_line: false, common_supply: true }, 'DS-III'],
    [{ below_poverty_line: true, common_supply: false }, 'KJ'],
  ])('%o resolves to %s', (facts, code) => {
    expect(resolve('BR', { ...urban, ...facts })).toMatchObject({ resolution: 'resolved', subcategory_code: code })
  })

  it('one fact of two is not enough, and no guess is made', () => {
    expect(resolve('BR', { ...urban, below_poverty_line: false })).toMatchObject({
      resolution: 'ambiguous',
      needs: ['common_supply'],
    })
    expect(resolve('BR', { ...urban, common_supply: false })).toMatchObject({
      resolution: 'ambiguous',
      needs: ['below_poverty_line'],
    })
  })

  it('if two categories match, neither is chosen', () => {
    const found = resolve('BR', { ...urban, below_poverty_line: true, common_supply: true })
    expect(found).toMatchObject({ resolution: 'ambiguous', subcategory_code: null, needs: [] })
    expect(found.candidates.map(({ subcategory_code }) => subcategory_code).sort()).toEqual(['DS-III', 'KJ'])
  })

  it('what fits none is unresolved', () => {
    const found = resolve('BR', { purpose: 'cold_storage', supply_level: 'ht', voltage_kv: 33 })
    expect(found).toMatchObject({ resolution: 'unresolved', subcategory_code: null, candidates: [], needs: [] })
    expect(found.rejected).toHaveLength(32)
  })
})

describe('quantities', () => {
  it.each([[11], ['11'], ['11.0'], ['11.000']])(
    'a voltage is what it amounts to, however written: %s',
    (voltage_kv) => {
      const context = { purpose: 'oxygen', supply_level: 'ht', voltage_kv }
      expect(resolve('BR', context)).toMatchObject({ resolution: 'resolved', subcategory_code: 'HTS-OM-11' })
    },
  )

  it('a load in another unit than the bound is not given: nothing is converted', () => {
    const context = { purpose: 'non_domestic', supply_level: 'lt', connected_load: 10 }
    const by = (unit: object) => resolve('MH', { ...context, ...unit }, 'MH_MSEDCL')
    expect(by({ load_unit: 'kw' })).toMatchObject({ resolution: 'resolved', subcategory_code: 'LT-II-A' })
    const other = by({ load_unit: 'hp' })
    expect(other).toMatchObject({ resolution: 'ambiguous', needs: ['connected_load'] })
    expect(other.candidates[0]?.missing).toEqual([{ fact: 'connected_load', askable: true, unit: 'kw' }])
    expect(by({})).toMatchObject({ resolution: 'ambiguous', needs: ['load_unit'] })
  })

  it.each([
    [20, 'LT-II-A'],
    [20.001, 'LT-II-B'],
    [50, 'LT-II-B'],
    ['50.001', 'LT-II-C'],
  ])('bounds are exact: %s kW is %s', (connected_load, code) => {
    const context = { purpose: 'non_domestic', supply_level: 'lt', connected_load, load_unit: 'kw' }
    expect(resolve('MH', context, 'MH_MSEDCL').subcategory_code).toBe(code)
  })

  it('more than three decimals are named, each at its place', () => {
    const context = { connected_load: 1.0001, voltage_kv: 0.00001, monthly_units: 5 }
    expect(inexactContext({ context }).map(({ field, rule }) => [field, rule])).toEqual([
      ['/context/voltage_kv', 'decimals'],
      ['/context/connected_load', 'decimals'],
    ])
    for (const odd of [null, 3, {}, { context: null }, { context: [] }, { context: { voltage_kv: {} } }]) {
      expect(inexactContext(odd)).toEqual([])
    }
  })
})

describe('licensees', () => {
  it('a category that only one of them has is open until it is named', () => {
    const context = { purpose: 'non_domestic', supply_level: 'lt', connected_load: 10, load_unit: 'kw' }
    expect(resolve('MH', context)).toMatchObject({ resolution: 'ambiguous', needs: ['licensee_code'] })
    expect(resolve('MH', context, 'MH_BEST')).toMatchObject({ resolution: 'unresolved' })
    const house = { purpose: 'domestic', area_type: 'urban', supply_level: 'lt' }
    expect(resolve('JH', house)).toMatchObject({ resolution: 'ambiguous', needs: ['licensee_code'] })
    expect(resolve('JH', house, 'JH_DVC')).toMatchObject({ resolution: 'resolved', subcategory_code: 'LT-DOM' })
  })

  it('one that all of them have resolves without', () => {
    const house = { purpose: 'domestic', area_type: 'rural', supply_level: 'lt', below_poverty_line: false }
    expect(resolve('GJ', house).subcategory_code).toBe('DOMESTIC_RURAL')
    expect(resolve('RJ', house).subcategory_code).toBe('GENERAL_DOMESTIC')
    expect(resolve('OD', house).subcategory_code).toBe('DOMESTIC_OTHERS')
    expect(resolve('MH', house).subcategory_code).toBe('LT-I-B')
    expect(resolve('TS', { purpose: 'non_domestic', supply_level: 'lt', monthly_units: 51 }).subcategory_code).toBe(
      'LT-II-B',
    )
  })
})

describe('a bound that lists quantities', () => {
  it.each([
    ['in', ['11', '33']],
    ['=', '11'],
  ] as const)('%s: takes what is in the list, however it is written, and nothing beside it', (op, value) => {
    const [category] = recordOf('BR').categories
    const bounds = [{ field: 'supply_voltage_kv', op, value: typeof value === 'string' ? value : [...value] }]
    const record = { ...recordOf('BR'), categories: [{ ...category!, licensee_code: null, facts: {}, bounds }] }
    const resolution = (voltage_kv: number): string => resolveCategory(record, null, { voltage_kv }).resolution
    expect([11, 11.001, 12].map(resolution)).toEqual(['resolved', 'unresolved', 'unresolved'])
  })
})

describe('what it resolves to is a code that POST /calculate takes', () => {
  const codes = categories.filter(({ state, code }) => UNRESOLVABLE[state]?.[code] === undefined)
  it.each(codes)('$state $code', ({ state, category, code }) => {
    const body = {
      state_code: state,
      subcategory_code: code,
      energy_units: 1,
      ...(category.licensee_code === null ? {} : { licensee_code: category.licensee_code }),
    } as Body
    // Whatever else is missing, the category is among the candidates.
    expect(ask(body, { floor: 'specimen' }).code).not.toBe('SUBCATEGORY_NOT_FOUND')
  })
})

it.each([
  ['<=', [10.999, 11]],
  ['<', [10.999]],
  ['>', [11.001]],
  ['>=', [11, 11.001]],
] as const)('a bound %s 11 is met by %s alone', (op, met) => {
  const record = structuredClone(recordOf('GJ'))
  const [category] = record.categories as [Category]
  category.bounds = [{ field: 'connected_load_kw', op, value: '11' }]
  const isMet = (connected_load: number): boolean =>
    resolveCategory(record, category.licensee_code, { connected_load, load_unit: 'kw' }).candidates.some(
      ({ subcategory_code: code, satisfied }) => code === category.subcategory_code && satisfied.length > 0,
    )
  expect([10.999, 11, 11.001].filter(isMet)).toEqual(met)
})
