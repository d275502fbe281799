import type { Category } from '../../record/category.ts'
import { toScaled } from '../../record/decimal.ts'
import { type Comparison, type Condition, comparisonsOf, conditionText } from '../../record/expression.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import { kindOf } from '../input-names.ts'
import { quantityMilli } from '../request/normalise.ts'
import { ASKABLE_FACTS, type ResolverContext } from './body.ts'

/** `unit`: of a load that is given in another one. */
type MissingFact = { readonly fact: string; readonly askable: boolean; readonly unit?: string }
type Match = {
  readonly subcategory_code: string
  readonly satisfied: readonly string[]
  readonly missing: readonly MissingFact[]
}
type Rejection = { readonly subcategory_code: string; readonly because: readonly string[] }
export type Resolution = {
  readonly resolution: 'resolved' | 'ambiguous' | 'unresolved'
  readonly subcategory_code: string | null
  readonly candidates: readonly Match[]
  readonly rejected: readonly Rejection[]
  readonly needs: readonly string[]
}

/** Facts with another name in the context than in a request. */
const FACT_OF: Readonly<Record<string, keyof ResolverContext>> = {
  energy_units: 'monthly_units',
  supply_voltage_kv: 'voltage_kv',
}

/** The fact of the context that a condition reads, and the unit of a load; units are never converted. */
type Fact = { readonly name: keyof ResolverContext | null; readonly unit: string | null; readonly isQuantity: boolean }

/** A quantity that only renames an input has that input's fact; any other formula has none. */
function factOf({ quantities }: ReleaseRecord, field: string): Fact {
  const quantity = quantities.find(({ quantity_id: id }) => id === field)
  const formula = quantity?.cases.length === 1 ? quantity.cases[0]?.formula : field
  const input = typeof formula === 'string' ? formula : null
  const name = input === null ? null : (FACT_OF[input] ?? (input as keyof ResolverContext))
  const known = name !== null && ASKABLE_FACTS.has(name) ? name : null
  const isLoad = input === 'connected_load'
  return {
    name: known,
    unit: isLoad ? (quantity?.unit.toLowerCase() ?? null) : null,
    isQuantity: kindOf(input ?? '') === 'quantity',
  }
}

/** Value of a fact in the context. A load in another unit, or in none, counts as not given. */
function givenFor({ name, unit }: Fact, context: ResolverContext): Given | undefined {
  if (name === null) return undefined
  return unit !== null && context.load_unit !== unit ? undefined : context[name]
}

/** What is missing of a fact that has no usable value: itself, the unit of a load, or a load in the unit that is compared. */
function lackOf({ name, unit }: Fact, field: string, { connected_load, load_unit }: ResolverContext): MissingFact {
  if (name === null) return { fact: field, askable: false }
  if (unit === null || connected_load === undefined) return { fact: name, askable: true }
  return load_unit === undefined ? { fact: 'load_unit', askable: true } : { fact: name, askable: true, unit }
}

/** Words unchanged; quantities by value, so that 11 and 11.0 kV are equal. */
function isAccepted(accepted: readonly string[], given: Given): boolean {
  if (accepted.includes(String(given))) return true
  const milli = typeof given === 'boolean' ? null : quantityMilli(given)
  return milli !== null && accepted.some((text) => quantityMilli(text) === milli)
}

/** Whether a given value meets a comparison; quantities are compared exactly, words as text. */
function meets({ op, value }: Comparison, isQuantity: boolean, given: Given): boolean {
  const wanted = Array.isArray(value) ? value : [value]
  if (!isQuantity) return wanted.includes(String(given))
  const milli = typeof given === 'boolean' ? null : quantityMilli(given)
  if (milli === null) return false
  const bounds = wanted.map((text) => Number(toScaled(text, 3) ?? -1n))
  const [bound = 0] = bounds
  if (op === 'in' || op === '=') return bounds.includes(milli)
  if (op === '<') return milli < bound
  if (op === '<=') return milli <= bound
  return op === '>' ? milli > bound : milli >= bound
}

type Given = string | number | boolean
type Judged = { readonly satisfied: string[]; readonly missing: Map<string, MissingFact>; readonly against: string[] }

function judgeFacts(category: Category, context: ResolverContext, judged: Judged): void {
  for (const [fact, accepted] of Object.entries(category.facts)) {
    const given = (context as Record<string, Given | undefined>)[fact]
    if (given === undefined) judged.missing.set(fact, { fact, askable: ASKABLE_FACTS.has(fact) })
    else if (isAccepted(accepted, given)) judged.satisfied.push(fact)
    else judged.against.push(`${fact} is ${String(given)}; it needs ${accepted.join(' or ')}`)
  }
}

function judgeBounds(record: ReleaseRecord, category: Category, context: ResolverContext, judged: Judged): void {
  for (const bound of category.bounds) {
    const facts = comparisonsOf([bound]).map(({ field }) => ({ field, fact: factOf(record, field) }))
    const lacking = facts.filter(({ fact }) => givenFor(fact, context) === undefined)
    if (lacking.length > 0) {
      for (const { field, fact } of lacking) {
        const lack = lackOf(fact, field, context)
        judged.missing.set(lack.fact, lack)
      }
    } else if (holds(record, bound, context)) judged.satisfied.push(conditionText(bound))
    else {
      const given = facts.map(({ fact }) => `${fact.name} ${String(givenFor(fact, context))}`).join(' and ')
      judged.against.push(`${conditionText(bound)} does not hold for ${given}${coveredBy(category, bound)}`)
    }
  }
}

/** What the category says of a connection outside a bound: the one that covers it and why, or why none is known. */
function coveredBy({ covering }: Category, bound: Condition): string {
  const named = covering.find((one) => conditionText(one.bound) === conditionText(bound))
  if (named === undefined || named.reason === null) return ''
  return `. ${named.covering_category === null ? '' : `${named.covering_category}: `}${named.reason}`
}

/** Whether a bound is met, if all its facts are given. */
function holds(record: ReleaseRecord, condition: Condition, context: ResolverContext): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(record, part, context))
  if ('any' in condition) return condition.any.some((part) => holds(record, part, context))
  if ('not' in condition) return !holds(record, condition.not, context)
  const fact = factOf(record, condition.field)
  const given = givenFor(fact, context)
  return condition.describes === true || (given !== undefined && meets(condition, fact.isQuantity, given))
}

function judge(record: ReleaseRecord, category: Category, context: ResolverContext): Match | Rejection {
  const judged: Judged = { satisfied: [], missing: new Map(), against: [] }
  judgeFacts(category, context, judged)
  judgeBounds(record, category, context, judged)
  const code = category.subcategory_code
  if (judged.against.length > 0) return { subcategory_code: code, because: judged.against }
  return { subcategory_code: code, satisfied: judged.satisfied, missing: [...judged.missing.values()] }
}

/**
 * Variants of one code (a licensee's phases or supply levels) are one candidate: the one with the fewest missing facts.
 */
function byCode(matches: readonly Match[]): Match[] {
  const best = new Map<string, Match>()
  for (const match of matches) {
    const known = best.get(match.subcategory_code)
    if (known === undefined || match.missing.length < known.missing.length) best.set(match.subcategory_code, match)
  }
  return [...best.values()]
}

/**
 * A code that only some licensees have stays open until the caller names one: with another licensee the same connection
 * may be in a category without public figures.
 */
function withLicensee(record: ReleaseRecord, match: Match): Match {
  const owners = record.categories
    .filter(({ subcategory_code: code }) => code === match.subcategory_code)
    .map(({ licensee_code: own }) => own)
  const everywhere = record.licensees.every(
    ({ code, status }) => status !== 'active' || owners.includes(code) || owners.includes(null),
  )
  return everywhere ? match : { ...match, missing: [...match.missing, { fact: 'licensee_code', askable: true }] }
}

/**
 * The category of a declared context (docs/design/contract.md#category-resolver): resolved only if exactly one category
 * matches with nothing missing and no other is possible. Nothing is guessed: if a fact is missing, categories that
 * depend on it stay candidates.
 */
export function resolveCategory(
  record: ReleaseRecord,
  licenseeCode: string | null,
  context: ResolverContext,
): Resolution {
  const categories = record.categories.filter(
    ({ licensee_code: own }) => own === null || licenseeCode === null || own === licenseeCode,
  )
  const judged = categories.map((category) => judge(record, category, context))
  const matches = byCode(judged.filter((each) => 'missing' in each))
  const candidates = licenseeCode === null ? matches.map((match) => withLicensee(record, match)) : matches
  const possible = new Set(candidates.map(({ subcategory_code }) => subcategory_code))
  const rejected = judged
    .filter((each) => 'because' in each)
    .filter(({ subcategory_code }) => !possible.has(subcategory_code))
  const [only, ...others] = candidates
  const needs = new Set(
    candidates.flatMap(({ missing }) => missing.filter(({ askable }) => askable).map(({ fact }) => fact)),
  )
  const distinct = rejected.filter(
    (each, index) => rejected.findIndex((other) => other.subcategory_code === each.subcategory_code) === index,
  )
  if (only === undefined)
    return { resolution: 'unresolved', subcategory_code: null, candidates, rejected: distinct, needs: [] }
  const resolved = others.length === 0 && only.missing.length === 0
  return {
    resolution: resolved ? 'resolved' : 'ambiguous',
    subcategory_code: resolved ? only.subcategory_code : null,
    candidates,
    rejected: distinct,
    needs: resolved ? [] : [...needs].sort(),
  }
}
