/** Case-insensitive exact match; a missing filter matches everything (spec: GET /tariffs). */
export function isSame(asked: string | undefined, has: string | null): boolean {
  return asked === undefined || asked.toLowerCase() === has?.toLowerCase()
}
