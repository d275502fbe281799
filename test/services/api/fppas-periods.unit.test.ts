import { expect, test } from 'vitest'
import { fppasPeriods } from '../../../services/api/routes/fppas-periods.ts'
import { NO_SNAPSHOT, type ServingRelease, type Snapshot } from '../../../services/api/snapshot/serving-release.ts'
import { buildFigure, buildFppas, buildHeldFigure, buildRecord } from '../../support/record-builder.ts'

type Handle = (typeof fppasPeriods)['handle']

/** The values that the route answers for these periods of a release in service. */
function valuesOf(...periods: ReturnType<typeof buildFppas>[]): unknown[] {
  const record = buildRecord({ rules: { fppas_periods: periods } })
  const pointer = { scope: 'BR', release_sha256: '', holds: [] }
  const byState = new Map([['BR', [{ record, pointer } as unknown as ServingRelease]]])
  const snapshot: Snapshot = { ...NO_SNAPSHOT, byState, loaded: true }
  const services = { snapshot: () => snapshot } as unknown as Parameters<Handle>[0]
  const answered = fppasPeriods.handle(services, { query: {} } as Parameters<Handle>[1])
  if (answered instanceof Promise || !answered.ok || !('members' in answered)) throw new Error('refused')
  const { data } = answered.members()
  return (data as readonly { value: unknown; value_unit: unknown }[]).map(({ value, value_unit: unit }) => [
    value,
    unit,
  ])
}

test('a value is in its value_unit: a figure of Rs 0.35 a unit is 35 paise', () => {
  expect(
    valuesOf(
      buildFppas('10'),
      buildFppas('0.35', { value_unit: 'paise_per_unit' }),
      buildFppas('-0.0735', { value_unit: 'paise_per_unit' }),
      buildFppas(buildHeldFigure('Rs/kWh'), { value_unit: 'paise_per_unit' }),
      buildFppas(buildFigure('1.1', 'Rs/kVAh'), { value_unit: 'paise_per_unit' }),
    ),
  ).toEqual([
    ['10', 'percent'],
    ['35', 'paise_per_unit'],
    ['-7.35', 'paise_per_unit'],
    [null, 'paise_per_unit'],
    ['110', 'paise_per_unit'],
  ])
})
