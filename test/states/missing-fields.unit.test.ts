import { expect, test } from 'vitest'
import { bodyOf } from '../../pipeline/gates/calculation/draft.ts'
import { missingFields } from '../../releases/engine/request/missing-fields.ts'
import { ask, type Body, SERVING } from './ask.ts'
import { EXAMPLES } from './examples.ts'

type Problem = { readonly rule: string }

const missing = (body: Body): string[] => missingFields(SERVING[body.state_code], body).map(({ field }) => field)

test('Gujarat says in one round all that it needs', () => {
  const body = { state_code: 'GJ' } as const
  expect(missing(body)).toEqual([
    '/subcategory_code',
    '/energy_units',
    '/connected_load',
    '/load_unit',
    '/billing_date',
    '/meter_mode',
    '/licensee_code',
  ])
  expect(missing({ ...body, subcategory_code: 'DOMESTIC_URBAN', energy_units: 200 })).toEqual([
    '/connected_load',
    '/load_unit',
    '/billing_date',
    '/meter_mode',
    '/licensee_code',
  ])
})

test('what only some categories of a state need is said of the category', () => {
  const said = (body: Body) => missingFields(SERVING[body.state_code], body).map(({ message }) => message)

  expect(said({ state_code: 'BR', subcategory_code: 'DS-II' })).toEqual([
    'BR needs energy_units',
    'DS-II needs connected_load',
  ])
  expect(said({ state_code: 'BR', subcategory_code: 'KJ', area_type: 'rural' })).toEqual(['BR needs energy_units'])
  expect(said({ state_code: 'MH' })).toContain('MH needs licensee_code')
})

test('a district stands for the licensee where the state routes by it', () => {
  const { licensee_code: _named, ...body } = EXAMPLES.JH
  expect(missing(body)).toContain('/licensee_code')
  expect(missing({ ...body, district: 'Ranchi' })).not.toContain('/licensee_code')
  expect(missing({ state_code: 'JH' })).toContain('/licensee_code')
  expect(missing({ state_code: 'JH', district: 'Ranchi' })).not.toContain('/licensee_code')
})

test.each(Object.values(EXAMPLES))('what is answered lacks nothing: $state_code', (example) => {
  expect(missing(example)).toEqual([])
})

test.each(Object.values(EXAMPLES))(
  'what is named as missing is refused when it alone is left out: $state_code',
  (example) => {
    for (const name of Object.keys(example)) {
      const { [name]: _left, ...body } = example as Record<string, unknown>
      if (name === 'state_code' || name === 'subcategory_code' || name === 'energy_units') continue
      if (missing(body as Body).includes(`/${name}`)) expect([name, ask(body as Body).code]).not.toEqual([name, null])
    }
  },
)

/** A request for each row, from the release's own cases. */
const ROWS = Object.values(SERVING).flatMap((plans) => {
  const [plan] = plans
  const { record } = plan
  return record.rows.flatMap(({ row_id }) => {
    const known = record.cases.find((one) => one.row_id === row_id && !('refusal' in one.expected))
    return known === undefined ? [] : [[row_id, plans, bodyOf(record.state_code, known.inputs) as Body] as const]
  })
})

test('every row that has an amount is among them', () => {
  expect(ROWS.length).toBe(112)
})

test.each(ROWS)('%s: who gives all that one refusal names is not asked for more', (_id, serving, known) => {
  const bare = { state_code: known.state_code, subcategory_code: known['subcategory_code'] }
  const named = missingFields(serving, bare)
  expect(named.length).toBeGreaterThan(0)
  expect(new Set(named.map(({ field }) => field)).size, 'each field once').toBe(named.length)
  const names = [...new Set(named.map(({ field }) => field.split('/')[1] ?? ''))]
  const given = { ...bare, ...Object.fromEntries(names.map((name) => [name, known[name]])) } as Body
  const answer = ask(given, { floor: 'specimen', serving })
  const rules = answer.code === 'INVALID_REQUEST_FIELD' ? answer.details.fields.map(({ rule }: Problem) => rule) : []
  expect({ given, code: answer.code, rules }).toEqual({ given, code: null, rules: [] })
})

test('what is needed by some rows alone is named as such, while what chooses the row is missing', () => {
  const fields = (body: Body): string[] => missingFields(SERVING.MH, body).map(({ field, rule }) => `${field} ${rule}`)
  const body = { state_code: 'MH', licensee_code: 'MH_AEML', subcategory_code: 'LT-I-B', energy_units: 100 } as const
  expect(fields(body)).toEqual(['/phase required', '/connected_load required_where'])
  expect(fields({ ...body, phase: 'single' })).toEqual([])
  expect(fields({ ...body, phase: 'three' }), 'the row is known').toEqual(['/connected_load required'])
})

test('what another year needs is not named: the release of the requested day is asked', () => {
  const [now] = SERVING.OD
  const { record } = now
  const before = {
    ...now,
    plan: { ...now.plan, find: () => null },
    record: {
      ...record,
      effective_from: '2025-04-01',
      effective_to: '2026-03-31',
      request: { ...record.request, required: ['licensee_code'] },
      categories: record.categories.map((category) => ({ ...category, required_inputs: ['licensee_code'] })),
    },
  }
  const body = { state_code: 'OD', subcategory_code: 'DOMESTIC_OTHERS', licensee_code: 'OD_TPCODL', energy_units: 100 }
  const fields = (dates: object) => missingFields([before, now], { ...body, ...dates }).map(({ field }) => field)
  const period = { from: '2025-06-01', to: '2025-06-30' }
  for (const dates of [{ effective_on: '2025-06-15' }, { billing_date: '2025-06-15' }, { bill_period: period }])
    expect([dates, fields(dates)]).toEqual([dates, []])
  for (const dates of [{}, { effective_on: '2026-06-15' }, { effective_on: 'June' }, { bill_period: 'June' }])
    expect([dates, fields(dates)]).toEqual([dates, ['/connected_load']])
})
