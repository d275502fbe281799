import { isHeldFigure } from '../../releases/engine/language/holds.ts'
import { inputsBehind, namesOfCase, namesOfCharge } from '../../releases/record/names.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { type Draft, dayOf, draftText } from './calculation/draft.ts'
import {
  engineOutcome,
  gateOfPlan,
  type Outcome,
  outcomeText,
  sameOutcome,
  type Tested,
} from './calculation/outcome.ts'
import { type Found, failing } from './gate.ts'
import { HELD_FAULTS, heldCalculations } from './held/held-calculations.ts'
import { taintUnusable } from './held/taint.ts'
import { type Domain, domainsOf } from './requests/domains.ts'
import { type Fit, fitsOf } from './requests/fitting.ts'
import { probed, variantsOf, variedDraft } from './requests/probes.ts'

const remedy = (component: string): string => `remove ${component} from blocked_components, or the rule from the answer`

function fppasThough(component: string, { rules }: ReleaseRecord): Found<F>[] {
  return rules.fppas_periods
    .filter(({ status }) => status === 'approved_exact_month')
    .map(({ period_id, status }) => {
      const expected = `no approved period while ${component} is blocked for FPPAS: ${remedy(component)}`
      return failing(`rules/fppas_periods/${period_id}`, 'blocked_fppas', expected, `status ${status}`)
    })
}

/** A blocked duty next to a served one is for supply billed in the other unit, if there is such supply. */
function dutyThough(component: string, { rules: { duty }, rows }: ReleaseRecord): Found<F>[] {
  if (duty === null || isHeldFigure(duty.figure)) return []
  const charges = rows.flatMap((row) => row.charges)
  if (charges.some((charge) => charge.component === 'energy' && charge.unit !== duty.energy_unit)) return []
  const expected = `no duty while ${component} is blocked for it and no row is billed in another unit: ${remedy(component)}`
  return [failing('rules/duty', 'blocked_duty', expected, `${duty.figure.value} ${duty.figure.unit} on every row`)]
}

/** Rules that provide a part of an answer that the same release lists as blocked. No rule provides ancillary charges. */
function servedThoughBlocked(record: ReleaseRecord): Found<F>[] {
  return record.blocked_components.flatMap(({ component, stands_for: part }) => {
    if (part === 'fppas') return fppasThough(component, record)
    return part === 'electricity_duty' ? dutyThough(component, record) : []
  })
}

const FAULTS = [
  ...HELD_FAULTS,
  'blocked_fppas',
  'blocked_duty',
  'not_compiled',
  'interference',
  'unselected_amount',
  'unselected_line',
  'unapproved_fppas',
  'month_matters',
] as const
type F = (typeof FAULTS)[number]

/** Collects findings, one for each place and expectation. */
class Report {
  readonly #findings = new Map<string, Found<F>>()
  checked = 0

  expect(holds: boolean, path: string, fault: F, expected: string, found: Outcome, draft: Draft): void {
    this.checked += 1
    const key = `${path} ${expected}`
    if (holds || this.#findings.has(key)) return
    this.#findings.set(key, failing(path, fault, expected, outcomeText(found), draftText(draft)))
  }

  get findings(): Found<F>[] {
    return [...this.#findings.values()]
  }
}

/** Changing a figure that must not be used in any amount changes nothing. */
function checkNoInterference(tested: Tested, record: ReleaseRecord, domains: readonly Domain[], report: Report): void {
  const tainted = { ...tested, release: tested.engine.compile(taintUnusable(record)) }
  for (const domain of domains) {
    for (const { fit, draft, outcome } of probed(tested, domain)) {
      const changed = engineOutcome(tainted, draft)
      if (sameOutcome(outcome, changed)) report.checked += 1
      else {
        const expected = `whatever the held or unapproved figures are, ${outcomeText(outcome)}`
        report.expect(false, `rows/${fit.row.row_id}`, 'interference', expected, changed, draft)
      }
    }
  }
}

/** Ids of lines, other than base charges, that a draft may have because their inputs are given. */
function selectedIds({ record, compiled, category }: Domain, { row }: Fit, draft: Draft): ReadonlySet<string> {
  const isGiven = (names: readonly string[]): boolean =>
    inputsBehind(record, names, 'instead').every((name) => {
      // An input given in place of a quantity replaces the inputs of that quantity.
      const isInstead = record.quantities.some(({ instead }) => instead === name)
      return draft[name] !== undefined || isInstead
    })
  const adjustments = record.rules.adjustments.filter(
    (each) =>
      each.applies_to.includes(category.subcategory_code) &&
      compiled.adjustments.some(({ id }) => id === each.adjustment_id) &&
      each.cases.some((one) => one.effect !== 'none' && isGiven(namesOfCase(each, one))),
  )
  const charges = row.charges.filter((charge) => charge.side === 'base' || isGiven(namesOfCharge(record, charge)))
  return new Set([...adjustments.map(({ adjustment_id: id }) => id), ...charges.map(({ charge_id: id }) => id)])
}

/** Unrequested parts are absent: no adjustment, no charge beside, no subsidy, no FPPAS, no final payable. */
function checkUnselected(tested: Tested, domain: Domain, report: Report): void {
  for (const fit of fitsOf(domain).fits) {
    const { row, draft } = fit
    const outcome = engineOutcome(tested, draft)
    if (!outcome.ok) continue
    const selected = selectedIds(domain, fit, draft)
    const { subsidyPaise, fppasPaise, finalPayablePaise, lines, beside } = outcome
    const isBilled = draft['billing_days'] !== undefined
    const unasked = [
      ...(isBilled ? [] : [subsidyPaise, finalPayablePaise]),
      ...(monthOf(domain, draft) === null ? [fppasPaise] : []),
    ]
    const path = `rows/${row.row_id}`
    const isNothing = unasked.every((paise) => paise === null)
    report.expect(isNothing, path, 'unselected_amount', 'nothing that the request does not select', outcome, draft)
    // If rows of categories overlap, another row may apply; gate 18 reports that.
    const isOwn = outcome.rowId === row.row_id
    const areSelected = [...lines, ...beside].every(({ id }) => !isOwn || selected.has(id))
    report.expect(
      areSelected,
      path,
      'unselected_line',
      'no adjustment line or charge beside unless selected',
      outcome,
      draft,
    )
  }
}

/** The month whose FPPAS a draft requests; null: none. */
function monthOf({ compiled }: Domain, draft: Draft): string | null {
  if (compiled.fppasByDate) return dayOf(draft)?.slice(0, 7) ?? null
  const month = draft['billing_month']
  return typeof month === 'string' && draft['billing_days'] !== undefined ? month : null
}

/** An FPPAS period that is not approved for its exact month is in no final payable and changes none. */
function checkPeriods(tested: Tested, domain: Domain, report: Report): void {
  const approved = new Set(
    domain.record.rules.fppas_periods.flatMap((each) =>
      each.status === 'approved_exact_month' ? [each.recovery_month] : [],
    ),
  )
  for (const fit of fitsOf(domain).fits) {
    for (const variant of variantsOf(domain, fit)) {
      const draft = variedDraft(domain, fit, variant)
      const month = monthOf(domain, draft)
      if (month === null || approved.has(month)) continue
      const outcome = engineOutcome(tested, draft)
      const path = `rules/fppas_periods (recovered in ${month})`
      report.expect(!outcome.ok || outcome.fppasPaise === null, path, 'unapproved_fppas', 'no FPPAS', outcome, draft)
      const { billing_month: _month, ...without } = draft
      if (draft['billing_month'] === undefined) continue
      const plain = outcomeText(engineOutcome(tested, without))
      report.expect(
        outcomeText(outcome) === plain,
        path,
        'month_matters',
        `as without a month: ${plain}`,
        outcome,
        draft,
      )
    }
  }
}

/**
 * Gate 26: no blocked or held component, held quantity, specimen below the floor, unapproved FPPAS or unselected part
 * is included in any amount, base or beside; no rule provides a part that is listed as blocked; a hold on any component
 * causes a refusal, no line beside, or null if the release lists it (docs/design/release.md#gates, docs/design/engine.md#holds).
 */
export const closedBlockedAbsent = gateOfPlan(
  'closed.blocked_absent',
  FAULTS,
  (tested, { record }) => {
    const report = new Report()
    const domains = domainsOf(record)
    checkNoInterference(tested, record, domains, report)
    for (const domain of domains) {
      checkUnselected(tested, domain, report)
      checkPeriods(tested, domain, report)
    }
    for (const { path, fault, expected, holds, outcome, draft } of heldCalculations(tested.engine, domains)) {
      report.expect(holds, path, fault, expected, outcome, draft)
    }
    const checked = report.checked + record.blocked_components.length
    return { checked, findings: [...servedThoughBlocked(record), ...report.findings] }
  },
  { heavy: true },
)
