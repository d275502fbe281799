import { Inputs, type InputValue } from '../../../releases/engine/given-inputs.ts'
import { largestQuantity } from '../../../releases/engine/input-names.ts'
import { LARGEST_QUANTITY } from '../../../releases/engine/inputs.ts'
import type { Test } from '../../../releases/engine/language/condition.ts'
import type { Dates } from '../../../releases/engine/language/dates.ts'
import { fromDecimal } from '../../../releases/engine/language/fraction.ts'
import { holdLookup } from '../../../releases/engine/language/holds.ts'
import { inputNamed } from '../../../releases/engine/language/names.ts'
import { constant, type Num } from '../../../releases/engine/language/number.ts'
import { Quantities } from '../../../releases/engine/language/quantities.ts'
import { order, Ratio } from '../../../releases/engine/language/ratio.ts'
import { formatMilli, isDecimal, toScaled } from '../../../releases/record/decimal.ts'
import {
  type Comparison,
  type Condition,
  comparisonsOf,
  namesOfConditions,
} from '../../../releases/record/expression.ts'
import { plainName, quantitiesBehind } from '../../../releases/record/names.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { endsOf } from '../requests/days.ts'

/** Purpose of sampled requests. */
export type Question = {
  readonly conditions: readonly Condition[]
  /** Quantities whose cases are being tested too. */
  readonly names?: readonly string[]
  readonly dates?: readonly Dates[]
  /** Inputs that requests may leave out. */
  readonly absent?: ReadonlySet<string>
  /** The largest `energy_units` that the category accepts, in thousandths. */
  readonly largestMilli?: number
}

type Value = InputValue | undefined

/** Maximum number of requests per question; if there are more combinations, an even selection. */
const MOST = 20_000
/** Values of a quantity of several inputs at which condition edges are searched. */
const LOOKED_AT = [0, 1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]

/**
 * Requests that cover everything that conditions distinguish: for numbers 0, the largest, each edge and the smallest
 * step on either side of it; for words each accepted word. The edge of a computed quantity is searched along each of
 * its inputs.
 */
export class Sampler {
  readonly quantities: Quantities
  readonly #record: ReleaseRecord

  constructor(record: ReleaseRecord) {
    this.#record = record
    this.quantities = new Quantities(record, holdLookup(record, []))
  }

  samples({ conditions, names = [], dates = [], absent = new Set(), largestMilli }: Question): Inputs[] {
    const read = [...namesOfConditions(conditions), ...names]
    const behind = quantitiesBehind(this.#record, read)
    const comparisons = comparisonsOf([
      ...conditions,
      ...behind.flatMap(({ cases }) => cases.flatMap(({ when }) => when)),
    ])
    const reads = this.quantities.readsOf([...read, ...behind.map(({ quantity_id }) => quantity_id)])
    const stated = new Set(reads.flatMap(({ unless }) => unless))
    const inputs = [...new Set([...reads.map(({ name }) => name), ...stated])].sort()
    const edges = this.#edges(comparisons, inputs, largestMilli)
    const choices = inputs.map((name): [string, readonly Value[]] => {
      const values = this.#values(name, comparisons, edges.get(name) ?? [], largestMilli)
      return [name, absent.has(name) || stated.has(name) ? [...values, undefined] : values]
    })
    return combined(choices, this.#days(dates))
  }

  /** The last step of an input as a whole number, parsed like a request; null if it is not a number. */
  #largest(name: string, largestMilli: number | undefined): number | null {
    const named = inputNamed(this.#record, name)
    if (named === null || named.kind === 'word') return null
    if (named.kind === 'count') return LARGEST_QUANTITY
    return largestQuantity(name, largestMilli === undefined ? undefined : largestMilli / 1000) * 1000
  }

  #values(
    name: string,
    comparisons: readonly Comparison[],
    edges: readonly number[],
    most: number | undefined,
  ): Value[] {
    const largest = this.#largest(name, most)
    if (largest === null) {
      const named = inputNamed(this.#record, name)
      const spoken = comparisons.filter(({ field }) => field === name).flatMap(({ value }) => value)
      const words = named?.kind === 'word' && named.words !== null ? named.words : [...spoken, 'another word']
      return [...new Set(words)]
    }
    const points = [0, largest, ...edges.flatMap((edge) => [edge - 1, edge, edge + 1])]
    return [...new Set(points.filter((point) => point >= 0 && point <= largest))].sort((a, b) => a - b)
  }

  /** The numbers at which comparisons change, by input. */
  #edges(
    comparisons: readonly Comparison[],
    inputs: readonly string[],
    most: number | undefined,
  ): Map<string, number[]> {
    const edges = new Map<string, number[]>()
    const add = (name: string, edge: number): void => void edges.set(name, [...(edges.get(name) ?? []), edge])
    for (const { field, op, value } of comparisons) {
      if (op === 'in' || typeof value !== 'string' || field.startsWith('amount.')) continue
      const plain = plainName(this.#record, field)
      const named = inputNamed(this.#record, plain)
      if (named !== null && named.kind !== 'word' && isDecimal(value)) {
        const exact =
          named.kind === 'count' ? Math.floor(Number(value)) : Number(toScaled(value, 3) ?? floorMilli(value))
        add(plain, exact)
        continue
      }
      const [left, right] = [
        this.quantities.number(field),
        isDecimal(value) ? decimal(value) : this.quantities.number(value),
      ]
      if (left === null || right === null) continue
      for (const name of inputs) for (const edge of this.#turns(left, right, name, inputs, most)) add(name, edge)
    }
    return edges
  }

  /** Where two numbers change their order along one input, with the others fixed at some points. */
  #turns(left: Num, right: Num, name: string, inputs: readonly string[], most: number | undefined): number[] {
    const largest = this.#largest(name, most)
    if (largest === null) return []
    const scale = largest === LARGEST_QUANTITY ? 1 : 1000
    const turns: number[] = []
    for (const still of LOOKED_AT.slice(1)) {
      const values: Record<string, Value> = Object.fromEntries(
        inputs.flatMap((other): [string, Value][] => {
          const end = this.#largest(other, most)
          return end === null ? [] : [[other, Math.min(end, still * (end === LARGEST_QUANTITY ? 1 : 1000))]]
        }),
      )
      const order = (at: number): number | null => orderOf(left, right, request({ ...values, [name]: at }, null))
      const points = [...LOOKED_AT.map((units) => units * scale).filter((at) => at < largest), largest]
      for (const [index, end] of points.entries()) {
        const turn = between(points[index - 1] ?? 0, end, order)
        if (turn !== null) turns.push(turn)
      }
    }
    return [...new Set(turns)]
  }

  /** The release's first day, and the first and last days of dated parts with their neighbours. */
  #days(dates: readonly Dates[]): string[] {
    const { effective_from: first, effective_to: last } = this.#record
    return [...new Set([first, ...endsOf(dates).filter((day) => day >= first && day <= last)])].sort()
  }
}

const decimal = (text: string): Num => constant(fromDecimal(text))
const floorMilli = (text: string): number => Math.floor(Number(text) * 1000)

function request(values: Readonly<Record<string, Value>>, date: string | null): Inputs {
  return new Inputs({ subcategoryCode: '', licenseeCode: null, date, values, given: [] })
}

const leftRatio = new Ratio()
const rightRatio = new Ratio()

/** The order of two numbers of a request; null if one of them has no value because no case applies. */
function orderOf(left: Num, right: Num, inputs: Inputs): number | null {
  try {
    left.read(inputs, leftRatio)
    right.read(inputs, rightRatio)
    return Math.sign(order(leftRatio, rightRatio))
  } catch {
    return null
  }
}

/** The first of the whole numbers up to `end` with the same order as `end`, if `start` has another. */
function between(start: number, end: number, order: (at: number) => number | null): number | null {
  const after = order(end)
  if (order(start) === after) return null
  let [low, high] = [start, end]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (order(middle) === after) high = middle
    else low = middle
  }
  return high
}

function combined(choices: readonly (readonly [string, readonly Value[]])[], days: readonly string[]): Inputs[] {
  const count = choices.reduce((product, [, values]) => product * values.length, days.length)
  const isAll = count <= MOST
  return Array.from({ length: Math.min(count, MOST) }, (_, each) => {
    // An odd multiplier spreads a selection over all combinations.
    let rest = isAll ? each : (each * 2_654_435_761) % count
    const pick = <T>(from: readonly T[]): T | undefined => {
      const chosen = from[rest % from.length]
      rest = Math.floor(rest / from.length)
      return chosen
    }
    const date = pick(days) ?? null
    const values: Record<string, Value> = {}
    for (const [name, all] of choices) values[name] = pick(all)
    return request(values, date)
  })
}

/** Whether conditions are met for a sampled request. A quantity without a matching case makes them false. */
export function sampleHolds(tests: readonly Test[], inputs: Inputs): boolean {
  try {
    return tests.every((test) => test.holds(inputs))
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** `area_type=rural, connected_load=0.501`; `any input` if nothing is distinguished. */
export function sampleText(record: ReleaseRecord, { values, date }: Inputs, isDated = false): string {
  const said = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return []
    const isCount = inputNamed(record, name)?.kind === 'count'
    return [`${name}=${typeof value === 'string' ? value : isCount ? value : formatMilli(value)}`]
  })
  const day = isDated && date !== null ? [`on ${date}`] : []
  return said.length + day.length === 0 ? 'any input' : [...said, ...day].join(', ')
}

/** Only the words of a sample, which distinguish gaps. */
export function wordsText({ values }: Inputs): string {
  return Object.values(values)
    .filter((value) => typeof value === 'string')
    .join(',')
}
