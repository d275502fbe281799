import type { AnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import { coverageOf } from '../../services/api/snapshot/coverage.ts'
import type { ServingRelease } from '../../services/api/snapshot/serving-release.ts'

/** The coverage of one release, served for its state or for one licensee. */
export function coverageAt({ record }: AnswerPlan, scope = record.state_code) {
  const { release_id } = record
  const pointer = { release_id, revision: 1, release_sha256: '', scope, stage: 'reference', holds: [], checks: [] }
  return coverageOf([{ record, pointer: pointer as unknown as ServingRelease['pointer'] }])
}
