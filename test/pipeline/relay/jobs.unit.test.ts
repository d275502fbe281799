import { expect, test } from 'vitest'
import { GATE_NAMES } from '../../../pipeline/gates/gate.ts'
import { GATES } from '../../../pipeline/gates/index.ts'
import { inOrderBegun, runFlow } from '../../../pipeline/relay/jobs.ts'

const RUN = { release_id: 'XX-2026-27', revision: 1, run_id: 'run-1', state_code: 'XX' }
const isHeavy = (gate: (typeof GATE_NAMES)[number]): boolean => GATES.get(gate)?.heavy === true

test('a run has a job for every gate, whichever begins first', () => {
  const names = (runFlow(RUN, GATE_NAMES, isHeavy).children ?? []).map(({ name }) => name)
  expect([...names].sort()).toEqual([...GATE_NAMES].sort())
})

test('every heavy gate has its place among those that begin first', () => {
  const heavy = GATE_NAMES.filter(isHeavy)
  const begun = inOrderBegun(GATE_NAMES)
  const first = begun.slice(
    0,
    begun.findIndex((gate, index) => index > 0 && !isHeavy(gate)),
  )
  expect(first.filter(isHeavy).sort()).toEqual([...heavy].sort())
  expect(first[0]).toBe('calculation.deterministic')
})

test('a run of some gates begins those alone', () => {
  expect(inOrderBegun(['source.cited', 'calculation.monotonic'])).toEqual(['calculation.monotonic', 'source.cited'])
})
