import { remembering } from './remembering.ts'

/**
 * Folds white space: every run becomes one space, with none at the ends. Nothing else changes
 * (docs/design/release.md#figures).
 */
export const fold = remembering((text): string => text.replace(/\s+/gu, ' ').trim())
