import { describe, expect, it } from 'vitest'
import { structureApplicabilityDisjoint } from '../../../pipeline/gates/18-structure-applicability-disjoint.ts'
import type { Condition } from '../../../releases/record/condition.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { sampleSolar } from './support/rules.ts'
import { categoryOf, findingsOf, rowOf } from './support/sample.ts'

const load = (op: Condition['op'], value: string): Condition => ({ field: 'connected_load_kw', op, value })
const conditions =
  (rowId: string, ...all: Condition[]) =>
  (record: ReleaseRecord) => {
    rowOf(record, rowId).conditions = all
  }

describe('structure.applicability_disjoint fails when', () => {
  it('two rows both take an edge', async () => {
    expect(await findingsOf(structureApplicabilityDisjoint, conditions('R-NDS-LARGE', load('>=', '0.5')))).toEqual([
      'rows/R-NDS-LARGE | rows that exclude each other | R-NDS-SMALL and R-NDS-LARGE both take connected_load_kw=0.5',
    ])
  })

  it('no row takes an edge', async () => {
    expect(await findingsOf(structureApplicabilityDisjoint, conditions('R-NDS-SMALL', load('<', '0.5')))).toEqual([
      'categories/NDS | rows that cover the declared range | no row takes connected_load_kw=0.5',
    ])
  })

  it('no row takes the end of the declared range, and names first and last example', async () => {
    expect(
      await findingsOf(structureApplicabilityDisjoint, conditions('R-NDS-LARGE', load('>', '0.5'), load('<=', '50'))),
    ).toEqual([
      'categories/NDS | rows that cover the declared range | no row takes connected_load_kw=50.001, nor connected_load_kw=70',
    ])
  })

  it('no bound is declared where the rows end', async () => {
    const findings = await findingsOf(structureApplicabilityDisjoint, (record) => {
      categoryOf(record, 'NDS').bounds = []
    })
    expect(findings).toEqual([
      'categories/NDS | rows that cover the declared range | no row takes connected_load_kw=70.001, nor connected_load_kw=10000000',
    ])
  })

  it('rows are told apart by two fields and leave one combination out', async () => {
    const findings = await findingsOf(structureApplicabilityDisjoint, (record) => {
      rowOf(record, 'R-KJ-URBAN').conditions.push(load('<=', '2'))
    })
    expect(findings).toEqual([
      'categories/KJ | rows that cover the declared range | no row takes area_type=urban, connected_load_kw=2.001, nor area_type=urban, connected_load_kw=10000000',
    ])
  })

  it('a row takes a word of another', async () => {
    const both: Condition = { field: 'area_type', op: 'in', value: ['rural', 'urban'] }
    expect(await findingsOf(structureApplicabilityDisjoint, conditions('R-KJ-RURAL', both))).toEqual([
      'rows/R-KJ-URBAN | rows that exclude each other | R-KJ-RURAL and R-KJ-URBAN both take area_type=urban',
    ])
  })

  it('only a voltage, which is not asked, tells rows apart', async () => {
    const findings = await findingsOf(structureApplicabilityDisjoint, (record) => {
      const row = rowOf(record, 'R-SL')
      const voltage = (value: string): Condition => ({ field: 'supply_voltage_kv', op: '=', value })
      row.conditions = [voltage('11')]
      record.rows.push({ ...row, row_id: 'R-SL-33', conditions: [voltage('33')] })
    })
    expect(findings).toEqual(['rows/R-SL-33 | rows that exclude each other | R-SL and R-SL-33 both take any input'])
  })

  it('one licensee has the same subcategory in two category ids that both take an input', async () => {
    const findings = await findingsOf(structureApplicabilityDisjoint, (record) => {
      record.categories.push({ ...categoryOf(record, 'SL'), category_id: 'SL-3PH' })
      record.rows.push({ ...rowOf(record, 'R-SL'), row_id: 'R-SL-3PH', category_id: 'SL-3PH' })
    })
    expect(findings).toEqual(['rows/R-SL-3PH | rows that exclude each other | R-SL and R-SL-3PH both take any input'])
  })

  it('a held row takes an input of a priced one: which of the two is chosen decides between a price and a refusal', async () => {
    const findings = await findingsOf(structureApplicabilityDisjoint, (record) => {
      const { energy } = structuredClone(rowOf(record, 'R-AG'))
      record.rows.push({ ...rowOf(record, 'R-SL'), row_id: 'R-SL-HELD', energy })
    })
    expect(findings).toEqual(['rows/R-SL-HELD | rows that exclude each other | R-SL and R-SL-HELD both take any input'])
  })

  it.each([
    [
      'a quantity is compared with in',
      { field: 'connected_load_kw', op: 'in', value: ['1', '2'] },
      'in does not compare quantities',
    ],
    ['words are ordered', { field: 'area_type', op: '<', value: 'rural' }, '< does not compare words'],
    [
      'an edge is finer than a thousandth',
      { field: 'connected_load_kw', op: '<=', value: '0.5001' },
      '"0.5001" is not a quantity of at most three decimals',
    ],
  ] as const)('%s', async (_, condition, fault) => {
    const [finding] = await findingsOf(
      structureApplicabilityDisjoint,
      conditions('R-SL', condition as unknown as Condition),
    )
    expect(finding).toMatch(/^rows\/R-SL \| a condition that can be judged \| /)
    expect(finding).toContain(fault)
  })
})

describe('structure.applicability_disjoint passes', () => {
  it('rows that meet at an edge without sharing it, in whichever order they stand', async () => {
    const findings = await findingsOf(structureApplicabilityDisjoint, (record) => {
      record.rows.reverse()
      conditions('R-NDS-SMALL', load('<', '0.5'))(record)
      conditions('R-NDS-LARGE', load('>=', '0.5'))(record)
    })
    expect(findings).toEqual([])
  })

  it('rows that are all held and share their inputs: whichever is chosen refuses', async () => {
    const findings = await findingsOf(structureApplicabilityDisjoint, (record) => {
      record.rows.push({ ...rowOf(record, 'R-AG'), row_id: 'R-AG-2' })
    })
    expect(findings).toEqual([])
  })

  it('the same conditions of two licensees', async () => {
    const findings = await findingsOf(structureApplicabilityDisjoint, (record) => {
      record.categories.push({ ...categoryOf(record, 'SL'), licensee_code: 'XX_ONE' })
      record.rows.push({ ...rowOf(record, 'R-SL'), row_id: 'R-SL-ONE', licensee_code: 'XX_ONE' })
    })
    expect(findings).toEqual([])
  })
})

describe('structure.applicability_disjoint, for solar rules,', () => {
  const judgeSolar = (...rules: Parameters<typeof sampleSolar>[0][]) =>
    findingsOf(structureApplicabilityDisjoint, (record) => {
      record.rules.solar = rules.map(sampleSolar)
    })
  const ONE = 'rules/solar/net_metering/1 | one rule of net_metering for each licensee'

  it('fails two of one arrangement for one licensee', async () => {
    const [both, one] = [{ licensees: ['XX_ONE', 'XX_TWO'] }, { licensees: ['XX_ONE'], closing: 'lapses' as const }]
    expect(await judgeSolar(both, one)).toEqual([`${ONE} | a rule for XX_ONE beside one for XX_ONE, XX_TWO`])
    expect(await judgeSolar({}, one)).toEqual([`${ONE} | a rule for XX_ONE beside one for every licensee`])
    expect(await judgeSolar(one, {})).toEqual([`${ONE} | a rule for every licensee beside one for XX_ONE`])
  })

  it('passes one for each licensee, and one for each arrangement', async () => {
    expect(await judgeSolar({ licensees: ['XX_ONE'] }, { licensees: ['XX_TWO'] })).toEqual([])
    expect(await judgeSolar({}, { arrangement: 'gross_metering' })).toEqual([])
  })
})
