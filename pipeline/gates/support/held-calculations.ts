import { isHeldFigure } from '../../../releases/engine/language/holds.ts'
import type { Hold } from '../../../releases/engine/compile/plan.ts'
import type { Inputs } from '../../../releases/engine/types.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { componentsOf } from './components.ts'
import { type Domain, domainsOf } from './domains.ts'
import { fitsOf } from './fitting.ts'
import { type Engine, engineOutcome, type Outcome } from './outcome.ts'
import { optionInputs } from './probes.ts'

/** A calculation with something held, and whether it came out as it must. */
export type HeldCalculation = {
  readonly path: string
  readonly expected: string
  readonly holds: boolean
  readonly outcome: Outcome
  readonly inputs: Inputs
}

type Component = ReturnType<typeof componentsOf>[number]
const REFUSED = 'refused RATE_NOT_VERIFIED'
const isRefused = (outcome: Outcome): boolean => !outcome.ok && outcome.code === 'RATE_NOT_VERIFIED'

/** Calculations of every row with each component held by the release or put on hold, and with each rule put on hold. */
export function* heldCalculations(engine: Engine, record: ReleaseRecord): Generator<HeldCalculation> {
  for (const domain of domainsOf(record)) {
    // A category compiles alone: what other categories say is no part of its answers.
    const alone = { ...record, categories: [domain.category], rows: [...domain.rows] }
    for (const { row, inputs } of fitsOf(domain).fits) {
      for (const component of componentsOf(row)) yield* componentHeld(engine, alone, row, component, inputs)
      yield* specimenBelowFloor(engine, alone, row, inputs)
    }
    yield* rulesHeld(engine, alone, domain)
  }
}

function figuresOf({ energy, wheeling, fixed }: Row, component: Component): Figure[] {
  if (component === 'wheeling') return wheeling === null ? [] : [wheeling.figure]
  const steps = component === 'energy' ? energy?.slabs : fixed?.bands
  return steps?.map(({ figure }) => figure) ?? []
}

function* componentHeld(engine: Engine, record: ReleaseRecord, row: Row, component: Component, inputs: Inputs) {
  const path = `rows/${row.row_id}/${component}`
  const isListed = record.component_holds.some((hold) => hold.path === path)
  const heldByRelease = isListed || figuresOf(row, component).some(isHeldFigure)
  const holdLists: Hold[][] = heldByRelease
    ? [[], [{ component: path, reason: 'gate' }]]
    : [[{ component: path, reason: 'gate' }]]
  for (const holds of holdLists) {
    const outcome = engineOutcome(engine, engine.compile(record, holds), inputs)
    // Another component of the row may be held and refuse the bill first; null is for a bill that is given.
    const isAbsent = outcome.ok ? isListed && isNull(outcome, component) : isRefused(outcome)
    const expected = isListed ? `${component} and base null, or ${REFUSED}` : REFUSED
    yield { path, expected: `held: ${expected}`, holds: isAbsent, outcome, inputs }
  }
}

function isNull(outcome: Extract<Outcome, { ok: true }>, component: Component): boolean {
  const { energyChargePaise: energy, wheelingChargePaise: wheeling, fixedChargePaise: fixed, lines } = outcome
  const hasLine = lines.some((line) => line.component === component)
  return { energy, wheeling, fixed }[component] === null && outcome.baseTariffPaise === null && !hasLine
}

function* specimenBelowFloor(engine: Engine, record: ReleaseRecord, row: Row, inputs: Inputs) {
  const listed = record.component_holds.map((hold) => hold.path)
  const served = componentsOf(row).filter((component) => !listed.includes(`rows/${row.row_id}/${component}`))
  if (!served.some((component) => figuresOf(row, component).some(({ grade }) => grade === 'specimen'))) return
  const outcome = engineOutcome(engine, engine.compile(record), inputs, 'derived')
  const holds = !outcome.ok && outcome.code === 'EVIDENCE_BELOW_FLOOR'
  yield { path: `rows/${row.row_id}`, expected: 'floor derived: refused EVIDENCE_BELOW_FLOOR', holds, outcome, inputs }
}

/** Holds on the rules that the category's requests select. A held option refuses; a held scheme or period adds nothing. */
function* rulesHeld(engine: Engine, record: ReleaseRecord, domain: Domain): Generator<HeldCalculation> {
  const { adjustments, fppas_periods: periods } = record.rules
  const code = domain.category.subcategory_code
  const planHolding = (component: string) => engine.compile(record, [{ component, reason: 'gate' }])
  const open = engine.compile(record)
  for (const { inputs: fit } of fitsOf(domain).fits) {
    if (!engineOutcome(engine, open, fit).ok) continue
    for (const { adjustment_id: id, selector, applies_to: codes, options } of adjustments) {
      if (!codes.includes(code)) continue
      const path = `rules/adjustments/${id}`
      for (const { when } of options.filter(({ effect }) => effect !== 'none')) {
        const inputs = { ...fit, ...optionInputs(selector, when) }
        const outcome = engineOutcome(engine, planHolding(path), inputs)
        yield { path, expected: `${when} on hold: ${REFUSED}`, holds: isRefused(outcome), outcome, inputs }
      }
    }
    if (!domain.subsidised) continue
    for (const billingDays of domain.days) {
      const inputs = { ...fit, billingDays }
      const outcome = engineOutcome(engine, planHolding('rules/subsidy'), inputs)
      const isNothing = outcome.ok && outcome.subsidyPaise === null && outcome.finalPayablePaise === null
      yield { path: 'rules/subsidy', expected: 'on hold: no subsidy, no payable', holds: isNothing, outcome, inputs }
      for (const { period_id: id, recovery_month: billingMonth } of periods) {
        const path = `rules/fppas_periods/${id}`
        const asked = { ...inputs, billingMonth }
        const held = engineOutcome(engine, planHolding(path), asked)
        yield {
          path,
          expected: 'on hold: no FPPAS',
          holds: held.ok && held.fppasPaise === null,
          outcome: held,
          inputs: asked,
        }
      }
    }
  }
}
