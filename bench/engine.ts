import { answerRequest } from '../releases/engine/answer-request.ts'
import { calculate } from '../releases/engine/calculate.ts'
import { compilePlan } from '../releases/engine/compile/plan.ts'
import { referenceEvaluate } from '../releases/engine/reference/evaluate.ts'
import type { CalculateBody } from '../releases/engine/request/body.ts'
import type { Inputs } from '../releases/engine/types.ts'
import { answerPlan } from './support/answer-plan.ts'
import { biharRecord } from './support/bihar.ts'
import { perSecond, requestSet } from './support/per-second.ts'
import { atLeast, type BenchRow } from './support/row.ts'

/** Engine design 4.7. */
const LEAST_BILLS = 1_000_000
const REFERENCE = 'reference evaluator, DS-II bill'
const BILL = 'DS-II bill'

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

function inputs(edit: Partial<Inputs> = {}): readonly Inputs[] {
  return requestSet((index) => ({ ...DS_II, energyUnitsMilli: index * 317, ...edit }))
}

function bodies(edit: Partial<CalculateBody> = {}): readonly CalculateBody[] {
  return requestSet((index) => {
    const units = (index * 317) / 1000
    return { state_code: 'BR', subcategory_code: 'DS-II', energy_units: units, connected_load: 2, ...edit }
  })
}

/** Bills, refusals and whole answers a second, in process, on one core, from the shipped Bihar release. */
export async function benchEngine({ bills = 200_000, answers = 10_000, slow = 5_000 } = {}): Promise<BenchRow[]> {
  const record = await biharRecord()
  const plan = compilePlan(record)
  const engine = (each: Inputs): number => {
    const result = calculate(plan, each, 'derived')
    return result.ok ? result.lines.length : 1
  }
  const serving = [answerPlan(record)]
  const text = (each: CalculateBody): number => {
    const result = answerRequest(serving, each, 'derived')
    return result.ok ? result.dataText.length : 1
  }
  const reference = perSecond(slow, inputs(), (each) => {
    const result = referenceEvaluate(record, each, { floor: 'derived', holds: [] })
    return result.ok ? result.lines.length : 1
  })
  const bill = perSecond(bills, inputs(), engine)
  const row = (name: string, value: number, base: string, of: number | null, note: string): BenchRow => {
    const ratio = of === null ? null : value / of
    return { part: 'engine', name, value, unit: 'per s', baseline: base, ratio, target: null, note }
  }
  const engineRow = (name: string, note: string, edit: Partial<Inputs>): BenchRow =>
    row(name, perSecond(bills, inputs(edit), engine), BILL, bill, note)
  const answerRow = (name: string, note: string, edit: Partial<CalculateBody>): BenchRow =>
    row(name, perSecond(answers, bodies(edit), text), BILL, bill, note)
  return [
    row(REFERENCE, reference, 'is one', null, 'exact rational arithmetic, straight from the record'),
    {
      ...row(BILL, bill, REFERENCE, reference, 'base tariff, two line items'),
      target: atLeast(bill, LEAST_BILLS),
    },
    engineRow('DS-II bill, 30 billing days', 'with the subsidy and final payable', { billingDays: 30 }),
    engineRow('refusal: missing load', 'INVALID_REQUEST_FIELD', { connectedLoadMilli: null }),
    engineRow('refusal: unknown category', 'SUBCATEGORY_NOT_FOUND', { subcategoryCode: 'X' }),
    engineRow('refusal: specimen', 'EVIDENCE_BELOW_FLOOR', { subcategoryCode: 'DS-III' }),
    answerRow('whole answer, DS-II', 'canonical text of `data` with calculation_sha256', {}),
    answerRow('whole answer, DS-II, 30 billing days', 'the same with the subsidy', { billing_days: 30 }),
  ]
}
