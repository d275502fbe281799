import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../pipeline/gates/requests/random.ts'
import { concerned, type LostAnswers, lostAnswers, type Served } from '../../../pipeline/lifecycle/lost-answers.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { recordOf } from '../../states/ask.ts'

const bihar = recordOf('BR')
const maharashtra = recordOf('MH')
const CODES = [...new Set(bihar.categories.map(({ subcategory_code }) => subcategory_code))].sort()

const serves = (record: ReleaseRecord, more: Partial<ReleaseRecord> = {}, rest: Partial<Served> = {}): Served => ({
  scope: record.state_code,
  record: { ...record, ...more },
  holds: [],
  ...rest,
})
const WHOLE = serves(bihar)

describe('what requests lose when other releases serve', () => {
  test('nothing, if the same days and categories are served', () => {
    expect(lostAnswers([WHOLE], [serves(bihar, { note: 'corrected' })])).toEqual([])
  })

  test('the days before a release that begins in the middle of the year, to the day', () => {
    expect(lostAnswers([WHOLE], [serves(bihar, { effective_from: '2026-10-01' })])).toEqual([
      { from: '2026-04-01', to: '2026-09-30', licensee_code: null, subcategory_codes: CODES, partly: [] },
    ])
  })

  test('and the days after one that ends before it, one day apart at least', () => {
    const inside = serves(bihar, { effective_from: '2026-04-02', effective_to: '2027-03-30' })
    expect(lostAnswers([WHOLE], [inside]).map(({ from, to }) => [from, to])).toEqual([
      ['2026-04-01', '2026-04-01'],
      ['2027-03-31', '2027-03-31'],
    ])
  })

  test('a part of the year that another release still serves is not lost', () => {
    const halves = [serves(bihar, { effective_to: '2026-09-30' }), serves(bihar, { effective_from: '2026-10-01' })]
    expect(lostAnswers([WHOLE], halves)).toEqual([])
  })

  test('a missing category: on every day, and without a day', () => {
    const categories = bihar.categories.filter(({ subcategory_code }) => subcategory_code !== 'DS-II')
    expect(lostAnswers([WHOLE], [serves(bihar, { categories })])).toEqual([
      { from: '2026-04-01', to: '2027-03-31', licensee_code: null, subcategory_codes: ['DS-II'], partly: [] },
      { from: null, to: null, licensee_code: null, subcategory_codes: ['DS-II'], partly: [] },
    ])
  })

  test('a category missing in the next year: only without a day', () => {
    const categories = bihar.categories.filter(({ subcategory_code }) => subcategory_code !== 'DS-II')
    const next = serves(bihar, { categories, effective_from: '2027-04-01', effective_to: '2028-03-31' })
    expect(lostAnswers([WHOLE], [WHOLE, next])).toEqual([
      { from: null, to: null, licensee_code: null, subcategory_codes: ['DS-II'], partly: [] },
    ])
  })

  test('a newly held figure, in the record or at run time: its category is partly lost', () => {
    const hold = { path: 'rows/BR-DS-II/energy', reason: 'in doubt', unblocked_by: 'the order' }
    const whole = { from: '2026-04-01', to: '2027-03-31', licensee_code: null, subcategory_codes: [] }
    for (const after of [serves(bihar, { holds: [hold] }), serves(bihar, {}, { holds: [hold.path] })]) {
      expect(lostAnswers([WHOLE], [after])[0]).toEqual({ ...whole, partly: ['DS-II'] })
      expect(lostAnswers([after], [after])).toEqual([])
    }
  })

  test('one licensee: the others keep theirs', () => {
    const [lost] = lostAnswers(
      [serves(maharashtra)],
      [
        serves(maharashtra, {
          licensees: maharashtra.licensees.map((one) => (one.code === 'MH_BEST' ? { ...one, status: 'held' } : one)),
        }),
      ],
    )
    const own = maharashtra.categories.filter(({ licensee_code }) => licensee_code === 'MH_BEST')
    expect(lost).toMatchObject({ from: '2026-04-01', licensee_code: 'MH_BEST' })
    expect(lost?.subcategory_codes).toEqual([...new Set(own.map(({ subcategory_code }) => subcategory_code))])
    expect(lost?.subcategory_codes).toEqual(['LT-I-B'])
  })

  test("a licensee's own release that has fewer categories hides those of the state", () => {
    const categories = maharashtra.categories.filter(({ subcategory_code }) => subcategory_code !== 'LT-I-B')
    const own = serves(maharashtra, { categories }, { scope: 'MH_BEST' })
    const lost = lostAnswers([serves(maharashtra)], [serves(maharashtra), own])
    expect(new Set(lost.map(({ licensee_code }) => licensee_code))).toEqual(new Set(['MH_BEST']))
    expect(lost.flatMap(({ subcategory_codes }) => subcategory_codes)).toEqual(['LT-I-B', 'LT-I-B'])
  })

  test('the whole state, if nothing serves it any more', () => {
    const gone = lostAnswers([serves(maharashtra)], [])
    expect(gone.map(({ from, licensee_code }) => [from, licensee_code])).toEqual(
      maharashtra.licensees
        .filter(({ status }) => status === 'active')
        .flatMap(({ code }) => [
          ['2026-04-01', code],
          [null, code],
        ]),
    )
  })
})

describe('losses of several years', () => {
  const [first] = bihar.categories
  const of = (year: number, parts = {}): Served =>
    serves(bihar, { effective_from: `${year}-04-01`, effective_to: `${year + 1}-03-31`, ...parts })
  const fewer = { categories: [first!] }
  const dated = (before: readonly Served[], after: readonly Served[]) =>
    lostAnswers(before, after)
      .filter(({ from }) => from !== null)
      .map(({ from, to, subcategory_codes: codes }) => [from, to, codes.length])

  test('that follow each other are one loss if they are the same, and two otherwise', () => {
    const all = [of(2026), of(2027), of(2028)]
    const most = new Set(bihar.categories.map(({ subcategory_code: code }) => code)).size - 1
    expect(dated(all, [of(2026, fewer), of(2027, fewer), of(2028)])).toEqual([['2026-04-01', '2028-03-31', most]])
    expect(dated(all, [of(2026, fewer), of(2027, fewer)])).toEqual([
      ['2026-04-01', '2028-03-31', most],
      ['2028-04-01', '2029-03-31', most + 1],
    ])
    expect(dated(all, [of(2026, fewer), of(2027), of(2028, fewer)])).toHaveLength(2)
  })
})

describe('the releases that decide what a change loses', () => {
  const random = seededRandom(7)
  const active = maharashtra.licensees.flatMap(({ code, status }) => (status === 'active' ? code : []))
  const scopes = ['MH', ...active.slice(0, 2)]
  const days = Array.from({ length: 8 }, (_, year) => [`${2026 + year}-04-01`, `${2027 + year}-03-31`] as const)
  const unread = ({ scope, record }: Served) => ({ scope, from: record.effective_from, to: record.effective_to })
  const some = <T>(list: readonly T[]): T[] => list.filter(() => random.percent(70))
  /** One release of a scope and some years, with some categories, and often some licensees. */
  const release = (): Served => {
    const first = random.below(days.length)
    const last = Math.min(days.length - 1, first + random.below(2))
    return serves(
      maharashtra,
      {
        effective_from: days[first]?.[0] ?? '',
        effective_to: days[last]?.[1] ?? '',
        categories: some(maharashtra.categories),
        licensees: random.percent(50) ? maharashtra.licensees : some(maharashtra.licensees),
      },
      { scope: random.pick(scopes) ?? '', holds: random.percent(20) ? ['rows/MH-MSEDCL-LT-I-B'] : [] },
    )
  }
  const inOrder = (lost: readonly LostAnswers[]) => lost.map((one) => JSON.stringify(one)).sort()

  test('are found among many without reading the others', () => {
    let [losing, fewer] = [0, 0]
    for (let round = 0; round < 300; round += 1) {
      const kept = Array.from({ length: 1 + random.below(6) }, release)
      const [leaving, coming] = [[release()].filter(() => random.percent(60)), [release()]]
      const [before, after] = [
        [...kept, ...leaving],
        [...kept, ...coming],
      ]
      const isConcerned = concerned([...leaving, ...coming].map(unread), before.map(unread), after.map(unread))
      const [was, is] = [
        before.filter((one) => isConcerned(unread(one))),
        after.filter((one) => isConcerned(unread(one))),
      ]
      const all = lostAnswers(before, after)
      expect(inOrder(lostAnswers(was, is))).toEqual(inOrder(all))
      if (all.length > 0) losing += 1
      if (was.length < before.length) fewer += 1
    }
    expect(Math.min(losing, fewer)).toBeGreaterThan(50)
  })
})
