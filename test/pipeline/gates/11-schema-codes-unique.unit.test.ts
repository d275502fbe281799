import { describe, expect, it } from 'vitest'
import { schemaCodesUnique } from '../../../pipeline/gates/11-schema-codes-unique.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { sampleProfile } from './support/rules.ts'
import { categoryOf, chargeOf, findingsOf, rowOf } from './support/sample.ts'

const TWICE: readonly (readonly [kind: string, edit: (record: ReleaseRecord) => void, expected: string])[] = [
  ['source', (record) => record.sources.push(record.sources[0]!), 'sources/XX-SHEET | one source XX-SHEET'],
  ['licensee', (record) => record.licensees.push(record.licensees[0]!), 'licensees/XX_ONE | one licensee XX_ONE'],
  ['category', (record) => record.categories.push(record.categories[0]!), 'categories/DS | one category -/-/DS'],
  ['fact', (record) => record.rules.facts.push(record.rules.facts[0]!), 'rules/facts/REBATE | one fact REBATE'],
  ['case', (record) => record.cases.push(record.cases[0]!), 'cases/C-1 | one case C-1'],
  [
    'FPPAS period',
    (record) => record.rules.fppas_periods.push(record.rules.fppas_periods[0]!),
    'rules/fppas_periods/FPPAS-2026-04 | one FPPAS period FPPAS-2026-04',
  ],
  [
    'adjustment case',
    ({ rules: { adjustments } }) => adjustments[0]!.cases.push(adjustments[0]!.cases[0]!),
    'rules/adjustments/TOD/peak | one adjustment case TOD.peak',
  ],
  [
    'charge of a row',
    (record) => rowOf(record, 'R-DS').charges.push(chargeOf(record, 'R-DS', 'fixed')),
    'rows/R-DS/fixed | one charge R-DS.fixed',
  ],
  [
    'figure of a quantity',
    ({ quantities }) => quantities[0]!.figures.push(quantities[0]!.figures[0]!),
    'quantities/load_parts/least | one figure load_parts.least',
  ],
  [
    'zone',
    (record) => {
      record.zones = ['peak', 'night', 'peak']
    },
    'zones | one zone peak',
  ],
  [
    'word of a selector',
    (record) => {
      record.selectors = [{ selector: 'scheme', words: ['a', 'a'], description: 'a scheme' }]
    },
    'selectors/scheme | one word scheme.a',
  ],
  [
    'selector',
    (record) => {
      const [one, other] = [['a'], ['b']].map((words) => ({ selector: 'scheme', words, description: 'a scheme' }))
      record.selectors = [one!, other!]
    },
    'selectors/scheme | one selector scheme',
  ],
  [
    'order of adjustments',
    ({ rules: { adjustments } }) => adjustments.push({ ...adjustments[0]!, adjustment_id: 'TOD-2' }),
    'rules/adjustments/TOD | one adjustment of order 1',
  ],
  [
    'entitlement',
    ({ rules: { subsidy } }) => subsidy!.entitlements.push(subsidy!.entitlements[0]!),
    'rules/subsidy/entitlements/25 | one entitlement 25',
  ],
]

describe('schema.codes_unique fails when', () => {
  it.each(TWICE)('a %s occurs twice', async (_, edit, expected) => {
    expect(await findingsOf(schemaCodesUnique, edit)).toEqual([`${expected} | there are 2`])
  })

  it('a row occurs twice, and so do its charges', async () => {
    const findings = await findingsOf(schemaCodesUnique, ({ rows }) => void rows.push(rows[0]!))
    expect(findings[0]).toBe('rows/R-DS | one row R-DS | there are 2')
  })

  it('a quantity occurs twice, and so do its figures', async () => {
    const findings = await findingsOf(schemaCodesUnique, ({ quantities }) => void quantities.push(quantities[0]!))
    expect(findings).toContain('quantities/load_parts | one quantity load_parts | there are 2')
  })

  it('an adjustment occurs twice, and so do its cases', async () => {
    const findings = await findingsOf(schemaCodesUnique, ({ rules }) => {
      rules.adjustments.push(rules.adjustments[0]!)
    })
    expect(findings).toContain('rules/adjustments/TOD | one adjustment TOD | there are 2')
  })

  it('a blocked component occurs twice', async () => {
    const blocked = {
      component: 'duty',
      reason: 'unsettled',
      explanation: 'no rate',
      unblocked_by: 'the act',
      evidence: null,
      stands_for: null,
    }
    const findings = await findingsOf(schemaCodesUnique, (record) => {
      record.blocked_components = [blocked, blocked]
    })
    expect(findings).toEqual(['blocked_components/duty | one blocked component duty | there are 2'])
  })

  it('a licensee has a profile twice, and two licensees may have one each', async () => {
    const findings = await findingsOf(schemaCodesUnique, ({ rules }) => {
      rules.complete_payable = [sampleProfile(), sampleProfile({ licensee_code: 'XX_TWO' }), sampleProfile()]
    })
    expect(findings).toEqual(['rules/complete_payable/HOME | one profile XX_ONE/HOME | there are 2'])
  })

  it('codes are malformed', async () => {
    const findings = await findingsOf(schemaCodesUnique, (record) => {
      rowOf(record, 'R-DS').row_id = 'R DS'
      categoryOf(record, 'KJ').category_id = 'K/J'
      record.licensees[0]!.code = 'ONE'
      record.cases[0]!.case_id = `C${'x'.repeat(100)}`
    })
    expect(findings).toEqual([
      'licensees/ONE | a well-formed licensee code | "ONE"',
      'categories/-/K/J/KJ | a well-formed category code | "K/J"',
      'rows/R DS | a well-formed row code | "R DS"',
      expect.stringContaining('| a well-formed case code |'),
    ])
  })
})

describe('schema.codes_unique fails when a name stands for two things:', () => {
  const words = { words: ['a'], description: 'a scheme' }

  it.each<[string, (record: ReleaseRecord) => void, string]>([
    [
      'a selector and an input',
      (record) => void record.selectors.push({ ...words, selector: 'phase' }),
      'selectors/phase | phase names an input as well',
    ],
    ['a zone and an input', (record) => void record.zones.push('phase'), 'zones | phase names an input as well'],
    [
      'a quantity and an input',
      ({ quantities }) => void quantities.push({ ...quantities[0]!, quantity_id: 'connected_load', figures: [] }),
      'quantities/connected_load | connected_load names an input as well',
    ],
    [
      'a figure and an input',
      ({ quantities }) => void Object.assign(quantities[0]!.figures[0]!, { figure_id: 'energy_units' }),
      'quantities/load_parts/energy_units | energy_units names an input as well',
    ],
    [
      'a figure and a quantity',
      ({ quantities }) => void Object.assign(quantities[0]!.figures[0]!, { figure_id: 'load_parts' }),
      'quantities/load_parts/load_parts | load_parts names a quantity as well',
    ],
    [
      'a charge and a component that is not its own',
      (record) => void Object.assign(chargeOf(record, 'R-DS', 'fixed'), { charge_id: 'wheeling' }),
      'rows/R-DS/wheeling | wheeling names a sum of lines as well',
    ],
    [
      'a charge and the whole bill',
      (record) => void Object.assign(chargeOf(record, 'R-DS', 'fixed'), { charge_id: 'bill' }),
      'rows/R-DS/bill | bill names a sum of lines as well',
    ],
    [
      'an adjustment and a charge',
      (record) => {
        chargeOf(record, 'R-DS', 'fixed').charge_id = 'rent'
        record.rules.adjustments[0]!.adjustment_id = 'rent'
      },
      'rules/adjustments/rent | rent names a charge as well',
    ],
    [
      'an adjustment and a component',
      ({ rules }) => void Object.assign(rules.adjustments[0]!, { adjustment_id: 'minimum' }),
      'rules/adjustments/minimum | minimum names a sum of lines as well',
    ],
  ])('%s', async (_, edit, expected) => {
    const [path, found] = expected.split(' | ')
    expect(await findingsOf(schemaCodesUnique, edit)).toEqual([`${path} | a unique name | ${found}`])
  })
})

describe('schema.codes_unique passes', () => {
  it('a minimum that is called so', async () => {
    const edit = { charge_id: 'minimum', minimum_of: ['energy'] }
    const findings = await findingsOf(
      schemaCodesUnique,
      (record) => void Object.assign(chargeOf(record, 'R-DS', 'fixed'), edit),
    )
    expect(findings).toEqual([])
  })

  it('one subcategory of two licensees, and of two category ids of one licensee', async () => {
    const findings = await findingsOf(schemaCodesUnique, ({ categories }) => {
      const [category] = categories
      const scoped = (licensee_code: string, category_id: string) => ({ ...category!, licensee_code, category_id })
      categories.push(scoped('XX_ONE', 'A'), scoped('XX_ONE', 'B'), scoped('XX_TWO', 'A'))
    })
    expect(findings).toEqual([])
  })
})
