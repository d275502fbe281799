import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/api-call.ts'
import { CONTRACT } from '../../../support/openapi.ts'
import { outlineOf } from './outline.ts'

/**
 * Parts of the contract that clients rely on are never removed (docs/versioning.md#what-the-numbers-mean):
 * relied-on.txt may only grow.
 */

const FILE = new URL('./relied-on.txt', import.meta.url)
const relied = readFileSync(FILE, 'utf8').trimEnd().split('\n')
const now = outlineOf(CONTRACT)

describe('the contract', () => {
  it('has all that clients rely on, under its name and of its type, and asks for nothing more', () => {
    const has = new Set(now)
    expect(relied.filter((line) => !has.has(line))).toEqual([])
  })

  it('has nothing that they may not rely on: what is added is written down (PRAMAAN_WRITE_EXAMPLES=1 writes it)', () => {
    const all = [...new Set([...relied, ...now])].sort()
    if (process.env['PRAMAAN_WRITE_EXAMPLES'] === '1') writeFileSync(FILE, `${all.join('\n')}\n`)
    else expect(relied).toEqual(all)
  })
})

describe('the outline finds', () => {
  const changed = (change: (contract: Json) => void): string[] => {
    const contract = structuredClone(CONTRACT)
    change(contract)
    const has = new Set(outlineOf(contract))
    return now.filter((line) => !has.has(line))
  }
  const { schemas } = CONTRACT.components

  it.each<[string, (contract: Json) => void, string]>([
    [
      'a member that is gone',
      ({ components }) => delete components.schemas.BillVerification.properties.verdict,
      'BillVerification.verdict: string',
    ],
    [
      'a member of another type',
      ({ components }) => {
        components.schemas.BillVerification.properties.verdict = { type: 'integer' }
      },
      'BillVerification.verdict: string',
    ],
    [
      'an input that is suddenly needed',
      ({ components }) => components.schemas.CalculateRequest.required.push('phase'),
      'CalculateRequest.phase: string, not needed',
    ],
    [
      'a word that is not taken any more',
      ({ components }) => components.schemas.CalculateRequest.properties.phase.enum.pop(),
      'CalculateRequest.phase may be three',
    ],
    ['a route that is gone', ({ paths }) => delete paths['/v1/rows/{row_sha256}'], 'GET /v1/rows/{row_sha256}'],
  ])('%s', (_what, change, line) => {
    expect(schemas.CalculateRequest).toBeDefined()
    expect(changed(change)).toContain(line)
  })
})
