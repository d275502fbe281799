import { expect, test } from 'vitest'
import { sha256 } from '#digest'
import { GATE_NAMES } from '../../../pipeline/gates/gate.ts'
import { HashList, Verdicts } from '../../../pipeline/log-fold/compact.ts'

test('hashes are returned unchanged, by index, and take 32 bytes each', () => {
  const list = new HashList()
  const hashes = Array.from({ length: 10_000 }, (_, index) => sha256(String(index)))
  const before = process.memoryUsage().arrayBuffers
  for (const hash of hashes) list.push(hash)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(500_000)

  expect(list.length).toBe(hashes.length)
  expect(hashes.every((hash, index) => list.at(index) === hash)).toBe(true)
  expect([list.at(-1), list.at(0.5), list.at(hashes.length), new HashList().at(0)]).toEqual(Array(4).fill(undefined))
})

test('each gate of a run has a verdict of its own', () => {
  expect(GATE_NAMES.length).toBeLessThan(31)
  for (const gate of GATE_NAMES) {
    const verdicts = new Verdicts()
    expect([verdicts.has(gate), verdicts.get(gate)]).toEqual([false, undefined])
    for (const passed of [true, false, true]) {
      verdicts.set(gate, passed)
      expect([verdicts.has(gate), verdicts.get(gate)]).toEqual([true, passed])
    }
    expect(GATE_NAMES.filter((other) => verdicts.has(other))).toEqual([gate])
  }
})
