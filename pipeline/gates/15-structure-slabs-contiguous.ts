import { toScaled } from '../../releases/record/decimal.ts'
import type { FixedCharge, Row, Step } from '../../releases/record/row.ts'
import { type Candidate, type Finding, type Gate, verdict } from './gate.ts'
import type { Fault } from './support/fault.ts'
import { finding } from './support/finding.ts'
import { milliText, type Range, rangeOf } from './support/range.ts'

/** A charge's steps, the range they must cover, and whether they may begin where the range does instead of at 0. */
type Ladder = {
  readonly path: string
  readonly steps: readonly Step[]
  readonly range: Range
  readonly mayBeginLater: boolean
  readonly isFlat: boolean
}

const stepText = ({ from, to }: Step): string => `${from} to ${to ?? 'open'}`

function faultOfStart(first: Step, { range, mayBeginLater }: Ladder): Fault | null {
  const from = toScaled(first.from, 3)
  if (from === 0n || (mayBeginLater && from !== null && from === range.above)) return null
  const later = mayBeginLater && range.above !== null ? ` or ${milliText(range.above)}` : ''
  return [`the first step from 0${later}`, `it runs from ${first.from}`]
}

function faultOfEnd(last: Step, { range: { upTo } }: Ladder): Fault | null {
  if (last.to === null) return null
  const to = toScaled(last.to, 3)
  if (upTo !== null && to !== null && to === upTo) return null
  const expected =
    upTo === null ? 'the last step open, because the row has no upper bound' : `the last step up to ${milliText(upTo)}`
  return [expected, `it ends at ${last.to}`]
}

/** What is wrong with one step, and with how it joins the one before it. */
function faultsOfStep(step: Step, before: Step | undefined): Fault[] {
  const [from, to] = [toScaled(step.from, 3), step.to === null ? null : toScaled(step.to, 3)]
  if (from === null || (step.to !== null && to === null)) {
    return [['bounds with at most three decimals', stepText(step)]]
  }
  const faults: Fault[] = []
  if (from < 0n || (to !== null && to <= from)) faults.push(['a step that ends after it begins', stepText(step)])
  if (before === undefined) return faults
  const end = before.to === null ? null : toScaled(before.to, 3)
  if (end === from) return faults
  const kind = end === null || end > from ? 'overlap' : 'gap'
  return [
    ...faults,
    [`a step from ${before.to ?? 'nothing: the one before is open'}`, `${kind}: it runs from ${step.from}`],
  ]
}

function checkLadder(candidate: Candidate, ladder: Ladder): Finding[] {
  const { path, steps, isFlat } = ladder
  const [first, last] = [steps[0], steps.at(-1)]
  if (first === undefined || last === undefined) return [finding(candidate, path, 'at least one step', 'none')]
  if (isFlat && steps.length > 1)
    return [finding(candidate, `${path}/1`, 'one step, because it is flat', `${steps.length}`)]
  const at = (index: number, faults: readonly (Fault | null)[]): Finding[] =>
    faults.flatMap((fault) => (fault === null ? [] : [finding(candidate, `${path}/${index}`, ...fault)]))
  return [
    ...at(0, [faultOfStart(first, ladder)]),
    ...steps.flatMap((step, index) => at(index, faultsOfStep(step, steps[index - 1]))),
    ...at(steps.length - 1, [faultOfEnd(last, ladder)]),
  ]
}

/** The quantity that chooses or divides the steps of a fixed charge. */
const BASIS_FIELD = { kW: 'connected_load_kw', HP: 'connected_load_hp', kVA: 'contract_demand_kva' } as const

function fieldOf({ method, basis, band_by }: FixedCharge): (typeof BASIS_FIELD)['HP'] | FixedCharge['band_by'] {
  if (method === 'flat') return null
  if (method === 'band' || basis === 'connection') return band_by
  return BASIS_FIELD[basis]
}

function laddersOf({ row_id, energy, fixed, conditions }: Row): Ladder[] {
  const ladders: Ladder[] = []
  if (energy !== null) {
    const range = rangeOf('monthly_units', conditions)
    const isFlat = energy.method === 'flat'
    ladders.push({ path: `rows/${row_id}/energy`, steps: energy.slabs, range, mayBeginLater: false, isFlat })
  }
  if (fixed !== null) {
    const field = fieldOf(fixed)
    const range = field === null ? { above: null, upTo: null } : rangeOf(field, conditions)
    const mayBeginLater = fixed.method === 'band'
    const isFlat = fixed.method === 'flat'
    ladders.push({ path: `rows/${row_id}/fixed`, steps: fixed.bands, range, mayBeginLater, isFlat })
  }
  return ladders
}

/** A band needs the quantity that chooses it; a telescopic charge divides its own basis, which a connection has not. */
function checkBandField(candidate: Candidate, { row_id, fixed }: Row): Finding[] {
  if (fixed === null || fixed.method === 'flat' || fieldOf(fixed) !== null) return []
  return [
    finding(candidate, `rows/${row_id}/fixed/0`, 'band_by: what chooses the band', `${fixed.method} without band_by`),
  ]
}

/**
 * Gate 15: slabs run from 0 to the end of the row's declared range and bands cover it, without gap or overlap; the first
 * includes 0. An open last step covers any range (engine 4.1, "bounds are inclusive above").
 */
export const structureSlabsContiguous: Gate = {
  name: 'structure.slabs_contiguous',
  heavy: false,
  check(candidate) {
    const { rows } = candidate.record
    const ladders = rows.flatMap(laddersOf)
    const findings = [
      ...rows.flatMap((row) => checkBandField(candidate, row)),
      ...ladders.flatMap((ladder) => checkLadder(candidate, ladder)),
    ]
    return verdict('structure.slabs_contiguous', ladders.length, findings)
  },
}
