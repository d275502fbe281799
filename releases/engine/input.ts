/**
 * Who judges whether an input belongs to a request: `common` inputs are taken everywhere; a `request` input is taken
 * where the release declares it; a `category` input only where something of the category reads it.
 */
export type Scope = 'common' | 'request' | 'category'

/** Fields of every input. */
type Said = {
  readonly description: string
  readonly scope: Scope
  /** The base tariff is without this where the input is left out, and the answer says so. */
  readonly omitted?: string
  /** A demand: the one agreed, or one that a meter recorded. */
  readonly demand?: 'contracted' | 'recorded'
  /** Inputs that may not be given beside this one (rule `one_of`). */
  readonly oneOf?: readonly string[]
}

/** One row of the table of inputs (inputs.ts). */
export type Input =
  | (Said & { readonly kind: 'quantity'; readonly unit: string; readonly largest?: number })
  | (Said & { readonly kind: 'word'; readonly words: readonly string[] })
  | (Said & { readonly kind: 'text'; readonly pattern?: string; readonly longest: number })
  | (Said & { readonly kind: 'date' | 'month' | 'flag' })
  /** A whole number; with `least` one that may be multiplied, up to `LARGEST_COUNT`. */
  | (Said & { readonly kind: 'count'; readonly least?: number })
  | (Said & { readonly kind: 'object'; readonly parts: Readonly<Record<string, Part>> })
  /** An object whose parts a release declares: words (`selectors`) or zones of units (`energy_by_zone`). */
  | (Said & {
      readonly kind: 'declared'
      readonly of: 'words' | 'quantities'
      readonly unit: string
      readonly most: number
    })

/** A part of an object. `required` inside the object, where the object is given. */
export type Part = {
  readonly kind: 'date' | 'flag' | 'paise' | 'signed_paise' | 'quantity'
  /** Of a quantity. */
  readonly unit?: string
  /** A flag of the request: where that is not true, the part is not read and refused. */
  readonly onlyWith?: string
  readonly description: string
  readonly required?: boolean
}
