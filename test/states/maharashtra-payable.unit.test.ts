import { describe, expect, it } from 'vitest'
import { figuresOf } from '../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { planOf, STATE_CODES } from '../support/definitions.ts'
import { answered, ask, type Body, recordOf } from './ask.ts'
import { EXAMPLES } from './examples.ts'

/**
 * The complete payable of MSEDCL: no profile is approved today. The effect of an approved one is tested with a changed
 * release: a profile, all figures of grade order, nothing blocked.
 */
const PROFILE = 'MSEDCL-LT-RESIDENTIAL'
const BODY: Body = { ...EXAMPLES.MH, profile: PROFILE }

function serving(edit: (record: ReleaseRecord) => void = () => {}, stage: 'reference' | 'production' = 'reference') {
  const record = structuredClone(recordOf('MH'))
  for (const { figure } of figuresOf(record)) if (figure.grade !== 'held') figure.grade = 'order'
  record.blocked_components = []
  record.rules.complete_payable = [
    {
      profile: PROFILE,
      licensee_code: 'MH_MSEDCL',
      subcategory_codes: ['LT-I-B'],
      description: 'A made-up profile',
      evidence: { source_id: 'MH-RULES-2026-27', locator: { page: 1, line: 2, section: null }, quote: 'a quote' },
    },
  ]
  edit(record)
  return [planOf(record, { stage })]
}
const refusedFor = (plans: ReturnType<typeof serving>, body: Body = BODY): string => {
  const asked = ask(body, { serving: plans })
  expect(asked).toMatchObject({ code: 'UNSUPPORTED_OPERATION', details: { operation: 'complete_payable' } })
  return asked.code === null ? '' : asked.details.reason
}

describe('the shipped release', () => {
  it('has no profile, and refuses every one that is named', () => {
    expect(recordOf('MH').rules.complete_payable).toEqual([])
    expect(refusedFor([planOf(recordOf('MH'))])).toMatch(/no profile .* is approved/)
  })

  it.each(STATE_CODES)('%s answers no payable as complete', (state) => {
    expect(recordOf(state).rules.complete_payable).toEqual([])
    expect(answered(EXAMPLES[state])).toMatchObject({ payable_complete: false, production_payable: false })
  })
})

describe('an approved profile', () => {
  it('is answered with the whole payable', () => {
    expect(answered(BODY, { serving: serving() })).toMatchObject({
      payable_complete: true,
      production_payable: false,
      final_payable: { amount_paise: 130600, status: 'complete', includes: ['base_tariff'], excludes: [] },
      calculation: { base_tariff_paise: 130600 },
      evidence_grade: 'order',
      inputs: { profile: PROFILE },
    })
  })

  it('is payable in production at stage production alone', () => {
    expect(answered(BODY, { serving: serving(undefined, 'production') })).toMatchObject({
      payable_complete: true,
      production_payable: true,
    })
  })

  it('without being asked for changes no answer', () => {
    expect(answered(EXAMPLES.MH, { serving: serving() })).toMatchObject({
      payable_complete: false,
      final_payable: { amount_paise: null, status: 'unavailable' },
    })
  })

  it.each([
    ['another name', { profile: 'OTHER' }],
    ['another category', { subcategory_code: 'LT-I-A', phase: undefined }],
    ['another licensee', { licensee_code: 'MH_BEST' }],
  ])('is for what it names alone: %s', (_, change) => {
    const body = Object.entries({ ...BODY, ...change }).filter(([, value]) => value !== undefined)
    expect(refusedFor(serving(), Object.fromEntries(body) as Body)).toMatch(/no profile/)
  })

  it.each([
    [
      'a figure below grade order is used',
      (record: ReleaseRecord) => {
        const { charges } = record.rows.find(({ row_id }) => row_id === 'MH-MSEDCL-LT-I-B')!
        const wheeling = charges.find(({ component }) => component === 'wheeling')!
        wheeling.steps[0]!.figure.grade = 'transcription'
      },
      /grade order.*transcription/,
    ],
    [
      'a component of a bill is blocked',
      (record: ReleaseRecord) => {
        record.blocked_components = recordOf('MH').blocked_components.slice(0, 1)
      },
      /current_fppas is blocked/,
    ],
    [
      'a duty stands beside the sum',
      (record: ReleaseRecord) => {
        const { figure } = record.rows[0]!.charges[0]!.steps[0]!
        record.rules.duty = { description: 'a duty', energy_unit: 'kWh', figure }
      },
      /duty/,
    ],
    [
      'a component of the row is held and disclosed',
      (record: ReleaseRecord) => {
        record.component_holds = [{ path: 'rows/MH-MSEDCL-LT-I-B/fixed', reason: 'held' }]
      },
      /held/,
    ],
  ])('is refused while %s', (_, edit, reason) => {
    expect(refusedFor(serving(edit))).toMatch(reason)
  })
})
