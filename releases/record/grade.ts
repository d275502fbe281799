import * as z from 'zod'

/**
 * Evidence grades, strongest first (docs/design/release.md#evidence-grades). The order of this list is the order of
 * strength.
 */
export const GRADES = ['order', 'transcription', 'carried', 'derived', 'specimen', 'held'] as const
export const gradeSchema = z.enum(GRADES)
export type Grade = (typeof GRADES)[number]

const RANK: Record<Grade, number> = { order: 0, transcription: 1, carried: 2, derived: 3, specimen: 4, held: 5 }

/** 0 for the strongest grade, 5 for the weakest. */
export function gradeRank(grade: Grade): number {
  return RANK[grade]
}

/** True if `grade` is weaker than `floor`, so that a key with that floor must be refused. */
export function isBelowFloor(grade: Grade, floor: Grade): boolean {
  return RANK[grade] > RANK[floor]
}

/** False for a figure that nobody read: a specimen stands in for one, and a held one has none. */
export const wasRead = (grade: Grade): boolean => grade !== 'specimen' && grade !== 'held'

export function weaker(a: Grade, b: Grade): Grade {
  return a === b || !isBelowFloor(b, a) ? a : b
}

/** The weakest of the grades given; 'order' for none. */
export function weakest(grades: Iterable<Grade>): Grade {
  let worst: Grade = 'order'
  for (const grade of grades) if (RANK[grade] > RANK[worst]) worst = grade
  return worst
}
