import type { AnswerPlan } from '../../../releases/engine/answer/answer-plan.ts'
import { answerRequest, resolveAnswer } from '../../../releases/engine/answer-request.ts'
import type { RowPlan } from '../../../releases/engine/charges/row.ts'
import type { CategoryPlan } from '../../../releases/engine/compile/category.ts'
import type { Inputs } from '../../../releases/engine/given-inputs.ts'
import type { Input, Part } from '../../../releases/engine/input.ts'
import { inputOf } from '../../../releases/engine/input-names.ts'
import { ALWAYS_REQUIRED, INPUT_LIST, INPUTS } from '../../../releases/engine/inputs.ts'
import { pointerOf } from '../../../releases/engine/refuse.ts'
import type { CalculateBody } from '../../../releases/engine/request/body.ts'
import { formatMilli, toScaled } from '../../../releases/record/decimal.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { compileUnsealed } from '../calculation/compiled.ts'
import { nested } from '../calculation/draft.ts'
import { type Sampler, sampleHolds } from './samples.ts'

/** Fields of a request by name, parts of an object with a dot. */
export type Said = Readonly<Record<string, string | number | boolean>>
type Value = string | number | boolean

/** Result of a request: for a refusal its code and the fields that it names. */
export type Outcome = { readonly refusedAt: readonly string[]; readonly code: string | null }

/** The input whose parts are the zones of a release. */
const ZONES = INPUT_LIST.find(([, input]) => input.kind === 'declared' && input.of === 'quantities')?.[0]

/** Maximum number of requests per row when testing whether an input has an effect. */
const MOST = 4

/** Maximum number of cached results: several categories need the same ones. */
const MOST_KEPT = 2_000

/** Answers of the served path to requests, with one release in service. */
export class ServedPath {
  readonly #plan: AnswerPlan
  readonly #sampler: Sampler
  /** Results of requests that were asked before: the request without an input is needed for each of its values. */
  readonly outcome: (said: Said) => Outcome
  /** The text of a request's answer, without what it says again of the request, or of its refusal. */
  readonly text: (said: Said) => string

  constructor(record: ReleaseRecord, sampler: Sampler) {
    this.#plan = compileUnsealed(record)
    this.#sampler = sampler
    this.outcome = keeping((said) => this.#outcome(said))
    this.text = keeping((said) => this.#text(said))
  }

  get #record(): ReleaseRecord {
    return this.#plan.record
  }

  /** Some requests of a category with these inputs and those that its rows read, for each of its rows. */
  requests(category: CategoryPlan, names: readonly string[]): Said[] {
    const conditions = [category.bounds, ...category.rows.map((row) => row.conditions)].flat()
    const samples = this.#sampler.samples({ conditions: conditions.map((test) => test.condition) })
    return category.rows.flatMap((row) => {
      const taken = samples.filter((each) => sampleHolds([...category.bounds, ...row.conditions], each))
      const step = Math.max(1, Math.floor(taken.length / MOST))
      return taken.filter((_, index) => index % step === 0).map((sample) => this.#request(category, row, sample, names))
    })
  }

  #request(category: CategoryPlan, row: RowPlan, sample: Inputs, names: readonly string[]): Said {
    const needed = [...category.conditionReads, ...row.reads].filter(
      ({ unless }) => !unless.some((one) => names.includes(one)),
    )
    const all = [...ALWAYS_REQUIRED, ...this.#record.request.required, ...needed.map(({ name }) => name), ...names]
    const said: Record<string, Value> = {}
    for (const name of new Set(all)) {
      const [value] = this.values(category, name)
      for (const part of value === undefined ? [] : Object.entries(value)) said[part[0]] = part[1]
    }
    for (const [name, value] of Object.entries(sample.values)) {
      if (value !== undefined && name in said)
        said[name] = typeof value === 'number' ? this.#written(name, value) : this.#word(name, value)
    }
    const licensee =
      category.licenseeCode ??
      this.#record.categories.find(({ licensee_code }) => licensee_code !== null)?.licensee_code
    return {
      ...this.#summed(said),
      ...(licensee == null || names.includes('district') ? {} : { licensee_code: licensee }),
    }
  }

  /** If zones are given, they sum to the units of the bill. */
  #summed(said: Said): Said {
    const zones = this.#record.zones.map((zone) => said[`${ZONES}.${zone}`]).filter((units) => units !== undefined)
    const milli = zones.reduce<bigint>((sum, units) => sum + (toScaled(String(units), 3) ?? 0n), 0n)
    return zones.length === 0 ? said : { ...said, energy_units: formatMilli(Number(milli)) }
  }

  #written(name: string, whole: number): Value {
    const input = inputOf(name)
    return input !== null && INPUTS[input].kind === 'count' ? whole : formatMilli(whole)
  }

  #word(name: string, word: string): Value {
    const input = inputOf(name)
    const isFlag = input !== null && (INPUTS[input].kind === 'flag' || INPUTS[input].kind === 'object')
    return isFlag ? word === 'true' : word
  }

  /** Values of an input to try, each with all parts that belong together. */
  values(category: CategoryPlan, name: string): Said[] {
    const whole = inputOf(name)
    if (whole === null) return []
    const input: Input = INPUTS[whole]
    const { effective_from: day, selectors, zones } = this.#record
    const each = (values: readonly Value[]): Said[] => values.map((value) => ({ [name]: value }))
    switch (input.kind) {
      case 'quantity':
        return each(['1', '0', '100'])
      case 'word':
        return each(name === 'load_unit' ? [category.loadUnit] : input.words)
      case 'flag':
        return each([true, false])
      case 'count':
        return each([...(category.subsidy?.days ?? [30])])
      case 'date':
        return each([day])
      case 'month':
        return each([day.slice(0, 7), ...this.#record.rules.fppas_periods.map(({ recovery_month: month }) => month)])
      case 'text':
        return each(this.#texts(name, category))
      case 'object':
        return name === whole ? partsOf(whole, input.parts, day) : each([true, false])
      case 'declared': {
        if (input.of === 'words') {
          const own = selectors.filter(({ selector }) => name === whole || name === `${whole}.${selector}`)
          return own.flatMap(({ selector, words }) => words.map((word) => ({ [`${whole}.${selector}`]: word })))
        }
        return zones.map((zone) =>
          Object.fromEntries(zones.map((one) => [`${whole}.${one}`, one === zone ? '1' : '0'])),
        )
      }
    }
  }

  #texts(name: string, category: CategoryPlan): string[] {
    const { state_code, categories, routing, rules } = this.#record
    const licensees = categories.flatMap(({ licensee_code }) => licensee_code ?? [])
    const texts: Readonly<Record<string, readonly string[]>> = {
      state_code: [state_code],
      subcategory_code: [category.code],
      licensee_code: [category.licenseeCode, ...licensees].filter((code) => code !== null),
      district: routing.flatMap(({ key_type, key, licensees: codes }) => {
        const isOwn = category.licenseeCode === null || codes.includes(category.licenseeCode)
        return key_type === 'district' && isOwn ? [key] : []
      }),
      profile: rules.complete_payable.map(({ profile }) => profile),
    }
    // An unknown place or profile is refused, which also is an effect.
    return [...(texts[name] ?? []), 'none of these']
  }

  #outcome(said: Said): Outcome {
    const resolved = resolveAnswer([this.#plan], nested(said) as CalculateBody, 'held')
    if (resolved.ok) return { refusedAt: [], code: null }
    const fields = resolved.details['fields']
    const refusedAt = Array.isArray(fields) ? fields.map(({ field }: { field: string }) => field) : []
    return { refusedAt, code: resolved.code }
  }

  #text(said: Said): string {
    const answer = answerRequest([this.#plan], nested(said) as CalculateBody, 'held')
    if (!answer.ok) return JSON.stringify([answer.code, answer.details])
    const {
      inputs: _inputs,
      calculation_sha256: _hash,
      ...data
    } = JSON.parse(answer.dataText) as Record<string, unknown>
    return JSON.stringify(data)
  }
}

/** A function of a request that keeps what it found. */
function keeping<Out extends NonNullable<unknown>>(find: (said: Said) => Out): (said: Said) => Out {
  const known = new Map<string, Out>()
  return (said) => {
    const key = JSON.stringify(said)
    const before = known.get(key)
    if (before !== undefined) return before
    const found = find(said)
    if (known.size >= MOST_KEPT) known.clear()
    known.set(key, found)
    return found
  }
}

/**
 * An object with each of its optional parts separately, in addition to the required ones: flags true, amounts small,
 * the first day.
 */
function partsOf(whole: string, parts: Readonly<Record<string, Part>>, day: string): Said[] {
  const values = { flag: true, date: day, paise: 1, signed_paise: 1, quantity: '1' } as const
  const all = Object.entries(parts).map(([part, { kind, required }]) => ({
    said: { [`${whole}.${part}`]: values[kind] },
    required,
  }))
  const needed: Said = Object.assign({}, ...all.filter(({ required }) => required).map(({ said }) => said))
  const optional = all.filter(({ required }) => !required)
  return optional.length === 0 ? [needed] : optional.map(({ said }) => ({ ...needed, ...said }))
}

/** A request without an input and its parts. */
export function without(said: Said, name: string): Said {
  return Object.fromEntries(Object.entries(said).filter(([each]) => each !== name && !each.startsWith(`${name}.`)))
}

/** The inputs with which an input must not be combined. */
function rivalsOf(name: string): string[] {
  return INPUT_LIST.flatMap(([other, { oneOf = [] }]) => (other === name ? oneOf : oneOf.includes(name) ? [other] : []))
}

/** A request with this value of an input, without inputs that must not be combined with it. */
export function saying(said: Said, name: string, value: Said): Said {
  return { ...rivalsOf(name).reduce(without, without(said, name)), ...value }
}

/** True if a refusal names an input, a part of it, or the object that it is part of. */
export function isAt(places: readonly string[], name: string): boolean {
  const [pointer, whole] = [pointerOf(name), pointerOf(inputOf(name) ?? name)]
  return places.some((place) => place === pointer || place === whole || place.startsWith(`${pointer}/`))
}
