/** What went wrong, in words: an error for several addresses at once says it in its parts only. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
