import { describe, expect, it } from 'vitest'
import { sha256 } from '#digest'
import { buildCandidate } from '../../../pipeline/intake/build-candidate.ts'
import { readDefinition } from '../../../pipeline/intake/read-definition.ts'
import { canonicalBytes, canonicalHash } from '../../../releases/record/canonical.ts'
import { recordSchema } from '../../../releases/record/record.ts'
import { SCHEDULE } from '../../support/fixture/sheets.ts'
import {
  editedDefinition,
  fixtureCandidate,
  fixtureDefinition,
  fixtureRelease,
  registerFixtureSources,
  replaceIn,
} from '../../support/fixture-definition.ts'

describe('the candidate of a valid definition', () => {
  it('is a record of the published form, in canonical bytes, without findings', async () => {
    const candidate = await fixtureCandidate()
    expect(recordSchema.safeParse(candidate.record).error).toBeUndefined()
    expect(candidate.bytes).toEqual(canonicalBytes(candidate.record))
    expect(candidate.intakeFindings).toEqual([])
  })

  it('has the same bytes when it is built again from the same files and sources', async () => {
    const { candidate, files, sources } = await fixtureRelease()
    const { definition } = readDefinition(new Map(files))
    const again = buildCandidate(definition!, sources.registered)
    expect(again.candidate!.bytes).toEqual(candidate.bytes)
  })

  it('takes codes of a row from its category and its period from the release', async () => {
    const [water, domestic] = (await fixtureCandidate()).record.rows
    expect(water).toMatchObject({
      canonical_category_code: 'public_water_works',
      layer: 'LT',
      supply_type: 'lt_metered',
      slab_type: 'flat',
      effective_from: '2026-04-01',
      effective_to: '2027-03-31',
    })
    expect(domestic!.slab_type).toBe('telescopic')
  })

  it('hashes each row without its own hash, and the array of its cases', async () => {
    const { rows, cases } = (await fixtureCandidate()).record
    for (const { row_sha256, ...row } of rows) {
      expect(row_sha256).toBe(canonicalHash(row))
      expect(row.fixture_sha256).toBe(canonicalHash(cases.filter((one) => one.row_id === row.row_id)))
    }
  })

  it('keeps what a source declares of its bytes beside what they are', async () => {
    const altered = SCHEDULE.replace('3.50', '3.51').concat('18. More: nothing.\n')
    const { record, declaredSources } = await fixtureCandidate((files) => files.set('sources/schedule.md', altered), {
      keepHashes: true,
    })
    const [source] = record.sources
    expect(declaredSources.get('XX-SCHEDULE')).toEqual({
      sha256: sha256(SCHEDULE),
      sizeBytes: new TextEncoder().encode(SCHEDULE).byteLength,
    })
    expect(source!.sha256).toBe(sha256(altered))
    expect(source!.size_bytes).toBe(new TextEncoder().encode(altered).byteLength)
    expect(source!.page_sha256).toEqual([sha256(altered)])
    expect(source!.text_sha256).toBe(canonicalHash([sha256(altered)]))
  })

  it('fills what was left out with null, and leaves the file of a source out of the record', async () => {
    const { record } = await fixtureCandidate()
    expect(record.sources[0]).not.toHaveProperty('file')
    expect(record.sources[0]!.case_number).toBeNull()
    expect(record.mode).toBeNull()
    expect(record).not.toHaveProperty('statements')
    expect(record.rules.adjustments[0]!.cases[0]).toMatchObject({ effective_from: null, pick: null, values: [] })
    expect(record.request).toEqual({ required: [], optional: [], licensee_from_district: false })
  })

  it('names a citation of declared_non_monotonic by its text', async () => {
    const { record } = await fixtureCandidate((files) =>
      replaceIn(
        files,
        'release.yaml',
        'declared_non_monotonic: []',
        'declared_non_monotonic: [{ subcategory_code: DOM, citation: C1 }]',
      ),
    )
    expect(record.declared_non_monotonic[0]!.citation).toMatch(/^XX Commission, Schedule of Tariff 2026-27/)
  })

  it('refuses a citation of declared_non_monotonic that is not in sources.yaml', () => {
    const files = editedDefinition((edited) =>
      replaceIn(
        edited,
        'release.yaml',
        'declared_non_monotonic: []',
        'declared_non_monotonic:\n  - { subcategory_code: DOM, citation: because }',
      ),
    )
    expect(readDefinition(files).findings).toEqual([
      {
        where: expect.stringMatching(/^release\.yaml:\d+:5$/),
        expected: 'the id of a citation of sources.yaml (C1, C2)',
        found: '`because`',
        evidence: null,
      },
    ])
  })
})

describe('a candidate cannot be made', () => {
  it('while a source is not registered, and every one is named with its hash and how to add it', async () => {
    const files = editedDefinition((edited) =>
      replaceIn(edited, 'sources.yaml', '    file: sources/no-change.md\n', ''),
    )
    const { definition } = readDefinition(files)
    const { registered } = await registerFixtureSources(files)
    registered.delete('XX-SPECIMEN')
    const { candidate, findings } = buildCandidate(definition!, registered)
    expect(candidate).toBeNull()
    expect(findings.map(({ where, found }) => `${where} ${found}`)).toEqual([
      'sources.yaml:33 no such source is registered',
      'sources.yaml:47 no such source is registered',
    ])
    expect(findings[0]!.evidence).toContain('source add')
    expect(findings[1]!.evidence).toBe('its file is sources/specimen.csv')
    expect(findings[1]!.expected).toContain(definition!.sources[3]!.sha256)
  })

  it('of a definition that lacks a file, and the findings of reading are handed on', async () => {
    const files = fixtureDefinition()
    const { registered } = await registerFixtureSources(files)
    files.delete('cases.csv')
    const { definition } = readDefinition(files)
    const { candidate, findings } = buildCandidate(definition!, registered)
    expect(candidate).toBeNull()
    expect(findings.map(({ where }) => where)).toEqual(['cases.csv:1:1'])
  })
})

describe('a registered source of another media type than declared', () => {
  it('is a finding where the media type is declared', async () => {
    const files = fixtureDefinition()
    const { registered } = await registerFixtureSources(files)
    registered.set('XX-SPECIMEN', { ...registered.get('XX-SPECIMEN')!, media_type: 'text/plain' })
    const { candidate } = buildCandidate(readDefinition(files).definition!, registered)
    expect(candidate!.intakeFindings).toEqual([
      {
        where: expect.stringMatching(/^sources\.yaml:\d+$/),
        expected: 'media type text/plain, as registered',
        found: 'text/csv',
        evidence: null,
      },
    ])
  })
})
