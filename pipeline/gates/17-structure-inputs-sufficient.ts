import type { CategoryPlan } from '../../releases/engine/compile/category.ts'
import type { Plan } from '../../releases/engine/compile/plan.ts'
import { inputOf, tableInput } from '../../releases/engine/input-names.ts'
import { INPUTS } from '../../releases/engine/inputs.ts'
import type { Category } from '../../releases/record/category.ts'
import { type Formula, namesOf, namesOfConditions } from '../../releases/record/expression.ts'
import { namesOfCharge, quantitiesBehind } from '../../releases/record/names.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import type { Row } from '../../releases/record/row.ts'
import { isPriced, planOf } from './calculation/compiled.ts'
import { Sampler } from './conditions/samples.ts'
import { isAt, type Said, ServedPath, saying, without } from './conditions/served-path.ts'
import { type Failing, type Found, failing, gate } from './gate.ts'
import { categoryPath, groupBy } from './record/groups.ts'
import { repeatedCategories } from './record/likeness.ts'

const FAULTS = [
  'not_required',
  'not_optional',
  'required_by_some',
  'required_unread',
  'listed_twice',
  'load_unit',
  'no_such_input',
  'unread',
  'refused',
] as const
type F = (typeof FAULTS)[number]

/** Inputs that a category reads; `energy_units` is always given and not listed. */
type Reads = {
  /** Needed of every request: read by bounds, by conditions of rows, or by every row. */
  readonly always: ReadonlySet<string>
  /** Required unless the request gives another input in its place. */
  readonly replaceable: ReadonlySet<string>
  /** Read only by some rows. */
  readonly sometimes: ReadonlySet<string>
  /** Read by rules and charges beside, or accepted in place of others: amounts are calculated without them. */
  readonly chosen: ReadonlySet<string>
}

function readsOf(category: CategoryPlan): Reads {
  const isAsked = (name: string): boolean => name !== 'energy_units'
  const perRow = category.rows.map((row) =>
    [...category.conditionReads, ...row.reads].filter(({ name }) => isAsked(name)),
  )
  const asked = perRow.map((reads) => new Set(reads.map(({ name }) => name)))
  const all = perRow.flat()
  const stated = new Set(all.flatMap(({ unless }) => unless))
  const everywhere = [...new Set(all.map(({ name }) => name))].filter((name) => asked.every((names) => names.has(name)))
  const isFree = (name: string): boolean => all.every((read) => read.name !== name || read.unless.length === 0)
  const always = new Set(everywhere.filter(isFree))
  const replaceable = new Set(everywhere.filter((name) => !isFree(name)))
  return {
    always,
    replaceable,
    sometimes: new Set(all.map(({ name }) => name).filter((name) => !everywhere.includes(name))),
    chosen: new Set(
      [...category.optional, ...stated, ...(category.subsidised ? ['billing_days'] : [])].filter(
        (name) => isAsked(name) && !everywhere.includes(name),
      ),
    ),
  }
}

/** True if a list names an input, or the object that it is a part of. */
const lists = (names: ReadonlySet<string>, name: string): boolean => names.has(name) || names.has(inputOf(name) ?? name)

/** True if a name, or a part of it, is read. */
const isIn = (reads: ReadonlySet<string>, name: string): boolean =>
  reads.has(name) || [...reads].some((read) => inputOf(read) === name)

function faultsOfRequired(
  category: Category,
  { always, replaceable, sometimes, chosen }: Reads,
  release: ReadonlySet<string>,
): Failing<F>[] {
  const required = new Set(category.required_inputs)
  const missing = [...always].filter((input) => !lists(required, input))
  const extra = [...required].filter(
    (input) => ![always, replaceable, chosen].some((reads) => isIn(reads, input)) && !release.has(input),
  )
  return [
    ...missing.map(
      (input): Failing<F> => [
        'not_required',
        `${input} in required_inputs, because every row reads it`,
        'it is missing',
      ],
    ),
    ...extra.map((input): Failing<F> => {
      const isSome = isIn(sometimes, input)
      const why = isSome ? 'only some rows or rules read it' : 'no row reads it'
      const expected = isSome ? `${input} in optional_inputs` : `no ${input} in required_inputs`
      return [isSome ? 'required_by_some' : 'required_unread', expected, `${why}, and it is required`]
    }),
  ]
}

function faultsOfOptional(category: Category, { replaceable, sometimes, chosen }: Reads): Failing<F>[] {
  const required = new Set(category.required_inputs)
  const optional = new Set(category.optional_inputs.map(({ field }) => field))
  const listed = new Set([...required, ...optional])
  const missing = [...new Set([...replaceable, ...sometimes, ...chosen])].filter((input) => !lists(listed, input))
  const twice = [...optional].filter((input) => required.has(input))
  return [
    ...missing.map(
      (input): Failing<F> => [
        'not_optional',
        `{ field: ${input}, when: … } in optional_inputs, because some rows or rules read it`,
        'it is missing',
      ],
    ),
    ...twice.map((input): Failing<F> => ['listed_twice', `${input} either required or optional`, 'it is both']),
  ]
}

/** True if a formula only copies, rounds or compares a number, so that the unit stays the same. */
function keepsUnit(formula: Formula): boolean {
  if (typeof formula === 'string' || 'value' in formula) return true
  if ('step' in formula) return keepsUnit(formula.of)
  return (formula.op === 'min' || formula.op === 'max') && formula.of.every(keepsUnit)
}

const LOAD_UNITS: ReadonlyMap<string, Category['load_unit']> = new Map([
  ['kW', 'kw'],
  ['HP', 'hp'],
])

const isLoadIn = (formula: Formula): boolean => keepsUnit(formula) && namesOf(formula).includes('connected_load')

/** Units of `connected_load` in a row, by the inputs it reads; kW and HP are never converted. */
function loadUnitsOf(record: ReleaseRecord, { conditions, charges }: Row): ReadonlySet<Category['load_unit']> {
  const behind = (names: readonly string[]) => quantitiesBehind(record, names)
  const isLoad = (name: string): boolean =>
    name === 'connected_load' || behind([name]).some(({ cases }) => cases.some(({ formula }) => isLoadIn(formula)))
  const charged = charges.filter(({ per }) => per !== null && isLoad(per)).map(({ unit }) => unit)
  const names = [...namesOfConditions(conditions), ...charges.flatMap((charge) => namesOfCharge(record, charge))]
  const quantities = behind(names)
    .filter(({ cases }) => cases.some(({ formula }) => isLoadIn(formula)))
    .map(({ unit }) => unit)
  return new Set([...charged, ...quantities].flatMap((unit) => LOAD_UNITS.get(unit) ?? []))
}

/** What a request identifies: licensee and subcategory code. Its row is chosen among all rows with both. */
const askedBy = ({ licensee_code, subcategory_code }: Category | Row): string =>
  `${licensee_code ?? '-'}/${subcategory_code}`

/** Connected load comes in the category's own unit; a row that reads another unit would misread it. */
function faultsOfLoadUnit(record: ReleaseRecord, category: Category): Failing<F>[] {
  const { load_unit } = category
  const rows = record.rows.filter((row) => askedBy(row) === askedBy(category))
  return rows.flatMap((row) =>
    [...loadUnitsOf(record, row)]
      .filter((unit) => unit !== load_unit)
      .map(
        (unit): Failing<F> => [
          'load_unit',
          `load_unit ${unit}, because ${row.row_id} reads it`,
          `load_unit ${load_unit}`,
        ],
      ),
  )
}

const UNSUPPORTED = 'UNSUPPORTED_OPERATION'

/**
 * Whether an input changes the result of some request, alone or together with another input. That the request is then
 * refused because of it is no change: it is what an input that nothing reads does.
 */
function changesSomething(
  path: ServedPath,
  plan: CategoryPlan,
  name: string,
  requests: readonly Said[],
  others: readonly string[],
): boolean {
  const variants = path.values(plan, name)
  const changes = (said: Said): boolean =>
    variants.some((value) => {
      const given = saying(said, name, value)
      return !isAt(path.outcome(given).refusedAt, name) && path.text(given) !== path.text(without(given, name))
    })
  return (
    requests.some(changes) ||
    others.some((other) =>
      path.values(plan, other).some((value) => requests.some((said) => changes(saying(said, other, value)))),
    )
  )
}

/** True if the served path always refuses an input, such as an operation that the release does not have. */
function isRefused(path: ServedPath, plan: CategoryPlan, name: string, said: Said): boolean {
  return path.values(plan, name).every((value) => {
    const given = saying(said, name, value)
    const { code, refusedAt } = path.outcome(given)
    const isUnsupported = code === UNSUPPORTED && path.outcome(without(given, name)).code !== UNSUPPORTED
    return isUnsupported || isAt(refusedAt, name)
  })
}

/**
 * Inputs that a category declares but does not read must still have an effect: on routing, an operation, a disclosure.
 * Inputs of all requests are exempt; if every row is held, nothing can have an effect.
 */
function faultsOfServed(
  path: ServedPath,
  category: Category,
  plan: CategoryPlan,
  release: ReadonlySet<string>,
): Failing<F>[] {
  const { required_inputs: required } = category
  const optional = category.optional_inputs.map(({ field }) => field)
  const requests = path.requests(plan, required)
  const isRead = (name: string): boolean => {
    if (name === 'billing_days') return plan.subsidised
    return isIn(plan.reads, name) || (name === 'billing_month' && plan.readsBillingMonth)
  }
  const judge = (name: string, list: string): Failing<F>[] => {
    const whole = inputOf(name)
    if (whole === null) return [['no_such_input', `no ${name} in ${list}`, 'no input has this name']]
    const companion = tableInput(name)?.onlyWith
    const accompanied =
      companion === undefined
        ? requests
        : requests.flatMap((said) => path.values(plan, companion).map((word) => saying(said, companion, word)))
    const given = accompanied.flatMap((said) =>
      path.values(plan, name).map((value) => path.outcome(saying(said, name, value))),
    )
    const isUnread = given.length > 0 && given.every(({ refusedAt }) => isAt(refusedAt, name))
    if (isUnread && !isRead(name)) return [['unread', `no ${name} in ${list}`, 'nothing reads it']]
    if (
      list === 'required_inputs' &&
      requests.length > 0 &&
      requests.every((said) => isRefused(path, plan, name, said))
    ) {
      return [['refused', `no ${name} in ${list}`, 'the served path refuses it']]
    }
    const isExempt = INPUTS[whole].scope === 'common' || release.has(name) || !plan.rows.some(isPriced)
    if (isExempt || isRead(name)) return []
    const others = optional.filter((other) => other !== name)
    return changesSomething(path, plan, name, accompanied, others)
      ? []
      : [['unread', `no ${name} in ${list}`, 'nothing reads it']]
  }
  return [
    ...required.flatMap((name) => judge(name, 'required_inputs')),
    ...optional.flatMap((name) => judge(name, 'optional_inputs')),
  ]
}

/** Required inputs of every request, in any category: those of the release, and the licensee. */
function askedOfAll({ request, categories }: ReleaseRecord): ReadonlySet<string> {
  const isByLicensee = categories.some(({ licensee_code }) => licensee_code !== null)
  return new Set([...request.required, ...(isByLicensee ? ['licensee_code'] : [])])
}

function checkCategory(record: ReleaseRecord, plan: Plan, path: ServedPath, category: Category): Found<F>[] {
  const own = plan.categories[record.categories.indexOf(category)]
  if (own === undefined) return []
  const release = askedOfAll(record)
  const reads = readsOf(own)
  const faults = [
    ...faultsOfRequired(category, reads, release),
    ...faultsOfOptional(category, reads),
    ...faultsOfLoadUnit(record, category),
  ]
  const known = new Set(faults.map(([, expected]) => expected))
  const isRepeated = repeatedCategories(plan).has(category)
  const served = (isRepeated ? [] : faultsOfServed(path, category, own, release)).filter(
    ([, expected]) => !known.has(expected),
  )
  return [...faults, ...served].map((fault) => failing(categoryPath(category), ...fault))
}

/**
 * Gate 17: required inputs are those that the release requires of every request and that every row of the category
 * reads; those that only some rows or rules read are optional, with their condition. An input is not declared if it
 * changes no amount, refusal, bound or disclosure, or if the served path always refuses it
 * (docs/design/contract.md#request-fields).
 */
export const structureInputsSufficient = gate('structure.inputs_sufficient', FAULTS, ({ record }) => {
  const plan = planOf(record)
  if (plan === null) return { checked: record.categories.length, findings: [] }
  const path = new ServedPath(record, new Sampler(record))
  const categories = [...groupBy(record.categories, askedBy).values()].flat()
  const findings = categories.flatMap((category) => checkCategory(record, plan, path, category))
  return { checked: record.categories.length, findings }
})
