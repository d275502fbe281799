import type { sourceBytesMatch } from '../../../../pipeline/gates/01-source-bytes-match.ts'
import type { sourceIdentityComplete } from '../../../../pipeline/gates/02-source-identity-complete.ts'
import type { sourceTextReproducible } from '../../../../pipeline/gates/03-source-text-reproducible.ts'
import type { sourceInForce } from '../../../../pipeline/gates/04-source-in-force.ts'
import type { Source } from '../../../../releases/record/source.ts'
import { energyOf, peakOf, sampleRecord, sourceOf } from '../support/sample.ts'
import { TEXTS } from '../support/texts.ts'
import { edit, type Fixture, type TableOf } from './fixture.ts'

const SHEET = 'XX-SHEET'
const sheet = (change: Partial<Source>): Fixture => edit((record) => Object.assign(sourceOf(record, SHEET), change))
const order = (change: Partial<Source>): Fixture =>
  edit((record) => Object.assign(sourceOf(record, 'XX-ORDER'), change))
const { sha256: HASH } = sourceOf(sampleRecord(), SHEET)
const PAGES = TEXTS[SHEET]!
/** Wrong content of the sheet, as stored or extracted. */
const bytes = (make: (bytes: Uint8Array) => Uint8Array | null): Fixture => ({
  means: (means) => ({
    bytes: async (hash) => {
      const held = await means.bytes(hash)
      return held === null || hash !== HASH ? held : make(held)
    },
  }),
})
const stored = (pages: readonly string[] | null): Fixture => ({
  means: (means) => ({ pages: async (hash) => (hash === HASH ? pages : means.pages(hash)) }),
})
const extracted = (pages: string[]): Fixture => ({
  means: (means) => ({
    extract: async (held, type) => {
      const again = await means.extract(held, type)
      return again.ok && again.pages[0] === PAGES[0] ? { ok: true, pages } : again
    },
  }),
})
const flipped = (held: Uint8Array): Uint8Array => held.with(0, held[0]! ^ 1)

export const bytesMatch: TableOf<typeof sourceBytesMatch> = {
  sound: sampleRecord,
  faults: {
    undeclared: { candidate: () => ({ declaredSources: new Map() }) },
    not_held: bytes(() => null),
    record_sha256: sheet({ sha256: '0'.repeat(64) }),
    record_size: sheet({ size_bytes: 1 }),
    bytes_sha256: bytes(flipped),
    bytes_size: {
      ...edit((record) => (sourceOf(record, SHEET).size_bytes += 1)),
      candidate: ({ record, declaredSources }) => ({
        declaredSources: new Map(declaredSources).set(SHEET, {
          sha256: HASH,
          sizeBytes: sourceOf(record, SHEET).size_bytes,
        }),
      }),
    },
  },
}

export const identityComplete: TableOf<typeof sourceIdentityComplete> = {
  sound: sampleRecord,
  faults: {
    blank_issuer: sheet({ issuer: ' ' }),
    blank_title: sheet({ title: '' }),
    blank_url: sheet({ url: ' ' }),
    no_web_address: [
      sheet({ url: 'berc.co.in/order.pdf' }),
      sheet({ url: 'https:///' }),
      sheet({ url: 'ftp://berc.co.in/' }),
    ],
    status_unexplained: sheet({ legal_status: 'unknown' }),
    nothing_transcribed: sheet({ original: null }),
    undated: sheet({ dated: null }),
    dated_and_undated: sheet({ undated_reason: 'not printed' }),
    no_such_date: [
      sheet({ dated: '2026-02-30' }),
      sheet({ effective_from: '2026-04-31' }),
      sheet({ effective_to: '2027-03-32' }),
    ],
    no_effective_from: sheet({ effective_from: null }),
    ends_before_it_begins: sheet({ effective_to: '2026-03-31' }),
  },
}

export const textReproducible: TableOf<typeof sourceTextReproducible> = {
  sound: sampleRecord,
  faults: {
    page_count: sheet({ page_count: 2 }),
    text_sha256: sheet({ text_sha256: '0'.repeat(64) }),
    no_stored_text: stored(null),
    stored_pages: [stored([...PAGES, 'one more']), stored([])],
    stored_text: stored([`${PAGES[0]} `]),
    not_held: bytes(() => null),
    not_extracted: { means: () => ({ extract: async () => ({ ok: false, reason: 'it is encrypted' }) }) },
    extracted_pages: [extracted([...PAGES, 'one more']), extracted([])],
    extracted_text: extracted([`${PAGES[0]} `]),
  },
}

const TARIFFLESS = ['petition', 'draft', 'stayed', 'quashed'] as const

export const inForce: TableOf<typeof sourceInForce> = {
  sound: sampleRecord,
  faults: {
    sets_no_tariff: [
      ...TARIFFLESS.map((legal_status) => order({ legal_status })),
      // A derived figure, and a fact: neither needs a source of its own year.
      ...['R-NDS-SMALL', 'REBATE'].map(
        (what): Fixture => ({
          sound: () => {
            const record = sampleRecord()
            energyOf(record, 'R-SL').source_id = SHEET
            if (what === 'REBATE') record.rules.facts[0]!.evidence.source_id = 'XX-ORDER'
            else energyOf(record, what).source_id = 'XX-ORDER'
            return record
          },
          ...order({ legal_status: 'petition' }),
        }),
      ),
    ],
    only_for_specimens: edit((record) => (energyOf(record, 'R-DS').source_id = 'XX-SPECIMEN')),
    status_unexplained: order({ legal_status: 'unknown' }),
    not_in_force: [
      order({ effective_to: '2027-03-30' }),
      order({ effective_from: '2026-04-02' }),
      order({ effective_from: null }),
      // The statement of no change for a carried figure, and a formula.
      edit((record) => (sourceOf(record, 'XX-NO-CHANGE').effective_to = '2026-12-31')),
      edit(({ quantities }) => (quantities[0]!.evidence!.source_id = 'XX-EARLIER')),
    ],
    of_another_year: [
      edit((record) => (energyOf(record, 'R-KJ-RURAL').carried!.from_year = '1998-99')),
      edit((record) => (sourceOf(record, 'XX-EARLIER').effective_from = null)),
    ],
    no_specimen: edit((record) => (peakOf(record).source_id = SHEET)),
    kind_and_status: edit((record) => (sourceOf(record, 'XX-SPECIMEN').document_kind = 'transcription')),
  },
}
