import { describe, expect, it } from 'vitest'
import type { Input } from '../../releases/engine/input.ts'
import { INPUTS, type InputName } from '../../releases/engine/inputs.ts'
import { planOf, type ShippedState, STATE_CODES } from '../support/definitions.ts'
import { ask, type Body, recordOf } from './ask.ts'
import { EXAMPLES } from './examples.ts'
import { everywhere, fields, LT_II_A, TABLE } from './refusal-table.ts'

function bodyOf(state: ShippedState, change: Readonly<Record<string, unknown>>): Body {
  const changed = { ...EXAMPLES[state], ...change }
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)) as Body
}

const cells = Object.entries(TABLE).flatMap(([name, states]) =>
  STATE_CODES.map((state) => {
    const told = states[state]
    return { name, state, told, code: name.split(' ')[0]! }
  }),
)
const provoked = [
  ...STATE_CODES.flatMap((state) =>
    Object.entries(everywhere(state)).flatMap(([code, list]) => list.map((each) => ({ code, state, ...each }))),
  ),
  ...cells.flatMap(({ code, state, told }) =>
    typeof told === 'string' ? [] : told.map((each) => ({ code, state, ...each })),
  ),
].map((each) => ({ ...each, shown: JSON.stringify(each.change, (_, value) => value ?? null) }))

describe('a refusal says its code and what helps', () => {
  it.each(provoked)('$state $code $shown', ({ state, code, change, details, floor = 'derived', holds = [] }) => {
    const plan = planOf(recordOf(state), { holds: holds.map((component) => ({ component, reason: 'under review' })) })
    const body = bodyOf(state, change)
    expect(ask(body, { floor, serving: [plan] })).toEqual({ code, details: expect.objectContaining(details) })
  })

  it.each(STATE_CODES)('%s STATE_NOT_RELEASED: while nothing serves it', (state) => {
    expect(ask(EXAMPLES[state], { serving: [] })).toEqual({
      code: 'STATE_NOT_RELEASED',
      details: { state_code: state },
    })
  })

  it('every state has each refusal of the contract, or the reason why it cannot occur there', () => {
    for (const state of STATE_CODES) {
      const told = new Set(provoked.filter((each) => each.state === state).map(({ code }) => code))
      const reasons = cells.filter((each) => each.state === state && typeof each.told === 'string')
      for (const code of new Set(cells.map((each) => each.code))) {
        expect(told.has(code) || reasons.some((each) => each.code === code), `${state} ${code}`).toBe(true)
      }
    }
  })
})

/**
 * One valid value of an input; null for inputs that name an operation, which is refused before unused inputs are
 * reported.
 */
function legalValue(name: InputName): unknown {
  if (name === 'metering' || name === 'profile') return null
  const input: Input = INPUTS[name]
  switch (input.kind) {
    case 'quantity':
      return Math.min(10, input.largest ?? 10)
    case 'word':
      return input.words[0]
    case 'flag':
      return false
    case 'count':
      return 30
    case 'month':
      return '2026-06'
    case 'object':
      return Object.fromEntries(
        Object.entries(input.parts).map(([part, { kind }]) => [part, kind === 'flag' ? true : 1]),
      )
    case 'declared':
      return { a: input.of === 'words' ? 'a' : 10 }
    default:
      return 'Jaipur'
  }
}

/** Whether requests of a state may give an input: a common one, or one declared in its record. */
function takes(state: ShippedState, name: InputName): boolean {
  const { request, categories } = recordOf(state)
  const own = categories.flatMap((each) => [...each.required_inputs, ...each.optional_inputs.map(({ field }) => field)])
  return INPUTS[name].scope === 'common' || [...request.required, ...request.optional, ...own].includes(name)
}

describe('a field that a state does not take is refused, whatever it says', () => {
  const untaken = STATE_CODES.flatMap((state) =>
    (Object.keys(INPUTS) as InputName[])
      .filter((field) => !takes(state, field) && legalValue(field) !== null)
      .map((field) => ({ state, field })),
  )
  it.each(untaken)('$state: $field', ({ state, field }) => {
    expect(ask({ ...EXAMPLES[state], [field]: legalValue(field) })).toMatchObject({
      code: 'INVALID_REQUEST_FIELD',
      details: { fields: [{ field: `/${field}`, rule: 'not_applicable' }] },
    })
  })

  it('and all of them are named at once', () => {
    const asked = ask({ ...EXAMPLES.GJ, phase: 'single', district: 'Surat', billing_days: 30 })
    expect(asked).toMatchObject({ code: 'INVALID_REQUEST_FIELD' })
    const { details } = asked as { details: { fields: { field: string }[] } }
    expect(details.fields.map(({ field }) => field).sort()).toEqual(['/billing_days', '/district', '/phase'])
  })
})

describe('units are never converted', () => {
  it.each([
    ['BR', { load_unit: 'hp' }],
    ['BR', { subcategory_code: 'IAS-I', load_unit: 'kw' }],
    ['MH', { ...LT_II_A, load_unit: 'hp' }],
    ['GJ', { load_unit: 'hp' }],
    ['OD', { load_unit: 'hp' }],
    ['TS', { load_unit: 'hp' }],
    ['JH', { load_unit: 'hp' }],
  ] as const)('%s: a load in another unit than the category takes is refused', (state, change) => {
    expect(ask(bodyOf(state, change), { floor: 'specimen' })).toMatchObject({
      code: 'INVALID_REQUEST_FIELD',
      details: fields(['/load_unit', 'enum']),
    })
  })

  it('more than three decimals are refused, not rounded, in every state and before anything else', () => {
    for (const state of STATE_CODES) {
      expect(ask({ ...EXAMPLES[state], energy_units: 100.0001 }, { serving: [] })).toMatchObject({
        code: 'INVALID_REQUEST_FIELD',
        details: fields(['/energy_units', 'decimals']),
      })
    }
  })
})

describe('two dates', () => {
  it('that name different days are refused; each is judged on its own first', () => {
    const both = (billing_date: string, effective_on: string) => ask({ ...EXAMPLES.GJ, billing_date, effective_on })
    expect(both('2026-06-15', '2026-06-15').code).toBeNull()
    expect(both('2026-06-15', '2026-06-16')).toMatchObject({
      code: 'INVALID_REQUEST_FIELD',
      details: fields(['/billing_date', 'conflict']),
    })
    expect(both('2026-06-15', '2026-06-31')).toMatchObject({
      code: 'INVALID_EFFECTIVE_DATE',
      details: { field: 'effective_on', reason: 'format' },
    })
    expect(both('2025-06-15', '2026-06-15')).toMatchObject({
      code: 'INVALID_EFFECTIVE_DATE',
      details: { field: 'billing_date', reason: 'before_release' },
    })
  })
})
