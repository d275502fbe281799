import { describe, expect, it } from 'vitest'
import { structureApplicabilityDisjoint } from '../../../pipeline/gates/18-structure-applicability-disjoint.ts'
import type { Comparison, Condition } from '../../../releases/record/expression.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { buildCharge, buildQuantity, buildQuantityCase, conditions as said } from '../../support/record-builder.ts'
import { sampleSolar } from './support/rules.ts'
import { categoryOf, chargeOf, findingsOf, rowOf } from './support/sample.ts'

const REACHED = 'conditions that some request inside the declared range fulfils'

const load = (op: Comparison['op'], value: string): Condition => ({ field: 'connected_load', op, value })
const conditions =
  (rowId: string, ...all: Condition[]) =>
  (record: ReleaseRecord) => {
    rowOf(record, rowId).conditions = all
  }

describe('structure.applicability_disjoint fails when', () => {
  it('two rows both take an edge', async () => {
    expect(await findingsOf(structureApplicabilityDisjoint, conditions('R-NDS-LARGE', load('>=', '0.5')))).toEqual([
      'rows/R-NDS-LARGE | rows that exclude each other | R-NDS-SMALL and R-NDS-LARGE both take connected_load=0.5',
    ])
  })

  it('no row takes an edge', async () => {
    expect(await findingsOf(structureApplicabilityDisjoint, conditions('R-NDS-SMALL', load('<', '0.5')))).toEqual([
      'categories/NDS | rows that cover the declared range | no row takes connected_load=0.5',
    ])
  })

  it('no row takes the end of the declared range, and names first and last example', async () => {
    expect(
      await findingsOf(structureApplicabilityDisjoint, conditions('R-NDS-LARGE', load('>', '0.5'), load('<=', '50'))),
    ).toEqual([
      'categories/NDS | rows that cover the declared range | no row takes connected_load=50.001, nor connected_load=70',
    ])
  })

  it('no bound is declared where the rows end', async () => {
    const findings = await findingsOf(structureApplicabilityDisjoint, (record) => {
      categoryOf(record, 'NDS').bounds = []
    })
    expect(findings).toEqual([
      'categories/NDS | rows that cover the declared range | no row takes connected_load=70.001, nor connected_load=10000000',
    ])
  })

  it('rows are told apart by two fields and leave one combination out', async () => {
    const findings = await findingsOf(structureApplicabilityDisjoint, (record) => {
      rowOf(record, 'R-KJ-URBAN').conditions.push(load('<=', '2'))
    })
    expect(findings).toEqual([
      'categories/KJ | rows that cover the declared range | no row takes area_type=urban, connected_load=2.001, nor area_type=urban, connected_load=10000000',
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
      const voltage = (value: string): Condition => ({ field: 'supply_voltage_kv', op: '=', value, describes: true })
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
      const { charges } = structuredClone(rowOf(record, 'R-AG'))
      record.rows.push({ ...rowOf(record, 'R-SL'), row_id: 'R-SL-HELD', charges })
    })
    expect(findings).toEqual(['rows/R-SL-HELD | rows that exclude each other | R-SL and R-SL-HELD both take any input'])
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
      'area_type is never suburban',
    ],
    [
      'a word is not one of the selector',
      { field: 'selectors.scheme', op: '=', value: 'c' },
      'selectors.scheme is never c: it takes a, b',
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
      'phase is never two',
    ],
  ] as const)('%s', async (_, condition, fault) => {
    const [finding] = await findingsOf(structureApplicabilityDisjoint, (record) => {
      record.selectors = [{ selector: 'scheme', words: ['a', 'b'], description: 'a scheme' }]
      conditions('R-SL', condition as unknown as Condition)(record)
    })
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
      `${path} | a condition that can be judged | area_type=suburban: area_type is never suburban: it takes rural, urban`,
    ])
  })
})

describe('structure.applicability_disjoint, with any, all, not and quantities,', () => {
  const rows = (rural: string, urban: string) => (record: ReleaseRecord) => {
    if (rural.includes('hours')) record.quantities.push(buildQuantity('hours', 'energy_units / max(1, connected_load)'))
    conditions('R-KJ-RURAL', ...said(rural))(record)
    conditions('R-KJ-URBAN', ...said(urban))(record)
  }

  it.each([
    [
      'a word that no row takes',
      'phase=single',
      'area_type=urban and phase=three',
      'no row takes area_type=rural, phase=three',
    ],
    [
      'what neither alternative has',
      '(phase=single or connected_load<=5)',
      'phase=three and connected_load>6',
      'no row takes connected_load=5.001, phase=three, nor connected_load=6, phase=three',
    ],
    ['a quantity between two rows', 'hours<=10', 'hours>11', 'no row takes connected_load=0, energy_units=10.001'],
  ])('fails %s', async (_, rural, urban, found) => {
    const findings = await findingsOf(structureApplicabilityDisjoint, rows(rural, urban))
    expect(findings).toEqual([expect.stringContaining(`categories/KJ | rows that cover the declared range | ${found}`)])
  })

  it.each([
    ['alternatives', '(area_type=rural or phase=single)', '(area_type=urban or phase=three)', 'both take'],
    ['a quantity', 'hours<=10', 'hours>=10', 'both take'],
  ])('fails rows that share %s', async (_, rural, urban, found) => {
    const findings = await findingsOf(structureApplicabilityDisjoint, rows(rural, urban))
    expect(findings).toEqual([
      expect.stringContaining(`rows/R-KJ-URBAN | rows that exclude each other | R-KJ-RURAL and R-KJ-URBAN ${found}`),
    ])
  })

  it.each([
    ['a thing and its opposite', 'hours>10 and phase=single', 'not (hours>10 and phase=single)'],
    ['a quantity and its opposite', 'hours<=10', 'hours>10'],
  ])('passes %s', async (_, rural, urban) => {
    expect(await findingsOf(structureApplicabilityDisjoint, rows(rural, urban))).toEqual([])
  })
})

describe('structure.applicability_disjoint, for cases of a quantity,', () => {
  const cases =
    (...all: Parameters<typeof buildQuantityCase>[]) =>
    (record: ReleaseRecord): void => {
      const made = all.map((each) => buildQuantityCase(...each))
      record.quantities.push(buildQuantity('first_units', '', { cases: made }))
      const energy = chargeOf(record, 'R-SL', 'energy')
      energy.per = 'first_units'
    }
  const ONE = 'quantities/first_units | exactly one case for every request of the categories that use it'

  it.each<[string, (record: ReleaseRecord) => void, string]>([
    [
      'leave requests without one',
      cases(['energy_units', 'load_factor_percent<=60'], ['0', 'load_factor_percent>61']),
      `${ONE} | no case holds for energy_units=0, load_factor_percent=60.001 (categories/SL)`,
    ],
    [
      'hold both',
      cases(['energy_units', 'load_factor_percent<=60'], ['0', 'load_factor_percent>=60']),
      `${ONE} | cases 0 and 1 hold for energy_units=0, load_factor_percent=60 (categories/SL)`,
    ],
    [
      'leave days without one',
      cases(['energy_units', '', { effective_to: '2026-09-30' }]),
      `${ONE} | no case holds for energy_units=0, on 2026-10-01 (categories/SL)`,
    ],
  ])('fails where they %s', async (_, edit, expected) => {
    expect(await findingsOf(structureApplicabilityDisjoint, edit)).toEqual([expected])
  })

  it('fails one that never holds', async () => {
    const findings = await findingsOf(
      structureApplicabilityDisjoint,
      cases(['energy_units', 'connected_load>=0'], ['0', 'connected_load<0']),
    )
    expect(findings).toEqual([`quantities/first_units/cases/1 | ${REACHED} | no request fulfils them`])
  })

  it('fails a quantity that no category reads', async () => {
    const findings = await findingsOf(structureApplicabilityDisjoint, ({ quantities }) => {
      quantities.push(buildQuantity('unread', 'energy_units'))
    })
    expect(findings).toEqual(['quantities/unread | a category that reads it | none does'])
  })

  it('passes cases of which one holds, also behind another quantity, a case of a rule and an input given in its place', async () => {
    const findings = await findingsOf(structureApplicabilityDisjoint, (record) => {
      cases(
        ['energy_units', 'load_factor_percent<=60'],
        ['energy_units * 60 / load_factor_percent', 'load_factor_percent>60'],
      )(record)
      const rest = buildQuantity('rest', 'max(0, energy_units - first_units)', { instead: 'energy_kwh' })
      record.quantities.push(rest, buildQuantity('demand', 'recorded_demand_kva'))
      chargeOf(record, 'R-SL', 'energy').per = 'rest'
      record.rules.adjustments[0]!.cases[0]!.when = said('demand>5')
    })
    expect(findings).toEqual([])
  })
})

describe('structure.applicability_disjoint fails what no request reaches:', () => {
  it.each<[string, (record: ReleaseRecord) => void, string]>([
    [
      'a row of an empty range',
      (record) => {
        record.rows.push({
          ...rowOf(record, 'R-SL'),
          row_id: 'R-IDLE',
          conditions: said('connected_load>5 and connected_load<5'),
        })
      },
      'rows/R-IDLE | no request fulfils them',
    ],
    [
      'a row outside the declared range',
      (record) => {
        record.rows.push({ ...rowOf(record, 'R-NDS-LARGE'), row_id: 'R-IDLE', conditions: said('connected_load>70') })
      },
      'rows/R-IDLE | no request fulfils them',
    ],
    [
      'a category of an empty range',
      (record) => {
        categoryOf(record, 'AG').bounds = said('connected_load>5 and connected_load<5')
      },
      'categories/AG | no request fulfils its bounds',
    ],
    [
      'a charge outside the range of its row',
      (record) => {
        chargeOf(record, 'R-NDS-SMALL', 'wheeling').when = said('connected_load>0.5')
      },
      'rows/R-NDS-SMALL/wheeling | no request that its row takes fulfils them',
    ],
    [
      'a charge beside that never holds',
      (record) => {
        const rent = buildCharge('rent', 'flat', 'connection', [[null, '40']], { side: 'beside' })
        rowOf(record, 'R-SL').charges.push({ ...rent, when: said('phase=single and phase=three') })
      },
      'rows/R-SL/rent | no request that its row takes fulfils them',
    ],
    [
      'a case of an adjustment behind one that always holds',
      ({ rules }) => {
        rules.adjustments[0]!.cases[0]!.when = []
      },
      'rules/adjustments/TOD/normal | no request fulfils them, or an earlier case always does',
    ],
    [
      'a case of an adjustment that never holds',
      ({ rules }) => {
        rules.adjustments[0]!.cases[1]!.when = said('tod_period=peak and tod_period=normal')
      },
      'rules/adjustments/TOD/normal | no request fulfils them, or an earlier case always does',
    ],
  ])('%s', async (_, edit, expected) => {
    const [path, found] = expected.split(' | ')
    expect(await findingsOf(structureApplicabilityDisjoint, edit)).toEqual([`${path} | ${REACHED} | ${found}`])
  })

  it('and passes cases that amounts decide between, and dated charges and cases', async () => {
    const findings = await findingsOf(structureApplicabilityDisjoint, (record) => {
      const { cases } = record.rules.adjustments[0]!
      cases[0]!.when = said('amount.energy>500')
      cases[1]!.when = []
      Object.assign(cases[1]!, { effective_from: '2026-10-01' })
      Object.assign(chargeOf(record, 'R-SL', 'fixed'), { effective_from: '2027-03-31' })
    })
    expect(findings).toEqual([])
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
