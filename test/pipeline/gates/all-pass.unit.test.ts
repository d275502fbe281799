import { describe, expect, it } from 'vitest'
import { GATE_NAMES } from '../../../pipeline/gates/gate.ts'
import { RECORD_GATES } from './support/record-gates.ts'
import { judge, withoutSheets } from './support/sample.ts'

describe('gates 1 to 19, 28 and 29', () => {
  it('carry the names of the design, in its order', () => {
    expect(RECORD_GATES.map((gate) => gate.name)).toEqual([...GATE_NAMES.slice(0, 19), ...GATE_NAMES.slice(27)])
  })

  it.each(RECORD_GATES)('$name passes a valid release, and says how much it looked at', async (gate) => {
    const { passed, findings, checked } = await judge(
      gate,
      gate.name === 'evidence.figures_cited' ? withoutSheets() : undefined,
    )
    expect(findings).toEqual([])
    expect(passed).toBe(true)
    expect(checked).toBeGreaterThan(0)
  })
})
