import { beforeAll, describe, expect, it } from 'vitest'
import { type Candidate, GATE_NAMES, type Means } from '../../../pipeline/gates/gate.ts'
import { GATES } from '../../../pipeline/gates/index.ts'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import recordSchema from '../../../releases/record/record.schema.json' with { type: 'json' }
import { fixtureRelease } from '../../support/fixture-definition.ts'
import { calculationMeans } from './calculation-support.ts'

describe('the table of gates', () => {
  let candidate: Candidate
  let means: Means

  beforeAll(async () => {
    const { candidate: sound, sources } = await fixtureRelease()
    candidate = sound
    means = calculationMeans({
      bytes: async (hash) => sources.bytes.get(hash) ?? null,
      pages: async (hash) => sources.pages.get(hash) ?? null,
      extract: extractText,
      reread: async () => ({ figures: [], problems: [], headings: [] }),
      rebuild: async () => sound.bytes,
      recordSchema,
    })
  })

  it('holds all 29, each under its own name, in the order of the design', () => {
    expect([...GATES.keys()]).toEqual([...GATE_NAMES])
    for (const [name, gate] of GATES) expect(gate.name).toBe(name)
    expect(GATES.size).toBe(29)
  })

  it('runs the calculations that burn CPU in a process of their own', () => {
    expect([...GATES.values()].filter(({ heavy }) => heavy).map(({ name }) => name)).toEqual([
      'source.text_reproducible',
      'calculation.boundaries',
      'calculation.monotonic',
      'calculation.reference_agrees',
      'closed.blocked_absent',
      'closed.unknown_refused',
    ])
  })

  it.each(GATE_NAMES)('%s passes a whole release, and says how much it looked at', async (name) => {
    const verdict = await GATES.get(name)!.check(candidate, means)
    expect(verdict.findings).toEqual([])
    expect(verdict).toMatchObject({ gate: name, passed: true })
    expect(verdict.checked).toBeGreaterThan(0)
  })
})
