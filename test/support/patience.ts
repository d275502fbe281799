/**
 * Timeout for something that must happen. It is only reached if it never happens, so that a busy machine fails no test;
 * the test timeout is longer (vitest.config.ts), so that the message says what was awaited.
 */
export const PATIENCE_MS = 300_000
export const PATIENCE = { timeout: PATIENCE_MS, interval: 20 } as const
