import { describe, expect, it } from 'vitest'
import type { Figure } from '../../releases/record/figure.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { planOf } from '../support/definitions.ts'
import { answered, ask, type Body, recordOf } from './ask.ts'
import { EXAMPLES } from './examples.ts'

/** 150 units at 2 kW: energy 100 x 850 + 50 x 990, fixed 2 x 7000, duty 150 x 6. */
const EXPECTED = { energy_charge: 134500, fixed_charge: 14000, electricity_duty: 900 }

const verified = (actual_bill: object, more: object = {}, options: Parameters<typeof answered>[1] = {}) =>
  answered({ ...EXAMPLES.TS, ...more, actual_bill } as Body, options).verification

/** The release with its row figures at one grade and its duty at another, and further edits. */
function edited(rows: Figure['grade'], duty: Figure['grade'], edit: (record: ReleaseRecord) => void = () => {}) {
  const record = structuredClone(recordOf('TS'))
  for (const { steps } of record.rows.flatMap(({ charges }) => charges)) {
    for (const { figure } of steps) if (figure.grade !== 'held') figure.grade = rows
  }
  if (record.rules.duty !== null) record.rules.duty.figure.grade = duty
  edit(record)
  return [planOf(record)]
}

describe('a bill is compared to the paisa', () => {
  it('and matches where every line given is the expected one', () => {
    const bill = { energy_charge_paise: 134500, fixed_charge_paise: 14000, electricity_duty_paise: 900 }
    expect(verified(bill)).toEqual({
      lines: Object.entries(EXPECTED).map(([component, expected_paise]) => ({
        component,
        expected_paise,
        actual_paise: expected_paise,
        difference_paise: 0,
        status: 'match',
      })),
      tolerance_paise: 0,
      verdict: 'match',
    })
  })

  it.each([
    ['energy_charge', 134501, 1],
    ['energy_charge', 134499, -1],
    ['fixed_charge', 0, -14000],
    ['electricity_duty', 901, 1],
  ] as const)('%s of %s paise differs by %s: actual less expected, no tolerance', (component, actual, difference) => {
    const { lines, verdict } = verified({ [`${component}_paise`]: actual })
    expect(lines).toEqual([
      {
        component,
        expected_paise: EXPECTED[component],
        actual_paise: actual,
        difference_paise: difference,
        status: 'mismatch',
      },
    ])
    expect(verdict).toBe('mismatch')
  })

  it('a field that is absent gives no line', () => {
    expect(verified({ fixed_charge_paise: 14000 }).lines).toHaveLength(1)
    expect(answered(EXAMPLES.TS)).not.toHaveProperty('verification')
  })

  it('what the release holds has no expectation: other charges, and the total while any part of it is held', () => {
    const { lines, verdict } = verified({ other_paise: -25, total_paise: 149375 })
    const held = { expected_paise: null, difference_paise: null, status: 'held' }
    expect(lines).toEqual([
      { component: 'other', actual_paise: -25, ...held },
      { component: 'total', actual_paise: 149375, ...held },
    ])
    expect(verdict).toBe('inconclusive')
  })

  it('a mismatch decides whatever is held, and one held line leaves the verdict open whatever matches', () => {
    expect(verified({ energy_charge_paise: 134500, other_paise: 0 }).verdict).toBe('inconclusive')
    expect(verified({ energy_charge_paise: 1, other_paise: 0 }).verdict).toBe('mismatch')
  })

  it('of a bill without a line nothing is concluded', () => {
    expect(verified({})).toEqual({ lines: [], tolerance_paise: 0, verdict: 'inconclusive' })
  })

  it('the comparison changes nothing of the answer', () => {
    const { verification, inputs, calculation_sha256, ...compared } = answered({
      ...EXAMPLES.TS,
      actual_bill: { total_paise: 1 },
    })
    const { inputs: _, calculation_sha256: other, ...plain } = answered(EXAMPLES.TS)
    expect(compared).toEqual(plain)
    expect(inputs.actual_bill).toEqual({ total_paise: 1 })
    expect(calculation_sha256).not.toBe(other)
    expect(verification.verdict).toBe('inconclusive')
  })

  it('a category whose charges are held cannot be compared with', () => {
    const body: Body = { ...EXAMPLES.TS, subcategory_code: 'LT-II-C', actual_bill: { total_paise: 1 } }
    expect(ask(body).code).toBe('RATE_NOT_VERIFIED')
  })

  it('once nothing of a bill is held, the total has an expectation: base and duty', () => {
    const serving = edited('transcription', 'transcription', (record) => {
      record.blocked_components = []
    })
    const { lines, verdict } = verified({ other_paise: 0, total_paise: 149400 }, {}, { serving })
    expect(lines.map(({ expected_paise }: { expected_paise: number }) => expected_paise)).toEqual([0, 149400])
    expect(verdict).toBe('match')
  })

  it('and none while the duty on it is not settled', () => {
    const serving = edited('order', 'transcription', (record) => {
      record.blocked_components = []
    })
    expect(verified({ total_paise: 149400 }, {}, { serving, floor: 'order' }).lines[0]).toMatchObject({
      expected_paise: null,
      status: 'held',
    })
  })
})

describe('duty by statute', () => {
  const dutyOf = (options: Parameters<typeof answered>[1] = {}, more: object = {}) =>
    answered({ ...EXAMPLES.TS, ...more } as Body, options).electricity_duty

  it('is shown beside the answer, at six paise a unit', () => {
    expect(dutyOf()).toMatchObject({
      status: 'statutory_rate_shown',
      amount_paise: 900,
      rate: '0.06',
      reason: 'shown_beside_never_included',
      evidence: { grade: 'transcription', source_id: 'TS-DUTY-ACT' },
    })
    expect(dutyOf({}, { energy_units: '100.5' }).amount_paise).toBe(603)
  })

  it('is in no sum and no line', () => {
    const { calculation, final_payable } = answered(EXAMPLES.TS)
    expect(calculation.base_tariff_paise).toBe(148500)
    expect(calculation.lines.map(({ component }: { component: string }) => component)).toEqual([
      'energy',
      'energy',
      'fixed',
    ])
    expect(final_payable.amount_paise).toBeNull()
  })

  it("is not shown where its figure is below the caller's floor", () => {
    const serving = edited('order', 'transcription')
    expect(dutyOf({ serving, floor: 'transcription' })).toMatchObject({ amount_paise: 900 })
    const below = answered(EXAMPLES.TS, { serving, floor: 'order' })
    expect(below.electricity_duty).toEqual({ status: 'blocked', reason: 'levies_not_in_release' })
    expect(below.calculation.base_tariff_paise).toBe(148500)
  })

  it('is not shown on supply billed in kVAh: what a unit is there is not settled', () => {
    const serving = edited('transcription', 'transcription', ({ rows }) => {
      const [row] = rows.filter(({ row_id }) => row_id === 'TS-HT-II-A-11')
      const fixed = row?.charges.find(({ component }) => component === 'fixed')
      Object.assign(fixed!.steps[0]!.figure, { value: '10', grade: 'transcription', held: null, printed: '10' })
    })
    const body = { subcategory_code: 'HT-II-A', contract_demand_kva: 10 }
    expect(answered({ ...EXAMPLES.TS, ...body }, { serving }).calculation.energy_charge_paise).toBe(150 * 880)
    expect(dutyOf({ serving }, body)).toMatchObject({ status: 'blocked', reason: expect.any(String) })
  })

  it('is not shown while it is held', () => {
    const serving = [planOf(recordOf('TS'), { holds: [{ component: 'rules/duty', reason: 'under review' }] })]
    expect(dutyOf({ serving })).toMatchObject({ status: 'blocked' })
    expect(verified({ electricity_duty_paise: 900 }, {}, { serving }).verdict).toBe('inconclusive')
  })

  it.each(['BR', 'MH', 'GJ', 'RJ', 'OD', 'JH'] as const)('%s shows none', (state) => {
    expect(answered(EXAMPLES[state]).electricity_duty).toMatchObject({ status: 'blocked', reason: expect.any(String) })
    expect(answered(EXAMPLES[state]).electricity_duty).not.toHaveProperty('amount_paise')
  })
})
