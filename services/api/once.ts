/** Makes something when it is first asked for, and keeps it. What fails is tried again by who asks next. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    if (made !== null) return made.value
    const value = make()
    made = { value }
    if (value instanceof Promise)
      value.catch(() => {
        made = null
      })
    return value
  }
}
