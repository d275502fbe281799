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

/** Smaller requests, the smallest first: with something left out, then with a quantity nought, halved, rounded, less one. */
function* smaller(inputs: Inputs): Generator<Inputs> {
  for (const key of OPTIONAL) if (inputs[key] !== null) yield { ...inputs, [key]: null }
  for (const key of QUANTITY_KEYS) {
    const given = inputs[key]
    if (given === null || given === 0) continue
    const whole = given - (given % 1000)
    const tries = [0, Math.floor(given / 2000) * 1000, Math.floor(given / 2), whole, given - 1000, given - 1]
    for (const milli of tries) if (milli >= 0 && milli < given) yield { ...inputs, [key]: milli }
  }
}

/** The smallest request found for which `fails` still holds. Bounded: at most some thousand tries. */
export function shrink(inputs: Inputs, fails: (inputs: Inputs) => boolean): Inputs {
  let smallest = inputs
  for (let step = 0; step < 200; step += 1) {
    const next = smaller(smallest).find(fails)
    if (next === undefined) return smallest
    smallest = next
  }
  return smallest
}
