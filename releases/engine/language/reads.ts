import type { Inputs, Place } from '../given-inputs.ts'

/**
 * An input that something reads, and the inputs that replace it if one of them is given. Equal ones are the same object
 * within a release.
 */
export type Read = { readonly name: string; readonly place: Place; readonly unless: readonly string[] }

/** Each input once, in the order of first use. */
export const uniqueReads = (reads: readonly Read[]): Read[] => (reads.length < 2 ? [...reads] : [...new Set(reads)])

/** True if a request gives every input read, or one that replaces it. */
export function isGiven(reads: readonly Read[], inputs: Inputs): boolean {
  for (const read of reads) if (!isReadGiven(read, inputs)) return false
  return true
}

/** Adds those of the inputs that a request does not give. */
export function addMissing(to: Read[], reads: readonly Read[], inputs: Inputs): void {
  for (const read of reads) if (!isReadGiven(read, inputs)) to.push(read)
}

export function isReadGiven({ name, place, unless }: Read, inputs: Inputs): boolean {
  if (inputs.at(place, name) !== undefined) return true
  for (const other of unless) if (inputs.values[other] !== undefined) return true
  return false
}
