import { describe, expect, it } from 'vitest'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { shippedRecords } from '../../../../scripts/shipped-records.ts'
import { buildCatalogue } from '../../../../services/api/snapshot/catalogue.ts'
import {
  catalogueHelp,
  catalogueRelease,
  isUnavailable,
  listedOf,
  newestOf,
  type Question,
} from '../../../../services/api/snapshot/release-selection.ts'
import type { Problem, ServingRelease, Snapshot } from '../../../../services/api/snapshot/serving-release.ts'

/** Which release answers a request, and whether it is the one that could not be loaded. */

const SHIPPED = await shippedRecords()
const RECORD = SHIPPED.find(({ folder }) => folder === 'JH/2026-27')!.record
const YEAR = { effective_from: '2026-04-01', effective_to: '2027-03-31' }
const BEFORE = { effective_from: '2025-04-01', effective_to: '2026-03-31' }
const OWN = 'JH_JBVNL'
const [district = ''] = RECORD.routing.filter(({ licensees }) => licensees.join() === OWN).map(({ key }) => key)

const served = (scope: string, period = YEAR): ServingRelease => {
  const record = { ...RECORD, ...period } as ReleaseRecord
  return withCatalogue(record, scope)
}
const withCatalogue = (record: ReleaseRecord, scope = record.state_code) => {
  const catalogue = buildCatalogue(record, [], {} as never, {} as never)
  return { record, catalogue, pointer: { scope } } as unknown as ServingRelease
}
const lost = (scope: string, period = YEAR, servingOlder = false): Problem => {
  return { scope, ...period, release_id: 'X', reason: 'damaged', servingOlder }
}
const snapshot = (serving: readonly ServingRelease[], problems: readonly Problem[], loaded = true): Snapshot => {
  return { byState: new Map(serving.length === 0 ? [] : [['JH', serving]]), problems, loaded, doubt: null }
}
const NOW = { date: '2026-06-01' }
const THEN = { date: '2025-06-01' }

describe('unavailable', () => {
  it.each<[string, Snapshot, Question, boolean]>([
    ['nothing was read', snapshot([], [], false), {}, true],
    ['nothing serves, nothing is lost', snapshot([], []), {}, false],
    ['all there is of the state is lost', snapshot([], [lost(OWN)]), {}, true],
    ['another state has lost something', snapshot([served('JH')], [lost('MH')]), {}, false],
    ['an older one goes on', snapshot([served('JH')], [lost('JH', YEAR, true)]), {}, false],
    ['the newest is lost', snapshot([served('JH', BEFORE)], [lost('JH')]), {}, true],
    ['the newest is lost, and an older day is asked', snapshot([served('JH', BEFORE)], [lost('JH')]), THEN, false],
    ['an older one is lost', snapshot([served('JH')], [lost('JH', BEFORE)]), {}, false],
    ['an older one is lost, and its day is asked', snapshot([served('JH')], [lost('JH', BEFORE)]), THEN, true],
    ['a licensee’s own is lost', snapshot([served('JH')], [lost(OWN)]), { licensee: OWN }, true],
    ['a licensee’s own is lost, on a day', snapshot([served('JH')], [lost(OWN)]), { licensee: OWN, ...NOW }, true],
    ['a licensee’s own is lost, by district', snapshot([served('JH')], [lost(OWN)]), { district }, true],
    ['another licensee’s is lost', snapshot([served('JH')], [lost(OWN)]), { licensee: 'JH_TSUISL', ...NOW }, false],
    ['one’s own is lost, and nobody is named', snapshot([served('JH')], [lost(OWN)]), {}, false],
    ['the state’s is lost, and one’s own serves', snapshot([served(OWN)], [lost('JH')]), { licensee: OWN }, false],
    ['the same on a day', snapshot([served(OWN)], [lost('JH')]), { licensee: OWN, ...NOW }, false],
    ['the state’s is lost, for another', snapshot([served(OWN)], [lost('JH')]), { licensee: 'JH_TSUISL' }, true],
    ['the state’s newer one is lost', snapshot([served(OWN, BEFORE)], [lost('JH')]), { licensee: OWN }, true],
  ])('%s', (_what, state, question, expected) => {
    expect(isUnavailable(state, 'JH', question)).toBe(expected)
  })
})

describe('the newest release', () => {
  const both = snapshot([served('JH'), served(OWN)], [])
  it('is a licensee’s own where it has one, and the state’s for anybody else', () => {
    expect(newestOf(both, 'JH', OWN)?.pointer.scope).toBe(OWN)
    for (const licensee of ['JH_TSUISL', 'JH_NONE', undefined]) {
      expect(newestOf(both, 'JH', licensee)?.pointer.scope).toBe('JH')
    }
  })

  it('by which a state is listed is one licensee’s where there is no other, though it answers for that one alone', () => {
    const alone = snapshot([served(OWN)], [])
    expect([newestOf(alone, 'JH'), listedOf(alone, 'JH')?.pointer.scope]).toEqual([null, OWN])
  })
})

describe('the help for a state without a catalogue', () => {
  const [earlier, latest] = [served('JH', BEFORE), served('JH')]
  const renamed = RECORD.categories.map((category) => ({
    ...category,
    subcategory_code: `OLD-${category.subcategory_code}`,
  }))
  Object.assign(earlier.record, { financial_year: '2025-26', categories: renamed })
  const both = snapshot([latest, earlier], [])

  it.each<[string, { date?: string; year?: string }, boolean]>([
    ['no day', {}, false],
    ['a day of the latest year', NOW, false],
    ['a day of an earlier year', THEN, true],
    ['an earlier year', { year: '2025-26' }, true],
    ['a day of no year', { date: '2020-01-01' }, false],
    ['a year that is not served', { year: '2020-21' }, false],
  ])('lists the categories of the year that is asked for: %s', (_what, question, isEarlier) => {
    const found = catalogueRelease(both, { state: 'JH', ...question })
    const { details } = found as Extract<typeof found, { ok: false }>
    const { subcategory_codes: codes = [] } = details as { subcategory_codes?: string[] }
    expect(codes.length).toBeGreaterThan(0)
    expect(codes.map((code) => code.startsWith('OLD-'))).toEqual(codes.map(() => isEarlier))
  })

  it.each([
    ['OD/2025-26', 'LARGE_INDUSTRY_EHT', ['peak_demand_kva', 'effective_on']],
    ['GJ/2026-27', 'DOMESTIC_URBAN', ['billing_date', 'meter_mode']],
  ])('names what each request needs, also where the definition lists it elsewhere: %s', (folder, code, needed) => {
    const { record } = SHIPPED.find((each) => each.folder === folder)!
    const help = catalogueHelp(withCatalogue(record))
    const required = 'required_calculation_inputs' in help ? help.required_calculation_inputs[code] : []
    expect(required).toEqual(expect.arrayContaining(['licensee_code', ...needed]))
    expect(required).not.toContain('energy_units')
  })

  it('names only what all entries of a code need', () => {
    const { record } = SHIPPED.find((each) => each.folder === 'MH/2026-27')!
    const help = catalogueHelp(withCatalogue(record))
    expect(help).toMatchObject({ required_calculation_inputs: { 'LT-I-B': ['licensee_code', 'phase'] } })
  })
})
