/** `normal` is what `npm test` runs, `nightly` what `npm run test:nightly` runs. */
type Tier = 'normal' | 'nightly'

export const TIER: Tier = process.env['PRAMAAN_TIER'] === 'nightly' ? 'nightly' : 'normal'

/** Number of generated inputs per property in this run. */
export function runsOf(counts: Readonly<Record<Tier, number>>): number {
  return counts[TIER]
}

/** The environment of a test run in `tier`. */
export function environmentOf(tier: Tier): NodeJS.ProcessEnv {
  return { ...process.env, PRAMAAN_TIER: tier }
}
