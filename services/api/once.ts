/** Makes something when it is first asked for, and keeps it. What fails is tried again by who asks next. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
