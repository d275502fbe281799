import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Grade, gradeRank } from '../../../releases/record/grade.ts'
import type {
  CoverageInput,
  CoveredCategory,
  StateCoverage,
} from '../../../services/api/contract/responses/coverage.ts'
import { check, hold, unhold } from '../../../services/operations/lifecycle.ts'
import { type TestApi, testApi } from '../../support/api.ts'
import { everyStateDatabase } from '../../support/api-release.ts'
import { PATIENCE } from '../../support/patience.ts'
import { ASHA } from '../../support/people.ts'

let api: TestApi
let instance: Awaited<ReturnType<TestApi['start']>>
let states: readonly StateCoverage[]
beforeAll(async () => {
  api = await testApi({}, await everyStateDatabase())
  instance = await api.start()
  states = (await instance.call('/v1/coverage')).data.states
})
afterAll(() => api.close())

type Bound = CoveredCategory['bounds'][number]

/** A quantity inside every bound on it. */
function quantityWithin(name: string, bounds: readonly Bound[]): number {
  const own = bounds.filter(({ reads }) => reads.includes(name))
  const limits = (op: string) => own.filter((bound) => bound.op?.startsWith(op)).map(({ value }) => Number(value))
  const [most, least] = [Math.min(...limits('<')), Math.max(0, ...limits('>'))]
  return Number.isFinite(most) ? (most + least) / 2 : least + 10
}

/** A value of an input as anyone would fill in a form, only from the coverage data. */
function filledIn(input: CoverageInput, category: CoveredCategory, day: string): unknown {
  const { kind, words, unit, name, parts } = input
  if (parts !== null) {
    const filled = parts.filter(({ required }) => required || parts.every((part) => !part.required))
    const inner = filled.map((part) => [
      part.name,
      filledIn({ ...part, parts: null, only_with: null, evidence_grade: null }, category, day),
    ])
    return name === 'bill_period' ? { from: day, to: `${day.slice(0, 8)}30` } : Object.fromEntries(inner)
  }
  if (kind === 'quantity') return quantityWithin(name, category.bounds)
  if (kind === 'flag') return true
  if (kind === 'date') return unit === 'YYYY-MM' ? day.slice(0, 7) : day
  if (kind === 'count') return Number(words?.[0] ?? 1)
  return words?.[0]
}

function requestOf(
  state: StateCoverage,
  category: CoveredCategory,
  licensee: string | null,
  optional: readonly string[],
) {
  const release = state.releases.find(({ release_id }) => release_id === category.release_id)
  const day = release?.effective_from ?? ''
  const body: Record<string, unknown> = {
    state_code: state.state_code,
    subcategory_code: category.subcategory_code,
    ...(licensee === null ? {} : { licensee_code: licensee }),
  }
  const districts = state.licensees.find(({ licensee_code }) => licensee_code === licensee)?.districts ?? []
  for (const input of category.inputs) {
    if (body[input.name] !== undefined || !(input.required || optional.includes(input.name))) continue
    body[input.name] = input.name === 'district' ? districts[0] : filledIn(input, category, day)
  }
  return summed(body)
}

/** Parts that must sum: the zones of the day to the units of the bill, the parts of a bill to its total. */
function summed(body: Record<string, unknown>): Record<string, unknown> {
  const { energy_by_zone: zones, actual_bill: bill } = body as Record<string, Record<string, number> | undefined>
  if (zones !== undefined) {
    const [first = '', ...rest] = Object.keys(zones)
    body['energy_by_zone'] = { [first]: body['energy_units'], ...Object.fromEntries(rest.map((name) => [name, 0])) }
  }
  if (bill !== undefined) {
    const { total_paise: _total, ...parts } = bill
    body['actual_bill'] = { ...parts, total_paise: Object.values(parts).reduce((sum, part) => sum + part, 0) }
  }
  return body
}

const isDay = ({ name, kind }: CoverageInput): boolean => kind === 'date' || name === 'bill_period'

/** Requests of a category for each of its licensees: with the required inputs, and with each optional one and what it needs. */
function requestsOf(state: StateCoverage, category: CoveredCategory): Record<string, unknown>[] {
  const licensees = category.licensees.length === 0 ? [null] : category.licensees
  const optional = category.inputs.filter(({ required, name }) => !required && name !== 'licensee_code')
  const hasDay = category.inputs.some((input) => input.required && isDay(input))
  // One day is requested, by one field.
  const more = optional
    .filter((input) => !(hasDay && isDay(input)))
    .map(({ name, only_with: other }) => (other === null ? [name] : [name, other]))
  return licensees.flatMap((licensee) => [[], ...more].map((names) => requestOf(state, category, licensee, names)))
}

describe('GET /v1/coverage', () => {
  test('has the same form for all seven states, with code, name, releases, licensees and categories', async () => {
    expect(states.map(({ state_code }) => state_code)).toEqual(['BR', 'GJ', 'JH', 'MH', 'OD', 'RJ', 'TS'])
    const [bihar] = states
    expect(bihar).toMatchObject({ state_code: 'BR', name: 'Bihar', licensees: [] })
    expect(bihar?.releases).toEqual([
      {
        release_id: 'BR-2026-27-VERIFIED-STRICT-BASE-V1',
        revision: 1,
        release_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        scope: 'BR',
        financial_year: '2026-27',
        stage: 'reference',
        tier: 'verified_strict',
        mode: null,
        effective_from: '2026-04-01',
        effective_to: '2027-03-31',
        catalogue: true,
        holds: [],
        checked_on: null,
        check_by: null,
      },
    ])
    expect(bihar?.categories).toHaveLength(32)
    const gujarat = states.find(({ state_code }) => state_code === 'GJ')
    expect(gujarat?.releases[0]?.catalogue).toBe(false)
    const urban = gujarat?.categories.find(({ subcategory_code: code }) => code === 'DOMESTIC_URBAN')
    expect(
      urban?.inputs.filter(({ required }) => required).map(({ name, kind, unit, words }) => [name, kind, unit, words]),
    ).toEqual([
      ['energy_units', 'quantity', 'kWh', null],
      ['connected_load', 'quantity', 'kW', null],
      ['load_unit', 'word', null, ['kw']],
      ['licensee_code', 'word', null, urban?.licensees],
      ['billing_date', 'date', 'YYYY-MM-DD', null],
      ['meter_mode', 'word', null, ['postpaid']],
    ])
  })

  test('from it a program builds a form for any category, and every request is answered or refused as it says', async () => {
    const keys: readonly [Grade, string][] = [
      ['derived', await api.key({ evidence_floor: 'derived' })],
      ['specimen', await api.key({ evidence_floor: 'specimen' })],
    ]
    const answered = new Map<string, number>()
    const wrong: unknown[] = []
    for (const state of states) {
      for (const category of state.categories) {
        for (const body of requestsOf(state, category)) {
          for (const [floor, key] of keys) {
            const { status, code, details } = await instance.call('/v1/calculate', { method: 'POST', body, key })
            const given = category.inputs.flatMap(({ name, evidence_grade: grade }) => (name in body && grade) || [])
            const below = [category.evidence_grade, ...given].some((grade) => gradeRank(grade) > gradeRank(floor))
            const isNamed =
              (code === 'EVIDENCE_BELOW_FLOOR' && below) ||
              (code === 'RATE_NOT_VERIFIED' && !category.supported && category.reason !== null)
            if (status === 200) answered.set(state.state_code, (answered.get(state.state_code) ?? 0) + 1)
            else if (!isNamed) wrong.push({ body, floor, code, details })
          }
        }
      }
    }
    expect(wrong).toEqual([])
    expect([...answered.keys()].sort(), 'each state answers').toEqual(states.map(({ state_code }) => state_code))
  })

  test('names every field that a category reads, and no others: those are refused', async () => {
    for (const state of states) {
      for (const category of state.categories.filter(({ supported }) => supported)) {
        const [licensee = null] = category.licensees
        const whole = requestOf(state, category, licensee, [])
        for (const { name, description } of category.inputs.filter(({ required }) => required)) {
          const { [name]: _left, ...body } = whole
          const { status, code } = await instance.call('/v1/calculate', {
            method: 'POST',
            body,
            key: await specimens(),
          })
          if (status === 200 && /Give it where/.test(description)) continue
          expect([category.subcategory_code, name, code]).toEqual([
            category.subcategory_code,
            name,
            name === 'licensee_code' ? 'LICENSEE_REQUIRED' : 'INVALID_REQUEST_FIELD',
          ])
        }
      }
    }
  })

  let specimenKey: string | null = null
  const specimens = async (): Promise<string> => {
    specimenKey ??= await api.key({ evidence_floor: 'specimen' })
    return specimenKey
  }

  test('by state, by day, and only for states that the key may use', async () => {
    const one = await instance.call('/v1/coverage?state_code=GJ&on=2026-05-01')
    expect(one.data.states).toEqual(states.filter(({ state_code }) => state_code === 'GJ'))
    expect(one.meta).toEqual({ count: 1 })
    const late = await instance.call('/v1/coverage?state_code=GJ&on=2031-01-01')
    expect([late.status, late.code, late.details]).toEqual([
      422,
      'INVALID_EFFECTIVE_DATE',
      { field: 'on', reason: 'after_release', covered_periods: [{ from: '2026-04-01', to: '2027-03-31' }] },
    ])
    const unread = await instance.call('/v1/coverage?on=2026-02-30')
    expect([unread.status, unread.details.reason]).toEqual([422, 'format'])
    expect(unread.text).toContain('"The date 2026-02-30 does not exist.')
    expect(unread.details.covered_periods).toEqual([{ from: '2026-04-01', to: '2027-03-31' }])
    expect((await instance.call('/v1/coverage?state_code=KA')).code).toBe('STATE_NOT_RELEASED')
    const bihar = await api.key({ states: ['BR'] })
    const own = await instance.call('/v1/coverage', { key: bihar })
    expect(own.data.states.map(({ state_code }: StateCoverage) => state_code)).toEqual(['BR'])
    expect((await instance.call('/v1/coverage?state_code=GJ', { key: bihar })).code).toBe('API_SCOPE_DENIED')
    const scoped = await instance.call('/v1/coverage', { key: await api.key({ scopes: ['tariffs:read'] }) })
    expect([scoped.status, scoped.details]).toEqual([403, { reason: 'scope', scope: 'categories:read' }])
  })

  test('by licensee and category of a state, with the refusals of the other routes', async () => {
    const gujarat = states.find(({ state_code }) => state_code === 'GJ')
    const ask = (query: string) => instance.call(`/v1/coverage?${query}`)
    const narrowed = await ask('state_code=GJ&licensee_code=GJ_DGVCL&subcategory_code=domestic_urban')
    expect(narrowed.data.states).toEqual([
      {
        ...gujarat,
        licensees: gujarat?.licensees.filter(({ licensee_code: code }) => code === 'GJ_DGVCL'),
        categories: gujarat?.categories.filter(
          ({ subcategory_code: code, licensees }) => code === 'DOMESTIC_URBAN' && licensees.includes('GJ_DGVCL'),
        ),
      },
    ])
    expect(narrowed.data.states[0].categories).toHaveLength(1)
    expect((await ask('state_code=GJ&licensee_code=GJ_DGVCL')).text.length).toBeLessThan(
      (await ask('state_code=GJ')).text.length,
    )
    const nobody = await ask('state_code=GJ&licensee_code=GJ_NOPE')
    expect([nobody.status, nobody.code, nobody.details.reason]).toEqual([422, 'LICENSEE_NOT_SUPPORTED', 'unknown'])
    const none = await ask('state_code=BR&subcategory_code=nope')
    expect([none.status, none.details.parameter, none.details.rule]).toEqual([400, 'subcategory_code', 'enum'])
    expect(none.details.available).toContain('DS-II')
    const unplaced = await ask('subcategory_code=DS-II')
    expect([unplaced.status, unplaced.details]).toEqual([400, { parameter: 'state_code', rule: 'required_together' }])
    expect(unplaced.text).toContain('Send state_code too')
  })

  test('says what is on hold, why and since when, under a tag of its own', async () => {
    const parts = { pool: api.pool, by: ASHA, now: () => new Date() }
    const [name, component] = ['BR-2026-27-VERIFIED-STRICT-BASE-V1', 'rows/BR-DS-II/energy']
    const before = await instance.call('/v1/coverage?state_code=BR')
    const cached = await instance.call('/v1/coverage?state_code=BR', {
      headers: { 'if-none-match': before.headers.etag ?? '' },
    })
    expect(cached.status).toBe(304)
    await hold(parts, name, component, 'figure disputed')
    await expect
      .poll(async () => (await instance.call('/v1/coverage?state_code=BR')).data.states[0].releases[0].holds, PATIENCE)
      .toEqual([{ component, reason: 'figure disputed', since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) }])
    const held = await instance.call('/v1/coverage?state_code=BR')
    expect(held.headers.etag).not.toBe(before.headers.etag)
    const category = held.data.states[0].categories.find((one: CoveredCategory) => one.subcategory_code === 'DS-II')
    expect([category.supported, category.reason]).toEqual([false, 'figure disputed'])
    await unhold(parts, name, component, 'settled')
  })

  test('says when a component was last checked, and by when the first must be checked again', async () => {
    const parts = { pool: api.pool, by: ASHA, now: () => new Date() }
    const name = 'BR-2026-27-VERIFIED-STRICT-BASE-V1'
    const before = await instance.call('/v1/coverage?state_code=BR')
    await check(parts, name, 'rows/BR-DS-II/energy', '2098-03-31')
    await check(parts, name, 'rows/BR-DS-I/energy', '2097-03-31')
    const today = new Date().toISOString().slice(0, 10)
    const shown = async () => (await instance.call('/v1/coverage?state_code=BR')).data.states[0].releases[0]
    await expect.poll(shown, PATIENCE).toMatchObject({ checked_on: today, check_by: '2097-03-31' })
    expect((await instance.call('/v1/coverage?state_code=BR')).headers.etag).not.toBe(before.headers.etag)
    const shared = await (await fetch(new URL('/public/serving.json', instance.origin))).text()
    expect(shared).not.toContain('"checks"')
  })
})

test('/health without a state is of the first state in service that the key may see', async () => {
  const { status, data } = await api.call('/v1/health', { key: await api.key({ states: ['RJ', 'MH'] }) })
  expect([status, data.state_code]).toEqual([200, 'MH'])
  expect(data.releases.map(({ state_code }: { state_code: string }) => state_code).sort()).toEqual(['MH', 'RJ'])
})
