import { describe, expect, it } from 'vitest'
import { badRequests, closedUnknownRefused } from '../../../pipeline/gates/27-closed-unknown-refused.ts'
import type { Engine } from '../../../pipeline/gates/calculation/outcome.ts'
import { seededRandom } from '../../../pipeline/gates/requests/random.ts'
import type { CalculateBody } from '../../../releases/engine/request/body.ts'
import { buildFigure } from '../../support/figure-builder.ts'
import { buildProration, buildRecord } from '../../support/record-builder.ts'
import { askedAbout, faulty, judge, zooRecord } from './calculation-support.ts'

/** Enough requests to detect any of these faults. */
const ENOUGH = 2_500

/** A body without some of its inputs. */
const without = (body: CalculateBody, ...names: (keyof CalculateBody)[]): CalculateBody =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => !names.includes(name as keyof CalculateBody)),
  ) as CalculateBody

const FIRST = '2026-04-01'

describe('closed.unknown_refused', () => {
  it('passes if at least 10,000 wrong requests each get the expected refusal', async () => {
    const verdict = await judge(closedUnknownRefused, zooRecord(), { generatedInputs: 10 })
    expect(verdict.findings).toEqual([])
    expect(verdict.checked).toBe(10_000)
  })

  it('passes a release that begins within a month', async () => {
    const days = { effective_from: '2026-06-16', effective_to: '2027-03-31' }
    const { rows, ...record } = buildRecord({ ...days, rows: [days] })
    const taken = { ...record, request: { ...record.request, optional: ['billing_month'] }, rows }
    const verdict = await judge(closedUnknownRefused, taken)
    expect(verdict.findings).toEqual([])
  })

  it.each(['by_days', 'by_months'] as const)(
    'passes a record with a rule of proration %s: bills of other lengths are served',
    async (method) => {
      const base_days = method === 'by_days' ? buildFigure('30', 'number') : null
      const record = buildRecord({ rules: { proration: [buildProration({ method, base_days })] } })
      expect((await judge(closedUnknownRefused, record)).findings).toEqual([])
    },
  )

  it('makes every kind of wrong request', () => {
    const make = badRequests(zooRecord(), seededRandom(7))
    const ways = new Set(
      Array.from({ length: 10_000 }, () =>
        make()?.why.replace(/^[a-z_.0-9]+(?= (is|with|above|outside|names|has|asks|beside))/, 'it'),
      ),
    )
    expect([...ways].sort()).toEqual([
      'a bill dated before it begins',
      'a bill of days with two tariffs',
      'a bill of more or less than a month',
      'a bill that begins before the release',
      'a bill that ends before it begins',
      'a bill without its last day',
      'a day outside the release',
      'a day that is not the last of the bill',
      'a licensee that is not served',
      'a month outside the bill',
      'a selector that the release does not declare',
      'a zone is missing',
      'a zone that the release does not have',
      'an operation without a rule',
      'an unknown field',
      'an unknown word of a selector',
      "another licensee's district",
      'billing days that are not those of the bill',
      'it above the largest',
      'it asks for an operation without a rule',
      'it beside recorded_demand_kva',
      'it has an unknown word',
      'it is left out',
      'it is malformed',
      'it is missing',
      'it is not a quantity',
      'it is not an option of the category',
      'it is not read',
      'it names no row',
      'it outside the category',
      'it with four decimals',
      'no day',
      'no licensee',
      'no object',
      'not a real day',
      'the load is in another unit',
      'two days',
      'unknown district',
      'unknown licensee',
      'unknown subcategory',
      'unsupported billing days',
      'zones that do not sum to the units',
    ])
  })

  it.each<[string, Engine, string]>([
    ['an input that is not read and is passed over', askedAbout((body) => without(body, 'phase')), 'phase is not read'],
    [
      'an unknown option priced as none',
      askedAbout((body) => without(body, 'rts_voltage_mode')),
      'rts_voltage_mode is not read',
    ],
    [
      'days rounded to the nearest known',
      askedAbout((body) => (body.billing_days === undefined ? body : { ...body, billing_days: 30 })),
      'unsupported billing days',
    ],
    [
      'a missing load taken as nothing',
      askedAbout((body) => ({ ...body, connected_load: body.connected_load ?? 0 })),
      'connected_load is missing',
    ],
    [
      'a quantity that is rounded',
      askedAbout((body) => ({ ...body, energy_units: Math.floor(Number(body.energy_units)) })),
      'energy_units with four decimals',
    ],
    [
      'a quantity that is clipped',
      askedAbout((body) => ({ ...body, energy_units: Math.min(Number(body.energy_units), 10_000_000) })),
      'energy_units above the largest',
    ],
    ['a load converted', askedAbout((body) => without(body, 'load_unit')), 'the load is in another unit'],
    ['a selector passed over', askedAbout((body) => without(body, 'selectors')), 'an unknown word of a selector'],
    ['zones passed over', askedAbout((body) => without(body, 'energy_by_zone')), 'zones that do not sum to the units'],
    [
      'a demand beside the one it stands for',
      askedAbout((body) => (body.billed_demand_kva === undefined ? body : without(body, 'recorded_demand_kva'))),
      'billed_demand_kva beside recorded_demand_kva',
    ],
    [
      'a bill of any length',
      askedAbout((body) =>
        body.bill_period === undefined ? body : { ...without(body, 'bill_period'), effective_on: FIRST },
      ),
      'a bill of more or less than a month',
    ],
    [
      'a day brought into the release',
      askedAbout((body) => ({ ...without(body, 'billing_date'), effective_on: FIRST })),
      'a day outside the release',
    ],
    ['a licensee passed over', askedAbout((body) => ({ ...body, licensee_code: 'BR_ONE' })), 'unknown licensee'],
    ['a district passed over', askedAbout((body) => without(body, 'district')), 'unknown district'],
    ['an operation passed over', askedAbout((body) => without(body, 'meter_mode')), 'an operation without a rule'],
    [
      'another rule than the one broken',
      faulty((result) =>
        !result.ok && result.code === 'INVALID_REQUEST_FIELD'
          ? {
              ...result,
              details: {
                fields: (result.details['fields'] as { field: string }[]).map(({ field }) => ({
                  field,
                  rule: 'other',
                })),
              },
            }
          : result,
      ),
      'the load is in another unit',
    ],
    [
      'another field than the one that is wrong',
      faulty((result) =>
        !result.ok && result.code === 'INVALID_REQUEST_FIELD'
          ? { ...result, details: { fields: [{ field: '/state_code', rule: 'enum' }] } }
          : result,
      ),
      'the load is in another unit',
    ],
    [
      'another code than the one called for',
      faulty((result) =>
        !result.ok && result.code === 'CATEGORY_NOT_APPLICABLE' ? { ...result, code: 'RATE_NOT_VERIFIED' } : result,
      ),
      'energy_units outside the category',
    ],
  ])('catches %s', async (_what, engine, why) => {
    const { findings } = await judge(closedUnknownRefused.with(engine, ENOUGH), zooRecord())
    expect(findings.map(({ expected }) => expected.split(':')[0])).toContain(why)
  })

  it('catches an exception', async () => {
    const throwing = askedAbout((body) => {
      if (body.load_unit === 'hp') throw new RangeError('hp')
      return body
    })
    const { findings } = await judge(closedUnknownRefused.with(throwing, ENOUGH), zooRecord())
    expect(findings.some(({ found }) => found.includes('refused exception: hp'))).toBe(true)
  })

  it('fails for a release of which no row can be reached', async () => {
    const licensees = zooRecord().licensees.map((licensee) => ({ ...licensee, status: 'held' as const }))
    const { findings } = await judge(closedUnknownRefused, zooRecord({ licensees }))
    expect(findings).toMatchObject([{ where: 'at:rows', expected: 'a row that some request can reach' }])
  })
})
