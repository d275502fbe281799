import { describe, expect, it } from 'vitest'
import { productionObstacles } from '../../../releases/record/production-obstacles.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Source } from '../../../releases/record/source.ts'
import { sampleSolar } from '../../pipeline/gates/support/rules.ts'
import { buildEnergy, buildFigure, buildFixed, buildRecord } from '../../support/record-builder.ts'

/** A record that may go to production: one row at grade order, from one original in force. */
function ready(edit: Partial<Source> = {}): ReleaseRecord {
  const order = (rate: string, unit: 'Rs/kWh' | 'Rs/connection') => buildFigure(rate, unit, 'order')
  const record = buildRecord({
    rows: [
      {
        energy: buildEnergy('flat', [[null, order('5', 'Rs/kWh')]]),
        fixed: buildFixed('flat', 'connection', [[null, order('50', 'Rs/connection')]]),
      },
    ],
  })
  const originals = record.sources.map((source) => ({
    ...source,
    document_kind: 'original' as const,
    legal_status: 'in_force' as const,
    effective_from: record.effective_from,
    effective_to: record.effective_to,
    ...edit,
  }))
  return { ...record, sources: originals }
}
const SOURCE = `sources/${ready().sources[0]!.source_id}`

describe('production is barred by', () => {
  it('nothing, where every figure is of grade order and every source an original in force', () => {
    expect(ready().sources).toHaveLength(1)
    expect(productionObstacles(ready())).toEqual([])
  })

  it.each<[string, Partial<Source>, string]>([
    ['a transcription', { document_kind: 'transcription' }, "is a transcription, not the regulator's own document"],
    ['an unknown standing', { legal_status: 'unknown' }, 'has an unknown legal status'],
    ['a petition', { legal_status: 'petition' }, 'is petition'],
    ['a draft', { legal_status: 'draft' }, 'is draft'],
    ['a stayed order', { legal_status: 'stayed' }, 'is stayed'],
    ['a quashed order', { legal_status: 'quashed' }, 'is quashed'],
    ["a specimen's standing", { legal_status: 'not_applicable' }, 'is not_applicable'],
    ['no first day', { effective_from: null }, 'is not in force from the first day served'],
    ['a first day too late', { effective_from: '2026-04-02' }, 'is not in force from the first day served'],
    ['a last day too early', { effective_to: '2027-03-30' }, 'is not in force until the last day served'],
    [
      'supersession on a day that is not given',
      { legal_status: 'superseded', effective_to: null },
      'is superseded from a day that it does not give',
    ],
  ])('%s of a source', (_, edit, reason) => {
    expect(productionObstacles(ready(edit))).toEqual([`${SOURCE}: ${reason}`])
  })

  it('not by supersession after the period served, nor by an open end', () => {
    expect(productionObstacles(ready({ legal_status: 'superseded' }))).toEqual([])
    expect(productionObstacles(ready({ effective_to: null }))).toEqual([])
  })

  it('a source that only a rule in words cites, as by one that a figure cites', () => {
    const record = ready()
    const quashed = { ...record.sources[0]!, source_id: 'SOLAR-ORDER', legal_status: 'quashed' as const }
    expect(productionObstacles({ ...record, sources: [...record.sources, quashed] })).toEqual([
      'sources/SOLAR-ORDER: is quashed',
    ])
  })

  it('a figure or a solar rule below grade order', () => {
    const record = ready()
    const evidence = { source_id: 'SOLAR-ORDER', locator: { page: 1, line: null, section: null }, quote: 'a quote' }
    record.rows[0]!.charges[0]!.steps[0]!.figure.grade = 'transcription'
    record.rules.solar = [sampleSolar({ evidence })]
    const { source_id } = record.sources[0]!
    expect(productionObstacles(record)).toEqual([
      `rows/ROW/energy/0: grade transcription, source ${source_id}`,
      'rules/solar/net_metering/0: grade transcription, source SOLAR-ORDER',
    ])
  })
})
