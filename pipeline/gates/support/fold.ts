/**
 * Folds white space: every run of it is one space, none at the ends. Nothing else changes
 * (docs/design/release.md#figures).
 */
export function fold(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
