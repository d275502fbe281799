/** Items with the same key, in order. The type states that a group is never empty. */
export function groupBy<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly [Item, ...Item[]]> {
  return Map.groupBy(items, keyOf) as Map<string, [Item, ...Item[]]>
}
