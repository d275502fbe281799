/**
 * Where an input is accepted: `common`: everywhere; `request`: if the release declares it; `category`: if something in
 * the category reads it.
 */
type Scope = 'common' | 'request' | 'category'

/** Fields of every input. */
type Said = {
  readonly description: string
  readonly scope: Scope
  /** What the base tariff lacks if the input is left out; the answer discloses it. */
  readonly omitted?: string
  /** A demand: contracted, or recorded by a meter. */
  readonly demand?: 'contracted' | 'recorded'
  /** Inputs that may not be given together with this one (rule `one_of`). */
  readonly oneOf?: readonly string[]
  /** An input that this one cannot be less than, in the same unit (rule `disagrees`). */
  readonly atLeast?: string
} & Companion

/** An input that has an effect only together with another one of the request; without it (a flag: unless true) it is refused. */
type Companion = { readonly onlyWith?: string }

/** One row of the table of inputs (inputs.ts). */
export type Input =
  /** `largest`: the largest value, if it is not `LARGEST_QUANTITY`; if that is more, each category says its own. */
  | (Said & { readonly kind: 'quantity'; readonly unit: string; readonly largest?: number })
  | (Said & { readonly kind: 'word'; readonly words: readonly string[] })
  | (Said & { readonly kind: 'text'; readonly pattern?: string; readonly longest: number })
  | (Said & { readonly kind: 'date' | 'month' | 'flag' })
  /**
   * A whole number; with `least`, one that quantities may be multiplied by, up to `LARGEST_COUNT`. `unit`: what rates are
   * printed for, as in `Rs/lamp`.
   */
  | (Said & { readonly kind: 'count'; readonly least?: number; readonly unit?: string })
  | (Said & { readonly kind: 'object'; readonly parts: Readonly<Record<string, Part>> })
  /** An object whose parts a release declares: words (`selectors`) or zones of units (`energy_by_zone`). `largest`: of a part. */
  | (Said & {
      readonly kind: 'declared'
      readonly of: 'words' | 'quantities'
      readonly unit: string
      readonly most: number
      readonly largest?: number
    })

/** A part of an object. `required`: whenever the object is given. */
export type Part = Companion & {
  readonly kind: 'date' | 'flag' | 'paise' | 'signed_paise' | 'quantity'
  /** For a quantity. */
  readonly unit?: string
  readonly description: string
  readonly required?: boolean
}
