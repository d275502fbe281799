/**
 * How long a test waits for what must come. Only what never comes is waited for so long, so that a busy machine fails
 * nothing; a test has more time than that (vitest.config.ts), so that the wait says what it waited for.
 */
export const PATIENCE_MS = 300_000
export const PATIENCE = { timeout: PATIENCE_MS, interval: 20 } as const
