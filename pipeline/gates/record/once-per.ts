/**
 * A function of an object that is called once for each object: several gates need the same result for a record, and
 * none of them changes it.
 */
export function oncePer<Of extends object, Out>(make: (of: Of) => Out): (of: Of) => Out {
  const known = new WeakMap<Of, { readonly made: Out }>()
  return (of) => {
    const before = known.get(of)
    if (before !== undefined) return before.made
    const made = make(of)
    known.set(of, { made })
    return made
  }
}
