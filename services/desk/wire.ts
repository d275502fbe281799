/** JSON messages between the desk and the scripts of its pages. */

/** Result of an act. `to`: the page to show next; null: the same page. */
export type Done = { readonly said: string; readonly to: string | null }

/** `text`: the exact bytes whose SHA-256 the passkey signs. `beside`: what else its person should have seen. */
export type Step =
  | {
      readonly step: 'sign'
      readonly id: string
      readonly text: string
      readonly credential: string
      readonly beside: string | null
    }
  | ({ readonly step: 'done' } & Done)

/** Challenge for a sign-in. `nonce` identifies it. */
export type SignInQuestion = { readonly nonce: string; readonly text: string }

/** Event as sent to a page: enough to decide whether it concerns the page. */
export type Told = {
  readonly position: number
  readonly type: string
  /** `ID@REVISION`; null: not about a release. */
  readonly release: string | null
}

export type Refused = {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly details?: object
    /** Details as text, one line each; absent or empty: none to show. */
    readonly lines?: string
  }
}
