import { expect, test } from 'vitest'
import { routeLicensee } from '../../../../releases/engine/request/routing.ts'
import { buildRecord } from '../../../support/record-builder.ts'

/** The licensee of a request (docs/design/contract.md#refusals). */

const NO_DISTRICT = { required: [], optional: [], licensee_from_district: false }

test('a release without districts ignores one at this point: the field is refused later', () => {
  const record = buildRecord({ request: NO_DISTRICT })
  expect(routeLicensee(record, null, 'Anywhere')).toEqual({ ok: true, licensee: null })
})

test('one with districts refuses an unknown place', () => {
  const record = buildRecord({ request: { ...NO_DISTRICT, optional: ['district'] } })
  expect(routeLicensee(record, null, 'Anywhere')).toEqual({
    ok: false,
    code: 'DISTRICT_LICENSEE_MISMATCH',
    details: { district: 'Anywhere', reason: 'unknown', licensees: [] },
  })
})
