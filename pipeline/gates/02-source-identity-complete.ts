import type { Source } from '../../releases/record/source.ts'
import { isRealDate } from '../../releases/record/text.ts'
import { type Failing, failing, gate } from './gate.ts'
import { isBlank } from './text/blank.ts'

const FAULTS = [
  'blank_issuer',
  'blank_title',
  'blank_url',
  'no_web_address',
  'status_unexplained',
  'nothing_transcribed',
  'undated',
  'dated_and_undated',
  'no_such_date',
  'no_effective_from',
  'ends_before_it_begins',
] as const
type F = (typeof FAULTS)[number]

function faultsOfDates(source: Source): Failing<F>[] {
  const faults: Failing<F>[] = []
  if (source.dated === null && isBlank(source.undated_reason)) {
    faults.push(['undated', 'dated, or the reason for having no date (undated_reason)', 'neither is given'])
  }
  if (source.dated !== null && !isBlank(source.undated_reason)) {
    faults.push([
      'dated_and_undated',
      'dated or undated_reason, not both',
      `dated ${source.dated} and a reason for having no date`,
    ])
  }
  for (const name of ['dated', 'effective_from', 'effective_to'] as const) {
    const date = source[name]
    if (date !== null && !isRealDate(date))
      faults.push(['no_such_date', `${name}: a date YYYY-MM-DD`, `${name} ${date}`])
  }
  if (source.document_kind !== 'specimen' && source.effective_from === null) {
    faults.push(['no_effective_from', 'effective_from', 'no effective_from is given'])
  }
  if (source.effective_from !== null && source.effective_to !== null && source.effective_from > source.effective_to) {
    faults.push([
      'ends_before_it_begins',
      `effective_to not before ${source.effective_from}`,
      `effective_to ${source.effective_to}`,
    ])
  }
  return faults
}

function isWebAddress(text: string): boolean {
  const { protocol } = URL.parse(text) ?? {}
  return /^https?:\/\//.test(text) && (protocol === 'https:' || protocol === 'http:')
}

function faultsOfIdentity(source: Source): Failing<F>[] {
  const faults: Failing<F>[] = []
  for (const name of ['issuer', 'title', 'url'] as const) {
    if (isBlank(source[name])) faults.push([`blank_${name}`, name, `${name} is blank`])
  }
  // A specimen is a file of the project. Some transcriptions are published without TLS.
  if (source.document_kind !== 'specimen' && !isBlank(source.url) && !isWebAddress(source.url))
    faults.push(['no_web_address', 'url: the whole address on the web, https://…', `url ${source.url}`])
  if (source.legal_status === 'unknown' && isBlank(source.legal_status_reason)) {
    faults.push([
      'status_unexplained',
      'legal_status_reason, because legal_status is unknown',
      'no legal_status_reason is given',
    ])
  }
  if (source.document_kind === 'transcription' && source.original === null) {
    faults.push(['nothing_transcribed', 'original: the document it transcribes', 'a transcription without original'])
  }
  return faults
}

/**
 * Gate 2: every source has issuer, title, date (or the reason for lacking one), kind, legal status and address, and
 * from when it holds; a transcription names the document it transcribes (docs/design/release.md#definition,
 * docs/design/release.md#gates).
 */
export const sourceIdentityComplete = gate('source.identity_complete', FAULTS, ({ record }) => {
  const { sources } = record
  const findings = sources.flatMap((source) =>
    [...faultsOfIdentity(source), ...faultsOfDates(source)].map((fault) =>
      failing(`sources/${source.source_id}`, ...fault),
    ),
  )
  return { checked: sources.length, findings }
})
