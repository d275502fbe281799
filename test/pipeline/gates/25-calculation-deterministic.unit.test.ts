import { describe, expect, it } from 'vitest'
import { calculationDeterministic } from '../../../pipeline/gates/25-calculation-deterministic.ts'
import { caseResultsText } from '../../../pipeline/gates/calculation/case-results.ts'
import { fixtureCandidate } from '../../support/fixture-definition.ts'
import { buildEnergy, buildRecord } from '../../support/record-builder.ts'
import { calculationMeans, judge } from './calculation-support.ts'

describe('calculation.deterministic', () => {
  it('passes if the record gives the same result bytes in another process', async () => {
    const candidate = await fixtureCandidate()
    const verdict = await calculationDeterministic.check(candidate, calculationMeans())
    expect(verdict).toMatchObject({ passed: true, checked: candidate.record.cases.length, findings: [] })
  })

  it('fails for one different byte, and shows its position', async () => {
    const calculateElsewhere = async () => caseResultsText(buildRecord()).replace('SUBCATEGORY', 'SUBCATEGORX')
    const { findings } = await judge(calculationDeterministic, buildRecord(), { calculateElsewhere })
    expect(findings).toHaveLength(1)
    expect(findings[0]?.expected).toContain('SUBCATEGORY_NOT_FOUND')
    expect(findings[0]?.found).toContain('SUBCATEGORX_NOT_FOUND')
  })

  it('fails if the result is shorter', async () => {
    const { findings } = await judge(calculationDeterministic, buildRecord(), { calculateElsewhere: async () => '' })
    expect(findings[0]?.found).toBe('cases: at character 0: it ends there')
  })

  it('fails a release that the engine cannot compile', async () => {
    const record = buildRecord({
      rows: [
        {
          energy: buildEnergy('flat', [
            ['1', '5'],
            [null, '6'],
          ]),
        },
      ],
    })
    expect((await judge(calculationDeterministic, record)).passed).toBe(false)
  })
})
