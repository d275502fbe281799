import { kindOf, tableInput } from '../../../releases/engine/input-names.ts'
import { INPUT_LIST } from '../../../releases/engine/inputs.ts'
import { partsOf } from '../definition/case-inputs.ts'
import { expectedName } from '../definition/words.ts'
import type { Language, Problem } from './language.ts'

/** Meaning of a name in conditions and formulas. */
export type Kind = 'number' | 'word' | 'flag'

/** The names of a release: inputs, parts of objects that it declares, and its quantities. */
export class Names {
  readonly #kinds: ReadonlyMap<string, Kind>
  readonly #words: ReadonlyMap<string, readonly string[]>
  /** Inputs and parts that requests and categories may list, whatever their type. */
  readonly #inputs: ReadonlySet<string>

  constructor({ selectors, zones, quantities }: Pick<Language, 'selectors' | 'zones' | 'quantities'>) {
    const parts = INPUT_LIST.flatMap(([name, input]) =>
      partsOf(input, { selectors, zones }).map((part) => `${name}.${part}`),
    )
    this.#inputs = new Set([...INPUT_LIST.map(([name]) => name), ...parts])
    const kinds = [...this.#inputs].flatMap((name): [string, Kind][] => {
      const kind = kindOf(name)
      if (kind === null) return []
      return [[name, kind === 'quantity' || kind === 'count' ? 'number' : kind]]
    })
    this.#kinds = new Map([...kinds, ...quantities.map(({ quantity_id }): [string, Kind] => [quantity_id, 'number'])])
    this.#words = new Map(selectors.map(({ selector, words }) => [`selectors.${selector}`, words]))
  }

  kind(name: string): Kind | null {
    return this.#kinds.get(name) ?? null
  }

  isInput(name: string): boolean {
    return this.#inputs.has(name)
  }

  /** The words that an input accepts; null: any. */
  words(name: string): readonly string[] | null {
    const declared = this.#words.get(name)
    if (declared !== undefined) return declared
    const input = tableInput(name)
    return input?.kind === 'word' ? input.words : null
  }

  /** A name that must be numeric, such as what a charge multiplies by. `own`: names that are only known here. */
  number(path: string, name: string, own: readonly string[] = []): Problem[] {
    if (name === '' || own.includes(name) || this.kind(name) === 'number') return []
    const numbers = [...this.#kinds].flatMap(([known, kind]) => (kind === 'number' ? [known] : []))
    return [unknown(path, name, [...own, ...numbers], 'an input or a quantity that is a number')]
  }

  /** The name of a condition's field; `own` as above. */
  field(path: string, name: string, own: readonly string[]): Problem[] {
    if (name === '' || own.includes(name) || this.kind(name) !== null) return []
    // Of an object the names of its parts are few: `payment.within_7_days` is none of them.
    const [whole = ''] = name.split('.')
    const parts = name === whole ? [] : [...this.#inputs].filter((each) => each.startsWith(`${whole}.`))
    const expected = parts.length === 0 ? 'an input or a quantity' : `one of ${parts.join(', ')}`
    return [unknown(path, name, [...own, ...this.#kinds.keys()], expected)]
  }

  /** A name that requests may give. */
  input(path: string, name: string): Problem[] {
    return name === '' || this.isInput(name) ? [] : [unknown(path, name, this.#inputs, 'an input')]
  }
}

/** Message for an unknown name, with the nearest known one. */
export function unknown(path: string, name: string, known: Iterable<string>, what: string): Problem {
  return { path, expected: expectedName(what, name, known), found: `\`${name}\`` }
}
