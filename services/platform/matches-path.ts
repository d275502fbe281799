/** Whether a path is of a route's pattern, in which a part such as `:name` stands for any. */
export function matchesPath(pattern: string, path: string): boolean {
  const expected = pattern.split('/')
  const given = path.split('/')
  return (
    expected.length === given.length && expected.every((part, index) => part.startsWith(':') || part === given[index])
  )
}
