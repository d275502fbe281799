import { describe, expect, it } from 'vitest'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { planOf, type ShippedState } from '../support/definitions.ts'
import { answered, ask, type Body, recordOf } from './ask.ts'
import { EXAMPLES } from './examples.ts'

const ROUTED = ['RJ', 'OD', 'JH'] as const
const COUNTS: Readonly<Record<(typeof ROUTED)[number], number>> = { RJ: 41, OD: 30, JH: 24 }

const districtsOf = ({ routing }: ReleaseRecord) => routing.filter(({ key_type }) => key_type === 'district')
const bodyOf = (state: ShippedState, change: object): Body => {
  const changed = Object.entries({ ...EXAMPLES[state], ...change })
  return Object.fromEntries(changed.filter(([, value]) => value !== undefined)) as Body
}
const statusOf = (record: ReleaseRecord, code: string) => record.licensees.find((each) => each.code === code)?.status
/** A category that every licensee has. */
const codeOf = (record: ReleaseRecord, licensee: string): string =>
  record.categories.find(({ licensee_code }) => licensee_code === licensee)?.subcategory_code ?? 'NONE'

const routes = ROUTED.flatMap((state) => districtsOf(recordOf(state)).map((route) => ({ state, ...route })))
const spelt = routes.flatMap(({ state, key, spellings, licensees }) =>
  [key, ...spellings].map((spelling) => ({ state, spelling, licensees })),
)

describe('districts', () => {
  it.each(ROUTED)('%s has each of its districts once', (state) => {
    const keys = districtsOf(recordOf(state)).map(({ key }) => key)
    expect(new Set(keys).size).toBe(COUNTS[state])
    expect(keys).toHaveLength(COUNTS[state])
  })

  it.each(routes)('$state $key: every active licensee of it is answered, and no other', ({ state, key, licensees }) => {
    const record = recordOf(state)
    for (const { code, status } of record.licensees) {
      const body = bodyOf(state, { licensee_code: code, district: key, subcategory_code: codeOf(record, code) })
      const asked = ask(body, { floor: 'specimen' })
      if (status !== 'active')
        expect(asked).toMatchObject({ code: 'LICENSEE_NOT_SUPPORTED', details: { reason: status } })
      else if (licensees.includes(code)) expect([code, asked.code]).toEqual([code, null])
      else
        expect(asked).toMatchObject({
          code: 'DISTRICT_LICENSEE_MISMATCH',
          details: { district: key, reason: 'mismatch', licensees },
        })
    }
  })

  it.each(spelt)('$state $spelling is known in any case and spacing', ({ state, spelling, licensees }) => {
    const record = recordOf(state)
    const licensee_code = licensees.find((code) => statusOf(record, code) === 'active')!
    const subcategory_code = codeOf(record, licensee_code)
    const said = [spelling, spelling.toUpperCase(), spelling.toLowerCase(), `  ${spelling.replaceAll(' ', '  ')} `]
    for (const district of said) {
      const body = bodyOf(state, { licensee_code, subcategory_code, district })
      expect([district, ask(body, { floor: 'specimen' }).code]).toEqual([district, null])
    }
  })

  it.each(spelt)('$state $spelling: what is only near it is unknown', ({ state, spelling, licensees }) => {
    const known = new Set(spelt.filter((each) => each.state === state).map((each) => each.spelling.toLowerCase()))
    const near = [
      spelling.slice(0, -1),
      spelling.slice(1),
      `${spelling}a`,
      `${spelling} district`,
      spelling.replace(/[aeiou]/, ''),
      `${spelling.slice(0, 2)}${spelling[2]}${spelling.slice(2)}`,
      spelling.replace('a', '\u0101'),
    ].filter((each) => each !== spelling && !known.has(each.toLowerCase()))
    const record = recordOf(state)
    const licensee_code = licensees.find((code) => statusOf(record, code) === 'active')!
    for (const district of near) {
      expect(ask(bodyOf(state, { licensee_code, district }))).toMatchObject({
        code: 'DISTRICT_LICENSEE_MISMATCH',
        details: { district, reason: 'unknown' },
      })
    }
  })

  it.each([
    ['RJ', 'Dhaulpur', 'RJ_JVVNL'],
    ['RJ', 'ganganagar', 'RJ_JDVVNL'],
    ['RJ', 'JALOR', 'RJ_JDVVNL'],
    ['OD', 'Khurda', 'OD_TPCODL'],
    ['OD', 'kendujhar', 'OD_TPNODL'],
    ['OD', 'BOLANGIR', 'OD_TPWODL'],
  ] as const)('%s: %s is another spelling that is listed', (state, district, licensee_code) => {
    expect(ask(bodyOf(state, { district, licensee_code })).code).toBeNull()
  })
})

describe('districts with several candidates', () => {
  it.each([
    ['RJ', 'Beawar', ['RJ_AVVNL', 'RJ_JDVVNL'], 'RJ_JVVNL'],
    ['OD', 'Jajpur', ['OD_TPNODL', 'OD_TPCODL'], 'OD_TPSODL'],
  ] as const)(
    '%s: %s is answered for either candidate, and a third is refused',
    (state, district, candidates, third) => {
      for (const licensee_code of candidates) {
        const data = answered(bodyOf(state, { district, licensee_code }))
        expect([data.licensee_code, data.inputs.district]).toEqual([licensee_code, district])
      }
      expect(ask(bodyOf(state, { district, licensee_code: third }))).toMatchObject({
        code: 'DISTRICT_LICENSEE_MISMATCH',
        details: { reason: 'mismatch', licensees: candidates },
      })
      expect(ask(bodyOf(state, { district, licensee_code: undefined })).code).toBe('LICENSEE_REQUIRED')
    },
  )

  it('Jharkhand has nine, and each refuses without a named licensee', () => {
    const ambiguous = districtsOf(recordOf('JH')).filter(({ licensees }) => licensees.length > 1)
    expect(ambiguous.map(({ key }) => key).sort()).toEqual([
      'Bokaro',
      'Chatra',
      'Dhanbad',
      'East Singhbhum',
      'Giridih',
      'Hazaribagh',
      'Koderma',
      'Ramgarh',
      'Seraikela-Kharsawan',
    ])
    for (const { key, licensees } of ambiguous) {
      expect(ask(bodyOf('JH', { licensee_code: undefined, district: key }))).toEqual({
        code: 'DISTRICT_LICENSEE_MISMATCH',
        details: { district: key, reason: 'ambiguous', licensees },
      })
    }
  })

  it('and the fifteen others stand for the one licensee they have', () => {
    const single = districtsOf(recordOf('JH')).filter(({ licensees }) => licensees.length === 1)
    expect(single).toHaveLength(15)
    for (const { key } of single) {
      const data = answered(bodyOf('JH', { licensee_code: undefined, district: key.toUpperCase() }))
      expect(data.licensee_code).toBe('JH_JBVNL')
    }
  })
})

describe('licensees that are held or excluded', () => {
  const closed = (['GJ', 'TS', 'JH'] as const).flatMap((state) =>
    recordOf(state)
      .licensees.filter(({ status }) => status !== 'active')
      .map((licensee) => ({ state, ...licensee })),
  )

  it('are the ones of the coverage table', () => {
    expect(closed.map(({ code, status }) => `${code} ${status}`).sort()).toEqual([
      'GJ_AIVPL held',
      'GJ_GIFT held',
      'GJ_MUL held',
      'GJ_TPL_A excluded',
      'GJ_TPL_DAHEJ excluded',
      'GJ_TPL_DHOLERA excluded',
      'GJ_TPL_S excluded',
      'JH_RAILWAYS excluded',
      'JH_TSL held',
      'TS_CESS held',
    ])
  })

  it.each(closed)('$code is refused with its own reason, and the ones that may be asked about', ({ state, ...own }) => {
    const active = recordOf(state)
      .licensees.filter(({ status }) => status === 'active')
      .map(({ code }) => code)
    expect(ask(bodyOf(state, { licensee_code: own.code }))).toEqual({
      code: 'LICENSEE_NOT_SUPPORTED',
      details: { licensee_code: own.code, reason: own.status, because: own.reason, licensees: active },
    })
  })

  it('Gujarat routes eleven', () => {
    expect(recordOf('GJ').licensees).toHaveLength(11)
    const routed = new Set(recordOf('GJ').routing.flatMap(({ licensees }) => licensees))
    expect([...routed].sort()).toEqual(
      recordOf('GJ')
        .licensees.map(({ code }) => code)
        .sort(),
    )
  })
})

describe('a request is routed by the release of its own date', () => {
  const later = recordOf('RJ')
  const earlier: ReleaseRecord = {
    ...later,
    release_id: 'RJ-2025-26-TEST-V1',
    financial_year: '2025-26',
    effective_from: '2025-04-01',
    effective_to: '2026-03-31',
    licensees: later.licensees.map((each) =>
      each.code === 'RJ_JVVNL' ? { ...each, status: 'held' as const, reason: 'held in the year before' } : each,
    ),
    routing: later.routing.filter(({ key }) => key !== 'Deeg'),
  }
  const both = [planOf(earlier), planOf(later)]

  it.each([
    ['in the order of their years', both],
    ['and the other way round', [...both].reverse()],
  ])('whatever another year refuses, %s', (_, serving) => {
    const asked = (change: object) => ask(bodyOf('RJ', change), { serving })
    expect(asked({ district: 'Deeg', billing_date: '2026-06-01' }).code).toBeNull()
    expect(asked({ district: 'Deeg' }).code).toBeNull()
    expect(asked({ billing_date: '2025-06-01' })).toMatchObject({
      code: 'LICENSEE_NOT_SUPPORTED',
      details: { reason: 'held', because: 'held in the year before' },
    })
    expect(asked({ billing_date: '2025-06-01', licensee_code: 'RJ_AVVNL', district: 'Deeg' })).toMatchObject({
      code: 'DISTRICT_LICENSEE_MISMATCH',
      details: { reason: 'unknown' },
    })
    expect(asked({ billing_date: '2024-06-01' })).toMatchObject({
      code: 'INVALID_EFFECTIVE_DATE',
      details: { reason: 'before_release', covered_periods: expect.any(Array) },
    })
  })
})
