/** Mutations that change nothing that anybody could see, each with the reason. `within` and `change` name them. */
export type Equivalent = {
  readonly file: string
  /** The line, without spaces around. */
  readonly within: string
  /** `original -> replacement`. */
  readonly change: string
  readonly reason: string
}

export const EQUIVALENTS: readonly Equivalent[] = []
