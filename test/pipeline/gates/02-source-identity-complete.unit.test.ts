import { describe, expect, it } from 'vitest'
import { sourceIdentityComplete } from '../../../pipeline/gates/02-source-identity-complete.ts'
import type { Source } from '../../../releases/record/source.ts'
import { findingsOf, sourceOf } from './support/sample.ts'

const CASES: readonly (readonly [name: string, edit: Partial<Source>, expected: string])[] = [
  ['the issuer is blank', { issuer: ' ' }, 'issuer | issuer is blank'],
  ['the title is blank', { title: '' }, 'title | title is blank'],
  ['the address is blank', { url: ' ' }, 'url | url is blank'],
  [
    'the address has no https',
    { url: 'berc.co.in/order.pdf' },
    'url: the whole address on the web, https://… | url berc.co.in/order.pdf',
  ],
  [
    'there is no date and no reason for it',
    { dated: null },
    'dated, or the reason for having no date (undated_reason) | neither is given',
  ],
  [
    'there is no date and a blank reason for it',
    { dated: null, undated_reason: ' ' },
    'dated, or the reason for having no date (undated_reason) | neither is given',
  ],
  [
    'there is a date and a reason for having none',
    { undated_reason: 'not printed' },
    'dated or undated_reason, not both | dated 2026-03-18 and a reason for having no date',
  ],
  ['the date is none', { dated: '2026-02-30' }, 'dated: a date YYYY-MM-DD | dated 2026-02-30'],
  ['there is no effective_from', { effective_from: null }, 'effective_from | no effective_from is given'],
  [
    'it ends before it begins',
    { effective_to: '2026-03-31' },
    'effective_to not before 2026-04-01 | effective_to 2026-03-31',
  ],
  [
    'its status is unknown without a reason',
    { legal_status: 'unknown' },
    'legal_status_reason, because legal_status is unknown | no legal_status_reason is given',
  ],
  [
    'a transcription names no original',
    { original: null },
    'original: the document it transcribes | a transcription without original',
  ],
]

describe('source.identity_complete fails when', () => {
  it.each(CASES)('%s', async (_, edit, expected) => {
    expect(
      await findingsOf(sourceIdentityComplete, (record) => void Object.assign(sourceOf(record, 'XX-SHEET'), edit)),
    ).toEqual([`sources/XX-SHEET | ${expected}`])
  })

  it('several things are wrong, and names them all', async () => {
    const edit = { issuer: '', title: '', original: null }
    expect(
      await findingsOf(sourceIdentityComplete, (record) => void Object.assign(sourceOf(record, 'XX-SHEET'), edit)),
    ).toHaveLength(3)
  })
})

describe('source.identity_complete passes', () => {
  it('a date beside a reason that says nothing', async () => {
    const edit = { undated_reason: ' ' }
    expect(
      await findingsOf(sourceIdentityComplete, (record) => void Object.assign(sourceOf(record, 'XX-SHEET'), edit)),
    ).toEqual([])
  })

  it('an unknown status with its reason, and an undated source with its own', async () => {
    const edit = {
      legal_status: 'unknown',
      legal_status_reason: 'the order was not opened',
      dated: null,
      undated_reason: 'not printed',
    }
    expect(
      await findingsOf(sourceIdentityComplete, (record) => void Object.assign(sourceOf(record, 'XX-SHEET'), edit)),
    ).toEqual([])
  })
})
