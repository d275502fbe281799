import { beforeEach, describe, expect, test } from 'vitest'
import { productionObstacles } from '../../releases/record/production-obstacles.ts'
import { readRecord } from '../../services/operations/lifecycle.ts'
import { PLENTY } from '../support/api.ts'
import type { Json } from '../support/api-call.ts'
import type { CliError } from '../support/cli.ts'
import { ODISHA_2025_26, OERC_ORDER_ABSENT, OERC_ORDER_REASON, OERC_SHA256 } from '../support/definitions.ts'
import { skipReason } from '../support/skip.ts'
import { calculateAt, type Served } from './served.ts'

/** The release built from the regulator's own PDF, in addition to that of the next year. */
export function originalTests(of: () => Served): void {
  describe('Odisha FY 2025-26, from the regulator’s own PDF', () => {
    beforeEach(() => skipReason(OERC_ORDER_ABSENT, OERC_ORDER_REASON))
    const BODY = {
      state_code: 'OD',
      licensee_code: 'OD_TPCODL',
      subcategory_code: 'DOMESTIC_OTHERS',
      energy_units: 250,
      connected_load: 2.3,
    }

    test('its 169 pages can be quoted from once it is added', async () => {
      const { cli } = of().pipeline
      const folded = async (page: number): Promise<string> => {
        const { text } = (await cli('source', 'text', OERC_SHA256, '--page', String(page), '--json')).json<{
          text: string
        }>()
        return text.replace(/\s+/g, ' ')
      }
      expect(await folded(163)).toContain('(Consumption <= 50 units/month) LT 290.00')
      expect(await folded(1)).toMatch(/ODISHA ELECTRICITY REGULATORY COMMISSION/i)
      const beyond = await cli('source', 'text', OERC_SHA256, '--page', '170', '--json')
      expect(beyond.json<CliError>().error.message).toContain('169')
    })

    test('was built after source add, passed its gates, and every figure of it is of grade order', async () => {
      const release = of().releases.get(ODISHA_2025_26)!
      expect([release.status, release.stage]).toEqual(['released', 'reference'])
      const record = await readRecord(of().pipeline.pool, release)
      expect(productionObstacles(record!)).toEqual([])
    })

    test('has every number of its pages accounted for: for production only people are missing', async () => {
      const refused = await of()
        .promoteTo('production', ODISHA_2025_26)
        .catch((error: unknown) => error)
      expect(refused).toMatchObject({ code: 'FOUR_EYES' })
    })

    test('answers the bills of its year, for a caller whose floor is order; the later year the others', async () => {
      const key = await of().api.key({ ...PLENTY, evidence_floor: 'order' })
      for (const billing_date of ['2025-04-01', '2026-03-31']) {
        const { status, data } = await calculateAt(of(), { ...BODY, billing_date }, key)
        expect([status, data.financial_year, data.evidence_grade, data.release.release_stage]).toEqual([
          200,
          '2025-26',
          'order',
          'reference',
        ])
        expect(data.calculation).toMatchObject({ energy_charge_paise: 113500, fixed_charge_paise: 6000 })
        for (const { evidence } of data.calculation.lines) {
          expect(evidence).toMatchObject({ grade: 'order', locator: { page: expect.any(Number) } })
        }
      }
      for (const dated of [{ billing_date: '2026-04-01' }, { effective_on: '2027-03-31' }, {}]) {
        const { data } = await calculateAt(of(), { ...BODY, ...dated })
        expect([data.financial_year, data.evidence_grade, data.release.release_stage]).toEqual([
          '2026-27',
          'transcription',
          'reference',
        ])
      }
      expect((await calculateAt(of(), { ...BODY, billing_date: '2026-04-01' }, key)).code).toBe('EVIDENCE_BELOW_FLOOR')
      const outside = await calculateAt(of(), { ...BODY, billing_date: '2025-03-31' })
      expect([outside.code, outside.details.covered_periods]).toEqual([
        'INVALID_EFFECTIVE_DATE',
        expect.arrayContaining([
          { from: '2025-04-01', to: '2026-03-31' },
          { from: '2026-04-01', to: '2027-03-31' },
        ]),
      ])
    })

    test('and /health shows both years, and that the state stands by the later one', async () => {
      const { data } = await of().api.call('/v1/health')
      const odisha = data.releases.filter(({ state_code }: Json) => state_code === 'OD')
      expect(odisha.map(({ release_stage }: Json) => release_stage).sort()).toEqual(['reference', 'reference'])
      const own = await of().api.call('/v1/health?state_code=OD')
      expect([own.data.financial_year, own.data.production_serving_enabled]).toEqual(['2026-27', false])
    })
  })
}
