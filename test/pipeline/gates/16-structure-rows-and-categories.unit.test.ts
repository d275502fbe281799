import { describe, expect, it } from 'vitest'
import { structureRowsAndCategories } from '../../../pipeline/gates/16-structure-rows-and-categories.ts'
import type { Category } from '../../../releases/record/category.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { buildAdjustment, buildCharge, buildFigure, conditions } from '../../support/record-builder.ts'
import { sampleProfile } from './support/rules.ts'
import { categoryOf, chargeOf, findingsOf, rowOf } from './support/sample.ts'

describe('structure.rows_and_categories fails when', () => {
  it('a category has no row and a row no category', async () => {
    expect(
      await findingsOf(structureRowsAndCategories, (record) => {
        rowOf(record, 'R-AG').subcategory_code = 'AG-II'
      }),
    ).toEqual([
      'categories/AG | a row of the category | it has none',
      'rows/R-AG | a category for the row | there is no category -/-/AG-II',
    ])
  })

  it('the row is of another licensee, or of another category id', async () => {
    expect(
      await findingsOf(structureRowsAndCategories, (record) => {
        rowOf(record, 'R-AG').licensee_code = 'XX_ONE'
        rowOf(record, 'R-SL').category_id = 'SL-1'
      }),
    ).toEqual([
      'categories/SL | a row of the category | it has none',
      'categories/AG | a row of the category | it has none',
      'rows/R-SL | a category for the row | there is no category -/SL-1/SL',
      'rows/R-AG | a category for the row | there is no category XX_ONE/-/AG',
    ])
  })

  it('a rule or a covering category names a subcategory that is not there', async () => {
    const bound = conditions('connected_load<=70')[0]!
    const findings = await findingsOf(structureRowsAndCategories, (record) => {
      categoryOf(record, 'NDS').covering = [{ bound, covering_category: 'HTS', reason: null }]
      record.rules.adjustments[0]!.applies_to.push('EV')
      record.rules.subsidy!.applies_to.push('DS-II')
      record.rules.fppas_periods[0]!.applies_to.push('HT')
      record.rules.facts[0] = { ...record.rules.facts[0]!, group: 'disclosure', categories: ['LT'] }
    })
    expect(findings).toEqual([
      'categories/NDS | a subcategory code of this release | HTS',
      'rules/adjustments/TOD | a subcategory code of this release | EV',
      'rules/subsidy | a subcategory code of this release | DS-II',
      'rules/fppas_periods/FPPAS-2026-04 | a subcategory code of this release | HT',
      'rules/facts/REBATE | a subcategory code of this release | LT',
    ])
  })

  it('a fact that no answer says names categories', async () => {
    const findings = await findingsOf(structureRowsAndCategories, (record) => {
      record.rules.facts[0] = { ...record.rules.facts[0]!, group: 'billing_demand', categories: ['DS'] }
    })
    expect(findings).toEqual([
      'rules/facts/REBATE | categories and rows only in a fact of group disclosure | group billing_demand',
    ])
  })

  it('a profile names a subcategory that is not there, or is of another licensee', async () => {
    const findings = await findingsOf(structureRowsAndCategories, (record) => {
      rowOf(record, 'R-AG').licensee_code = 'XX_TWO'
      categoryOf(record, 'AG').licensee_code = 'XX_TWO'
      record.rules.complete_payable = [sampleProfile({ subcategory_codes: ['DS', 'NO-SUCH-CODE', 'AG'] })]
    })
    expect(findings).toEqual([
      'rules/complete_payable/HOME | a subcategory code that XX_ONE has | NO-SUCH-CODE',
      'rules/complete_payable/HOME | a subcategory code that XX_ONE has | AG',
    ])
  })

  it('a disclosure names a row that is not there, beside one that is', async () => {
    const findings = await findingsOf(structureRowsAndCategories, ({ rules }) => {
      Object.assign(rules.facts[0]!, { group: 'disclosure', rows: ['R-DS', 'R-NONE'] })
    })
    expect(findings).toEqual(['rules/facts/REBATE | a row of this release | R-NONE'])
  })

  it.each([
    'rows/R-GONE',
    'rows/R-DS/wheeling',
    'rows/R-DS/energy/7',
    'rows/R-DS/energ',
    'rules/adjustments/TOU',
    'quantities/parts',
    '',
  ])('a hold names nothing: "%s"', async (path) => {
    const hold = { path, reason: 'must not be used', unblocked_by: 'the order' }
    expect(await findingsOf(structureRowsAndCategories, (record) => void record.holds.push(hold))).toEqual([
      `holds/${path} | the path of a part of this release | nothing has this path`,
    ])
  })

  it.each(['rows/R-GONE/energy', 'rows/R-DS/fixd', 'rows/R-DS/wheeling', 'rows/R-DS', 'rules/subsidy'])(
    'a component hold names no charge: %s',
    async (path) => {
      const hold = { path, reason: 'not published' }
      expect(await findingsOf(structureRowsAndCategories, (record) => void record.component_holds.push(hold))).toEqual([
        `component_holds/${path} | rows/<row_id>/<charge_id> of this release | no row has this charge`,
      ])
    },
  )
})

describe('structure.rows_and_categories fails when a charge names', () => {
  const OTHER = 'another charge of its row'

  it.each<[string, (record: ReleaseRecord) => void, string]>([
    [
      'rates of a charge that is not there',
      (record) => {
        const rates_of = { row_id: 'R-SL', charge_id: 'wheeling', multiple: buildFigure('2', 'times') }
        Object.assign(chargeOf(record, 'R-DS', 'energy'), { rates_of, steps: [] })
      },
      'rows/R-DS/energy | a charge of this release | R-SL.wheeling',
    ],
    [
      'a minimum of nothing',
      (record) => void Object.assign(chargeOf(record, 'R-DS', 'fixed'), { minimum_of: ['energy', 'wheeling'] }),
      `rows/R-DS/fixed | ${OTHER} | wheeling`,
    ],
    [
      'itself as its minimum',
      (record) => void Object.assign(chargeOf(record, 'R-DS', 'fixed'), { minimum_of: ['fixed'] }),
      `rows/R-DS/fixed | ${OTHER} | fixed`,
    ],
    [
      'what it stands beside, and nothing is there',
      (record) => void Object.assign(chargeOf(record, 'R-DS', 'fixed'), { together_with: ['rent'] }),
      `rows/R-DS/fixed | ${OTHER} | rent`,
    ],
  ])('%s', async (_, edit, expected) => {
    expect(await findingsOf(structureRowsAndCategories, edit)).toEqual([expected])
  })
})

describe('structure.rows_and_categories, for adjustments,', () => {
  const LINES = 'a component, a charge of its rows or an earlier adjustment'
  const adjust =
    (parts: Parameters<typeof buildAdjustment>[3], when = '') =>
    ({ rules }: ReleaseRecord): void => {
      rules.adjustments.push(
        buildAdjustment('MORE', 'percent', [[when, 'add', '1']], { applies_to: ['SL'], order: 2, ...parts }),
      )
    }
  const part = (charge_id: string) => ({ charge_id, quantity: 'connected_load', by: null, evidence: null })

  it.each<[string, (record: ReleaseRecord) => void, string]>([
    ['is computed on nothing there is', adjust({ of: ['rent'] }), `MORE | ${LINES} | rent`],
    [
      'is computed on a later one',
      (record) => {
        adjust({ of: ['TOD'] })(record)
        record.rules.adjustments[0]!.order = 3
      },
      `MORE | ${LINES} | TOD`,
    ],
    [
      "is computed on another category's charge",
      (record) => {
        rowOf(record, 'R-SL').charges.push(buildCharge('rent', 'flat', 'connection', [[null, '40']]))
        adjust({ of: ['rent'], applies_to: ['KJ'] })(record)
      },
      `MORE | ${LINES} | rent`,
    ],
    ['falls on a part of nothing', adjust({ part: part('rent') }), 'MORE/part | a charge of its rows | rent'],
    ['is of itself', adjust({ of: ['MORE'] }), `MORE | ${LINES} | MORE`],
    ['asks for an amount of nothing', adjust({}, 'amount.rent>5'), `MORE/CASE-1 | ${LINES} | amount.rent`],
    [
      'is of a licensee that is not declared',
      adjust({ licensees: ['XX_NONE'] }),
      'MORE | a declared licensee | XX_NONE',
    ],
  ])('fails one that %s', async (_, edit, expected) => {
    expect(await findingsOf(structureRowsAndCategories, edit)).toEqual([`rules/adjustments/${expected}`])
  })

  it('passes a charge of its rows, an earlier one, and sums', async () => {
    const findings = await findingsOf(structureRowsAndCategories, (record) => {
      rowOf(record, 'R-SL').charges.push(buildCharge('rent', 'flat', 'connection', [[null, '40']]))
      adjust(
        { of: ['rent', 'TOD', 'base_tariff', 'bill'], part: part('energy'), licensees: ['XX_ONE'] },
        'amount.rent>5',
      )(record)
    })
    expect(findings).toEqual([])
  })

  const BASE = 'a base that some row has and does not hold'

  it('fails one on a component that no row of it has', async () => {
    expect(await findingsOf(structureRowsAndCategories, adjust({ of: ['wheeling'] }))).toEqual([
      `rules/adjustments/MORE | ${BASE} | wheeling: no row has such a line`,
    ])
  })

  it.each<[string, (record: ReleaseRecord) => void]>([
    [
      'its figure',
      (record) =>
        void Object.assign(chargeOf(record, 'R-SL', 'energy').steps[0]!.figure, { grade: 'held', value: null }),
    ],
    [
      'the release',
      ({ holds }) => void holds.push({ path: 'rows/R-SL/energy', reason: 'not to be used', unblocked_by: 'the order' }),
    ],
    [
      'a component hold',
      (record) => void record.component_holds.push({ path: 'rows/R-SL/energy', reason: 'not published' }),
    ],
  ])('fails one whose base is held in every row, by %s', async (_, hold) => {
    expect(await findingsOf(structureRowsAndCategories, hold)).toEqual([
      `rules/adjustments/TOD | ${BASE} | energy: it is held in every row that has it`,
    ])
  })

  it('passes one whose base some row does not hold', async () => {
    const findings = await findingsOf(structureRowsAndCategories, (record) => {
      record.rules.adjustments[0]!.applies_to.push('KJ')
      record.holds.push({ path: 'rows/R-SL/energy', reason: 'not to be used', unblocked_by: 'the order' })
    })
    expect(findings).toEqual([])
  })
})

it('structure.rows_and_categories passes holds on a row, a charge, a step of one, a quantity, a rule and a case', async () => {
  const findings = await findingsOf(structureRowsAndCategories, (record) => {
    const paths = [
      'rows/R-DS',
      'rows/R-DS/fixed',
      'rows/R-DS/fixed/1',
      'rules/subsidy',
      'quantities/load_parts',
      'rules/adjustments/TOD/peak',
    ]
    record.holds = paths.map((path) => ({ path, reason: 'must not be used', unblocked_by: 'the order' }))
    record.component_holds = [{ path: 'rows/R-NDS-SMALL/wheeling', reason: 'not published' }]
  })
  expect(findings).toEqual([])
})

describe('the facts by which a category is found', () => {
  type Words = Category['facts']
  /** Of DS, whose row asks for `when`; the row of SL is for the government. */
  const found = async (facts: Words, change: Partial<Category>, when = '', others: Words = {}): Promise<string[]> =>
    findingsOf(structureRowsAndCategories, (record) => {
      rowOf(record, 'R-DS').conditions = conditions(when)
      rowOf(record, 'R-SL').conditions = conditions('ownership=government')
      Object.assign(categoryOf(record, 'DS'), { facts, ...change })
      categoryOf(record, 'NDS').facts = others
    })
  const GOVERNMENT: Words = { ownership: ['government'] }
  const PRIVATE: Words = { ownership: ['private'] }

  it.each<[Words, Partial<Category>, string, Words, string]>([
    [PRIVATE, {}, 'ownership=government', GOVERNMENT, 'its rows: ownership government | ownership private'],
    [GOVERNMENT, {}, 'ownership=other', PRIVATE, 'its rows: ownership other | ownership government'],
    [{ area_type: ['urban'] }, { area_type: 'rural' }, '', {}, 'its category: area_type rural | area_type urban'],
  ])('%j are refused for a category with %j and "%s"', async (facts, change, when, others, expected) => {
    const [name] = Object.keys(facts)
    expect(await found(facts, change, when, others)).toEqual([`categories/DS | a fact ${name} that fits ${expected}`])
  })

  it.each<[Words, Partial<Category>, string, Words]>([
    [GOVERNMENT, {}, 'ownership=government', PRIVATE],
    // Callers and rows use other words for all who are not the government.
    [PRIVATE, {}, 'ownership=other', GOVERNMENT],
    [{ area_type: ['rural'] }, { area_type: 'any' }, '', {}],
  ])('%j fit a category with %j and "%s"', async (facts, change, when, others) => {
    expect(await found(facts, change, when, others)).toEqual([])
  })
})

it.each<[string, Category['area_type'], string, string[]]>([
  [
    'area_type=urban',
    'any',
    'urban',
    ['rows/R-DS | area_type urban, as in its conditions or its category | area_type rural'],
  ],
  ['', 'urban', 'urban', ['rows/R-DS | area_type urban, as in its conditions or its category | area_type rural']],
  ['area_type=rural', 'any', 'rural', []],
  ['', 'rural', 'rural', []],
])('a rural row that asks "%s", in a category of area %s, is %s', async (when, area_type, _, expected) => {
  const findings = await findingsOf(structureRowsAndCategories, (record) => {
    Object.assign(rowOf(record, 'R-DS'), { area_type: 'rural', conditions: conditions(when) })
    categoryOf(record, 'DS').area_type = area_type
  })
  expect(findings).toEqual(expected)
})
