import { figuresOf } from '../../../releases/record/figures.ts'
import { GRADES } from '../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'

/** How many figures of each grade a release has, in rows and rules (contract 2.6 /health `evidence`). */
export function evidenceCounts(record: ReleaseRecord): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(GRADES.map((grade) => [grade, 0]))
  for (const { figure } of figuresOf(record)) counts[figure.grade] = (counts[figure.grade] ?? 0) + 1
  return counts
}
