import { expect, test } from 'vitest'
import { documentsOf } from '../../../releases/engine/answer/documents.ts'
import { answerRequest } from '../../../releases/engine/answer-request.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { sourceRecords } from '../../../services/api/snapshot/source-record.ts'
import { planOf } from '../../support/definitions.ts'
import { buildEnergy, buildFigure, buildFixed } from '../../support/record-builder.ts'
import { recordOfRow } from './bill.ts'

// Stage reference serves figures from a document that too few people have attested, and discloses it in the answers
// that use them.

/** Energy at grade order, a fixed charge at grade transcription, each from a different document. */
const RECORD = recordOfRow({
  energy: buildEnergy('flat', [[null, buildFigure('5', 'Rs/kWh', 'order')]]),
  fixed: buildFixed('flat', 'connection', [[null, buildFigure('40', 'Rs/connection', 'transcription')]]),
})
const hashOf = (kind: ReleaseRecord['sources'][number]['document_kind']): string => {
  const found = RECORD.sources.filter(({ document_kind }) => document_kind === kind)
  expect(found, kind).toHaveLength(1)
  return found[0]!.sha256
}

const ABOUT_DOCUMENTS = ['ORIGINAL_NOT_ATTESTED', 'TRANSCRIBED_FIGURES']

function codes(unattested: readonly string[], record = RECORD, about = ABOUT_DOCUMENTS.slice(0, 1)): string[] {
  const asked = { state_code: record.state_code, subcategory_code: 'DOM', energy_units: 100 }
  const answered = answerRequest([planOf(record, { unattested })], asked, 'specimen')
  if (!answered.ok) throw new Error(answered.code)
  const { disclosures } = JSON.parse(answered.dataText) as { disclosures: { code: string }[] }
  return disclosures.map(({ code }) => code).filter((code) => about.includes(code))
}

test('an answer that rests on an original says so until two people have attested it', () => {
  expect(codes([hashOf('original')])).toEqual(['ORIGINAL_NOT_ATTESTED'])
  expect(codes([])).toEqual([])
})

test('an answer that rests on attested originals alone says nothing of its documents', () => {
  const energy = buildEnergy('flat', [[null, buildFigure('5', 'Rs/kWh', 'order')]])
  const record = recordOfRow({ energy, fixed: null })
  expect(record.sources.map(({ document_kind }) => document_kind)).toEqual(['original'])
  expect(codes([], record, ABOUT_DOCUMENTS)).toEqual([])
})

test('a transcription is not an original, and what nobody has attested of another document does not matter', () => {
  expect(codes([hashOf('transcription')])).toEqual([])
  expect(codes(['a'.repeat(64)])).toEqual([])
})

test('it is judged by the lines of the answer, not by the release', () => {
  const other = recordOfRow({ energy: buildEnergy('flat', [[null, buildFigure('5', 'Rs/kWh', 'transcription')]]) })
  const sources = [...other.sources, ...RECORD.sources.filter(({ document_kind }) => document_kind === 'original')]
  expect(codes([hashOf('original')], { ...other, sources })).toEqual([])
})

test('a release without a subsidy has no document of one, whatever its rows were read in', () => {
  expect(RECORD.rules.subsidy).toBeNull()
  expect(documentsOf(RECORD, [hashOf('original')]).ofSubsidy).toBe(0)
})

test('the amounts and their hash are the same, attested or not', () => {
  const asked = { state_code: RECORD.state_code, subcategory_code: 'DOM', energy_units: 100 }
  const hashes = [[hashOf('original')], []].map((unattested) => {
    const answered = answerRequest([planOf(RECORD, { unattested })], asked, 'specimen')
    if (!answered.ok) throw new Error(answered.code)
    return (JSON.parse(answered.dataText) as { calculation_sha256: string }).calculation_sha256
  })
  expect(hashes[0]).toBe(hashes[1])
})

test('that a figure was read in a transcription is judged by the figures of the answer too', () => {
  const bothAt = (grade: 'order' | 'transcription') =>
    recordOfRow({
      energy: buildEnergy('flat', [[null, buildFigure('5', 'Rs/kWh', grade)]]),
      fixed: buildFixed('flat', 'connection', [[null, buildFigure('40', 'Rs/connection', grade)]]),
    })
  const [transcribed, original] = [bothAt('transcription'), bothAt('order')]
  const about = ABOUT_DOCUMENTS.slice(1)
  expect(codes([], transcribed, about)).toEqual(about)
  expect(codes([], RECORD, about)).toEqual(about)
  const sources = [
    ...original.sources,
    ...RECORD.sources.filter(({ document_kind }) => document_kind === 'transcription'),
  ]
  expect(sources.some(({ document_kind }) => document_kind === 'transcription')).toBe(true)
  expect(codes([], { ...original, sources }, about)).toEqual([])
})

test('a document says it of itself, as its release serves', () => {
  const said = (unattested: readonly string[]) =>
    sourceRecords(RECORD, new Map(), unattested).map(({ document_kind, disclosures }) => [
      document_kind,
      disclosures?.map(({ code }) => code),
    ])
  const all = RECORD.sources.map(({ sha256 }) => sha256)
  expect(said(all)).toContainEqual(['original', ['ORIGINAL_NOT_ATTESTED']])
  expect(said(all)).toContainEqual(['transcription', undefined])
  expect(said([])).toContainEqual(['original', undefined])
})
