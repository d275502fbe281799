import { compileCondition, type Test } from '../../releases/engine/language/condition.ts'
import type { Adjustment, Value } from '../../releases/record/adjustment.ts'
import { areAskedAlike, type Category, isOfCategory } from '../../releases/record/category.ts'
import type { Charge, Step } from '../../releases/record/charge.ts'
import { ratesOf } from '../../releases/record/charge-rates.ts'
import { isDecimal, toScaled } from '../../releases/record/decimal.ts'
import type { Condition } from '../../releases/record/expression.ts'
import { valuePath } from '../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import type { Row } from '../../releases/record/row.ts'
import { milliText, type Range, rangeOf } from './conditions/range.ts'
import { Sampler, sampleHolds, sampleText } from './conditions/samples.ts'
import { type Failing, type Found, failing, gate } from './gate.ts'
import { categoryPath } from './record/groups.ts'

/** How the energy of a row is charged; empty if it has no energy charge. */
const methodsOf = ({ charges }: Row): string[] =>
  charges.flatMap(({ component, method }) => (component === 'energy' ? [method] : []))

const isOneOf = ({ slab_type: said }: Row | Category, methods: readonly string[]): boolean =>
  methods.length === 0 || methods.includes(said)

/**
 * `slab_type` tells readers how energy is charged: for a row the method of its energy charge, for a category that of
 * one of its rows.
 */
function slabTypeFaults(record: ReleaseRecord): Found<F>[] {
  const { rows, categories } = record
  const fault = (path: string, name: F, methods: readonly string[], part: Row | Category): Found<F> => {
    const expected = `slab_type ${[...new Set(methods)].join(' or ')}, as energy is charged`
    return failing(path, name, expected, `slab_type ${part.slab_type}`)
  }
  return [
    ...rows
      .filter((row) => !isOneOf(row, methodsOf(row)))
      .map((row) => fault(`rows/${row.row_id}`, 'slab_type_of_row', methodsOf(row), row)),
    ...categories.flatMap((category) => {
      const methods = rows.filter((row) => isOfCategory(row, category)).flatMap(methodsOf)
      return isOneOf(category, methods)
        ? []
        : [fault(categoryPath(category), 'slab_type_of_category', methods, category)]
    }),
  ]
}

const FAULTS = [
  'no_steps',
  'flat_in_steps',
  'not_from_the_start',
  'not_to_the_end',
  'ends_at_a_name',
  'not_joined',
  'gap',
  'overlap',
  'too_fine',
  'empty_step',
  'whole_without_steps_by',
  'telescopic_without_per',
  'divides_another',
  'priced_twice',
  'slab_type_of_row',
  'slab_type_of_category',
] as const
type F = (typeof FAULTS)[number]

/**
 * Steps, the range they must cover, and whether they may start where the range does instead of at 0. `range` null: they
 * need not cover anything, such as a surcharge on some power factors.
 */
type Ladder = {
  readonly path: string
  readonly steps: readonly Step[]
  readonly range: Range | null
  /** Highest value that the category accepts; its steps may end there too. */
  readonly most: bigint | null
  readonly mayBeginLater: boolean
  readonly isFlat: boolean
}

const isName = (edge: string | null): boolean => edge !== null && !isDecimal(edge)
/** Edges that are names depend on the request, so only the names can be compared. */
const isNamed = ({ steps }: Ladder): boolean => steps.some(({ from, to }) => isName(from) || isName(to))

const stepText = ({ from, to }: Step): string => `${from} to ${to ?? 'open'}`

function faultOfStart(first: Step, ladder: Ladder): Failing<F> | null {
  const { range, mayBeginLater } = ladder
  const from = toScaled(first.from, 3)
  if (isNamed(ladder))
    return from === 0n ? null : ['not_from_the_start', 'the first step from 0', `it starts at ${first.from}`]
  if (range === null || from === 0n || (mayBeginLater && from !== null && from === range.above)) return null
  const later = mayBeginLater && range.above !== null ? ` or ${milliText(range.above)}` : ''
  return ['not_from_the_start', `the first step from 0${later}`, `it starts at ${first.from}`]
}

function faultOfEnd(last: Step, ladder: Ladder): Failing<F> | null {
  if (last.to === null) return null
  if (isNamed(ladder))
    return ['ends_at_a_name', 'the last step open, because edges have names', `it ends at ${last.to}`]
  if (ladder.range === null) return null
  const { upTo } = ladder.range
  const to = toScaled(last.to, 3)
  if (to !== null && (to === upTo || to === ladder.most)) return null
  const expected =
    upTo === null ? 'the last step open, because the row has no upper bound' : `the last step up to ${milliText(upTo)}`
  return ['not_to_the_end', expected, `it ends at ${last.to}`]
}

/** Faults of one step, and of its connection to the one before. */
function faultsOfStep(step: Step, before: Step | undefined): Failing<F>[] {
  const [from, to] = [toScaled(step.from, 3), step.to === null ? null : toScaled(step.to, 3)]
  if (isName(step.from) || isName(before?.to ?? null)) {
    if (before === undefined || before.to === step.from) return []
    return [
      ['not_joined', `a step from ${before.to ?? 'nothing: the one before is open'}`, `it starts at ${step.from}`],
    ]
  }
  if (from === null || (step.to !== null && to === null && !isName(step.to))) {
    return [['too_fine', 'bounds with at most three decimals', stepText(step)]]
  }
  const faults: Failing<F>[] = []
  if (from < 0n || (to !== null && to <= from))
    faults.push(['empty_step', 'a step that ends after it begins', stepText(step)])
  if (before === undefined) return faults
  const end = before.to === null ? null : toScaled(before.to, 3)
  if (end === from) return faults
  const kind = end === null || end > from ? 'overlap' : 'gap'
  return [
    ...faults,
    [kind, `a step from ${before.to ?? 'nothing: the one before is open'}`, `${kind}: it starts at ${step.from}`],
  ]
}

function checkLadder(ladder: Ladder): Found<F>[] {
  const { path, steps, isFlat } = ladder
  const [first, last] = [steps[0], steps.at(-1)]
  if (first === undefined || last === undefined) return [failing(path, 'no_steps', 'at least one step', 'none')]
  if (isFlat && steps.length > 1)
    return [
      failing(
        `${path}/1`,
        'flat_in_steps',
        'one step, because its method is flat (or blank): telescopic or whole has several',
        `${steps.length}`,
      ),
    ]
  const at = (index: number, faults: readonly (Failing<F> | null)[]): Found<F>[] =>
    faults.flatMap((fault) => (fault === null ? [] : [failing(`${path}/${index}`, ...fault)]))
  return [
    ...at(0, [faultOfStart(first, ladder)]),
    ...steps.flatMap((step, index) => at(index, faultsOfStep(step, steps[index - 1]))),
    ...at(steps.length - 1, [faultOfEnd(last, ladder)]),
  ]
}

/** The steps of a charge, possibly another charge's; they cover the range of its row and its own conditions. */
function ladderOf(record: ReleaseRecord, row: Row, charge: Charge): Ladder {
  const { charge_id, method, per, steps_by, when } = charge
  const [by, own] = [steps_by ?? per, [...row.conditions, ...when]]
  const category = record.categories.find((each) => areAskedAlike(each, row))
  return {
    path: `rows/${row.row_id}/${charge_id}`,
    steps: ratesOf(record, charge).steps,
    range: rangeOf(record, by, own),
    most: rangeOf(record, by, [...(category?.bounds ?? []), ...own]).upTo,
    mayBeginLater: method === 'whole',
    isFlat: method === 'flat',
  }
}

function laddersOfAdjustment({ adjustment_id, cases, cap, floor }: Adjustment): Ladder[] {
  const path = `rules/adjustments/${adjustment_id}`
  const ladders = (at: string, values: readonly Value[]): Ladder[] =>
    values.map(({ steps, method }, index) => ({
      path: valuePath(at, values.length, index, 1, 0),
      steps,
      range: method === 'flat' ? { above: null, upTo: null } : null,
      most: null,
      mayBeginLater: true,
      isFlat: method === 'flat',
    }))
  return [
    ...cases.flatMap(({ case_id, values }) => ladders(`${path}/${case_id}`, values)),
    ...ladders(`${path}/cap`, cap === null ? [] : [cap]),
    ...ladders(`${path}/floor`, floor === null ? [] : [floor]),
  ]
}

/**
 * Steps need the quantity that selects them; a telescopic charge divides the quantity it multiplies, which a connection
 * does not have.
 */
function checkStepsBy({ row_id, charges }: Row): Found<F>[] {
  return charges.flatMap(({ charge_id, method, per, steps_by }): Found<F>[] => {
    const path = `rows/${row_id}/${charge_id}/0`
    if (method === 'flat' || (method === 'whole' && (steps_by ?? per) !== null)) return []
    if (method === 'whole')
      return [failing(path, 'whole_without_steps_by', 'steps_by: what chooses the step', 'whole without steps_by')]
    if (per === null)
      return [failing(path, 'telescopic_without_per', 'per: what its steps divide', 'telescopic without per')]
    if (steps_by === null || steps_by === per) return []
    return [failing(path, 'divides_another', 'telescopic steps that divide `per` itself', `steps_by ${steps_by}`)]
  })
}

/** Two charges that would price the same quantity twice, unless one declares the other in together_with. */
function isSameTwice(a: Charge, b: Charge): boolean {
  if (a.side !== b.side || a.component !== b.component || a.per !== b.per) return false
  return JSON.stringify(a.minimum_of) === JSON.stringify(b.minimum_of) && !isTogether(a, b)
}

const isTogether = (a: Charge, b: Charge): boolean =>
  a.together_with.includes(b.charge_id) || b.together_with.includes(a.charge_id)

function areApart(a: Charge, b: Charge): boolean {
  const endsBefore = (x: Charge, y: Charge): boolean =>
    x.effective_to !== null && y.effective_from !== null && x.effective_to < y.effective_from
  return endsBefore(a, b) || endsBefore(b, a)
}

function doubled(record: ReleaseRecord, sampler: Sampler, row: Row): Found<F>[] {
  return row.charges.flatMap((charge, index) =>
    row.charges.slice(0, index).flatMap((earlier) => {
      if (!isSameTwice(earlier, charge) || areApart(earlier, charge)) return []
      const conditions = [...row.conditions, ...earlier.when, ...charge.when]
      const path = `rows/${row.row_id}/${charge.charge_id}`
      const tests = soundTests(sampler, conditions, path)
      // A condition that cannot be judged is gate 18's finding.
      const shared =
        tests === null ? undefined : sampler.samples({ conditions }).find((each) => sampleHolds(tests, each))
      if (shared === undefined) return []
      const expected = 'one charge of a component on one quantity, or together_with'
      const found = `${earlier.charge_id} and ${charge.charge_id} both apply to ${sampleText(record, shared)}`
      return [failing(path, 'priced_twice', expected, found)]
    }),
  )
}

function soundTests(sampler: Sampler, conditions: readonly Condition[], path: string): Test[] | null {
  try {
    return conditions.map((condition) => compileCondition(condition, sampler.quantities, path))
  } catch {
    return null
  }
}

/**
 * Gate 15: telescopic steps run from 0 to the end of the row's declared range and whole ones cover it, without gap or
 * overlap; the first includes 0. An open last step covers any range (docs/design/engine.md#numbers). Steps with named
 * edges run from 0, each from the name at which the previous one ends. No two charges of one component price one
 * quantity in one request, unless one declares it. The slab type of a row or category is how its energy is charged.
 */
export const structureSlabsContiguous = gate('structure.slabs_contiguous', FAULTS, ({ record }) => {
  const { rows, rules } = record
  const sampler = new Sampler(record)
  const ladders = [
    ...rows.flatMap((row) => row.charges.map((charge) => ladderOf(record, row, charge))),
    ...rules.adjustments.flatMap(laddersOfAdjustment),
  ]
  const findings = [
    ...rows.flatMap((row) => checkStepsBy(row)),
    ...ladders.flatMap((ladder) => checkLadder(ladder)),
    ...rows.flatMap((row) => doubled(record, sampler, row)),
    ...slabTypeFaults(record),
  ]
  return { checked: ladders.length, findings }
})
