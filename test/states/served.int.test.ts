import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { productionObstacles } from '../../releases/record/production-obstacles.ts'
import { CliRefusal } from '../../services/cli/context.ts'
import { promote, readRecord } from '../../services/cli/operations/lifecycle.ts'
import type { ReleaseView } from '../../services/cli/operations/release-view.ts'
import { nameOf } from '../../services/cli/operations/run-release.ts'
import { PLENTY, type TestApi, testApi } from '../support/api.ts'
import type { Answer, Json } from '../support/api-call.ts'
import {
  FOLDERS,
  ODISHA_2025_26,
  OERC_ORDER,
  OERC_ORDER_ABSENT,
  OERC_ORDER_REASON,
  STATES,
} from '../support/definitions.ts'
import { OPENER, type TestPipeline, testPipeline } from '../support/pipeline.ts'
import { skipReason } from '../support/skip.ts'

/**
 * All shipped definitions through the real pipeline into one database, and one API on it: what a first start of the whole
 * serves. The one whose original is not part of this repository joins where that lies beside it.
 */
let pipeline: TestPipeline
let api: TestApi
const served = new Map<string, ReleaseView>()
let withoutOriginal: unknown = null
let production: ReleaseView | null = null
const now = (): Date => new Date()

beforeAll(async () => {
  pipeline = await testPipeline()
  await pipeline.work()
  for (const folder of FOLDERS) {
    if (folder === ODISHA_2025_26) continue
    served.set(folder, await pipeline.run(`${STATES}/${folder}`))
  }
  withoutOriginal = await pipeline.run(`${STATES}/${ODISHA_2025_26}`).catch((error: unknown) => error)
  if (!OERC_ORDER_ABSENT) {
    const added = await pipeline.cli('source', 'add', OERC_ORDER, '--json')
    expect([added.code, added.stderr]).toEqual([0, expect.any(String)])
    served.set(ODISHA_2025_26, await pipeline.run(`${STATES}/${ODISHA_2025_26}`))
    production = await promoteTo('production', ODISHA_2025_26)
  }
  // The pipeline of this file drops the database that both use.
  api = await testApi({}, { ...pipeline.database, drop: async () => {} })
}, 900_000)

afterAll(async () => {
  await api?.close()
  await pipeline?.close()
})

function promoteTo(stage: 'reference' | 'production', folder: string): Promise<ReleaseView> {
  return promote({ pool: pipeline.pool, actor: OPENER, now }, nameOf(served.get(folder)!), null, stage)
}

const calculate = (body: object, key?: string): Promise<Answer> =>
  api.call('/v1/calculate', { method: 'POST', body, ...(key === undefined ? {} : { key }) })

const HELPED = ['GJ', 'RJ', 'OD', 'TS', 'JH'] as const
const TIERS: Readonly<Record<string, string>> = {
  BR: 'verified_strict',
  MH: 'verified_reference',
  GJ: 'verified_guarded',
  RJ: 'verified_shadow',
  OD: 'verified_shadow',
  TS: 'verified_shadow',
  JH: 'verified_tariff_estimation',
}
const COUNTS: Readonly<Record<string, readonly [rows: number, supported: number]>> = {
  BR: [34, 32],
  MH: [57, 50],
  GJ: [8, 8],
  RJ: [3, 3],
  OD: [8, 8],
  TS: [6, 2],
  JH: [8, 8],
}
const STATE_CODES = Object.keys(TIERS)

describe('the pipeline', () => {
  test('promotes seven releases, each through its 29 gates', async () => {
    const seven = [...served].filter(([folder]) => folder !== ODISHA_2025_26)
    expect(seven).toHaveLength(7)
    for (const [folder, release] of seven) {
      expect([folder, release.status, release.stage]).toEqual([folder, 'released', 'reference'])
    }
  })

  test('the eighth waits for its original, and says which file that is', () => {
    expect(withoutOriginal).toBeInstanceOf(CliRefusal)
    expect(withoutOriginal).toMatchObject({
      code: 'SOURCE_NOT_AT_HAND',
      details: {
        wanted: [{ source_id: 'OD-OERC-RST-2025-26', file: null, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      },
    })
  })

  test('a release below grade order is refused production, and each figure in the way is named', async () => {
    for (const [folder, release] of served) {
      if (folder === ODISHA_2025_26) continue
      const record = await readRecord(pipeline.pool, release)
      const refused = await promoteTo('production', folder).catch((error: unknown) => error)
      expect(refused).toMatchObject({ code: 'STAGE_NOT_ALLOWED' })
      const { in_the_way } = (refused as CliRefusal).details as { in_the_way: string[] }
      expect(in_the_way).toEqual(productionObstacles(record!))
      expect(in_the_way.some((each) => /^rows\/.+: grade /.test(each))).toBe(true)
      expect(in_the_way.some((each) => /^sources\//.test(each))).toBe(true)
    }
  })
})

describe('GET /health', () => {
  test('lists them all, with tier, stage, mode and note', async () => {
    const { data } = await api.call('/v1/health')
    expect(data).toMatchObject({ service_status: 'healthy', state_code: 'BR' })
    const listed = new Map<string, Json>(data.releases.map((each: Json) => [each.release_id, each]))
    expect([...listed.keys()].sort()).toEqual([...served.values()].map(({ release_id }) => release_id).sort())
    for (const { release_id, release_sha256, state_code, stage } of [
      ...served.values(),
      ...(production ? [production] : []),
    ]) {
      const isProduction = production?.release_id === release_id
      expect(listed.get(release_id)).toMatchObject({
        state_code,
        release_sha256,
        release_status: 'released',
        release_stage: isProduction ? 'production' : stage,
        verification_tier: TIERS[state_code],
        calculable: true,
        production_payable: false,
      })
    }
    const modes = [...listed.values()].filter(({ mode }) => mode !== undefined)
    expect(modes.map(({ state_code, mode }) => [state_code, mode])).toEqual([['JH', 'VERIFIED_TARIFF_ESTIMATION_V1']])
    expect(listed.get('JH-2026-27-VERIFIED-TARIFF-ESTIMATION-V1').note).toMatch(/project's own composition/)
  })

  test.each(STATE_CODES)('%s: its own record', async (state) => {
    const { data } = await api.call(`/v1/health?state_code=${state}`)
    const [schedule_rows, supported_subcategories] = COUNTS[state]!
    expect(data).toMatchObject({
      state_code: state,
      financial_year: '2026-27',
      verification_tier: TIERS[state],
      schedule_rows,
      supported_subcategories,
      runtime_gate_checks: { passed: 29, total: 29 },
      release_stage: 'reference',
      production_serving_enabled: false,
    })
    expect(data.regression_cases).toBeGreaterThanOrEqual(3 * schedule_rows)
    expect(data).not.toHaveProperty('releases')
  })
})

describe('the catalogue', () => {
  test('GET /states lists Bihar alone', async () => {
    const { data, meta } = await api.call('/v1/states')
    expect([meta.count, data.map(({ state_code }: Json) => state_code)]).toEqual([1, ['BR']])
  })

  test.each(HELPED)('%s has none, and says what POST /calculate needs instead', async (state) => {
    for (const route of ['categories', 'tariffs', 'capabilities']) {
      const { status, code, details } = await api.call(`/v1/${route}?state_code=${state}`)
      expect([route, status, code]).toEqual([route, 404, 'STATE_NOT_RELEASED'])
      expect(details).toMatchObject({ state_code: state, verification_tier: TIERS[state], calculable: true })
      expect(details.licensees.length).toBeGreaterThan(0)
      for (const licensee of details.licensees) expect(licensee).toMatch(new RegExp(`^${state}_`))
      expect(Object.keys(details.required_calculation_inputs).sort()).toEqual([...details.subcategory_codes].sort())
    }
  })

  test('Maharashtra has no capability contract, and gets the same help', async () => {
    const { status, details } = await api.call('/v1/capabilities?state_code=MH')
    expect(status).toBe(404)
    expect(details).toMatchObject({ state_code: 'MH', calculable: true })
    expect(details.licensees.sort()).toEqual(['MH_AEML', 'MH_BEST', 'MH_MSEDCL', 'MH_TPCD'])
  })

  test.each(['categories', 'tariffs'])('Maharashtra: /%s needs a licensee, one that it has', async (route) => {
    const without = await api.call(`/v1/${route}?state_code=MH`)
    expect([without.status, without.code]).toEqual([422, 'LICENSEE_REQUIRED'])
    expect(without.details.licensees).toHaveLength(4)
    const unknown = await api.call(`/v1/${route}?state_code=MH&licensee_code=MH_NOBODY`)
    expect([unknown.status, unknown.code]).toEqual([422, 'LICENSEE_NOT_SUPPORTED'])
  })

  const categoriesOf = async (licensee: string): Promise<Json[]> =>
    (await api.call(`/v1/categories?state_code=MH&licensee_code=${licensee}`)).data
  const tariffsOf = (licensee: string, id: string): Promise<Answer> =>
    api.call(`/v1/tariffs?state_code=MH&licensee_code=${licensee}&category_id=${encodeURIComponent(id)}`)

  test('Maharashtra: /tariffs needs a category_id as well', async () => {
    const { status, code, details } = await api.call('/v1/tariffs?state_code=MH&licensee_code=MH_MSEDCL')
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
    const chain = await api.call(`/v1/sources?row_sha256=${row.row_sha256}`)
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
    expect((await calculate(pumps)).code).toBe('RATE_NOT_VERIFIED')
    const absent = {
      state_code: 'MH',
      licensee_code: 'MH_TPCD',
      subcategory_code: 'LT-II-A',
      energy_units: 1,
      connected_load: 5,
    }
    const { code, details } = await calculate(absent)
    expect([code, details.available]).toEqual(['SUBCATEGORY_NOT_FOUND', ['LT-I-B']])
  })

  test.each(STATE_CODES)(
    '%s: sources and past adjustments are served, the entitlement for Bihar alone',
    async (state) => {
      const sources = await api.call(`/v1/sources?state_code=${state}`)
      expect([sources.status, sources.data.length > 0]).toEqual([200, true])
      const periods = await api.call(`/v1/fppas-periods?state_code=${state}`)
      expect([periods.status, periods.meta.current_rate_released]).toEqual([200, false])
      const entitlement = await api.call(`/v1/subsidy-entitlement?state_code=${state}`)
      expect(entitlement.status).toBe(state === 'BR' ? 200 : 404)
    },
  )
})

describe('POST /calculate', () => {
  test.each([
    [
      { state_code: 'MH', licensee_code: 'MH_MSEDCL', subcategory_code: 'LT-I-B', energy_units: 150, phase: 'single' },
      130600,
    ],
    [
      {
        state_code: 'GJ',
        licensee_code: 'GJ_DGVCL',
        subcategory_code: 'DOMESTIC_URBAN',
        energy_units: 300,
        connected_load: 3,
        load_unit: 'kw',
        billing_date: '2026-06-15',
        meter_mode: 'postpaid',
      },
      123500,
    ],
    [
      {
        state_code: 'RJ',
        licensee_code: 'RJ_JVVNL',
        district: 'Jaipur',
        subcategory_code: 'GENERAL_DOMESTIC',
        energy_units: 200,
        fixed_charge_basis_units: 200,
      },
      148750,
    ],
    [
      {
        state_code: 'OD',
        licensee_code: 'OD_TPCODL',
        subcategory_code: 'DOMESTIC_OTHERS',
        energy_units: 250,
        connected_load: 2.3,
      },
      119500,
    ],
    [{ state_code: 'TS', subcategory_code: 'LT-II-B', energy_units: 150, connected_load: 2 }, 148500],
    [{ state_code: 'JH', licensee_code: 'JH_JBVNL', subcategory_code: 'DS-URBAN', energy_units: 150 }, 121000],
  ])('%o: %s paise, before any payable', async (body, paise) => {
    const { status, text, data, meta } = await calculate(body)
    expect([status, data.calculation.base_tariff_paise, data.release.release_stage]).toEqual([200, paise, 'reference'])
    expect(meta).toMatchObject({ money_mode: 'integer_paise', exact_utility_bill: false })
    const { state_code, verification_tier, payable_complete } = JSON.parse(text)
    const top = body.state_code === 'GJ' ? ['GJ', 'verified_guarded', false] : [undefined, undefined, undefined]
    expect([state_code, verification_tier, payable_complete]).toEqual(top)
  })

  test('a place and a licensee that do not belong together are refused over the wire as well', async () => {
    const body = {
      state_code: 'RJ',
      licensee_code: 'RJ_JVVNL',
      district: 'Beawar',
      subcategory_code: 'GENERAL_DOMESTIC',
      energy_units: 200,
      fixed_charge_basis_units: 200,
    }
    const { status, code, details } = await calculate(body)
    expect([status, code, details.reason]).toEqual([422, 'DISTRICT_LICENSEE_MISMATCH', 'mismatch'])
  })
})

describe('the last two routes', () => {
  const period = { month: '2026-04', consumption_units: 300, generation_units: 250, export_units: 150 }

  test('POST /solar-savings answers where a rule is verified, and refuses elsewhere', async () => {
    const solar = (body: object) => api.call('/v1/solar-savings', { method: 'POST', body })
    const net = { arrangement: 'net_metering', periods: [period] }
    const bihar = await solar({ state_code: 'BR', subcategory_code: 'DS-II', connected_load: 3, ...net })
    expect([bihar.status, bihar.data.saving_paise]).toEqual([200, 742 * 250])
    const { export_units: _, ...gross } = period
    const odisha = await solar({
      state_code: 'OD',
      licensee_code: 'OD_TPCODL',
      subcategory_code: 'DOMESTIC_OTHERS',
      connected_load: 2,
      arrangement: 'gross_metering',
      periods: [gross],
    })
    expect(odisha.data.closing_credit).toEqual({ units: '250', treatment: 'settlement_blocked', amount_paise: null })
    for (const state_code of ['RJ', 'GJ', 'TS', 'JH']) {
      const refused = await solar({ state_code, subcategory_code: 'ANY', ...net })
      expect([refused.status, refused.code]).toEqual([422, 'UNSUPPORTED_OPERATION'])
    }
  })

  test('POST /solar-savings names every quantity that is not exact beside whatever else is wrong', async () => {
    const { code, details } = await api.call('/v1/solar-savings', {
      method: 'POST',
      body: {
        state_code: 'BR',
        subcategory_code: 'DS-II',
        arrangement: 'none',
        periods: [{ ...period, export_units: 1.00001 }],
      },
    })
    expect(code).toBe('INVALID_REQUEST_FIELD')
    expect(details.fields.map(({ field }: Json) => field).sort()).toEqual(['/arrangement', '/periods/0/export_units'])
  })

  test('POST /category-resolver resolves, asks, and refuses what is not exact', async () => {
    const resolve = (body: object) => api.call('/v1/category-resolver', { method: 'POST', body })
    const context = { purpose: 'domestic', area_type: 'urban' }
    const open = await resolve({ state_code: 'BR', context })
    expect([open.data.resolution, open.data.needs]).toEqual(['ambiguous', ['below_poverty_line', 'common_supply']])
    const told = await resolve({
      state_code: 'BR',
      context: { ...context, below_poverty_line: false, common_supply: false },
    })
    expect([told.data.resolution, told.data.subcategory_code]).toEqual(['resolved', 'DS-II'])
    for (const state_code of STATE_CODES) expect((await resolve({ state_code, context })).status).toBe(200)
    const inexact = await resolve({ state_code: 'BR', context: { ...context, connected_load: 1.00001 } })
    expect([inexact.code, inexact.details.fields[0].field]).toEqual([
      'INVALID_REQUEST_FIELD',
      '/context/connected_load',
    ])
    const held = await resolve({ state_code: 'TS', licensee_code: 'TS_CESS', context })
    expect([held.code, held.details.reason]).toEqual(['LICENSEE_NOT_SUPPORTED', 'held'])
  })
})

describe('Odisha FY 2025-26, from the regulator’s own PDF', () => {
  beforeEach(() => skipReason(OERC_ORDER_ABSENT, OERC_ORDER_REASON))
  const BODY = {
    state_code: 'OD',
    licensee_code: 'OD_TPCODL',
    subcategory_code: 'DOMESTIC_OTHERS',
    energy_units: 250,
    connected_load: 2.3,
  }

  test('was built after source add, passed its gates, and every figure of it is of grade order', async () => {
    const release = served.get(ODISHA_2025_26)!
    expect([release.status, release.stage]).toEqual(['released', 'reference'])
    const record = await readRecord(pipeline.pool, release)
    expect(productionObstacles(record!)).toEqual([])
  })

  test('was promoted to production', () => {
    expect(production).toMatchObject({ status: 'released', stage: 'production' })
  })

  test('answers the bills of its year, for a caller whose floor is order; the later year the others', async () => {
    const key = await api.key({ ...PLENTY, evidence_floor: 'order' })
    for (const billing_date of ['2025-04-01', '2026-03-31']) {
      const { status, data } = await calculate({ ...BODY, billing_date }, key)
      expect([status, data.financial_year, data.evidence_grade, data.release.release_stage]).toEqual([
        200,
        '2025-26',
        'order',
        'production',
      ])
      expect(data.calculation).toMatchObject({ energy_charge_paise: 113500, fixed_charge_paise: 6000 })
      for (const { evidence } of data.calculation.lines) {
        expect(evidence).toMatchObject({ grade: 'order', locator: { page: expect.any(Number) } })
      }
    }
    for (const dated of [{ billing_date: '2026-04-01' }, { effective_on: '2027-03-31' }, {}]) {
      const { data } = await calculate({ ...BODY, ...dated })
      expect([data.financial_year, data.evidence_grade, data.release.release_stage]).toEqual([
        '2026-27',
        'transcription',
        'reference',
      ])
    }
    expect((await calculate({ ...BODY, billing_date: '2026-04-01' }, key)).code).toBe('EVIDENCE_BELOW_FLOOR')
    const outside = await calculate({ ...BODY, billing_date: '2025-03-31' })
    expect([outside.code, outside.details.covered_periods]).toEqual([
      'INVALID_EFFECTIVE_DATE',
      expect.arrayContaining([
        { from: '2025-04-01', to: '2026-03-31' },
        { from: '2026-04-01', to: '2027-03-31' },
      ]),
    ])
  })

  test('and /health says that it is production, and that the state stands by its later year', async () => {
    const { data } = await api.call('/v1/health')
    const odisha = data.releases.filter(({ state_code }: Json) => state_code === 'OD')
    expect(odisha.map(({ release_stage }: Json) => release_stage).sort()).toEqual(['production', 'reference'])
    const own = await api.call('/v1/health?state_code=OD')
    expect([own.data.financial_year, own.data.production_serving_enabled]).toEqual(['2026-27', false])
  })
})
