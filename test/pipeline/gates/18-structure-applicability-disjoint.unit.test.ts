import { describe, expect, it } from 'vitest'
import { structureApplicabilityDisjoint } from '../../../pipeline/gates/18-structure-applicability-disjoint.ts'
import type { Comparison, Condition } from '../../../releases/record/expression.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { conditions as said } from '../../support/record-builder.ts'
import { sampleSolar } from './support/rules.ts'
import { categoryOf, chargeOf, findingsOf, rowOf } from './support/sample.ts'

const load = (op: Comparison['op'], value: string): Condition => ({ field: 'connected_load', op, value })
const conditions =
  (rowId: string, ...all: Condition[]) =>
  (record: ReleaseRecord) => {
    rowOf(record, rowId).conditions = all
  }

describe('structure.applicability_disjoint fails when', () => {
  it('two rows both take an edge', async () => {
    expect(await findingsOf(structureApplicabilityDisjoint, conditions('R-NDS-LARGE', load('>=', '0.5')))).toEqual([
      'rows/R-NDS-LARGE | rows that exclude each other | R-NDS-SMALL and R-NDS-LARGE both apply to connected_load=0.5',
    ])
  })

  it('no row takes an edge', async () => {
    expect(await findingsOf(structureApplicabilityDisjoint, conditions('R-NDS-SMALL', load('<', '0.5')))).toEqual([
      'categories/NDS | rows that cover the declared range | no row applies to connected_load=0.5',
    ])
  })

  it('no row takes the end of the declared range, and names first and last example', async () => {
    expect(
      await findingsOf(structureApplicabilityDisjoint, conditions('R-NDS-LARGE', load('>', '0.5'), load('<=', '50'))),
    ).toEqual([
      'categories/NDS | rows that cover the declared range | no row applies to connected_load=50.001, nor connected_load=70',
    ])
  })

  it('no bound is declared where the rows end', async () => {
    const findings = await findingsOf(structureApplicabilityDisjoint, (record) => {
      categoryOf(record, 'NDS').bounds = []
    })
    expect(findings).toEqual([
      'categories/NDS | rows that cover the declared range | no row applies to connected_load=70.001, nor connected_load=10000000',
    ])
  })

  it('rows are distinguished by two fields and leave one combination out', async () => {
    const findings = await findingsOf(structureApplicabilityDisjoint, (record) => {
      rowOf(record, 'R-KJ-URBAN').conditions.push(load('<=', '2'))
    })
    expect(findings).toEqual([
      'categories/KJ | rows that cover the declared range | no row applies to area_type=urban, connected_load=2.001, nor area_type=urban, connected_load=10000000',
    ])
  })

  it('a row takes a word of another', async () => {
    const both: Condition = { field: 'area_type', op: 'in', value: ['rural', 'urban'] }
    expect(await findingsOf(structureApplicabilityDisjoint, conditions('R-KJ-RURAL', both))).toEqual([
      'rows/R-KJ-URBAN | rows that exclude each other | R-KJ-RURAL and R-KJ-URBAN both apply to area_type=urban',
    ])
  })

  it('only a voltage, which is not asked, tells rows apart', async () => {
    const findings = await findingsOf(structureApplicabilityDisjoint, (record) => {
      const row = rowOf(record, 'R-SL')
      const voltage = (value: string): Condition => ({ field: 'supply_voltage_kv', op: '=', value, describes: true })
      row.conditions = [voltage('11')]
      record.rows.push({ ...row, row_id: 'R-SL-33', conditions: [voltage('33')] })
    })
    expect(findings).toEqual(['rows/R-SL-33 | rows that exclude each other | R-SL and R-SL-33 both apply to any input'])
  })

  it('one licensee has the same subcategory in two category ids that both take an input', async () => {
    const findings = await findingsOf(structureApplicabilityDisjoint, (record) => {
      record.categories.push({ ...categoryOf(record, 'SL'), category_id: 'SL-3PH' })
      record.rows.push({ ...rowOf(record, 'R-SL'), row_id: 'R-SL-3PH', category_id: 'SL-3PH' })
    })
    expect(findings).toEqual([
      'rows/R-SL-3PH | rows that exclude each other | R-SL and R-SL-3PH both apply to any input',
    ])
  })

  it('a held row takes an input of a priced one: which of the two is chosen decides between a price and a refusal', async () => {
    const findings = await findingsOf(structureApplicabilityDisjoint, (record) => {
      const { charges } = structuredClone(rowOf(record, 'R-AG'))
      record.rows.push({ ...rowOf(record, 'R-SL'), row_id: 'R-SL-HELD', charges })
    })
    expect(findings).toEqual([
      'rows/R-SL-HELD | rows that exclude each other | R-SL and R-SL-HELD both apply to any input',
    ])
  })

  it.each([
    [
      'a quantity is compared with in',
      { field: 'connected_load', op: 'in', value: ['1', '2'] },
      'in does not compare quantities',
    ],
    ['words are ordered', { field: 'area_type', op: '<', value: 'rural' }, '< does not compare words'],
    [
      'an edge is finer than a thousandth',
      { field: 'connected_load', op: '<=', value: '0.5001' },
      '"0.5001" is not a quantity of at most three decimals',
    ],
    [
      'a word is not one of the input',
      { field: 'area_type', op: '=', value: 'suburban' },
      'area_type cannot be suburban',
    ],
    [
      'a word is not one of the selector',
      { field: 'selectors.scheme', op: '=', value: 'c' },
      'selectors.scheme cannot be c: it accepts a, b',
    ],
    ['a selector is not declared', { field: 'selectors.plan', op: '=', value: 'a' }, 'selectors.plan is neither'],
    ['a name stands for nothing', { field: 'load', op: '>', value: '1' }, 'load is neither an input nor a quantity'],
    [
      'a quantity is compared with what is none',
      { field: 'connected_load', op: '>', value: 'lots' },
      'lots is neither a decimal nor a quantity',
    ],
    [
      'a part of it is unsound',
      { any: [{ field: 'phase', op: '=', value: 'single' }, { not: { field: 'phase', op: '=', value: 'two' } }] },
      'phase cannot be two',
    ],
  ] as const)('%s', async (_, condition, fault) => {
    const [finding, ...more] = await findingsOf(structureApplicabilityDisjoint, (record) => {
      record.selectors = [{ selector: 'scheme', words: ['a', 'b'], description: 'a scheme' }]
      conditions('R-SL', condition as unknown as Condition)(record)
    })
    // What it leaves uncovered is judged once it is mended.
    expect(more).toEqual([])
    expect(finding).toMatch(/^rows\/R-SL \| a condition that can be judged \| /)
    expect(finding).toContain(fault)
  })
})

describe('structure.applicability_disjoint fails conditions of', () => {
  const wrong = said('area_type=suburban')

  it.each<[string, (record: ReleaseRecord) => void]>([
    ['categories/AG', (record) => void Object.assign(categoryOf(record, 'AG'), { bounds: wrong })],
    ['rows/R-SL/energy', (record) => void Object.assign(chargeOf(record, 'R-SL', 'energy'), { when: wrong })],
    [
      'quantities/load_parts/cases/0',
      ({ quantities }) => void Object.assign(quantities[0]!.cases[0]!, { when: wrong }),
    ],
    ['rules/adjustments/TOD/peak', ({ rules }) => void Object.assign(rules.adjustments[0]!.cases[0]!, { when: wrong })],
  ])('%s', async (path, edit) => {
    expect(await findingsOf(structureApplicabilityDisjoint, edit)).toEqual([
      `${path} | a condition that can be judged | area_type=suburban: area_type cannot be suburban: it accepts rural, urban`,
    ])
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
    expect(await judgeSolar(both, one)).toEqual([`${ONE} | a rule for XX_ONE and one for XX_ONE, XX_TWO`])
    expect(await judgeSolar({}, one)).toEqual([`${ONE} | a rule for XX_ONE and one for every licensee`])
    expect(await judgeSolar(one, {})).toEqual([`${ONE} | a rule for every licensee and one for XX_ONE`])
  })

  it('passes one for each licensee, and one for each arrangement', async () => {
    expect(await judgeSolar({ licensees: ['XX_ONE'] }, { licensees: ['XX_TWO'] })).toEqual([])
    expect(await judgeSolar({}, { arrangement: 'gross_metering' })).toEqual([])
  })
})
