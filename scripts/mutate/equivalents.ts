/** Mutations that change nothing that anybody could see, each with the reason. `within` and `change` name them. */
export type Equivalent = {
  readonly file: string
  /** The line, without spaces around. */
  readonly within: string
  /** `original -> replacement`. */
  readonly change: string
  readonly reason: string
}

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: 'releases/engine/charges/charge.ts',
    within: 'const used = [...(per === null ? [] : [per]), ...(by === null || by === per ? [] : [by]), ...named]',
    change: '|| -> &&',
    reason:
      'Without steps_by the two are one quantity, so that none is null alone: it then stands in the list twice, and whoever reads the list takes each once, or only the weakest or the first of it.',
  },
  {
    file: 'releases/engine/explain/rule-errors.ts',
    within: 'const NEAR_PAISE = 25',
    change: '25 -> 26',
    reason: 'It only says which candidates are worth a calculation, which then judges to the paisa.',
  },
]
