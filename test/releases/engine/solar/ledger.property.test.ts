import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { grossLedger, importOf, type MonthUnits, netLedger } from '../../../../releases/engine/solar/ledger.ts'
import { forEvery } from '../../../support/for-every.ts'
import { runsOf } from '../../../support/tier.ts'

const RUNS = { numRuns: runsOf({ normal: 1_000, nightly: 100_000 }) }
const LARGEST = 10_000_000_000

/** A possible month: export at most generation, and consumption at least the direct use. Thousandths. */
const month = fc
  .record({ generation: fc.nat(LARGEST), exportPart: fc.nat(1000), more: fc.nat(LARGEST) })
  .map(({ generation, exportPart, more }): Omit<MonthUnits, 'month'> => {
    const exported = Math.floor((generation * exportPart) / 1000)
    return { generation, export: exported, consumption: generation - exported + more }
  })
const months = fc
  .array(month, { minLength: 1, maxLength: 12 })
  .map((list) =>
    list.map((units, index): MonthUnits => ({ ...units, month: `2026-${String(index + 1).padStart(2, '0')}` })),
  )
const credit = fc.nat(LARGEST)

describe('the net ledger', () => {
  it('conserves units exactly: credit in + exported = used + carried out, each month and over all of them', () => {
    forEvery(RUNS, months, credit, (given, opening) => {
      const ledger = netLedger(given, opening)
      for (const line of ledger) expect(line.creditIn + line.exported).toBe(line.creditUsed + line.creditOut)
      const exported = ledger.reduce((sum, line) => sum + line.exported, 0)
      const used = ledger.reduce((sum, line) => sum + line.creditUsed, 0)
      expect(opening + exported).toBe(used + (ledger.at(-1)?.creditOut ?? 0))
    })
  })

  it('what was imported is either paid with credit or billed', () => {
    forEvery(RUNS, months, credit, (given, opening) => {
      for (const [index, line] of netLedger(given, opening).entries()) {
        expect(line.imported).toBe(importOf(given[index]!))
        expect(line.imported).toBe(line.creditUsed + line.billed)
        expect(line.billed === 0 || line.creditOut === 0).toBe(true)
        for (const units of [line.imported, line.creditUsed, line.creditOut, line.billed]) {
          expect(Number.isSafeInteger(units) && units >= 0 && !Object.is(units, -0)).toBe(true)
        }
      }
    })
  })

  it('carries each credit to the next month whole, and begins with the opening one', () => {
    forEvery(RUNS, months, credit, (given, opening) => {
      const ledger = netLedger(given, opening)
      expect(ledger.map(({ creditIn }) => creditIn)).toEqual([
        opening,
        ...ledger.slice(0, -1).map(({ creditOut }) => creditOut),
      ])
    })
  })

  it('carries nothing over the end of a year', () => {
    forEvery(RUNS, months, credit, (given, opening) => {
      const apart = [given.slice(0, 3), given.slice(3)]
      const isCarried = (name: string): boolean => name !== '2026-03'
      expect(netLedger(given, opening, isCarried)).toEqual(
        apart.flatMap((year, index) => netLedger(year, index === 0 ? opening : 0)),
      )
      expect(grossLedger(given, isCarried)).toEqual(apart.flatMap((year) => grossLedger(year)))
    })
  })

  it('more credit never bills more', () => {
    forEvery(RUNS, months, credit, credit, (given, a, b) => {
      const few = netLedger(given, Math.min(a, b))
      const many = netLedger(given, Math.max(a, b))
      for (const [index, line] of many.entries()) expect(line.billed).toBeLessThanOrEqual(few[index]!.billed)
    })
  })

  it('without a plant and without credit bills what is consumed', () => {
    forEvery(RUNS, fc.array(fc.nat(LARGEST), { minLength: 1, maxLength: 12 }), (consumed) => {
      const none = consumed.map((consumption) => ({ month: '2026-04', consumption, generation: 0, export: 0 }))
      expect(netLedger(none, 0).map(({ billed }) => billed)).toEqual(consumed)
    })
  })
})

describe('the gross ledger', () => {
  it('bills all consumption whatever is generated, and conserves what is exported', () => {
    forEvery(RUNS, months, (given) => {
      const ledger = grossLedger(given)
      for (const [index, line] of ledger.entries()) {
        const { consumption, generation } = given[index]!
        expect([line.imported, line.billed, line.exported]).toEqual([consumption, consumption, generation])
        expect(line.creditIn + line.exported).toBe(line.creditUsed + line.creditOut)
        expect(line.creditUsed).toBe(0)
      }
      expect(ledger.at(-1)?.creditOut).toBe(given.reduce((sum, { generation }) => sum + generation, 0))
    })
  })
})

describe('by hand', () => {
  it('import 100, export 150, credit in 20: nothing billed, 100 used, 70 carried', () => {
    const [line] = netLedger([{ month: '2026-04', consumption: 180, generation: 230, export: 150 }], 20)
    expect(line).toEqual({
      month: '2026-04',
      imported: 100,
      exported: 150,
      creditIn: 20,
      creditUsed: 100,
      creditOut: 70,
      billed: 0,
    })
  })
})
