import { takesByLaw } from '../../../releases/engine/compile/category.ts'
import { takenBy } from '../../../releases/engine/compile/plan.ts'
import type { Input, Part } from '../../../releases/engine/input.ts'
import { inputOf } from '../../../releases/engine/input-names.ts'
import { INPUT_LIST, type InputName } from '../../../releases/engine/inputs.ts'
import { isServed, servedWords } from '../../../releases/engine/request/operations.ts'
import { districtsOf, needsLicensee } from '../../../releases/engine/request/routing.ts'
import { type Adjustment, appliesTo } from '../../../releases/record/adjustment.ts'
import type { Category } from '../../../releases/record/category.ts'
import { certainComparisons, namesOfConditions } from '../../../releases/record/expression.ts'
import { figuresOfAdjustment, figuresOfSubsidy } from '../../../releases/record/figures.ts'
import { type Grade, weakest } from '../../../releases/record/grade.ts'
import {
  inputsBehind,
  namesOfCategory,
  namesOfCharge,
  quantitiesBehind,
  wordsOfCategory,
} from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { energyUnitOf, type Row } from '../../../releases/record/row.ts'
import type { CoverageInput } from '../contract/responses/coverage.ts'

type InputPart = NonNullable<CoverageInput['parts']>[number]

/** A category of a release in service. */
type Listed = {
  readonly record: ReleaseRecord
  readonly category: Category
  /** The rows with its id. */
  readonly rows: readonly Row[]
  /** The rows with its code: those of all ids. A request names only the code. */
  readonly ofCode: readonly Row[]
  readonly licensees: readonly string[]
  /** True: the release serves one licensee only, so that each request must name it. */
  readonly isOfLicensee: boolean
}

/** Inputs of a category: their names, those always required, and the release's declarations. */
type Asked = Listed & {
  /** Names as in the release: `billing_days`, `selectors.scheme`. */
  readonly required: ReadonlySet<string>
  readonly optional: ReadonlyMap<string, string>
  readonly adjustments: readonly Adjustment[]
  /** Names of the inputs, and of their parts, that something in the category reads. */
  readonly reads: ReadonlySet<string>
  /** The words that choose something, by input; any word of other inputs may. */
  readonly chosen: ReadonlyMap<string, ReadonlySet<string>>
  /** The inputs that replace another one wherever it is read, by its name. */
  readonly instead: ReadonlyMap<string, ReadonlySet<string>>
}

/** Given in every request about a category. */
export const NAMES_IT: ReadonlySet<string> = new Set<InputName>(['state_code', 'subcategory_code'])
/** Accepted by every request, whether a definition lists them or not; none of them is required. */
export const ALWAYS_TAKEN: ReadonlySet<string> = new Set<InputName>(['effective_on', 'bill_period'])

const LOAD_UNITS: Readonly<Record<Category['load_unit'], string>> = { kw: 'kW', hp: 'HP' }
const DAY = 'YYYY-MM-DD'
const MONTH = 'YYYY-MM'

/**
 * The fields that a request of a category may have in addition to state_code and subcategory_code, in the order of the
 * table of inputs: those that its release requires of every request, those that the category reads, and the days that
 * any request may give.
 */
export function coverageInputs(of: Listed): CoverageInput[] {
  const { record, category, ofCode, licensees } = of
  const adjustments = record.rules.adjustments.filter((each) => appliesTo(each, category))
  const required = requiredNames(of, 'some')
  const optional = new Map([
    ...record.request.optional.filter((name) => isOfRequest(name)).map((name) => [name, ''] as const),
    ...optionalInputs(record, category).map(({ field, when }) => [field, when] as const),
  ])
  if (licensees.length > 0 && !required.has('licensee_code')) optional.set('licensee_code', '')
  const names = namesOfCategory(record, category.bounds, ofCode, adjustments)
  const reads = new Set(inputsBehind(record, names, 'instead'))
  const chosen = wordsOfCategory(record, category.bounds, ofCode, adjustments)
  const asked = { ...of, required, optional, adjustments, reads, chosen, instead: replacements(of) }
  return INPUT_LIST.flatMap(([name, input]) => {
    const isAsked = [...required, ...optional.keys()].some((each) => inputOf(each) === name)
    if (NAMES_IT.has(name) || !(isAsked || ALWAYS_TAKEN.has(name))) return []
    return isServed(record, name) ? [described(asked, name, input)] : []
  })
}

/** Inputs of laws that change nothing in a category outside them, and are taken all the same. */
const WITHOUT_EFFECT = [
  { field: 'billing_days', when: 'the answer is to say that no entitlement applies to this category' },
  { field: 'billing_month', when: 'the month of the bill is to be named: it changes no amount of this category' },
] as const

/** The optional inputs of a category: those that its definition lists, and those that the laws of its state take. */
export function optionalInputs(record: ReleaseRecord, category: Category): Category['optional_inputs'] {
  const own = category.optional_inputs
  const taken = takenBy(record)
  const others = WITHOUT_EFFECT.filter(
    ({ field }) =>
      taken.has(field) &&
      takesByLaw(record, category.subcategory_code, field) &&
      own.every((listed) => listed.field !== field),
  )
  return [...own, ...others]
}

/**
 * Names of the inputs that every request of a category needs or, with `some`, that some request does. A definition lists
 * inputs for all rows of a code; other rows of it may do without what these need.
 */
export function requiredNames(of: Omit<Listed, 'licensees'>, by: 'some' | 'every'): Set<string> {
  const { record, category, rows, ofCode, isOfLicensee } = of
  const chooses = inputsBehind(record, namesOfConditions(ofCode.flatMap(({ conditions }) => conditions)))
  const reads = rows.map((row) => new Set([...readByRow(record, row), ...chooses]))
  const isRead = (name: string): boolean =>
    by === 'some' ? reads.some((row) => row.has(name)) : reads.length > 0 && reads.every((row) => row.has(name))
  return new Set([
    'energy_units',
    ...category.required_inputs,
    ...record.request.required,
    ...category.optional_inputs.map(({ field }) => field).filter(isRead),
    ...(isOfLicensee || needsLicensee(record) ? ['licensee_code'] : []),
    ...(changesWithinYear(of) ? ['effective_on'] : []),
  ])
}

/** An input that the release checks rather than the category: every request of the release may give it. */
function isOfRequest(name: string): boolean {
  const found = INPUT_LIST.find(([known]) => known === inputOf(name))
  return found?.[1].scope === 'request'
}

function described(asked: Asked, name: InputName, input: Input): CoverageInput {
  const isOf = (each: string): boolean => inputOf(each) === name
  const required = [...asked.required].some(isOf)
  const said = [...asked.optional].find(([each, text]) => isOf(each) && text !== '')?.[1]
  const instead = required ? insteadOf(asked, name) : null
  const when = instead === null ? said : [instead, said].filter(Boolean).join(', and ')
  return {
    name,
    kind: kindOf(input),
    unit: unitOf(asked, name, input),
    words: wordsOf(asked, name, input),
    parts: partsOf(asked, name, input),
    required,
    only_with: input.onlyWith ?? null,
    evidence_grade: gradeBehind(asked, name),
    description: when === undefined ? input.description : `${input.description}. Give it where ${when}`,
  }
}

/** When a required input is needed that another one may replace; null: none may. */
function insteadOf({ record, instead }: Asked, name: InputName): string | null {
  if (name === 'effective_on')
    return 'neither billing_date nor bill_period is given: the tariff changes within the year'
  if (name === 'licensee_code' && record.request.licensee_from_district)
    return 'no district is given, or several licensees serve it'
  const others = instead.get(name)
  return others === undefined ? null : `${[...others].join(' or ')} is not given`
}

/** Inputs that only quantities with `instead` read, with what may be given for these quantities. */
function replacements({ record, category, ofCode }: Listed): Map<string, Set<string>> {
  const names = namesOfCategory(record, category.bounds, ofCode, [])
  const others = { quantities: record.quantities.filter(({ instead }) => instead === null) }
  const always = new Set(inputsBehind(others, names))
  const found = new Map<string, Set<string>>()
  for (const { quantity_id: id, instead } of quantitiesBehind(record, names)) {
    if (instead === null) continue
    for (const name of inputsBehind(record, [id]))
      if (!always.has(name)) found.set(name, new Set([...(found.get(name) ?? []), instead]))
  }
  return found
}

/** Inputs that price the base charges of a row, so that some request of the category needs them. */
function readByRow(record: ReleaseRecord, { charges }: Row): string[] {
  const base = charges.filter(({ side }) => side === 'base')
  return inputsBehind(
    record,
    base.flatMap((charge) => namesOfCharge(record, charge)),
  )
}

/** True if some part of a category applies only on some days of the year, so that the day must be known. */
function changesWithinYear({ record, category, ofCode }: Pick<Listed, 'record' | 'category' | 'ofCode'>): boolean {
  const adjustments = record.rules.adjustments.filter((each) => appliesTo(each, category))
  const charges = ofCode.flatMap((row) => row.charges)
  const names = charges.flatMap((charge) => namesOfCharge(record, charge))
  // Such a part is dated by the days of the bill, and left out if these are unknown.
  const isByBill = ({ side, stands_for }: Adjustment): boolean => side === 'beside' && stands_for !== undefined
  const parts = [
    ...charges,
    ...quantitiesBehind(record, names).flatMap(({ cases }) => cases),
    ...adjustments.flatMap((each) => (isByBill(each) ? [] : each.cases)),
  ]
  return parts.some(({ effective_from: from, effective_to: to }) => from !== null || to !== null)
}

/** The weakest grade that an input may bring into the answer; null: it has no figures. */
function gradeBehind({ record, adjustments, category }: Asked, name: InputName): Grade | null {
  const chooses = ({ cases }: Adjustment): boolean => {
    const names = cases.flatMap(({ when }) => namesOfConditions(when))
    return inputsBehind(record, names).some((input) => inputOf(input) === name)
  }
  const { subsidy } = record.rules
  const isSubsidised = name === 'billing_days' && subsidy?.applies_to.includes(category.subcategory_code) === true
  const grades = [
    ...adjustments.filter(chooses).flatMap(figuresOfAdjustment),
    ...(isSubsidised ? figuresOfSubsidy(record) : []),
  ]
  return grades.length === 0 ? null : weakest(grades.map(({ figure }) => figure.grade))
}

function kindOf({ kind }: Input): CoverageInput['kind'] {
  if (kind === 'text') return 'word'
  if (kind === 'month') return 'date'
  return kind === 'declared' ? 'object' : kind
}

function unitOf({ category, rows }: Asked, name: InputName, input: Input): string | null {
  if (name === 'connected_load') return LOAD_UNITS[category.load_unit]
  if (name === 'energy_units') return energyUnitOf(rows)
  if (input.kind === 'date') return DAY
  if (input.kind === 'month') return MONTH
  return input.kind === 'quantity' ? input.unit : null
}

function wordsOf(asked: Asked, name: InputName, input: Input): string[] | null {
  const { record, category, licensees } = asked
  if (name === 'load_unit') return [category.load_unit]
  if (name === 'licensee_code') return licensees.length === 0 ? null : [...licensees]
  if (name === 'district') return listOrNull(districtsOf(record, licensees))
  if (name === 'billing_days') {
    return listOrNull(record.rules.subsidy?.entitlements.map(({ billing_days }) => String(billing_days)) ?? [])
  }
  if (name === 'profile') return listOrNull(record.rules.complete_payable.map(({ profile }) => profile))
  if (input.kind !== 'word') return null
  return takenOf(asked, name, servedWords(input.words))
}

/**
 * The words that choose a row, if every row names some; of them, those that choose something, if every case of some
 * adjustment asks for a word.
 */
function takenOf({ rows, chosen }: Asked, name: string, words: readonly string[]): string[] {
  const ofRows = rows.map(({ conditions }) =>
    certainComparisons(conditions).filter(({ field, op, describes }) => {
      return field === name && (op === '=' || op === 'in') && describes !== true
    }),
  )
  const named = new Set(ofRows.flatMap((row) => row.flatMap(({ value }) => value)))
  const isByRow = ofRows.every((row) => row.length > 0)
  return words.filter((word) => (!isByRow || named.has(word)) && chosen.get(name)?.has(word) !== false)
}

const listOrNull = (list: readonly string[]): string[] | null => (list.length === 0 ? null : [...list])

function partsOf(asked: Asked, name: InputName, input: Input): InputPart[] | null {
  const { record, required, reads } = asked
  if (input.kind === 'object') {
    const parts = Object.entries(input.parts).filter(([, { onlyWith }]) => onlyWith === undefined)
    const taken = parts.filter(([part]) => input.scope === 'common' || reads.has(`${name}.${part}`))
    return taken.map(([part, known]) => ({ name: part, ...partOf(known) }))
  }
  if (input.kind !== 'declared') return null
  if (input.of === 'quantities') {
    const what = { kind: 'quantity', unit: input.unit, words: null, required: true } as const
    return record.zones.map((zone) => ({ name: zone, ...what, description: `Units of the zone ${zone}` }))
  }
  return record.selectors
    .filter(({ selector }) => reads.has(`selectors.${selector}`))
    .map(({ selector, words: declared, description }) => {
      const words = takenOf(asked, `selectors.${selector}`, declared)
      const isRequired = required.has(`selectors.${selector}`)
      return { name: selector, kind: 'word', unit: null, words, required: isRequired, description } as const
    })
}

function partOf({ kind, unit, description, required }: Part): Omit<InputPart, 'name'> {
  const isMoney = kind === 'paise' || kind === 'signed_paise'
  return {
    kind: isMoney ? 'count' : kind,
    unit: isMoney ? 'paise' : kind === 'date' ? DAY : (unit ?? null),
    words: null,
    required: required === true,
    description,
  }
}
