import { describe, expect, it } from 'vitest'
import {
  candidatesFor,
  chooseByDate,
  latestOf,
  releaseAsked,
} from '../../../../releases/engine/request/choose-release.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { FOLDERS, ODISHA_2025_26, shippedRecord } from '../../../support/definitions.ts'
import { licensees, recordOf } from '../bill.ts'

const serving = (record: ReleaseRecord, scope?: string) => ({ record, context: scope === undefined ? {} : { scope } })
const year = (release_id: string, effective_from: string, effective_to: string, parts: Partial<ReleaseRecord> = {}) =>
  recordOf({ release_id, effective_from, effective_to, ...parts } as never)

const OLD = year('BR-2025-26-TEST-V1', '2025-04-01', '2026-03-31')
const NEW = year('BR-2026-27-TEST-V1', '2026-04-01', '2027-03-31')
const BOTH = [serving(OLD), serving(NEW)]

const idOf = (chosen: ReturnType<typeof chooseByDate<ReturnType<typeof serving>>>): string =>
  chosen.ok ? chosen.chosen.record.release_id : `${chosen.code} ${String(chosen.details['reason'])}`

describe('the release of a day', () => {
  it.each([
    ['the day before the first', '2025-03-31', 'INVALID_EFFECTIVE_DATE before_release'],
    ['the first day', '2025-04-01', OLD.release_id],
    ['the last day of the first', '2026-03-31', OLD.release_id],
    ['the first day of the second', '2026-04-01', NEW.release_id],
    ['the last day of the last', '2027-03-31', NEW.release_id],
    ['the day after', '2027-04-01', 'INVALID_EFFECTIVE_DATE after_release'],
    ['no day of the calendar', '2026-02-29', 'INVALID_EFFECTIVE_DATE format'],
    ['no day at all', 'today', 'INVALID_EFFECTIVE_DATE format'],
  ])('%s, %s: %s', (_what, day, expected) => {
    for (const candidates of [BOTH, BOTH.toReversed()])
      expect(idOf(chooseByDate(candidates, day, 'effective_on'))).toBe(expected)
  })

  it('without one is the latest-starting', () => {
    for (const candidates of [BOTH, BOTH.toReversed()]) {
      expect(idOf(chooseByDate(candidates, null, 'effective_on'))).toBe(NEW.release_id)
      expect(latestOf(candidates)?.record.release_id).toBe(NEW.release_id)
    }
    expect(latestOf([])).toBeNull()
    expect(chooseByDate([], null, 'effective_on')).toMatchObject({ code: 'STATE_NOT_RELEASED' })
  })

  it('outside names the field and the periods covered', () => {
    expect(chooseByDate(BOTH, '2027-04-01', 'billing_date')).toMatchObject({
      details: {
        field: 'billing_date',
        covered_periods: [
          { from: '2025-04-01', to: '2026-03-31' },
          { from: '2026-04-01', to: '2027-03-31' },
        ],
      },
    })
  })

  it('between two releases with a gap is after one of them', () => {
    const gap = [serving(year('BR-2025-26-TEST-V1', '2025-04-01', '2025-12-31')), serving(NEW)]
    expect(idOf(chooseByDate(gap, '2026-01-01', 'effective_on'))).toBe('INVALID_EFFECTIVE_DATE after_release')
  })

  it('that a request asks for is that of its own date, of either name', () => {
    const asked = (body: object) => {
      const found = releaseAsked(BOTH, { state_code: 'BR', subcategory_code: 'DOM', energy_units: 1, ...body })
      return found.ok ? `${found.chosen.record.release_id} ${found.date}` : found.code
    }
    expect(asked({ effective_on: '2026-03-31' })).toBe(`${OLD.release_id} 2026-03-31`)
    expect(asked({ billing_date: '2026-03-31' })).toBe(`${OLD.release_id} 2026-03-31`)
    expect(asked({ bill_period: { from: '2026-03-01', to: '2026-03-31' } })).toBe(`${OLD.release_id} 2026-03-31`)
    expect(asked({ bill_period: { from: '2026-03-02', to: '2026-04-01' } })).toBe('UNSUPPORTED_BILLING_PERIOD')
    expect(asked({})).toBe(`${NEW.release_id} null`)
    expect(asked({ effective_on: '2026-03-31', billing_date: '2026-04-01' })).toBe('INVALID_REQUEST_FIELD')
  })
})

describe('each shipped release', () => {
  const shipped = FOLDERS.filter((folder) => folder !== ODISHA_2025_26)

  it.each(shipped)('%s serves its first day and its last, and neither day beside them', async (folder) => {
    const { record } = await shippedRecord(folder)
    const shifted = (day: string, days: number) =>
      new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
    const at = (day: string) => idOf(chooseByDate([serving(record)], day, 'effective_on'))
    expect(at(record.effective_from)).toBe(record.release_id)
    expect(at(record.effective_to)).toBe(record.release_id)
    expect(at(shifted(record.effective_from, -1))).toBe('INVALID_EFFECTIVE_DATE before_release')
    expect(at(shifted(record.effective_to, 1))).toBe('INVALID_EFFECTIVE_DATE after_release')
  })
})

describe('a licensee’s own release', () => {
  const routing: ReleaseRecord['routing'] = [
    {
      key_type: 'district',
      key: 'Patna',
      spellings: [],
      licensees: ['BR_SOUTH'],
      status: 'routed',
      evidence: 'the map',
    },
    {
      key_type: 'district',
      key: 'Gaya',
      spellings: [],
      licensees: ['BR_NORTH', 'BR_SOUTH'],
      status: 'ambiguous',
      evidence: 'the map',
    },
  ]
  const owned = {
    licensees: licensees('BR_NORTH', 'BR_SOUTH'),
    routing,
    request: { required: [], optional: ['district'], licensee_from_district: true },
  }
  const state = serving(year('BR-2026-27-STATE-V1', '2026-04-01', '2027-03-31', owned), 'BR')
  const south = serving(year('BR-2026-27-SOUTH-V1', '2026-04-01', '2027-03-31', owned), 'BR_SOUTH')
  const ids = (licensee: string | null, district: string | null) =>
    candidatesFor([state, south], licensee, district).map(({ record }) => record.release_id)

  it.each([
    ['its licensee', 'BR_SOUTH', null, ['BR-2026-27-SOUTH-V1', 'BR-2026-27-STATE-V1']],
    ['another licensee', 'BR_NORTH', null, ['BR-2026-27-STATE-V1']],
    ['nobody', null, null, ['BR-2026-27-STATE-V1']],
    ['a district that is its licensee’s alone', null, 'patna', ['BR-2026-27-SOUTH-V1', 'BR-2026-27-STATE-V1']],
    ['a district that two share', null, 'Gaya', ['BR-2026-27-STATE-V1']],
    ['a district that two share, and its licensee', 'BR_SOUTH', 'Gaya', ['BR-2026-27-SOUTH-V1', 'BR-2026-27-STATE-V1']],
    ['a licensee that is not there', 'BR_WEST', null, ['BR-2026-27-STATE-V1']],
    ['a district that is not its licensee’s', 'BR_NORTH', 'Patna', ['BR-2026-27-STATE-V1']],
  ])('may answer for %s: %s', (_what, licensee, district, expected) => {
    expect(ids(licensee, district)).toEqual(expected)
  })

  it('comes before the whole state’s for the same day', () => {
    const found = chooseByDate(candidatesFor([state, south], 'BR_SOUTH', null), '2026-06-01', 'effective_on')
    expect(idOf(found)).toBe('BR-2026-27-SOUTH-V1')
  })

  it('alone answers for nobody else', () => {
    expect(candidatesFor([south], 'BR_NORTH', null)).toEqual([])
    expect(candidatesFor([south], null, null)).toEqual([])
  })

  it('leaves releases that are all of the state as they are', () => {
    expect(candidatesFor(BOTH, 'BR_WEST', null)).toBe(BOTH)
  })
})
