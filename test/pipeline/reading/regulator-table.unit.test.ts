import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Table } from '../../../pipeline/gates/layout.ts'
import { layOut } from '../../../pipeline/intake/lay-out.ts'
import { OERC_ORDER, OERC_ORDER_ABSENT, OERC_ORDER_REASON } from '../../support/definitions.ts'

describe('the tables of the OERC order for FY 2025-26', () => {
  let pages: readonly { tables: readonly Table[] }[] = []

  beforeAll(async () => {
    if (OERC_ORDER_ABSENT) return
    const layout = await layOut(new Uint8Array(readFileSync(OERC_ORDER)), 'application/pdf')
    pages = layout?.pages ?? []
  })

  /** A row as `headings > cells`, blank cells left out. */
  const rows = ({ rows: all }: Table): string[] =>
    all.map(({ under, cells }) =>
      [...under, ...cells.flatMap((cell) => (cell === null ? [] : [cell.text]))].join(' ¦ '),
    )

  it('Annexure-B has its 37 lines, each under the heading of its level', (context) => {
    context.skip(OERC_ORDER_ABSENT, OERC_ORDER_REASON)
    const [table] = pages[162]?.tables ?? []
    const lines = rows(table!)
    expect(lines).toContain(
      'LT Category ¦ 1 ¦ Domestic ¦ 1.b ¦ Others ¦ (Consumption >50, <=200 units/month) ¦ LT ¦ 470.00',
    )
    expect(lines).toContain(
      'LT Category ¦ 8 ¦ L.T. Industrial (M) Supply >=22 KVA <110 KVA ¦ LT ¦ 620.00 ¦ 100 ¦ 80 ¦ Rebate/DPS',
    )
    expect(lines).toContain('HT Category ¦ 14 ¦ Bulk Supply - Domestic ¦ HT ¦ 20 ¦ 490.00 ¦ 250 ¦ Rebate 10')
    expect(lines).toContain('EHT Category ¦ 36 ¦ Colony Consumption ¦ EHT ¦ 0 ¦ 485.00 ¦ 0 ¦ Rebate/DPS')
    const serials = table!.rows
      .flatMap(({ cells, under }) => [cells[0]?.text ?? '', ...under])
      .filter((text) => /^\d+$/.test(text))
    expect([...new Set(serials.map(Number))].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 36 }, (_, index) => index + 1),
    )
  })

  it('a heading inside it changes the unit of the rows below', (context) => {
    context.skip(OERC_ORDER_ABSENT, OERC_ORDER_REASON)
    const [table] = pages[162]?.tables ?? []
    const unitOf = (label: string): string | null =>
      table!.rows.find(({ cells }) => cells[1]?.text === label)?.added[4] ?? null
    expect([unitOf('Public Lighting'), unitOf('Bulk Supply - Domestic')]).toEqual(['(P/kWh)', '(P/kVAh)'])
  })

  it('a charge that is printed once for four slabs belongs to none of them', (context) => {
    context.skip(OERC_ORDER_ABSENT, OERC_ORDER_REASON)
    const [table] = pages[162]?.tables ?? []
    expect(table!.loose.filter(({ text }) => text === '20').map(({ column }) => column)).toEqual([6, 7])
  })

  it('the slabs of HT and EHT stand under the title that has their unit', (context) => {
    context.skip(OERC_ORDER_ABSENT, OERC_ORDER_REASON)
    const [table] = pages[163]?.tables ?? []
    expect(table!.columns[2]).toEqual(['Slab rate of Energy Charges for HT & EHT (Paise/kVAh)', 'EHT'])
    expect(rows(table!)).toEqual(['= < 60% ¦ 585.00 ¦ 580.00', '> 60% ¦ 475.00 ¦ 470.00'])
  })
})
