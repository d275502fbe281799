import { describe, expect, it } from 'vitest'
import { structureApplicabilityDisjoint } from '../../../pipeline/gates/18-structure-applicability-disjoint.ts'
import type { Condition } from '../../../releases/record/expression.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { buildCharge, buildQuantity, buildQuantityCase, conditions as said } from '../../support/record-builder.ts'
import { categoryOf, chargeOf, findingsOf, rowOf } from './support/sample.ts'

const REACHED = 'conditions that some request in the declared range meets'

const conditions =
  (rowId: string, ...all: Condition[]) =>
  (record: ReleaseRecord) => {
    rowOf(record, rowId).conditions = all
  }

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
      'no row applies to area_type=rural, phase=three',
    ],
    [
      'what neither alternative has',
      '(phase=single or connected_load<=5)',
      'phase=three and connected_load>6',
      'no row applies to connected_load=5.001, phase=three, nor connected_load=6, phase=three',
    ],
    ['a quantity between two rows', 'hours<=10', 'hours>11', 'no row applies to connected_load=0, energy_units=10.001'],
  ])('fails %s', async (_, rural, urban, found) => {
    const findings = await findingsOf(structureApplicabilityDisjoint, rows(rural, urban))
    expect(findings).toEqual([expect.stringContaining(`categories/KJ | rows that cover the declared range | ${found}`)])
  })

  it.each([
    ['alternatives', '(area_type=rural or phase=single)', '(area_type=urban or phase=three)', 'both apply to'],
    ['a quantity', 'hours<=10', 'hours>=10', 'both apply to'],
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
      `${ONE} | no case applies for energy_units=0, load_factor_percent=60.001 (categories/SL)`,
    ],
    [
      'hold both',
      cases(['energy_units', 'load_factor_percent<=60'], ['0', 'load_factor_percent>=60']),
      `${ONE} | cases 0 and 1 apply for energy_units=0, load_factor_percent=60 (categories/SL)`,
    ],
    [
      'leave days without one',
      cases(['energy_units', '', { effective_to: '2026-09-30' }]),
      `${ONE} | no case applies for energy_units=0, on 2026-10-01 (categories/SL)`,
    ],
  ])('fails where they %s', async (_, edit, expected) => {
    expect(await findingsOf(structureApplicabilityDisjoint, edit)).toEqual([expected])
  })

  it('fails one that never holds', async () => {
    const findings = await findingsOf(
      structureApplicabilityDisjoint,
      cases(['energy_units', 'connected_load>=0'], ['0', 'connected_load<0']),
    )
    expect(findings).toEqual([`quantities/first_units/cases/1 | ${REACHED} | no request meets them`])
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

describe('structure.applicability_disjoint fails a part that no request reaches:', () => {
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
      'rows/R-IDLE | no request meets them',
    ],
    [
      'a row outside the declared range',
      (record) => {
        record.rows.push({ ...rowOf(record, 'R-NDS-LARGE'), row_id: 'R-IDLE', conditions: said('connected_load>70') })
      },
      'rows/R-IDLE | no request meets them',
    ],
    [
      'a category of an empty range',
      (record) => {
        categoryOf(record, 'AG').bounds = said('connected_load>5 and connected_load<5')
      },
      'categories/AG | no request meets its bounds',
    ],
    [
      'a charge outside the range of its row',
      (record) => {
        chargeOf(record, 'R-NDS-SMALL', 'wheeling').when = said('connected_load>0.5')
      },
      'rows/R-NDS-SMALL/wheeling | no request of its row meets them',
    ],
    [
      'a charge beside that never holds',
      (record) => {
        const rent = buildCharge('rent', 'flat', 'connection', [[null, '40']], { side: 'beside' })
        rowOf(record, 'R-SL').charges.push({ ...rent, when: said('phase=single and phase=three') })
      },
      'rows/R-SL/rent | no request of its row meets them',
    ],
    [
      'a case of an adjustment behind one that always holds',
      ({ rules }) => {
        rules.adjustments[0]!.cases[0]!.when = []
      },
      'rules/adjustments/TOD/normal | no request meets them, or an earlier case always applies',
    ],
    [
      'a case of an adjustment that never holds',
      ({ rules }) => {
        rules.adjustments[0]!.cases[1]!.when = said('tod_period=peak and tod_period=normal')
      },
      'rules/adjustments/TOD/normal | no request meets them, or an earlier case always applies',
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

describe('structure.applicability_disjoint, for an amount that two rules read,', () => {
  type Rule = ReleaseRecord['rules']['adjustments'][number]
  const found = async (change: (again: Rule, first: Rule) => void): Promise<string[]> => {
    const findings = await findingsOf(structureApplicabilityDisjoint, ({ rules }) => {
      const first = rules.adjustments[0]!
      const again = { ...structuredClone(first), adjustment_id: 'AGAIN', order: first.order + 1 }
      change(again, first)
      rules.adjustments.push(again)
    })
    return findings.filter((each) => each.includes('reads it too'))
  }

  it('fails where both apply to one request', async () => {
    const [first] = await found(() => {})
    expect(first).toContain('rules/adjustments/AGAIN/peak | one rule for "103" of "tod,energy at peak,103,percent"')
    expect(first).toContain('rules/adjustments/TOD/peak reads it too, and both apply to tod_period=peak')
  })

  it.each<[string, (again: Rule, first: Rule) => void]>([
    ['other categories', (again) => Object.assign(again, { applies_to: ['AG'] })],
    [
      'another licensee',
      (again, first) => {
        first.licensees = ['XX_ONE']
        again.licensees = ['XX_TWO']
      },
    ],
    ['other requests', (again) => Object.assign(again.cases[0]!, { when: said('tod_period=normal') })],
    ['another base', (again) => Object.assign(again, { of: ['fixed'] })],
    [
      'an amount that is printed elsewhere',
      (again) => Object.assign(again.cases[0]!.values[0]!.steps[0]!.figure, { quote: 'Another sentence has it.' }),
    ],
  ])('passes one of %s', async (_, change) => {
    expect((await found(change)).filter((each) => each.includes('AGAIN/peak'))).toEqual([])
  })
})
