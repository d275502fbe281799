import { describe, expect, it } from 'vitest'
import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { CELL } from './faults/cell.ts'
import { chargeOf, findingsOf, peakOf, sampleMeans, sampleRecord, sourceOf } from './support/sample.ts'
import { TEXTS } from './support/texts.ts'

/** A line of the sheet that no figure and no fact cites, for the label of a row. */

const { sha256 } = sourceOf(sampleRecord(), 'XX-SHEET')
const { sha256: order } = sourceOf(sampleRecord(), 'XX-ORDER')
const HEADER = 'category,charge,printed,unit'

/**
 * Findings about charges that are left out, where the sheet's amounts have this header, it ends with this line, and the
 * energy of a row is read under a label.
 */
async function leftOut(
  header: string,
  line: string,
  row = 'R-DS',
  label = 'DS: on the first 100 units',
  sentence: string | null = null,
): Promise<string[]> {
  const [page = ''] = TEXTS['XX-SHEET'] ?? []
  const text = `${page.replace(HEADER, `category,charge,"${header}",unit`)}\n${line}`
  const base = sampleMeans()
  const findings = await findingsOf(
    evidenceFigureInQuote,
    (record) => {
      const [step] = chargeOf(record, row, 'energy').steps
      Object.assign(step!.figure, { cell: { ...CELL, row: [label] } })
      if (sentence === null) return
      const [fixed] = chargeOf(record, row, 'fixed').steps
      const locator = { ...fixed!.figure.locator, page: 1, line: null }
      Object.assign(fixed!.figure, { source_id: 'XX-ORDER', locator, quote: sentence })
    },
    {
      pages: async (hash) => {
        if (hash === sha256) return [text]
        return hash === order && sentence !== null ? [sentence] : base.pages(hash)
      },
    },
  )
  return findings.filter((each) => each.includes('a charge of the row, or a fact'))
}

describe('a charge that the sheet prints for the label of a row', () => {
  it.each(['DS,w,1.60,Rs/kWh', 'DS: on the first 50 units,w,1.60,Rs/kWh', 'DS: for each further kW,w,1.60,Rs/kWh'])(
    'and nobody cites is a finding: %s',
    async (line) => {
      const label = line.split(',')[0]
      expect(await leftOut('wheeling charge, Rs per kWh', line)).toEqual([
        `rows/R-DS | a charge of the row, or a fact, that cites 1.60, "wheeling charge, Rs per kWh", of "${label}" | only energy and fixed`,
      ])
    },
  )

  it.each([
    ['of a charge that the row has', 'energy charge, Rs per kWh', 'DS,e,1.60,Rs/kWh'],
    ['of another label', 'wheeling charge, Rs per kWh', 'KJ,w,1.60,Rs/kWh'],
    ['without an amount', 'wheeling charge, Rs per kWh', 'DS,w,,Rs/kWh'],
  ])('is none %s', async (_, header, line) => {
    expect(await leftOut(header, line)).toEqual([])
  })

  const WHEELING = 'wheeling charge, Rs per kWh'
  const asks = (row: string, printed: string, label: string): string[] => [
    `rows/${row} | a charge of the row, or a fact, that cites ${printed}, "${WHEELING}", of "${label}" | only energy and fixed`,
  ]
  it('is a finding though another row cites its line', async () => {
    expect(await leftOut(WHEELING, '', 'R-DS', 'NDS')).toEqual(asks('R-DS', '1.60', 'NDS'))
  })

  it.each([
    ['and there is no wheeling charge', 0],
    ['without any wheeling charges', 0],
    ['and no energy charge', 1],
  ])('is none where a sentence of the row denies it: %s', async (words, count) => {
    const sentence = `DS pays Rs 45.00 per connection ${words}.`
    expect(await leftOut(WHEELING, 'DS,w,1.60,Rs/kWh', 'R-DS', 'DS: on the first 100 units', sentence)).toHaveLength(
      count,
    )
  })

  // R-NDS-SMALL reads its energy from the same line.
  it('is a finding for a row that reads a line together with another, whatever the label of what that alone has', async () => {
    expect(await leftOut(WHEELING, '', 'R-NDS-LARGE', 'large')).toEqual(
      asks('R-NDS-LARGE', '100.00', 'NDS up to 0.5 kW'),
    )
    expect(await leftOut(WHEELING, '', 'R-DS', 'large')).toEqual([])
  })
})

describe('a row of the table of a rule that no figure reads', () => {
  const NIGHT = 'Night hours 2'
  /** Findings about rows left out, where the peak's figure is one of two rows below a header. */
  async function rowsLeftOut(header: string, edit: (record: ReleaseRecord) => void = () => {}): Promise<string[]> {
    const line = (label: string, quote: string) => ({
      label: [label],
      columns: [[header]],
      numbers: quote === '' ? [] : [{ column: [header], quote }],
    })
    const rows = [line('Peak hours', 'Peak hours 3'), line('Night hours', NIGHT), line('Other hours', '')]
    const table = { page: CELL.page, table: CELL.table, texts: [], rows }
    const findings = await findingsOf(
      evidenceFigureInQuote,
      (record) => {
        Object.assign(peakOf(record), { cell: { ...CELL, row: ['Peak hours'], column: [header], printed: '3' } })
        edit(record)
      },
      {
        reread: async ({ record }) => {
          const { source_id } = peakOf(record)
          return { figures: [], problems: [], headings: [{ source_id, labelled: [], ...table }] }
        },
      },
    )
    return findings.filter((each) => each.includes('of its table read by a rule'))
  }

  it('is a finding where the header says what all its amounts are', async () => {
    const found = await rowsLeftOut('Surcharge on the energy charge (percent)')
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(`"${NIGHT}" of its table read by a rule or blocked too`)
    expect(await rowsLeftOut('Rate')).toEqual([])
  })

  it('is none where something blocked cites it', async () => {
    const blocked = (record: ReleaseRecord): void => {
      const { source_id, locator } = peakOf(record)
      const evidence = { source_id, locator, quote: NIGHT }
      const rest = { reason: 'unsettled', explanation: 'not calculated', unblocked_by: 'the order' } as const
      record.blocked_components = [{ component: 'night', ...rest, evidence, stands_for: null }]
    }
    expect(await rowsLeftOut('Surcharge on the energy charge (percent)', blocked)).toEqual([])
  })
})
