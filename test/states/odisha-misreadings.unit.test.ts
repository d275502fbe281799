import { describe, expect, it } from 'vitest'
import { canonicalText } from '../../releases/record/canonical.ts'
import { ODISHA_2025_26, shippedRecord } from '../support/definitions.ts'
import { misread } from './oerc/misread.ts'
import { MISREADINGS } from './oerc/misreadings.ts'

const { record } = await shippedRecord(ODISHA_2025_26)
const asRead = canonicalText(record)

describe('ways to read the order wrongly', () => {
  it('are 60 or more, each another, of every sort', () => {
    expect(MISREADINGS.length).toBeGreaterThanOrEqual(60)
    expect(new Set(MISREADINGS.map(({ name }) => name)).size).toBe(MISREADINGS.length)
    expect(new Set(MISREADINGS.map(({ sort }) => sort)).size).toBe(12)
  })

  it.each(MISREADINGS.map((each) => [each.name, each] as const))(
    '%s: it changes the record in every place it names',
    (_, each) => {
      const wrong = misread(record, each)
      expect(wrong.changed.every((count) => count > 0)).toBe(true)
      expect(canonicalText(wrong.record)).not.toBe(asRead)
    },
  )
})
