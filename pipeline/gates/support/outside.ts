import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Domain } from './domains.ts'
import type { Draft } from './draft.ts'
import { referenceOutcome } from './outcome.ts'
import { partsByCode } from './parts-by-code.ts'

const known = new WeakMap<ReleaseRecord, ReturnType<typeof partsByCode>>()

/** True where the reference, straight from the record, finds a draft outside its category. */
export function outsideAt({ record, category }: Domain, draft: Draft): boolean {
  const partOf = known.get(record) ?? partsByCode(record)
  known.set(record, partOf)
  const outcome = referenceOutcome(partOf(category.subcategory_code), draft)
  return !outcome.ok && outcome.code === 'CATEGORY_NOT_APPLICABLE'
}
