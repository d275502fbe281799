import { describe, expect, it } from 'vitest'
import { calculationReferenceAgrees } from '../../../pipeline/gates/24-calculation-reference-agrees.ts'
import { ENGINE, type Engine } from '../../../pipeline/gates/calculation/outcome.ts'
import type { Line } from '../../../releases/engine/charges/line.ts'
import type { Refusal } from '../../../releases/engine/types.ts'
import { addingToEnergy, faulty, judge, milliOf, zooRecord } from './calculation-support.ts'

/** Enough requests to detect any of these faults. */
const ENOUGH = 600

/** An engine whose refusals with a code are altered. */
const detailing = (code: string, edit: (details: Refusal['details']) => Refusal['details']): Engine =>
  faulty((result) => (!result.ok && result.code === code ? { ...result, details: edit(result.details) } : result))

const spoiling = (edit: (line: Line) => Line): Engine =>
  faulty((result) => (result.ok ? { ...result, lines: result.lines.map(edit) } : result))

describe('calculation.reference_agrees', () => {
  it('passes every charge kind, rule, hold and refusal, on at least 10,000 generated requests', async () => {
    const verdict = await judge(calculationReferenceAgrees, zooRecord(), { generatedInputs: 10 })
    expect(verdict.findings).toEqual([])
    expect(verdict.checked).toBeGreaterThanOrEqual(10_000)
  })

  it('leaves a request whose days are refused before its category to other gates', async () => {
    const zoo = zooRecord()
    const selectors = zoo.selectors.map((one) => ({ ...one, months: { green: '03' } }))
    const [like] = zoo.cases
    if (like === undefined) throw new Error('the zoo has no case')
    const days = { 'bill_period.from': '2026-06-01', 'bill_period.to': '2026-06-30' }
    const zoned = { subcategory_code: 'ZONED', licensee_code: 'BR_ONE', connection: 'regular', energy_units: 1 }
    const inputs = { ...zoned, ...days, 'selectors.scheme': 'green' }
    const refused = { ...like, case_id: 'JUNE', inputs, expected: { refusal: 'INVALID_REQUEST_FIELD' } }
    const { findings } = await judge(calculationReferenceAgrees, { ...zoo, selectors, cases: [refused] })
    expect(findings).toEqual([])
  })

  it('finds the smallest request that differs, and shows both answers', async () => {
    const off = calculationReferenceAgrees.with(
      addingToEnergy(
        1,
        (body) => body.subcategory_code === 'DOM' && body.licensee_code === 'BR_TWO' && milliOf(body) >= 777,
      ),
    )
    const { findings } = await judge(off, zooRecord())
    expect(findings).toEqual([
      {
        fault: 'disagrees',
        where: 'at:categories/DOM',
        expected: expect.stringContaining(
          'reference evaluator: DOM: energy energy 777/1000 = 577 + fixed fixed 0 = 0;',
        ),
        found: expect.stringContaining('engine: DOM: energy energy 777/1000 = 578 + fixed fixed 0 = 0;'),
        evidence: expect.stringMatching(
          /^subcategory_code=DOM; energy_units=0.777; connected_load=0; licensee_code=BR_TWO;( district=Beta;)? floor=specimen$/,
        ),
      },
    ])
  })

  it.each<[string, Engine]>([
    [
      'an exception',
      faulty(() => {
        throw new Error('a bug')
      }),
    ],
    ['another refusal', faulty((result) => (result.ok ? result : { ...result, code: 'RATE_NOT_VERIFIED' }))],
    [
      'a refusal instead of an answer',
      faulty((result, body) =>
        result.ok && milliOf(body) > 999_999 ? { ok: false, code: 'RATE_NOT_VERIFIED', details: {} } : result,
      ),
    ],
    [
      'a weaker grade passed off as a stronger',
      faulty((result) => (result.ok ? { ...result, grade: 'order' } : result)),
    ],
    [
      'a floor that is not asked about',
      { ...ENGINE, resolve: (release, body) => ENGINE.resolve(release, body, 'held') },
    ],
    ['a hold that is not heeded', { ...ENGINE, compile: (record) => ENGINE.compile(record) }],
    [
      'a refusal before the category is looked for, of a request that gives no reason for it',
      faulty((result, body) =>
        result.ok && milliOf(body) > 999_999 ? { ok: false, code: 'LICENSEE_REQUIRED', details: {} } : result,
      ),
    ],
    [
      'a line of another quantity',
      spoiling((line) => ({ ...line, quantityMilli: line.quantityMilli + 1, quantity: null })),
    ],
    ['lines beside that are left out', faulty((result) => (result.ok ? { ...result, beside: null } : result))],
    [
      'another field',
      detailing('INVALID_REQUEST_FIELD', () => ({ fields: [{ field: '/state_code', rule: 'required' }] })),
    ],
    [
      'another rule',
      detailing('INVALID_REQUEST_FIELD', ({ fields }) => ({
        fields: (fields as { field: string }[]).map(({ field }) => ({ field, rule: 'another' })),
      })),
    ],
    ['another bound', detailing('CATEGORY_NOT_APPLICABLE', (details) => ({ ...details, bound: 'another' }))],
    [
      'another covering category',
      detailing('CATEGORY_NOT_APPLICABLE', (details) => ({ ...details, covering_category: 'X' })),
    ],
    ['other figures below the floor', detailing('EVIDENCE_BELOW_FLOOR', (details) => ({ ...details, figures: [] }))],
    [
      'another held component',
      detailing('RATE_NOT_VERIFIED', (details) => ({ ...details, component: 'rows/X/energy' })),
    ],
    ['other codes to choose from', detailing('SUBCATEGORY_NOT_FOUND', (details) => ({ ...details, available: [] }))],
    [
      'other days that are supported',
      detailing('UNSUPPORTED_BILLING_DAYS', (details) => ({ ...details, supported: [1] })),
    ],
    ['another reason', detailing('UNSUPPORTED_BILLING_PERIOD', (details) => ({ ...details, reason: 'no_rule' }))],
  ])('catches %s', async (_what, engine) => {
    expect((await judge(calculationReferenceAgrees.with(engine, ENOUGH), zooRecord())).passed).toBe(false)
  })

  it('gives the same verdict for the same seed', async () => {
    const off = calculationReferenceAgrees.with(addingToEnergy(1, (body) => milliOf(body) % 7 === 3))
    const [first, second] = [await judge(off, zooRecord()), await judge(off, zooRecord())]
    expect(first).toEqual(second)
    expect(first.passed).toBe(false)
  })
})
