import { type Inputs, MAX_QUANTITY_MILLI } from '../../../releases/engine/types.ts'
import { CONDITION_INPUT, type Condition } from '../../../releases/record/condition.ts'
import { toScaled } from '../../../releases/record/decimal.ts'
import type { Row, Step } from '../../../releases/record/row.ts'
import { holds } from './conditions.ts'
import { chargeKeys, type Domain, steppedKey } from './domains.ts'
import { blankInputs, KEY_OF_INPUT, QUANTITY_KEYS, type QuantityKey, WORD_KEYS, type WordKey } from './fields.ts'

/** Quantities tried first, in thousandths: usual ones. Then those at the edges. */
const USUAL: Readonly<Record<QuantityKey, readonly number[]>> = {
  energyUnitsMilli: [200_000, 2_000_000],
  connectedLoadMilli: [3500, 500, 60_000],
  contractDemandMilli: [60_000, 3500],
  fixedChargeBasisUnitsMilli: [150_000],
}

/** A request that a row prices, with nothing selected: what probes of the row start from. */
export type Fit = { readonly row: Row; readonly inputs: Inputs }

/** The fits of a domain's rows. A row that no request reaches has none: it is in `unreached`. */
export function fitsOf(domain: Domain): { fits: Fit[]; unreached: Row[] } {
  const fits: Fit[] = []
  const unreached: Row[] = []
  for (const row of domain.rows) {
    const inputs = inputsFor(domain, row)
    if (inputs === null) unreached.push(row)
    else fits.push({ row, inputs })
  }
  return { fits, unreached }
}

function inputsFor(domain: Domain, row: Row): Inputs | null {
  const { category } = domain
  const inputs = blankInputs(category.subcategory_code, category.licensee_code)
  const conditions = [...category.bounds, ...row.conditions]
  const read = new Set<QuantityKey | WordKey>(['energyUnitsMilli', ...domain.asked, ...chargeKeys(row)])
  for (const key of QUANTITY_KEYS.filter((each) => read.has(each))) {
    const near = domain.edges[key].flatMap((edge) => [edge, edge - 1, edge + 1])
    const found = [...USUAL[key], ...near].find((milli) => suits(key, milli, conditions, row))
    if (found === undefined) return null
    inputs[key] = found
  }
  for (const key of WORD_KEYS.filter((each) => read.has(each))) {
    const found = domain.words[key].find((word) => allHold(key, word, conditions))
    if (found === undefined) return null
    inputs[key] = found
  }
  return inputs
}

/** True when every condition that reads the input holds for a value of it. */
function allHold(key: QuantityKey | WordKey, value: bigint | string, conditions: readonly Condition[]): boolean {
  return conditions
    .filter(({ field }) => CONDITION_INPUT[field] !== null && KEY_OF_INPUT[CONDITION_INPUT[field]] === key)
    .every((condition) => holds(condition, new Map([[condition.field, value]])))
}

function suits(key: QuantityKey, milli: number, conditions: readonly Condition[], row: Row): boolean {
  if (milli < 0 || milli > MAX_QUANTITY_MILLI || !allHold(key, BigInt(milli), conditions)) return false
  const { energy, fixed } = row
  if (key === 'energyUnitsMilli' && energy !== null && !inSteps(energy.slabs, milli)) return false
  return fixed === null || steppedKey(fixed) !== key || inSteps(fixed.bands, milli)
}

function inSteps(steps: readonly Step[], milli: number): boolean {
  return steps.some(({ from, to }) => {
    const low = Number(toScaled(from, 3))
    return (milli > low || (milli === 0 && low === 0)) && (to === null || milli <= Number(toScaled(to, 3)))
  })
}
