import { compileAnswerPlan } from '../releases/engine/answer/answer-plan.ts'
import { answerRequest } from '../releases/engine/answer-request.ts'
import { calculate } from '../releases/engine/calculate.ts'
import { compilePlan } from '../releases/engine/compile/plan.ts'
import { referenceEvaluate } from '../releases/engine/reference/evaluate.ts'
import type { CalculateBody } from '../releases/engine/request/body.ts'
import type { Inputs } from '../releases/engine/types.ts'
import type { ReleaseRecord } from '../releases/record/record.ts'
import { shippedRecords } from '../scripts/shipped-records.ts'
import { atLeast, type BenchRow, baseRow, rowBeside } from './support/report.ts'

const LEAST_BILLS = 1_000_000
const BIHAR = 'BR/2026-27'

/** A DS-II request: 2 kW, nothing selected. */
const DS_II: Inputs = {
  subcategoryCode: 'DS-II',
  licenseeCode: null,
  energyUnitsMilli: 0,
  connectedLoadMilli: 2000,
  loadUnit: null,
  contractDemandMilli: null,
  fixedChargeBasisUnitsMilli: null,
  areaType: null,
  phase: null,
  supplyLevel: null,
  billingDays: null,
  billingMonth: null,
  todPeriod: null,
  rtsVoltageMode: null,
  applyHtss11kvSurcharge: null,
}

/** Of each other state, a connection that many customers have: what there is of domestic, else of shops. */
const STATE_BILLS: Readonly<Record<string, Partial<Inputs>>> = {
  GJ: {
    licenseeCode: 'GJ_DGVCL',
    subcategoryCode: 'DOMESTIC_URBAN',
    connectedLoadMilli: 3000,
    loadUnit: 'kw',
    billingMonth: '2026-07',
  },
  JH: { licenseeCode: 'JH_JBVNL', subcategoryCode: 'DS-URBAN', connectedLoadMilli: null },
  MH: { licenseeCode: 'MH_MSEDCL', subcategoryCode: 'LT-I-B', phase: 'single', connectedLoadMilli: null },
  OD: { licenseeCode: 'OD_TPCODL', subcategoryCode: 'DOMESTIC_OTHERS', connectedLoadMilli: 2300 },
  RJ: {
    licenseeCode: 'RJ_JVVNL',
    subcategoryCode: 'GENERAL_DOMESTIC',
    connectedLoadMilli: null,
    fixedChargeBasisUnitsMilli: 200_000,
  },
  TS: { subcategoryCode: 'LT-II-B' },
}

/** Requests differ, so that no branch is learnt by heart; a power of two, so that the index is a mask. */
const REQUESTS = 1024
/** The best of so many short rounds: what the machine does when nobody else is on the core. */
const ROUNDS = 25
/** More than the fifty units that a category may be bounded by. */
const LEAST_UNITS_MILLI = 51_000

/**
 * How often `run` goes in a second over requests that `make` makes, `count` times a round. `run` returns a number so that
 * its work is not left out, and NaN where it did not do what it should.
 */
function perSecond<T>(count: number, make: (index: number) => T, run: (each: T) => number): number {
  const requests = Array.from({ length: REQUESTS }, (_, index) => make(index))
  let best = Number.POSITIVE_INFINITY
  let kept = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.hrtime.bigint()
    for (let index = 0; index < count; index += 1) kept += run(requests[index & (REQUESTS - 1)] as T)
    best = Math.min(best, Number(process.hrtime.bigint() - start))
  }
  if (!Number.isFinite(kept)) throw new Error('a request was answered that should be refused, or the other way round')
  return (count * 1e9) / best
}

const inputs =
  (edit: Partial<Inputs>, fromMilli = 0) =>
  (index: number): Inputs => {
    return { ...DS_II, energyUnitsMilli: fromMilli + index * 317, ...edit }
  }

/** Bills a second of a compiled record, and the lines of one in the middle. */
function bills(record: ReleaseRecord, make: (index: number) => Inputs, count: number): { rate: number; lines: number } {
  const plan = compilePlan(record)
  const linesOf = (each: Inputs): number => {
    const result = calculate(plan, each, 'derived')
    return result.ok ? result.lines.length : Number.NaN
  }
  return { rate: perSecond(count, make, linesOf), lines: linesOf(make(REQUESTS / 2)) }
}

/**
 * Bills of the compiled engine, refusals and whole answers a second, in process, on one core, beside the reference
 * evaluator; then a bill of every other shipped definition beside Bihar's. Throws for a state without an entry in
 * STATE_BILLS, and when a bill is refused.
 */
export async function benchEngine({ count = 200_000, answers = 10_000, slow = 5_000 } = {}): Promise<BenchRow[]> {
  const shipped = await shippedRecords()
  const record = shipped.find(({ folder }) => folder === BIHAR)?.record
  if (record === undefined) throw new Error(`${BIHAR} is not shipped`)
  const plan = compilePlan(record)
  const refusals = (name: string, code: string, edit: Partial<Inputs>): BenchRow => {
    const rate = perSecond(count, inputs(edit), (each) => (calculate(plan, each, 'derived').ok ? Number.NaN : 1))
    return rowBeside(bill, `refusal: ${name}`, rate, { note: code })
  }
  const context = { releaseSha256: '0'.repeat(64), revision: 1, stage: 'reference', logPosition: 1, holds: [] } as const
  const serving = [compileAnswerPlan(record, context)]
  const wholeAnswer = (name: string, note: string, edit: Partial<CalculateBody>): BenchRow => {
    const body = (index: number): CalculateBody => {
      const energy_units = (index * 317) / 1000
      return { state_code: 'BR', subcategory_code: 'DS-II', energy_units, connected_load: 2, ...edit }
    }
    const rate = perSecond(answers, body, (each) => {
      const result = answerRequest(serving, each, 'derived')
      return result.ok ? result.dataText.length : Number.NaN
    })
    return rowBeside(bill, `whole answer, ${name}`, rate, { note })
  }
  const byReference = perSecond(slow, inputs({}), (each) => {
    const result = referenceEvaluate(record, each, { floor: 'derived', holds: [] })
    return result.ok ? result.lines.length : Number.NaN
  })
  const reference = baseRow('reference evaluator, DS-II bill', byReference, 'per s', {
    note: 'exact rational arithmetic, straight from the record',
  })
  const { rate } = bills(record, inputs({}), count)
  const bill = rowBeside(reference, 'DS-II bill', rate, {
    note: 'base tariff, two line items',
    target: atLeast(rate, LEAST_BILLS),
  })
  const others = shipped.filter(({ folder }) => folder !== BIHAR)
  return [
    reference,
    bill,
    rowBeside(bill, 'DS-II bill, 30 billing days', bills(record, inputs({ billingDays: 30 }), count).rate, {
      note: 'with the subsidy and final payable',
    }),
    refusals('missing load', 'INVALID_REQUEST_FIELD', { connectedLoadMilli: null }),
    refusals('unknown category', 'SUBCATEGORY_NOT_FOUND', { subcategoryCode: 'X' }),
    refusals('specimen', 'EVIDENCE_BELOW_FLOOR', { subcategoryCode: 'DS-III' }),
    wholeAnswer('DS-II', 'canonical text of `data` with calculation_sha256', {}),
    wholeAnswer('DS-II, 30 billing days', 'the same with the subsidy', { billing_days: 30 }),
    ...others.map(({ folder, record: other }) => {
      const edit = STATE_BILLS[other.state_code]
      if (edit === undefined) throw new Error(`${folder} has no bill in bench/engine.ts`)
      const own = bills(other, inputs(edit, LEAST_UNITS_MILLI), count)
      const note = `${own.lines} line items`
      return rowBeside(bill, `${folder} ${edit.subcategoryCode} bill`, own.rate, { note })
    }),
  ]
}
