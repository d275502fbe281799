import { CONDITION_INPUT, type Condition, conditionText, NUMERIC_FIELDS } from '../../record/condition.ts'
import type { InputField, Inputs } from '../types.ts'
import { CompileError } from './rate.ts'
import { milli } from './step.ts'

/** A compiled condition. `input` null: it describes the category and always holds. */
export type Test = {
  readonly input: InputField | null
  readonly text: string
  readonly condition: Condition
  holds(inputs: Inputs): boolean
}

/** The value of an input: thousandths, a word, or null when it is not given. */
export const READ_INPUT: Readonly<Record<InputField, (inputs: Inputs) => number | string | null>> = {
  connected_load: (inputs) => inputs.connectedLoadMilli,
  contract_demand_kva: (inputs) => inputs.contractDemandMilli,
  energy_units: (inputs) => inputs.energyUnitsMilli,
  fixed_charge_basis_units: (inputs) => inputs.fixedChargeBasisUnitsMilli,
  area_type: (inputs) => inputs.areaType,
  phase: (inputs) => inputs.phase,
  supply_level: (inputs) => inputs.supplyLevel,
}

const COMPARE: Readonly<Record<Exclude<Condition['op'], 'in'>, (given: number, bound: number) => boolean>> = {
  '=': (given, bound) => given === bound,
  '<': (given, bound) => given < bound,
  '<=': (given, bound) => given <= bound,
  '>': (given, bound) => given > bound,
  '>=': (given, bound) => given >= bound,
}

function numericTest({ field, op, value }: Condition, read: (inputs: Inputs) => number | string | null) {
  if (op === 'in' || Array.isArray(value)) throw new CompileError(field, `${op} does not compare quantities`)
  const bound = milli(value, field)
  const compare = COMPARE[op]
  return (inputs: Inputs): boolean => {
    const given = read(inputs)
    return typeof given === 'number' && compare(given, bound)
  }
}

function wordTest({ field, op, value }: Condition, read: (inputs: Inputs) => number | string | null) {
  if (op !== '=' && op !== 'in') throw new CompileError(field, `${op} does not compare words`)
  const words = new Set(Array.isArray(value) ? value : [value])
  return (inputs: Inputs): boolean => {
    const given = read(inputs)
    return typeof given === 'string' && words.has(given)
  }
}

export function compileCondition(condition: Condition): Test {
  const input = CONDITION_INPUT[condition.field]
  const text = conditionText(condition)
  if (input === null) return { input, text, condition, holds: () => true }
  const read = READ_INPUT[input]
  const holds = NUMERIC_FIELDS.has(condition.field) ? numericTest(condition, read) : wordTest(condition, read)
  return { input, text, condition, holds }
}
