import { describe, expect, test } from 'vitest'
import type { Answer, Json } from '../support/api-call.ts'
import { STATE_CODES } from '../support/definitions.ts'
import { calculateAt, type Served } from './served.ts'
import { TIERS } from './tiers.ts'

const HELPED = ['GJ', 'RJ', 'OD', 'TS', 'JH'] as const

/** Answers of the read routes for every state, once all of them serve. */
export function catalogueTests(of: () => Served): void {
  describe('the catalogue', () => {
    test('GET /states lists Bihar alone', async () => {
      const { data, meta } = await of().api.call('/v1/states')
      expect([meta.count, data.map(({ state_code }: Json) => state_code)]).toEqual([1, ['BR']])
    })

    test.each(HELPED)('%s has none, and says what POST /calculate needs instead', async (state) => {
      for (const route of ['categories', 'tariffs', 'capabilities']) {
        const { status, code, details } = await of().api.call(`/v1/${route}?state_code=${state}`)
        expect([route, status, code]).toEqual([route, 404, 'STATE_NOT_RELEASED'])
        expect(details).toMatchObject({ state_code: state, verification_tier: TIERS[state], calculable: true })
        expect(details.licensees.length).toBeGreaterThan(0)
        for (const licensee of details.licensees) expect(licensee).toMatch(new RegExp(`^${state}_`))
        expect(Object.keys(details.required_calculation_inputs).sort()).toEqual([...details.subcategory_codes].sort())
      }
    })

    test('Maharashtra has no capability contract, and gets the same help', async () => {
      const { status, details } = await of().api.call('/v1/capabilities?state_code=MH')
      expect(status).toBe(404)
      expect(details).toMatchObject({ state_code: 'MH', calculable: true })
      expect(details.licensees.sort()).toEqual(['MH_AEML', 'MH_BEST', 'MH_MSEDCL', 'MH_TPCD'])
    })

    test.each(['categories', 'tariffs'])('Maharashtra: /%s needs a licensee, one that it has', async (route) => {
      const without = await of().api.call(`/v1/${route}?state_code=MH`)
      expect([without.status, without.code]).toEqual([422, 'LICENSEE_REQUIRED'])
      expect(without.details.licensees).toHaveLength(4)
      const unknown = await of().api.call(`/v1/${route}?state_code=MH&licensee_code=MH_NOBODY`)
      expect([unknown.status, unknown.code]).toEqual([422, 'LICENSEE_NOT_SUPPORTED'])
    })

    const categoriesOf = async (licensee: string): Promise<Json[]> =>
      (await of().api.call(`/v1/categories?state_code=MH&licensee_code=${licensee}`)).data
    const tariffsOf = (licensee: string, id: string): Promise<Answer> =>
      of().api.call(`/v1/tariffs?state_code=MH&licensee_code=${licensee}&category_id=${encodeURIComponent(id)}`)

    test('Maharashtra: /tariffs needs a category_id as well', async () => {
      const { status, code, details } = await of().api.call('/v1/tariffs?state_code=MH&licensee_code=MH_MSEDCL')
      expect([status, code, details]).toEqual([
        400,
        'INVALID_QUERY_PARAMETER',
        { parameter: 'category_id', rule: 'required' },
      ])
    })

    test('Maharashtra: each of the 57 rows is found by licensee and category, with its hashes and its chain', async () => {
      const found = new Set<string>()
      for (const licensee of ['MH_MSEDCL', 'MH_TPCD', 'MH_AEML', 'MH_BEST']) {
        for (const category of await categoriesOf(licensee)) {
          expect(category).toMatchObject({ state_code: 'MH', licensee_code: licensee, category_id: expect.any(String) })
          const { data, meta } = await tariffsOf(licensee, category.category_id)
          expect([category.category_id, meta.count]).toEqual([category.category_id, category.schedule_row_count])
          for (const row of data) {
            found.add(row.row_id)
            expect(row).toMatchObject({
              licensee_code: licensee,
              category_id: category.category_id,
              state_subcategory_code: category.state_subcategory_code,
            })
            for (const hash of [row.row_sha256, row.fixture_sha256, row.source_sha256]) {
              expect(hash).toMatch(/^[0-9a-f]{64}$/)
            }
          }
        }
      }
      expect(found.size).toBe(57)
      const [row] = (await tariffsOf('MH_MSEDCL', 'LT-I-B')).data
      const chain = await of().api.call(`/v1/sources?row_sha256=${row.row_sha256}`)
      expect(chain.status).toBe(200)
      expect(chain.text).toContain(row.row_id)
    })

    test('Maharashtra: what is listed and not supported says so, and is refused', async () => {
      const unsupported = new Map<string, Json>()
      for (const licensee of ['MH_MSEDCL', 'MH_TPCD', 'MH_AEML', 'MH_BEST']) {
        for (const category of await categoriesOf(licensee)) {
          if (!category.supported) unsupported.set(`${licensee} ${category.category_id}`, category)
        }
      }
      expect([...unsupported.keys()].sort()).toEqual([
        'MH_BEST LT-I-B-3PH',
        'MH_MSEDCL LT-IV-A-Z1-5',
        'MH_MSEDCL LT-IV-A-Z1-7.5',
        'MH_MSEDCL LT-IV-A-Z1-A7.5',
        'MH_MSEDCL LT-IV-A-Z2-5',
        'MH_MSEDCL LT-IV-A-Z2-7.5',
        'MH_MSEDCL LT-IV-A-Z2-A7.5',
      ])
      const pumps = {
        state_code: 'MH',
        licensee_code: 'MH_MSEDCL',
        subcategory_code: 'LT-IV-A',
        energy_units: 0,
        connected_load: 5,
      }
      expect((await calculateAt(of(), pumps)).code).toBe('RATE_NOT_VERIFIED')
      const absent = {
        state_code: 'MH',
        licensee_code: 'MH_TPCD',
        subcategory_code: 'LT-II-A',
        energy_units: 1,
        connected_load: 5,
      }
      const { code, details } = await calculateAt(of(), absent)
      expect([code, details.available]).toEqual(['SUBCATEGORY_NOT_FOUND', ['LT-I-B']])
    })

    test.each(STATE_CODES)(
      '%s: sources and past adjustments are served, the entitlement for Bihar alone',
      async (state) => {
        const sources = await of().api.call(`/v1/sources?state_code=${state}`)
        expect([sources.status, sources.data.length > 0]).toEqual([200, true])
        const periods = await of().api.call(`/v1/fppas-periods?state_code=${state}`)
        expect([periods.status, periods.meta.current_rate_released]).toEqual([200, false])
        const entitlement = await of().api.call(`/v1/subsidy-entitlement?state_code=${state}`)
        expect(entitlement.status).toBe(state === 'BR' ? 200 : 404)
      },
    )
  })
}
