import type { AnswerPlan } from '../../../releases/engine/answer/answer-plan.ts'
import { chargeHolds } from '../../../releases/engine/charges/row.ts'
import { isHeldFigure } from '../../../releases/engine/language/holds.ts'
import type { Charge } from '../../../releases/record/charge.ts'
import { withLenders } from '../../../releases/record/charge-rates.ts'
import { figuresOfCharge } from '../../../releases/record/figures.ts'
import { holdConcerns } from '../../../releases/record/holds.ts'
import { namesOfCharge, quantitiesBehind } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import type { Draft } from '../calculation/draft.ts'
import { type Engine, engineOutcome, type Outcome } from '../calculation/outcome.ts'
import type { Domain } from '../requests/domains.ts'
import { type Fit, fitsOf, inputsOf } from '../requests/fitting.ts'
import { agreeing } from '../requests/months.ts'
import { variantsOf, variedDraft } from '../requests/probes.ts'

/** Possible faults. */
export const HELD_FAULTS = [
  'held_beside',
  'held_charge',
  'held_quantity',
  'below_floor',
  'held_adjustment',
  'held_fppas',
  'held_scheme',
  'held_period',
] as const

/** A calculation with something held, and whether it gave the required result. */
export type HeldCalculation = {
  readonly path: string
  readonly fault: (typeof HELD_FAULTS)[number]
  readonly expected: string
  readonly holds: boolean
  readonly outcome: Outcome
  readonly draft: Draft
}

type Bill = Extract<Outcome, { ok: true }>

const REFUSED = 'refused RATE_NOT_VERIFIED'
const isRefused = (outcome: Outcome): boolean => !outcome.ok && outcome.code === 'RATE_NOT_VERIFIED'

/** A category compiled separately, with one hold at a time: other categories do not affect its answers. */
class Alone {
  readonly domain: Domain
  readonly record: ReleaseRecord
  readonly #engine: Engine
  readonly #held = new Map<string, AnswerPlan>()

  constructor(engine: Engine, domain: Domain) {
    this.#engine = engine
    this.domain = domain
    const { record, category, plan } = domain
    // Optional inputs are declared by all categories together.
    const request = { ...record.request, optional: [...record.request.optional, ...plan.takes] }
    const rows = withLenders(domain.rows, record)
    const has = (id: string): boolean => rows.some(({ charges }) => charges.some(({ charge_id }) => charge_id === id))
    // A rule may be for several categories, each with other charges.
    const proration = record.rules.proration?.map((rule) => ({ ...rule, monthly: rule.monthly.filter(has) }))
    const rules = proration === undefined ? record.rules : { ...record.rules, proration }
    this.record = { ...record, request, rules, categories: [category], rows }
  }

  /** The outcome with a path on hold; null: without holds. */
  ask(draft: Draft, hold: string | null, floor: 'specimen' | 'derived' = 'specimen'): Outcome {
    const key = hold ?? ''
    const release =
      this.#held.get(key) ??
      this.#engine.compile(this.record, hold === null ? [] : [{ component: hold, reason: 'gate' }])
    this.#held.set(key, release)
    return engineOutcome({ engine: this.#engine, release }, draft, floor)
  }
}

/** Calculations of every row: with each part held by the release or put on hold, and with each rule put on hold. */
export function* heldCalculations(engine: Engine, domains: readonly Domain[]): Generator<HeldCalculation> {
  for (const domain of domains) {
    const alone = new Alone(engine, domain)
    for (const fit of fitsOf(domain).fits) {
      const drafts = variantsOf(domain, fit).map((variant) => variedDraft(domain, fit, variant))
      for (const charge of fit.row.charges) yield* chargeHeld(alone, fit, charge, drafts)
      yield* quantitiesHeld(alone, fit, drafts)
      yield* specimenBelowFloor(alone, fit)
      yield* adjustmentsHeld(alone, drafts)
      if (domain.subsidised) yield* schemeHeld(alone, fit)
    }
  }
}

/** The first draft to which the row and a charge apply, or null. */
function draftWith({ domain }: Alone, { compiled }: Fit, chargeId: string, drafts: readonly Draft[]): Draft | null {
  const charge = [...compiled.base, ...compiled.beside].find(({ id }) => id === chargeId)
  if (charge === undefined) return null
  const found = drafts.find((draft) => {
    const inputs = inputsOf(domain, draft)
    const taken = domain.compiled.rows.find((row) => row.conditions.every((test) => test.holds(inputs)))
    const isGiven = charge.reads.every(({ name, unless }) =>
      [name, ...unless].some((each) => draft[each] !== undefined),
    )
    return taken === compiled && isGiven && chargeHolds(charge, inputs)
  })
  return found ?? null
}

function isListed({ component_holds: listed }: ReleaseRecord, path: string): boolean {
  return listed.some((hold) => holdConcerns(hold.path, path))
}

function* chargeHeld(alone: Alone, fit: Fit, charge: Charge, drafts: readonly Draft[]): Generator<HeldCalculation> {
  const { record } = alone
  const path = `rows/${fit.row.row_id}/${charge.charge_id}`
  const draft = draftWith(alone, fit, charge.charge_id, drafts)
  if (draft === null) return
  const own = figuresOfCharge(fit.row.row_id, charge)
  const heldByRelease = isListed(record, path) || own.some(({ figure }) => isHeldFigure(figure))
  for (const hold of heldByRelease ? [null, path] : [path]) {
    const outcome = alone.ask(draft, hold)
    if (charge.side === 'beside') {
      yield besideHeld(path, charge.charge_id, outcome, draft)
      continue
    }
    // Another charge of the row may be held and refuse the bill first; null if the bill is calculated.
    const isAbsent = outcome.ok ? isListed(record, path) && isNull(outcome, charge) : isRefused(outcome)
    const expected = isListed(record, path) ? `${charge.charge_id} and base null, or ${REFUSED}` : REFUSED
    yield { path, fault: 'held_charge', expected: `held: ${expected}`, holds: isAbsent, outcome, draft }
  }
}

/** A bill without a line beside of a held charge or adjustment. */
function besideHeld(path: string, lineId: string, outcome: Outcome, draft: Draft): HeldCalculation {
  const holds = outcome.ok ? !outcome.beside.some(({ id }) => id === lineId) : isRefused(outcome)
  return { path, fault: 'held_beside', expected: 'held: no line beside', holds, outcome, draft }
}

function isNull(outcome: Bill, { charge_id, component, minimum_of }: Charge): boolean {
  const amounts = {
    energy: outcome.energyChargePaise,
    wheeling: outcome.wheelingChargePaise,
    fixed: outcome.fixedChargePaise,
    other: outcome.otherChargesPaise,
    minimum: outcome.minimumPaise,
  }
  const hasLine = outcome.lines.some((line) => line.id === charge_id)
  return amounts[minimum_of === null ? component : 'minimum'] === null && outcome.baseTariffPaise === null && !hasLine
}

/** Every quantity behind a base charge of the row is put on hold: the charge is then held too. */
function* quantitiesHeld(alone: Alone, fit: Fit, drafts: readonly Draft[]): Generator<HeldCalculation> {
  const { record } = alone
  for (const charge of fit.row.charges) {
    if (charge.side !== 'base' || isListed(record, `rows/${fit.row.row_id}/${charge.charge_id}`)) continue
    const quantities = quantitiesBehind(record, namesOfCharge(record, charge))
    const draft = quantities.length === 0 ? null : draftWith(alone, fit, charge.charge_id, drafts)
    if (draft === null) continue
    for (const { quantity_id: id } of quantities) yield onHold(alone, 'held_quantity', `quantities/${id}`, draft)
  }
}

/** A bill that must be refused while a path is on hold. */
function onHold(alone: Alone, fault: HeldCalculation['fault'], path: string, draft: Draft): HeldCalculation {
  const outcome = alone.ask(draft, path)
  return { path, fault, expected: `on hold: ${REFUSED}`, holds: isRefused(outcome), outcome, draft }
}

function* specimenBelowFloor(alone: Alone, { row, draft }: Fit): Generator<HeldCalculation> {
  if (!servedFigures(alone.record, row).some(({ figure }) => figure.grade === 'specimen')) return
  const outcome = alone.ask(draft, null, 'derived')
  const holds = !outcome.ok && outcome.code === 'EVIDENCE_BELOW_FLOOR'
  const expected = 'floor derived: refused EVIDENCE_BELOW_FLOOR'
  yield { path: `rows/${row.row_id}`, fault: 'below_floor', expected, holds, outcome, draft }
}

function servedFigures(record: ReleaseRecord, { row_id, charges }: Row): ReturnType<typeof figuresOfCharge> {
  return charges
    .filter(({ charge_id }) => !isListed(record, `rows/${row_id}/${charge_id}`))
    .flatMap((charge) => figuresOfCharge(row_id, charge))
}

/** Every adjustment that changes one of the bills is put on hold: the bill is refused, or has no line of one beside. */
function* adjustmentsHeld(alone: Alone, drafts: readonly Draft[]): Generator<HeldCalculation> {
  const { adjustments } = alone.record.rules
  for (const draft of drafts) {
    const open = alone.ask(draft, null)
    const lines = open.ok ? [...open.lines, ...open.beside] : []
    for (const { adjustment_id: id, side } of adjustments) {
      if (!lines.some((line) => line.id === id)) continue
      const path = `rules/adjustments/${id}`
      if (side === 'base') yield onHold(alone, 'held_adjustment', path, draft)
      else yield besideHeld(path, id, alone.ask(draft, path), draft)
    }
    if (!open.ok || open.fppasPaise === null) continue
    const path = 'rules/fppas_periods'
    const outcome = alone.ask(draft, path)
    const holds = outcome.ok && outcome.fppasPaise === null
    yield { path, fault: 'held_fppas', expected: 'all on hold: no FPPAS', holds, outcome, draft }
  }
}

/** A held scheme or period adds nothing. */
function* schemeHeld(alone: Alone, { draft: fit }: Fit): Generator<HeldCalculation> {
  if (!alone.ask(fit, null).ok) return
  for (const billing_days of alone.domain.billingDays) {
    const draft = { ...fit, billing_days }
    const outcome = alone.ask(draft, 'rules/subsidy')
    const isNothing = outcome.ok && outcome.subsidyPaise === null && outcome.finalPayablePaise === null
    const expected = 'on hold: no subsidy, no payable'
    yield { path: 'rules/subsidy', fault: 'held_scheme', expected, holds: isNothing, outcome, draft }
    for (const { period_id: id, recovery_month: billing_month } of alone.record.rules.fppas_periods) {
      const path = `rules/fppas_periods/${id}`
      const asked = agreeing(alone.domain, { ...draft, billing_month })
      const held = alone.ask(asked, path)
      const isAbsent = held.ok && held.fppasPaise === null
      const period = { path, fault: 'held_period', expected: 'on hold: no FPPAS' } as const
      yield { ...period, holds: isAbsent, outcome: held, draft: asked }
    }
  }
}
