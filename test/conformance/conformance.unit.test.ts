import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { conformanceDocument } from '../../scripts/generate-conformance.ts'
import { servingStates } from '../support/definitions.ts'
import { AMOUNTS, BILLS, judged, reproduced } from './judge.ts'

const SERVING = await servingStates()

describe('amounts printed by others', () => {
  it('are 112, each once, of all seven states', () => {
    expect(AMOUNTS.length).toBe(112)
    expect(new Set(AMOUNTS.map(({ id }) => id)).size).toBe(112)
    expect([...new Set(AMOUNTS.map(({ state_code }) => state_code))].sort()).toEqual([
      'BR',
      'GJ',
      'JH',
      'MH',
      'OD',
      'RJ',
      'TS',
    ])
  })

  it.each(AMOUNTS.map((amount) => [amount.id, amount] as const))('%s has the recorded verdict', (_id, amount) => {
    const { verdict, code } = judged(SERVING, amount)
    expect({ verdict, code }).toEqual({ verdict: amount.verdict, code: amount.code ?? null })
    // Differences are printed with their reason.
    if (verdict !== 'agrees') expect(amount.because).toMatch(/\w/)
  })
})

describe('rows with a fraction of a unit where whole units are billed', () => {
  const rows = AMOUNTS.flatMap((amount) =>
    amount.whole_units === undefined ? [] : [[amount.id, amount, amount.whole_units] as const],
  )

  it.each(rows)(
    '%s agrees for the whole units of its bill, and for no other number within two',
    (_id, amount, units) => {
      expect(Math.abs(Number(amount.request['energy_units']) - units)).toBeLessThan(1)
      const asking = [-2, -1, 0, 1, 2].map((more) => ({ ...amount.request, energy_units: units + more }))
      const verdicts = asking.map((request) => judged(SERVING, { ...amount, request }).verdict)
      expect(verdicts).toEqual(['differs', 'differs', 'agrees', 'differs', 'differs'])
    },
  )
})

describe('printed MSEDCL bills', () => {
  it.each(BILLS.map((bill) => [bill.id, bill] as const))(
    '%s is reproduced line by line, and sums to its total',
    (_id, bill) => {
      expect(reproduced(SERVING, bill)).toEqual(bill.printed_paise)
      const all = [...Object.values(bill.printed_paise), ...Object.values(bill.taken_as_printed_paise)]
      expect(all.reduce((sum: number, paise) => sum + (paise ?? 0), 0)).toBe(bill.total_paise)
    },
  )
})

it('docs/conformance.md is generated from them', () => {
  const page = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8')
  expect(page).toBe(conformanceDocument(SERVING))
})
