/** Totals of `npm run chaos` over all tests. */
export const COUNTED = {
  killed: 'processes ended by SIGKILL',
  runs: 'gate runs brought to their end',
  verdicts: 'verdicts, each of them once in the log',
  appended: 'events or keys said to be done, all of them found again',
  answers: 'answers of an API under faults, each right or a refusal that says so',
} as const
export type Counted = keyof typeof COUNTED
