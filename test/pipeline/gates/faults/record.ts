import type { recordCanonicalStable } from '../../../../pipeline/gates/28-record-canonical-stable.ts'
import type { recordRebuildIdentical } from '../../../../pipeline/gates/29-record-rebuild-identical.ts'
import { canonicalBytes } from '../../../../releases/record/canonical.ts'
import { rowOf, sampleRecord } from '../support/sample.ts'
import { edit, type TableOf } from './fixture.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

export const canonicalStable: TableOf<typeof recordCanonicalStable> = {
  sound: sampleRecord,
  faults: {
    not_json: { candidate: () => ({ bytes: bytesOf('{') }) },
    // Bytes that are not canonical are not those of the record either, which are.
    not_canonical: {
      candidate: ({ record }) => ({ bytes: bytesOf(JSON.stringify(record, null, 1)) }),
      beside: ['another_record'],
    },
    no_canonical_form: edit(({ declared }) => Object.assign(declared, { districts: Number.NaN })),
    another_record: {
      candidate: ({ record }) => ({ bytes: canonicalBytes({ ...record, note: 'altered' }) }),
    },
  },
}

export const rebuildIdentical: TableOf<typeof recordRebuildIdentical> = {
  sound: sampleRecord,
  faults: {
    another_record: [
      edit((record) => (rowOf(record, 'R-DS').note = 'altered')),
      { means: () => ({ rebuild: async () => new Uint8Array() }) },
    ],
  },
}
