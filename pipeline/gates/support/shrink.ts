import type { Inputs } from '../../../releases/engine/types.ts'
import { QUANTITY_KEYS } from './fields.ts'

const OPTIONAL = [
  'applyHtss11kvSurcharge',
  'rtsVoltageMode',
  'todPeriod',
  'billingMonth',
  'billingDays',
  'loadUnit',
  'supplyLevel',
  'phase',
  'areaType',
  'fixedChargeBasisUnitsMilli',
  'contractDemandMilli',
  'connectedLoadMilli',
  'licenseeCode',
] as const

/** Smaller quantities, the smallest first: nought, then less by half, a quarter, … one thousandth. */
function lesser(milli: number): number[] {
  const found = milli > 0 ? [0] : []
  for (let less = Math.ceil(milli / 2); less > 0; less = less === 1 ? 0 : Math.ceil(less / 2)) found.push(milli - less)
  return found
}

/** Smaller requests: with something left out, then with one quantity smaller. */
function* smaller(inputs: Inputs): Generator<Inputs> {
  for (const key of OPTIONAL) if (inputs[key] !== null) yield { ...inputs, [key]: null }
  for (const key of QUANTITY_KEYS) for (const milli of lesser(inputs[key] ?? 0)) yield { ...inputs, [key]: milli }
}

/** The smallest request found for which `fails` still holds. It ends: every step is to a smaller request. */
export function shrink(inputs: Inputs, fails: (inputs: Inputs) => boolean): Inputs {
  let smallest = inputs
  for (;;) {
    const next = [...smaller(smallest)].find(fails)
    if (next === undefined) return smallest
    smallest = next
  }
}
