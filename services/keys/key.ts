import type { Grade } from '../../releases/record/grade.ts'

/** Route scopes (spec: Authentication rule 3). */
export const SCOPES = [
  'health:read',
  'states:read',
  'categories:read',
  'tariffs:read',
  'sources:read',
  'calculate:write',
] as const
export type Scope = (typeof SCOPES)[number]

/** Any state, now and later. */
export const ALL_STATES = 'all'

/** Default and maximum limits of a key. */
export const BILLS_PER_MINUTE = 1_000
export const MOST_BILLS_PER_MINUTE = 10_000_000

/** A key as the API knows it. Times are epoch milliseconds; null: no end. */
export type ApiKey = {
  readonly keyId: string
  readonly scopes: ReadonlySet<string>
  readonly states: ReadonlySet<string>
  readonly origins: ReadonlySet<string>
  readonly perMinute: number
  readonly burst: number
  readonly billsPerMinute: number
  readonly evidenceFloor: Grade
  readonly endsAtMs: number | null
}

export function mayUseState(key: ApiKey, state: string): boolean {
  return key.states.has(ALL_STATES) || key.states.has(state)
}
