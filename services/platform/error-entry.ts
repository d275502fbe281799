/**
 * One code of the catalogue. `http` null: a code of the command line only. `message` says what happened, `why` how that comes
 * about, `remedy` what to do.
 */
export type Entry = {
  readonly http: number | null
  readonly message: string
  readonly why: string
  readonly remedy: string
}

export const entry = (http: number | null, message: string, why: string, remedy: string): Entry => ({
  http,
  message,
  why,
  remedy,
})
