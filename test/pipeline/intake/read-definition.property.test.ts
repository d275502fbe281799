import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildCandidate } from '../../../pipeline/intake/build-candidate.ts'
import { DEFINITION_FILES, readDefinition } from '../../../pipeline/intake/read-definition.ts'
import { fixtureDefinition, fixtureRelease } from '../../support/fixture-definition.ts'
import { runsOf } from '../../support/tier.ts'

const RUNS = runsOf({ normal: 20, nightly: 1_000 })

const sound = fixtureDefinition()
const { sources } = await fixtureRelease()

/** The fixture with a part of one file replaced by other text. */
const damaged = fc
  .record({
    file: fc.constantFrom(...DEFINITION_FILES),
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(40),
    text: fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom('\n', '"', '{', '[', ': ', ',', '- ', '\t', '&a ', '*a', '#', "'", '|\n', '1e9'),
    ),
  })
  .map(({ file, place, cut, text }) => {
    const content = sound.get(file) ?? ''
    const at = Math.floor(place * content.length)
    return new Map(sound).set(file, content.slice(0, at) + text + content.slice(at + cut))
  })

describe('reading a definition', () => {
  it('never throws, gives every finding a place in a file, and says the same twice', () => {
    fc.assert(
      fc.property(damaged, (files) => {
        const first = readDefinition(files)
        for (const { where } of first.findings) {
          expect(where).toMatch(/^(release|sources|categories|rules)\.yaml:\d+:\d+$|^(rows|cases)\.csv:\d+(:.*)?$/s)
        }
        expect(readDefinition(files).findings).toEqual(first.findings)
        if (first.definition === null) return
        const built = buildCandidate(first.definition, sources.registered)
        if (built.candidate === null) expect(built.findings).not.toEqual([])
        else
          expect(built.candidate.bytes).toEqual(buildCandidate(first.definition, sources.registered).candidate?.bytes)
      }),
      { numRuns: RUNS },
    )
  })
})
