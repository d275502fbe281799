import { describe, expect, it } from 'vitest'
import { sha256 } from '#digest'
import { canonicalHash } from '../../releases/record/canonical.ts'
import { type ReleaseRecord, recordSchema } from '../../releases/record/record.ts'
import {
  buildAdjustment,
  buildEnergy,
  buildFigure,
  buildFixed,
  buildFppas,
  buildHeldFigure,
  buildParts,
  buildRecord,
  buildSubsidy,
  buildWheeling,
  sourceText,
} from './record-builder.ts'

const full = buildRecord({
  rows: [
    {
      energy: buildEnergy('telescopic', [
        ['50', buildFigure('3', 'Rs/kWh', 'order')],
        ['100', buildFigure('4', 'Rs/kWh', 'carried')],
        [null, buildHeldFigure('Rs/kWh')],
      ]),
      wheeling: buildWheeling(buildFigure('1', 'Rs/kWh', 'derived')),
      fixed: buildFixed('flat', 'kW', [[null, buildFigure('151', 'Rs/kW', 'specimen')]]),
    },
    { row_id: 'SECOND', subcategory_code: 'COM', fixed: buildFixed('flat', 'part', [[null, '40']]) },
  ],
  quantities: [buildParts()],
  rules: {
    subsidy: buildSubsidy({ 25: '104', 30: '125' }),
    adjustments: [buildAdjustment('TOD', 'factor', [['tod_period=peak', 'add', '103']])],
    fppas_periods: [buildFppas('1')],
  },
})

function rowHash({ row_sha256, ...row }: ReleaseRecord['rows'][number]): { kept: string; computed: string } {
  return { kept: row_sha256, computed: canonicalHash(row) }
}

describe('built records', () => {
  it('pass the record schema, with every part and with none', () => {
    expect(recordSchema.safeParse(buildRecord()).success).toBe(true)
    expect(recordSchema.safeParse(full).success).toBe(true)
  })

  it('carry the hashes of their own rows and cases', () => {
    for (const row of full.rows) {
      const { kept, computed } = rowHash(row)
      expect(kept).toBe(computed)
      expect(row.fixture_sha256).toBe(canonicalHash(full.cases.filter((each) => each.row_id === row.row_id)))
    }
  })

  it('cite sources whose text has the declared hash and size and holds every quote', () => {
    expect(full.sources.map((source) => source.source_id).sort()).toEqual(['T-ORDER', 'T-SHEET', 'T-SPECIMEN'])
    for (const source of full.sources) {
      const text = sourceText(full, source.source_id)
      expect([sha256(text), new TextEncoder().encode(text).length]).toEqual([source.sha256, source.size_bytes])
    }
    for (const { figure } of full.rows.flatMap((row) => row.charges.flatMap((charge) => charge.steps))) {
      expect(sourceText(full, figure.source_id).split('\n')).toContain(figure.quote)
    }
    expect(sourceText(full, 'T-SHEET').split('\n')).toContain(full.quantities[0]?.evidence?.quote)
  })

  it('declare what they hold and make one category for each subcategory of the rows', () => {
    expect(full.declared).toMatchObject({ schedule_rows: 2, supported_subcategories: 2, fppas_periods: 1 })
    expect(full.categories.map((category) => category.subcategory_code)).toEqual(['DOM', 'COM'])
  })
})
