/** A number and what it counts, as people write it: `1 page`, `2 pages`. `many`: a plural that is not `one` with an s. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
