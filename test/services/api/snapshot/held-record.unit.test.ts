import { expect, test } from 'vitest'
import { heldRecord, holdOf } from '../../../../services/api/snapshot/held-record.ts'
import { buildRecord } from '../../../support/record-builder.ts'

/** Holds in a release itself, and holds by people (docs/adr/0014-holds-outlive-a-revision.md). */

const OWN = { path: 'rows/ROW/energy', reason: 'not published yet', unblocked_by: 'the order' }
const MEANWHILE = { component: 'rows/ROW/fixed', reason: 'a misprint is suspected' }

test('a hold at run time leaves those that the release itself has', () => {
  const record = { ...buildRecord(), holds: [OWN] }
  const held = heldRecord(record, [MEANWHILE])
  expect(holdOf(held, OWN.path)).toEqual({ reason: OWN.reason, unblocked_by: OWN.unblocked_by })
  expect(holdOf(held, MEANWHILE.component)).toEqual({
    reason: MEANWHILE.reason,
    unblocked_by: 'release of the hold',
  })
  const lapsed = heldRecord(record, [{ ...MEANWHILE, kind: 'check_lapsed' }])
  expect(holdOf(lapsed, MEANWHILE.component)?.unblocked_by).toBe('a new check of the component')
  expect(holdOf(held, 'rows/OTHER/fixed')).toBeNull()
  expect(holdOf(record, MEANWHILE.component), 'the record itself stays as it is').toBeNull()
})
