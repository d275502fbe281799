/**
 * Runs `work` on every item, at most `width` at once, and returns the results in the order of the items. Rejects with
 * the first failure.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length)
  const rest = items.entries()
  const workers = Array.from({ length: Math.min(width, items.length) }, async () => {
    // One shared iterator: each worker takes the next item.
    for (const [index, item] of rest) results[index] = await work(item)
  })
  await Promise.all(workers)
  return results
}
