import { compileUnsealed } from '../pipeline/gates/calculation/compiled.ts'
import { bodyOf, readBody } from '../pipeline/gates/calculation/draft.ts'
import { answerRequest } from '../releases/engine/answer-request.ts'
import { calculate } from '../releases/engine/calculate.ts'
import { compilePlan } from '../releases/engine/compile/plan.ts'
import { explainedAnswer } from '../releases/engine/explain/explain-bill.ts'
import { Inputs } from '../releases/engine/given-inputs.ts'
import { referenceEvaluate } from '../releases/engine/reference/evaluate.ts'
import type { CalculateBody } from '../releases/engine/request/body.ts'
import { normaliseRequest } from '../releases/engine/request/normalise.ts'
import type { ReleaseRecord } from '../releases/record/record.ts'
import { shippedRecords } from '../scripts/shipped-records.ts'
import { INDUSTRIAL_BILL, industrialRecord, LEAST_INDUSTRIAL_UNITS } from './support/industrial.ts'
import { atLeast, atMost, type BenchRow, baseRow, median, rowBeside } from './support/report.ts'

const LEAST_BILLS = 4_000_000
const LEAST_INDUSTRIAL_BILLS = 500_000
const MOST_COMPILE_MS = 50
const COMPILED_TIMES = 10
const BIHAR = 'BR/2026-27'

/** A DS-II request: 2 kW, nothing selected. */
const DS_II: CalculateBody = { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 0, connected_load: 2 }

/**
 * Requests differ, so that results cannot be cached or branches predicted; a power of two, so that the index is a mask.
 */
const REQUESTS = 1024
/** Above the fifty units by which a category may be bounded, and how many more others have. */
const LEAST_UNITS = 51
const MORE_UNITS = 400

/** The best of many short rounds, that is, with no other load on the core. */
export type Size = { readonly count: number; readonly rounds: number }

/**
 * Runs of `run` per second over requests made by `make`, `count` per round. `run` returns a number so that its work is
 * not optimised away, and NaN for a wrong result.
 */
export function perSecond<T>({ count, rounds }: Size, make: (index: number) => T, run: (each: T) => number): number {
  const requests = Array.from({ length: REQUESTS }, (_, index) => make(index))
  let best = Number.POSITIVE_INFINITY
  let kept = 0
  for (let round = 0; round < rounds; round += 1) {
    const start = process.hrtime.bigint()
    for (let index = 0; index < count; index += 1) kept += run(requests[index & (REQUESTS - 1)] as T)
    best = Math.min(best, Number(process.hrtime.bigint() - start))
  }
  if (!Number.isFinite(kept)) throw new Error('a request was answered that should be refused, or the other way round')
  return (count * 1e9) / best
}

/** Bodies that differ only in their units. */
const bodies =
  (body: CalculateBody, fromUnits = 0) =>
  (index: number): CalculateBody => ({ ...body, energy_units: (fromUnits * 1000 + index * 317) / 1000 })

/** The same in whole units, since some licensees bill no others. */
const wholeBodies =
  (body: CalculateBody) =>
  (index: number): CalculateBody => ({ ...body, energy_units: LEAST_UNITS + (index % MORE_UNITS) })

/** A body in the engine's form. */
export function inputsOf(body: CalculateBody): Inputs {
  const read = normaliseRequest(body)
  if (!read.ok) throw new Error(`no request: ${JSON.stringify(read.fields)}`)
  const { values, given } = read.request
  return new Inputs({
    subcategoryCode: body.subcategory_code,
    licenseeCode: body.licensee_code ?? null,
    date: body.billing_date ?? null,
    values,
    given,
  })
}

/** The first regression case with an amount at all these units, as a request: definitions list ordinary bills first. */
function ordinaryBill(record: ReleaseRecord): CalculateBody {
  const plan = compilePlan(record)
  for (const { inputs, expected } of record.cases) {
    const read = readBody(bodyOf(record.state_code, inputs))
    if ('refusal' in expected || !read.ok) continue
    const hasAmount = (energy_units: number): boolean =>
      calculate(plan, inputsOf({ ...read.body, energy_units }), 'derived').ok
    if ([LEAST_UNITS, LEAST_UNITS + MORE_UNITS].every(hasAmount)) return read.body
  }
  throw new Error(`${record.release_id} has no case with an amount`)
}

/** Bills a second of a compiled record, and the number of lines of a typical one. */
function bills(
  record: ReleaseRecord,
  make: (index: number) => CalculateBody,
  size: Size,
): { rate: number; lines: number } {
  const plan = compilePlan(record)
  const linesOf = (each: Inputs): number => {
    const result = calculate(plan, each, 'derived')
    return result.ok ? result.lines.length + (result.beside?.lines.length ?? 0) : Number.NaN
  }
  const made = (index: number): Inputs => inputsOf(make(index))
  return { rate: perSecond(size, made, linesOf), lines: linesOf(made(REQUESTS / 2)) }
}

/**
 * Bills of the compiled engine, refusals and whole answers a second, in process, on one core, compared with the
 * reference evaluator; then a bill of every other shipped definition compared with Bihar's. Throws if a bill is refused.
 */
export async function benchEngine({
  count = 20_000,
  answers = 1_000,
  slow = 500,
  rounds = 250,
} = {}): Promise<BenchRow[]> {
  const size = { count, rounds }
  const shipped = await shippedRecords()
  const compiled = compiling(shipped.map((each) => each.record))
  const record = shipped.find(({ folder }) => folder === BIHAR)?.record
  if (record === undefined) throw new Error(`${BIHAR} is not shipped`)
  const plan = compilePlan(record)
  const refusals = (name: string, code: string, body: CalculateBody): BenchRow => {
    const make = (index: number): Inputs => inputsOf(bodies(body)(index))
    const rate = perSecond(size, make, (each) => (calculate(plan, each, 'derived').ok ? Number.NaN : 1))
    return rowBeside(bill, `refusal: ${name}`, rate, { note: code })
  }
  const serving = [compileUnsealed(record)]
  const wholeAnswer = (name: string, note: string, body: CalculateBody): BenchRow => {
    const rate = perSecond({ count: answers, rounds }, bodies(body), (each) => {
      const result = answerRequest(serving, each, 'derived')
      return result.ok ? result.dataText.length : Number.NaN
    })
    return rowBeside(bill, `whole answer, ${name}`, rate, { note })
  }
  const byReference = perSecond({ count: slow, rounds }, bodies(DS_II), (body) => {
    const result = referenceEvaluate(record, { body, licenseeCode: null, date: null }, { floor: 'derived', holds: [] })
    return result.ok ? result.lines.length : Number.NaN
  })
  const reference = baseRow('reference evaluator, DS-II bill', byReference, 'per s', {
    note: 'exact rational arithmetic, straight from the record',
  })
  const { rate } = bills(record, bodies(DS_II), size)
  const bill = rowBeside(reference, 'DS-II bill', rate, {
    note: 'base tariff, two line items',
    target: atLeast(rate, LEAST_BILLS),
  })
  const others = shipped.filter(({ folder }) => folder !== BIHAR)
  return [
    ...compiled,
    reference,
    bill,
    rowBeside(bill, 'DS-II bill, 30 billing days', bills(record, bodies({ ...DS_II, billing_days: 30 }), size).rate, {
      note: 'with the subsidy and final payable',
    }),
    refusals('missing load', 'INVALID_REQUEST_FIELD', { ...DS_II, connected_load: undefined }),
    refusals('unknown category', 'SUBCATEGORY_NOT_FOUND', { ...DS_II, subcategory_code: 'X' }),
    refusals('specimen', 'EVIDENCE_BELOW_FLOOR', { ...DS_II, subcategory_code: 'DS-III' }),
    wholeAnswer('DS-II', 'canonical text of `data` with calculation_sha256', DS_II),
    wholeAnswer('DS-II, 30 billing days', 'the same with the subsidy', { ...DS_II, billing_days: 30 }),
    industrial(bill, size),
    ...others.map(({ folder, record: other }) => {
      const body = ordinaryBill(other)
      const own = bills(other, wholeBodies(body), size)
      return rowBeside(bill, `${folder} ${body.subcategory_code} bill`, own.rate, { note: `${own.lines} line items` })
    }),
    ...shipped
      .filter((each) => each.record.financial_year === record.financial_year)
      .map((each) => explanation(each.record, each.record === record ? DS_II : ordinaryBill(each.record))),
  ]
}

/**
 * Compiling the largest shipped release whole, in processor time of this thread. Must run first: after that the code of the compiler
 * is no longer new to V8.
 */
function compiling(records: readonly ReleaseRecord[]): BenchRow[] {
  const [record] = records.toSorted((a, b) => b.rows.length - a.rows.length)
  if (record === undefined) throw new Error('no release is shipped')
  const taken = Array.from({ length: COMPILED_TIMES }, () => {
    const before = process.threadCpuUsage()
    compilePlan(record)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  const [first = Number.NaN, ...again] = taken
  const note = `${record.release_id}: ${record.rows.length} rows, processor of one thread`
  const base = baseRow('compiling the largest release again', median(again), 'ms', { note })
  const name = 'compiling it for the first time in a process'
  return [base, rowBeside(base, name, first, { target: atMost(first, MOST_COMPILE_MS) })]
}

/** An industrial bill of an invented order: three parts, slabs by load factor, time-of-day zones, four adjustments. */
function industrial(bill: BenchRow, size: Size): BenchRow {
  const { rate, lines } = bills(industrialRecord(), bodies(INDUSTRIAL_BILL, LEAST_INDUSTRIAL_UNITS), size)
  return rowBeside(bill, 'industrial bill', rate, {
    note: `three parts, load-factor slabs, zones, four adjustments: ${lines} line items`,
    target: atLeast(rate, LEAST_INDUSTRIAL_BILLS),
  })
}

const MOST_MS = 20
const EXPLAINED_ROUNDS = 25
const PERIOD = { from: '2026-05-01', to: '2026-05-31' }
const BILLED_ON = '2026-06-05'

/**
 * Processor time to explain a bill whose energy charge is wrong by 37 rupees, which no error explains, so that all are
 * tried; and the number of calculations. Processor time, so that other work on the machine does not count.
 */
function explanation(record: ReleaseRecord, bill: CalculateBody): BenchRow {
  const serving = [compileUnsealed(record)]
  const day = bill.billing_date === undefined ? {} : { billing_date: BILLED_ON }
  const dated: CalculateBody = { ...bill, energy_units: 250, bill_period: PERIOD, ...day }
  const plain = answerRequest(serving, dated, 'derived')
  if (!plain.ok) throw new Error(`${record.release_id}: ${plain.code}`)
  const { calculation } = JSON.parse(plain.dataText) as { calculation: { energy_charge_paise: number } }
  const actual_bill = { energy_charge_paise: calculation.energy_charge_paise + 3_700 }
  const ms: number[] = []
  let steps = 0
  for (let round = 0; round < EXPLAINED_ROUNDS; round += 1) {
    const before = process.cpuUsage()
    steps = 0
    const tried = explainedAnswer(serving, { ...dated, actual_bill, explain: true }, 'derived')
    for (let step = tried.next(); !step.done; step = tried.next()) steps += 1
    const { user, system } = process.cpuUsage(before)
    ms.push((user + system) / 1000)
  }
  const value = median(ms)
  return baseRow(`explanation, ${record.release_id}`, value, 'ms/bill', {
    target: atMost(value, MOST_MS),
    note: `${steps} calculations`,
  })
}
