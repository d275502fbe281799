import { INPUT_LIST } from './inputs.ts'

/** A value as the engine reads it: quantities in thousandths, counts as they are, words and flags as text. */
export type InputValue = number | string

/** Input of one calculation. */
export type Asked = {
  readonly subcategoryCode: string
  /** The licensee found by routing. */
  readonly licenseeCode: string | null
  /** The requested tariff day, YYYY-MM-DD; null: not given. */
  readonly date: string | null
  /**
   * The days of a bill, by which the parts beside it are dated; null: the request gives none. Absent: the requested
   * tariff day.
   */
  readonly days?: { readonly from: string; readonly to: string } | null | undefined
  /** By request field name, parts of objects with a dot; inputs that were not given are absent. */
  readonly values: Readonly<Record<string, InputValue | undefined>>
  /** Given names that only some categories read, in the order of the table of inputs. */
  readonly given: readonly string[]
}

/** Where a value is stored: at an index of its own, or (null) by name if it is a part that only a release declares. */
export type Place = number | null

const PLACES: ReadonlyMap<string, number> = new Map(
  INPUT_LIST.flatMap(([name, input]) =>
    input.kind === 'object' ? Object.keys(input.parts).map((part) => `${name}.${part}`) : [name],
  ).map((name, place) => [name, place]),
)

export function placeOf(name: string): Place {
  return PLACES.get(name) ?? null
}

/** Without holes, so that V8 uses the same array type for all requests. */
const EMPTY: readonly (InputValue | undefined)[] = Array.from(PLACES, () => undefined)

/** No value at any index. */
export function noValues(): (InputValue | undefined)[] {
  return EMPTY.slice()
}

function placedValues(values: Asked['values']): readonly (InputValue | undefined)[] {
  const placed = noValues()
  for (const name in values) {
    const place = placeOf(name)
    if (place !== null) placed[place] = values[name]
  }
  return placed
}

/**
 * The inputs of one calculation. Compiled code reads them by index, not by name: a bill reads about forty of them, and
 * looking up a name costs as much as a multiplication and a line together.
 */
export class Inputs implements Asked {
  readonly subcategoryCode: string
  readonly licenseeCode: string | null
  readonly date: string | null
  readonly days: Asked['days']
  readonly values: Asked['values']
  readonly given: readonly string[]
  readonly #placed: readonly (InputValue | undefined)[]

  /** `placed`: the values by index, if they have been indexed already. */
  constructor({ subcategoryCode, licenseeCode, date, days, values, given }: Asked, placed = placedValues(values)) {
    this.subcategoryCode = subcategoryCode
    this.licenseeCode = licenseeCode
    this.date = date
    this.days = days
    this.values = values
    this.given = given
    this.#placed = placed
  }

  /** The value of a name, with its index `placeOf(name)`. */
  at(place: Place, name: string): InputValue | undefined {
    return place === null ? this.values[name] : this.#placed[place]
  }
}
