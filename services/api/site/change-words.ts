import type { Change } from '../contract/responses/changes.ts'

type Words = Partial<Readonly<Record<Change['kind'], (change: Change) => string>>>

/** Entries that change which releases are in service. */
const SERVICE: Words = {
  promoted: ({ scope, effective_from, effective_to, stage }) =>
    `serves ${scope} from ${effective_from} to ${effective_to}, stage ${stage}`,
  superseded: ({ scope }) => `no longer serves ${scope}: replaced by another release`,
  withdrawn: ({ reason }) => `withdrawn: ${reason}`,
  held: ({ component, reason }) => `${component} on hold: ${reason}`,
  freed: ({ component, reason }) => `${component} freed: ${reason}`,
  check_lapsed: ({ component, check_by }) => `${component} on hold: nobody has checked it by ${check_by}`,
}

/** Entries that precede a change, and those that do not affect it. */
const OTHER: Words = {
  sealed: () => 'passed all gates; hashed and signed',
  reviewed: () => 'every figure was compared with its page',
  approved: () => 'approved for service',
  checked: ({ component }) => `${component} checked again`,
}

const WORDS: Words = { ...OTHER, ...SERVICE }

/** Kinds shown in the feed, and kinds shown on the pages. */
export const FEED_KINDS = Object.keys(SERVICE) as readonly Change['kind'][]
export const PAGE_KINDS = Object.keys(WORDS) as readonly Change['kind'][]

/** A change as text; null: it does not concern a release. */
export const saidOf = (change: Change): string | null => WORDS[change.kind]?.(change) ?? null
