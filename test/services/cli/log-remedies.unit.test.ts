import { expect, test } from 'vitest'
import { remedyAt } from '../../../services/cli/log.ts'

test.each([
  ['not_as_decided', true],
  ['refused_GATES_INCOMPLETE', true],
  ['tail_missing', false],
  ['hash_wrong', false],
])('log verify says of %s what to do, and where an earlier version may have written it: %s', (reason, isOfVersion) => {
  expect(remedyAt(reason)).toContain('keep a copy of the database as evidence, then see docs/recovery.md')
  expect(remedyAt(reason).includes('with that version, or begin a new log')).toBe(isOfVersion)
})
