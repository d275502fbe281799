import { describe, expect, it } from 'vitest'
import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import type { ProrationRule } from '../../../releases/record/rules.ts'
import { buildFigure } from '../../support/record-builder.ts'
import { CELL } from './faults/cell.ts'
import { type Edit, judged, said } from './support/cited-rule.ts'
import { quoted } from './support/figures.ts'
import { chargeOf, findingsOf, findingText, sampleCandidate, sampleMeans, sourceOf } from './support/sample.ts'

/** On which days a rule or formula holds, as its document says. */

const percentOf =
  (...names: readonly string[]): Edit =>
  (record, figure) => {
    said('20', 'percent', '20', 'percent')(record, figure)
    const [rule] = record.rules.adjustments
    rule!.cases[0]!.values[0]!.kind = 'percent'
    rule!.of = [...names]
  }

describe('a formula from a later day', () => {
  const text = 'A surcharge of 20 paise per unit is due. It is effective from 15.08.2026.'
  const from =
    (source_id: string): Edit =>
    ({ quantities: [parts] }) => {
      parts!.cases[0]!.effective_from = '2026-08-15'
      parts!.evidence = {
        source_id,
        locator: { page: 1, line: null, section: null },
        quote: 'It is effective from 15.08.2026',
      }
    }
  const faults = async (source_id: string) =>
    (await judged(text, 'surcharge of 20 paise', [from(source_id)])).sentence.filter((each) =>
      each.startsWith('quantities/'),
    )

  it('is said by its own document', async () => {
    expect(await faults('XX-ORDER')).toEqual([])
    expect((await faults('XX-SHEET')).join()).toContain('2026-08-15')
  })
})

describe('a line of a sheet that says its year', () => {
  const faults = async (year: string): Promise<string[]> =>
    (await judged(`20 paise per unit are due,${year}`, '20 paise per unit are due', [])).sentence

  it('is read for that year alone', async () => {
    expect(await faults('FY 2026-27')).toEqual([])
    expect((await faults('FY 2025-26')).join()).toContain('a line of FY 2026-27')
  })
})

describe('a percentage of a line by month', () => {
  const DUTY = 'A surcharge of 20 percent of the energy charge and the fuel adjustment is due.'
  /** Beside the bill, for some days, of a line that has a case for each of two months. */
  const dated =
    (from: string | null, to: string | null): Edit =>
    (record) => {
      const [duty] = record.rules.adjustments
      Object.assign(duty!, { side: 'beside', stands_for: 'electricity_duty', order: 9 })
      Object.assign(duty!.cases[0]!, { effective_from: from, effective_to: to })
      const fuel = structuredClone({
        ...duty!,
        adjustment_id: 'FUEL',
        stands_for: 'fuel_adjustment' as const,
        order: 8,
      })
      const [month] = fuel.cases
      const of = (first: string, last: string) => ({
        ...month!,
        case_id: first,
        effective_from: first,
        effective_to: last,
      })
      fuel.cases = [of('2026-04-01', '2026-04-30'), of('2026-05-01', '2026-05-31')].map((each) => ({
        ...each,
        values: [],
      }))
      record.rules.adjustments.push(fuel)
    }
  const faults = (from: string | null, to: string | null): Promise<string> =>
    judged(DUTY, 'surcharge of 20', [percentOf('energy', 'FUEL'), dated(from, to)]).then(({ sentence }) =>
      sentence.join('\n'),
    )

  it.each([
    ['2026-04-01', '2026-05-31'],
    ['2026-04-15', '2026-05-15'],
    [null, null],
    ['2026-05-01', null],
  ])('is refused for days that its line does not have in one case: %s to %s', async (from, to) => {
    expect(await faults(from, to)).toContain('dates that lie in those of one case of FUEL')
  })

  it.each([
    ['2026-04-01', '2026-04-30'],
    ['2026-05-02', '2026-05-10'],
    // The release begins there.
    [null, '2026-04-30'],
  ])('is taken for days of one case: %s to %s', async (from, to) => {
    expect(await faults(from, to)).not.toContain('one case of FUEL')
  })
})

describe('the day from which a rule is due', () => {
  const FROM = 'A surcharge of 20 paise per unit is due from 01.07.2026.'
  const UP_TO = 'A surcharge of 20 paise per unit is due up to 01.07.2026.'
  const found = async (text: string, days: object): Promise<boolean> => {
    const edit: Edit = ({ rules }) => Object.assign(rules.adjustments[0]!.cases[0]!, days)
    const { sentence } = await judged(text, '20 paise per unit', [edit])
    return sentence.some((each) => /in its citations in the record/u.test(each))
  }
  it.each([
    [FROM, { effective_from: '2026-07-01' }, false],
    [FROM, { effective_from: '2026-07-02' }, true],
    [FROM, { effective_to: '2026-07-01' }, true],
    [FROM, { effective_to: '2026-06-30' }, false],
    [UP_TO, { effective_to: '2026-07-01' }, false],
    [UP_TO, { effective_from: '2026-07-02' }, false],
  ])('is in "%s": %j', async (text, days, isRefused) => {
    expect(await found(text, days)).toBe(isRefused)
  })
})

describe('one of two amounts of a sentence', () => {
  const TEXT =
    'The charge is Rs. 20 per kW per month up to 30th September and Rs. 30 per kW per month with effect from 1st October, 2026.'
  const faults = async (printed: string, from: string | null): Promise<string> => {
    const candidate = sampleCandidate((record) => {
      const charge = chargeOf(record, 'R-SL', 'fixed')
      charge.effective_from = from
      const own = { printed, printed_unit: 'Rs/kW', value: printed, unit: 'Rs/kW' as const }
      const place = { source_id: 'XX-ORDER', locator: { page: 1, line: null, section: null } }
      const { figure } = charge.steps[0]!
      Object.assign(figure, { ...own, ...place, grade: 'transcription', quote: `Rs. ${printed} per kW` })
    })
    const { sha256 } = sourceOf(candidate.record, 'XX-ORDER')
    const base = sampleMeans()
    const means = sampleMeans({ pages: async (hash) => (hash === sha256 ? [TEXT, 'End'] : base.pages(hash)) })
    return (await evidenceFigureInQuote.check(candidate, means)).findings.map(findingText).join('\n')
  }

  it('begins on the day beside it', async () => {
    expect(await faults('30', '2026-10-01')).toBe('')
    expect(await faults('30', null)).toContain('served from 2026-10-01, as in')
  })

  it('does not begin on the day beside the other', async () => {
    expect(await faults('20', null)).toBe('')
  })
})

describe('a column of a table for a part of the year', () => {
  const faults = async (header: string, from: string | null, to: string | null): Promise<string[]> => {
    const findings = await findingsOf(evidenceFigureInQuote, (record) => {
      const charge = chargeOf(record, 'R-DS', 'fixed')
      Object.assign(charge, { effective_from: from, effective_to: to })
      const cell = { ...CELL, row: ['DS'], column: [header], printed: charge.steps[0]!.figure.printed ?? '' }
      Object.assign(charge.steps[0]!.figure, { cell })
    })
    return findings.filter((each) => each.includes('a header of the whole period'))
  }
  const FIRST = 'Fixed charge from 01.04.2026 to 31.05.2026 (Rs/connection)'
  const SECOND = 'Fixed charge from 01.06.2026 (Rs/connection)'

  it('is read by the charge of these days alone', async () => {
    expect(await faults(FIRST, null, '2026-05-31')).toEqual([])
    expect(await faults(SECOND, '2026-06-01', null)).toEqual([])
    for (const found of [
      await faults(FIRST, null, null),
      await faults(SECOND, null, '2026-05-31'),
      await faults(FIRST, '2026-06-01', null),
    ])
      expect(found).toHaveLength(1)
  })
})

describe('a signed cell of a rule', () => {
  const faults = async (printed: string, effect: 'add' | 'subtract', header: string): Promise<string> => {
    const edit: Edit = (record, figure) => {
      if (printed === '-20') said('-20', 'P/kWh', '-0.2', 'Rs/kWh')(record, figure)
      Object.assign(figure, { cell: { ...CELL, row: ['peak hours'], column: [`${header} (paise per unit)`], printed } })
      record.rules.adjustments[0]!.cases[0]!.effect = effect
    }
    const { sentence } = await judged('20 paise per unit are due in peak hours.', '20 paise per unit', [edit])
    return sentence.filter((each) => /effect|deducted|added|_in_cell/u.test(each)).join('\n')
  }
  const BOTH = 'Energy charge: increase (+) or reduction (-)'

  it.each([
    ['(+) 20', 'add', BOTH, ''],
    ['(-) 20', 'subtract', BOTH, ''],
    ['(-) 20', 'add', BOTH, 'effect subtract, as in the cell'],
    ['+20', 'subtract', 'Rebate on the energy charge', 'effect add, as in the cell'],
    ['-20', 'add', 'Rebate on the energy charge', ''],
    ['-20', 'subtract', 'Rebate on the energy charge', 'an amount that is deducted'],
    ['20', 'add', 'Rebate on the energy charge', 'an amount that is deducted'],
  ] as const)('%s, effect %s, under "%s": "%s"', async (printed, effect, header, fault) => {
    const found = await faults(printed, effect, header)
    if (fault === '') expect(found).toBe('')
    else expect(found).toContain(fault)
  })
})

it('a label that names a period and no range of units is a name', async () => {
  const faults = async (label: string): Promise<string[]> => {
    const findings = await findingsOf(evidenceFigureInQuote, (record) => {
      const [step] = chargeOf(record, 'R-DS', 'energy').steps
      Object.assign(step!.figure, { cell: { ...CELL, row: [label] } })
    })
    return findings.filter((each) => each.includes('a header of a rate for a month or a unit'))
  }
  expect(await faults('DS: supply for a season')).toEqual([])
  expect(await faults('DS: up to 100 units per season')).toHaveLength(1)
})

it('the first period of a year is no first step', async () => {
  const faults = async (header: string): Promise<string[]> => {
    const findings = await findingsOf(evidenceFigureInQuote, (record) => {
      const [, step] = chargeOf(record, 'R-DS', 'energy').steps
      const cell = { ...CELL, row: ['DS', 'above 100 units'], column: [header], printed: '710.00' }
      Object.assign(step!.figure, { cell })
    })
    return findings.filter((each) => each.includes('the first step, as in the header'))
  }
  expect(await faults('Energy charge of the first period (paise per kWh)')).toEqual([])
  expect(await faults('Energy charge of the first unit (paise per kWh)')).toHaveLength(1)
})

describe('a header of two months', () => {
  /** Findings about the header of R-DS, of whose energy the steps, and of whose fixed charge the amount, are prorated. */
  const faults = async (charge: 'energy' | 'fixed', header: string, days: string | null): Promise<string[]> => {
    const findings = await findingsOf(evidenceFigureInQuote, (record) => {
      const [step] = chargeOf(record, 'R-DS', charge).steps
      const printed = step!.figure.printed ?? ''
      Object.assign(step!.figure, { cell: { ...CELL, row: ['DS, up to 100 units'], column: [header], printed } })
      if (days === null) return
      const rule: ProrationRule = {
        ...{ rule_id: 'DAYS', licensees: [], applies_to: ['DS'], method: 'by_days', round: null, grade: 'order' },
        base_days: buildFigure(days, 'number'),
        edges_of: ['energy_units'],
        monthly: ['fixed'],
        evidence: quoted('XX-SHEET', 1, 9),
      }
      record.rules.proration = [rule]
    })
    return findings.filter((each) => /a header of a rate for/u.test(each))
  }

  it.each([
    ['energy', 'Energy charge, bi-monthly (Rs/kWh)', '60', 0],
    ['energy', 'Energy charge, bi-monthly (Rs/kWh)', '90', 1],
    ['energy', 'Energy charge, bi-monthly (Rs/kWh)', null, 1],
    ['energy', 'Energy charge, quarterly (Rs/kWh)', '91', 0],
    ['fixed', 'Fixed charge for two months (Rs/connection)', '60', 0],
    ['fixed', 'Fixed charge for two months (Rs/connection)', null, 1],
    ['fixed', 'Fixed charge per month (Rs/connection)', '60', 1],
    ['fixed', 'Fixed charge per month (Rs/connection)', '30', 0],
    ['energy', 'Energy charge, monthly slabs (Rs/kWh)', '60', 0],
  ] as const)('of the %s charge, "%s", with a rule for %s days: %i', async (charge, header, days, count) => {
    expect(await faults(charge, header, days)).toHaveLength(count)
  })
})

it('days that do not exist, in the order or in the definition, are compared and never fail', async () => {
  const due = 'A surcharge of 20 paise per unit is due up to 45.09.2026.'
  expect((await judged(due, 'surcharge of 20 paise', [])).sentence.join('\n')).toContain('"up to 45.09.2026" of the')
  const until: Edit = ({ rules }) => Object.assign(rules.adjustments[0]!.cases[0]!, { effective_to: '2026-09-45' })
  const text = 'A surcharge is due, 20 paise per unit and 30 paise per unit with effect from 1 October 2026.'
  expect((await judged(text, '20 paise per unit', [until])).sentence.join('\n')).toContain('a rule from 2026-10-01')
})
