import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GATE_NAMES } from '../../pipeline/gates/gate.ts'
import { productionObstacles } from '../../releases/record/production-obstacles.ts'
import { readRecord } from '../../services/operations/lifecycle.ts'
import { OperationRefusal } from '../../services/operations/refusal.ts'
import { readGates } from '../../services/operations/release-view.ts'
import { conformanceTests } from '../conformance/served-conformance.ts'
import type { Json } from '../support/api-call.ts'
import { ODISHA_2025_26, STATE_CODES } from '../support/definitions.ts'
import { type Served, servedStates } from './served.ts'
import { catalogueTests } from './served-catalogue.ts'
import { originalTests } from './served-original.ts'
import { requestTests } from './served-requests.ts'
import { TIERS } from './tiers.ts'

let served: Served
const of = (): Served => served

beforeAll(async () => {
  served = await servedStates()
})
afterAll(() => served?.close())

const COUNTS: Readonly<Record<string, readonly [rows: number, supported: number]>> = {
  BR: [34, 32],
  MH: [57, 50],
  GJ: [8, 8],
  RJ: [3, 3],
  OD: [8, 8],
  TS: [6, 2],
  JH: [8, 8],
}

describe('the pipeline', () => {
  test('promotes seven releases, each through its 29 gates', async () => {
    const seven = [...of().releases].filter(([folder]) => folder !== ODISHA_2025_26)
    expect(seven).toHaveLength(7)
    for (const [folder, release] of seven) {
      expect([folder, release.revision, release.status, release.stage]).toEqual([folder, 1, 'released', 'reference'])
      const gates = await readGates(of().pipeline.pool, release)
      expect(gates.map(({ gate }) => gate).sort(), folder).toEqual([...GATE_NAMES].sort())
      expect(gates.every(({ passed }) => passed)).toBe(true)
    }
  })

  test('the eighth waits for its original, and says which file that is', () => {
    expect(of().withoutOriginal).toBeInstanceOf(OperationRefusal)
    expect(of().withoutOriginal).toMatchObject({
      code: 'SOURCE_FILE_NOT_FOUND',
      details: {
        wanted: [{ source_id: 'OD-OERC-RST-2025-26', file: null, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      },
    })
  })

  test('a release below grade order is refused production, and each figure in the way is named', async () => {
    for (const [folder, release] of of().releases) {
      if (folder === ODISHA_2025_26) continue
      const record = await readRecord(of().pipeline.pool, release)
      const refused = await of()
        .promoteTo('production', folder)
        .catch((error: unknown) => error)
      expect(refused).toMatchObject({ code: 'STAGE_NOT_ALLOWED' })
      const { in_the_way } = (refused as OperationRefusal).details as { in_the_way: string[] }
      expect(in_the_way).toEqual(productionObstacles(record!))
      expect(in_the_way.some((each) => /^rows\/.+: grade /.test(each))).toBe(true)
      expect(in_the_way.some((each) => /^sources\//.test(each))).toBe(true)
    }
  })
})

describe('GET /health', () => {
  test('lists them all, with tier, stage, mode and note', async () => {
    const { data } = await of().api.call('/v1/health')
    expect(data).toMatchObject({ service_status: 'healthy', state_code: 'BR' })
    const listed = new Map<string, Json>(data.releases.map((each: Json) => [each.release_id, each]))
    expect([...listed.keys()].sort()).toEqual([...of().releases.values()].map(({ release_id }) => release_id).sort())
    for (const { release_id, release_sha256, state_code, stage } of of().releases.values()) {
      expect(listed.get(release_id)).toMatchObject({
        state_code,
        release_sha256,
        release_status: 'released',
        release_stage: stage,
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
    const { data } = await of().api.call(`/v1/health?state_code=${state}`)
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

catalogueTests(of)
conformanceTests(of)
requestTests(of)
originalTests(of)
