import { describe, expect, test } from 'vitest'
import { fppasPeriods } from '../../../services/api/routes/fppas-periods.ts'
import { NO_SNAPSHOT, type ServingRelease, type Snapshot } from '../../../services/api/snapshot/serving-release.ts'
import { licensees } from '../../releases/engine/bill.ts'
import { buildFigure, buildFppas, buildHeldFigure, buildRecord } from '../../support/record-builder.ts'

type Handle = (typeof fppasPeriods)['handle']

type Query = Parameters<Handle>[1]['query']
type Asked = { readonly query?: Query; readonly problems?: Snapshot['problems'] }

/** A release of a state in service, with these periods. */
function serving(scope: string, periods: ReturnType<typeof buildFppas>[], parts: object = {}): ServingRelease {
  const record = buildRecord({ ...parts, rules: { fppas_periods: periods } })
  const pointer = { scope, release_sha256: '', holds: [] }
  return { record, pointer } as unknown as ServingRelease
}

function ask(releases: readonly ServingRelease[], { query = {}, problems = [] }: Asked = {}) {
  const snapshot: Snapshot = { ...NO_SNAPSHOT, byState: new Map([['BR', releases]]), problems, loaded: true }
  const services = { snapshot: () => snapshot } as unknown as Parameters<Handle>[0]
  const answered = fppasPeriods.handle(services, { query } as Parameters<Handle>[1])
  if (answered instanceof Promise) throw new Error('answers at once')
  return answered
}

type Item = { readonly period: string; readonly value: string | null; readonly value_unit: string }

function listed(releases: readonly ServingRelease[], asked: Asked = {}): readonly Item[] {
  const answered = ask(releases, asked)
  if (!answered.ok || !('members' in answered)) throw new Error('refused')
  return answered.members().data as readonly Item[]
}

test('a value is in its value_unit: a figure of Rs 0.35 a unit is 35 paise', () => {
  const figures = ['10', '0.35', '-0.0735', buildHeldFigure('Rs/kWh'), buildFigure('1.1', 'Rs/kVAh')]
  const periods = figures.map((figure, index) =>
    buildFppas(figure, { period_id: `P${index}`, ...(index === 0 ? {} : { value_unit: 'paise_per_unit' }) }),
  )
  expect(listed([serving('BR', periods)]).map(({ value, value_unit: unit }) => [value, unit])).toEqual([
    ['10', 'percent'],
    ['35', 'paise_per_unit'],
    ['-7.35', 'paise_per_unit'],
    [null, 'paise_per_unit'],
    ['110', 'paise_per_unit'],
  ])
})

describe('of two years in service', () => {
  const month = (period: string, value: string) => buildFppas(value, { period_id: `FPPAS-${period}`, period })
  const year = (from: string, to: string) => ({ effective_from: from, effective_to: to })
  const before = serving('BR', [month('2026-02', '1'), month('2026-03', '2')], year('2025-04-01', '2026-03-31'))
  const now = serving('BR', [month('2026-04', '4'), month('2026-03', '3')], year('2026-04-01', '2027-03-31'))
  const periods = (asked: Asked = {}) => listed([now, before], asked).map(({ period, value }) => [period, value])

  test('the periods of both are listed by month; one that both have is that of the newer', () => {
    expect(periods()).toEqual([
      ['2026-02', '1'],
      ['2026-03', '3'],
      ['2026-04', '4'],
    ])
    expect(periods({ query: { to: '2026-02' } })).toEqual([['2026-02', '1']])
  })

  test('a list that would lack those of one that cannot be loaded is refused', () => {
    const lost = {
      scope: 'BR',
      release_id: 'X',
      reason: 'hash',
      servingOlder: false,
      ...year('2025-04-01', '2026-03-31'),
    }
    expect(ask([now], { problems: [lost] })).toMatchObject({ ok: false, code: 'VERIFIED_RUNTIME_UNAVAILABLE' })
    expect(ask([now], { problems: [{ ...lost, servingOlder: true }] })).toMatchObject({ ok: true })
  })
})

test('the periods of a licensee are its own and those of the whole state', () => {
  const parts = { licensees: licensees('BR_NORTH', 'BR_SOUTH') }
  const periods = [null, 'BR_NORTH', 'BR_SOUTH'].map((licensee_code, index) =>
    buildFppas('1', { period_id: `P${index}`, period: `2026-0${index + 1}`, licensee_code }),
  )
  const of = (query: Query) => listed([serving('BR', periods, parts)], { query }).map(({ period }) => period)
  expect(of({})).toEqual(['2026-01', '2026-02', '2026-03'])
  expect(of({ licensee_code: 'BR_NORTH' })).toEqual(['2026-01', '2026-02'])
})
