import { describe, expect, it } from 'vitest'
import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import { contradicted, isStated, unstated } from '../../../pipeline/gates/cells/stated-bounds.ts'
import { saidSomewhere } from '../../../pipeline/gates/meaning/bound-faults.ts'
import { ownTextsOf } from '../../../pipeline/gates/quotes/cited-sentences.ts'
import { comparisonsIn } from '../../../pipeline/gates/record/comparisons.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { buildAdjustment, buildFigure, buildQuantity, conditions } from '../../support/record-builder.ts'
import { CELL } from './faults/cell.ts'
import { quoted, sheetFigure } from './support/figures.ts'
import { categoryOf, findingsOf, rowOf } from './support/sample.ts'

const notSaid = (path: string, bound: string): string => `${path} | ${saidSomewhere(path, bound)}`

/** Adds a fact about a category. */
function addFact(record: ReleaseRecord, evidence: ReturnType<typeof quoted>, applies_to = 'NDS'): void {
  const [fact] = record.rules.facts
  if (fact === undefined) throw new Error('the sample has no fact')
  const about = { fact_id: 'NDS-LOAD', applies_to, text: null, figure_value: null }
  record.rules.facts.push({ ...fact, ...about, evidence })
}

/** Expected findings after an edit. */
async function wanted(edit: (record: ReleaseRecord) => void): Promise<string[]> {
  return (await findingsOf(evidenceFigureInQuote, edit)).map((text) => text.split(' | ').slice(0, 2).join(' | '))
}

describe('a number of a condition that is in no citation of the record', () => {
  it.each<readonly [what: string, found: readonly string[], edit: (record: ReleaseRecord) => void]>([
    [
      'of a row',
      [notSaid('rows/R-NDS-SMALL', '<= 0.4')],
      (record) => {
        rowOf(record, 'R-NDS-SMALL').conditions = conditions('connected_load<=0.4')
      },
    ],
    [
      'of a row, with the edge on its other side',
      [notSaid('rows/R-NDS-LARGE', '>= 0.5')],
      (record) => {
        rowOf(record, 'R-NDS-LARGE').conditions = conditions('connected_load>=0.5 and connected_load<=70')
      },
    ],
    [
      'of a category',
      [notSaid('categories/NDS/', '<= 75')],
      (record) => {
        categoryOf(record, 'NDS').bounds = conditions('connected_load<=75')
      },
    ],
    [
      'of a category, in kVA where kW is printed',
      [notSaid('categories/NDS/', '<= 70')],
      (record) => {
        categoryOf(record, 'NDS').bounds = conditions('contract_demand_kva<=70')
      },
    ],
    [
      'of a charge',
      [notSaid('rows/R-DS', '> 3')],
      (record) => {
        rowOf(record, 'R-DS').charges[1]!.when = conditions('connected_load>3')
      },
    ],
    [
      'of a rule',
      [notSaid('rules/adjustments/SMALL', '> 5')],
      (record) => {
        const figure = sheetFigure(13, '1.5', '1.5', 'percent')
        record.rules.adjustments.push(
          buildAdjustment('SMALL', 'percent', [['connected_load>5', 'subtract', figure]], { applies_to: ['NDS'] }),
        )
      },
    ],
    [
      'of a quantity',
      [notSaid('quantities/large_load', '> 20')],
      (record) => {
        const quantity = buildQuantity('large_load', 'connected_load', { evidence: quoted('XX-SHEET', 1, 14) })
        quantity.cases[0]!.when = conditions('connected_load>20')
        record.quantities.push(quantity)
      },
    ],
  ])('%s is a finding', async (_, found, edit) => {
    expect(await wanted(edit)).toEqual(expect.arrayContaining([...found]))
  })

  it('shows the words around the number first, however long the texts are', async () => {
    const findings = await findingsOf(evidenceFigureInQuote, (record) => {
      const row = rowOf(record, 'R-NDS-LARGE')
      row.raw_category_label = `NDS ${'of a shop '.repeat(40)}with a load above 0.5 kW`
      row.conditions = conditions('connected_load>=0.5 and connected_load<=70')
    })
    const found = findings.find((each) => each.startsWith('rows/R-NDS-LARGE | >= 0.5'))
    expect(found?.split(' | ')[2]).toMatch(/^"\.\.\.[a-z ]*with a load above 0\.5 kW", /u)
  })

  it('is no finding where a fact that names the category says it, and none of a specimen', async () => {
    const of = (code: string) =>
      wanted((record) => {
        categoryOf(record, 'NDS').bounds = conditions('connected_load<=2')
        categoryOf(record, 'KJ').bounds = []
        addFact(record, { ...quoted('XX-SHEET', 1, 4), quote: 'fixed per connection up to 2 kW' }, code)
      })
    expect(await of('NDS')).toEqual([])
    expect(await of('KJ')).toEqual([notSaid('categories/NDS/', '<= 2')])
  })
})

describe('a bound of a category that only a fact says', () => {
  const KIND = (quote: string) =>
    wanted((record) => {
      categoryOf(record, 'NDS').bounds = conditions('connected_load<=20')
      for (const each of [...record.categories, ...record.rows])
        if (each.subcategory_code === 'SL') each.raw_category_label = 'Street lights'
      addFact(record, { ...quoted('XX-ORDER', 1, 1), quote })
    })
  it.each([
    ['Of NDS is supply with a load up to 20 kW', 0],
    ['NDS: load up to 20 kW', 0],
    ['Consumers with a load up to 20 kW are classified under NDS', 0],
    ['Loads up to 20 kW shall be billed under NDS', 0],
    ['Consumers of NDS with a load up to 20 kW are told by post', 1],
    ['Consumers of NDS with a load up to 20 kW may ask for a printed bill', 1],
    ['NDS up to 20 kW gets a meter of one phase', 1],
    ['Street lights: load up to 20 kW', 1],
  ])('is one of all of it, and not of some: "%s"', async (quote, count) => {
    expect((await KIND(quote)).filter((each) => each.startsWith('categories/NDS/ | <= 20'))).toHaveLength(count)
  })
})

describe('a number or a day in the words of a fact', () => {
  it.each([
    ['that its quote does not have', 'Rebate of 2.5 percent for digital payment', '2.5'],
    ['beside one that it has', 'Rebate of 1.5 percent within 7 days', '7'],
    ['a day that nothing cites', 'Rebate of 1.5 percent from 2026-05-01', '2026-05-01'],
  ])('%s is a finding', async (_, text, number) => {
    const found = await wanted((record) => {
      const [fact] = record.rules.facts
      if (fact !== undefined) fact.text = text
    })
    expect(found).toEqual([`rules/facts/REBATE | ${number} of the fact in its citations`])
  })

  it.each(['Rebate of 1.5 percent', 'Rebate of 1.5 percent from 2026-04-01', 'See para 12, and line 4'])(
    '"%s" is none',
    async (text) => {
      const found = await wanted((record) => {
        const [fact] = record.rules.facts
        if (fact !== undefined) fact.text = text
      })
      expect(found).toEqual([])
    },
  )
})

describe('an edge is found in text', () => {
  it.each([
    ['contract_demand_kva', '>=', '110', 'Contract Demand of 110 kVA & above'],
    ['contract_demand_kva', '<', '110', 'Contract Demand of 110 kVA and above'],
    ['connected_load', '<', '100', 'with CD less than 110 kVA or 100 KW'],
    ['contract_demand_kva', '<=', '6000', 'CD upto 6 MVA'],
    ['monthly_units', '>', '100', 'From 101 to 300 units'],
    ['load_factor_percent', '>', '85', 'consumption beyond 85% load factor'],
    ['load_factor', '>', '60', 'units above a load factor of 60 percent'],
    ['load_factor_percent', '>=', '65', '65% and above upto 75%'],
    ['connected_load_hp', '<=', '20', 'a load up to 20 HP'],
    ['connected_load', '<=', '20', 'a load up to 20 BHP'],
    ['monthly_units', '<=', '100', 'Consumption <=100 units/month'],
    ['energy_units', '>', '100', 'above 100 kWh a month'],
  ])('%s%s%s in "%s"', (field, op, value, text) => {
    expect(isStated({ field, op, value }, [text])).toBe(true)
  })

  it.each([
    ['contract_demand_kva', '>', '110', 'Contract Demand of 110 kVA & above'],
    ['connected_load', '<', '110', 'with CD less than 110 kVA or 100 KW'],
    ['contract_demand_kva', '<', '100', 'with CD less than 110 kVA or 100 KW'],
    ['contract_demand_kva', '<=', '6', 'CD upto 6 MVA'],
    ['monthly_units', '>', '102', 'From 101 to 300 units'],
    ['load_factor_percent', '>', '85', 'a rebate of 85 paise'],
    ['connected_load_hp', '<=', '20', 'a load up to 20 kW'],
    ['connected_load_kw', '<=', '20', 'a load up to 20 HP'],
    ['connected_load', '<=', '100', 'Consumption <=100 units/month'],
  ])('and %s%s%s is not in "%s"', (field, op, value, text) => {
    expect(isStated({ field, op, value }, [text])).toBe(false)
  })
})

describe('an edge of a range that does not say whether it belongs to it', () => {
  const RANGE = 'a load of 20-50 kW'
  it.each([
    ['is on either side alone', [RANGE], ['<=', '<', '>', '>=']],
    ['is on the side that another text prints', [RANGE, 'a load above 50 kW'], ['<=', '>']],
    ['is on the side that another text prints, or up to it', [RANGE, 'a load of 50 kW and above'], ['<', '>=']],
    ['is on either side if the texts differ', [RANGE, 'above 50 kW', '50 kW and above'], ['<=', '<', '>', '>=']],
  ])('%s', (_, texts, ops) => {
    const stated = ['<=', '<', '>', '>='].filter((op) =>
      isStated({ field: 'connected_load_kw', op, value: '50' }, texts),
    )
    expect(stated).toEqual(ops)
  })

  it('of a row is what its label says, before what a fact says of all', async () => {
    const found = await wanted((record) => {
      const row = rowOf(record, 'R-NDS-LARGE')
      row.raw_category_label = 'NDS of more than 0.5 kW'
      row.conditions = conditions('connected_load>=0.5 and connected_load<=70')
      addFact(record, { ...quoted('XX-SHEET', 1, 9), quote: 'NDS of 0.5 kW and above' })
    })
    expect(found).toContain(notSaid('rows/R-NDS-LARGE', '>= 0.5'))
  })
})

it('an edge of a label in another unit is not that of another label', () => {
  const load = [{ field: 'connected_load', op: '<=', value: '20' }]
  expect(unstated(load, ['Small Power, up to 20 kVA'], ['Shops up to 20 kW'])).toEqual(load)
  expect(unstated(load, ['Small Power'], ['Shops up to 20 kW'])).toEqual([])
})

it('around a cell there is its table, whose other labels say nothing of it', () => {
  const sentenceOf = () => ({ whole: 'Shops up to 20 kW 6.10 Small Power, up to 20 kVA 5.35' }) as never
  const figure = { ...buildFigure('6.1', 'Rs/kWh'), quote: 'Small Power, up to 20 kVA 5.35' }
  const cell = { ...CELL, row: ['Small Power, up to 20 kVA'], column: ['Energy (Rs/kWh)'] }
  expect(ownTextsOf({ ...figure, cell }, { sentenceOf })).toEqual([...cell.row, ...cell.column, figure.quote])
  expect(ownTextsOf(figure, { sentenceOf })).toHaveLength(2)
})

describe('an edge is compared with its own sentence', () => {
  const OWN = 'Plants with a demand of more than 1000 kVA get a rebate'
  const OTHERS = 'Steel plants of 1000 kVA and above get another, those above 6000 kVA a third'
  it.each([
    ['>', '1000', []],
    ['>=', '1000', ['>= 1000']],
    ['>', '6000', []],
    ['>', '700', ['> 700']],
  ])('before the rest of its note: %s %s', (op, value, missing) => {
    const found = unstated([{ field: 'contract_demand_kva', op, value }], [OWN], [OTHERS])
    expect(found.map((bound) => `${bound.op} ${bound.value}`)).toEqual(missing)
  })
})

describe('an edge beside another amount of the sentence', () => {
  const LOADS = 'Rs 30 for a load up to 1 kW, Rs 55 for a load above 1 kW and up to 3 kW'
  const VOLTS = 'Those supplied at 33 kV get 2 percent, and those supplied at 132 kV get 4 percent'
  it.each([
    ['connected_load<=1', LOADS.slice(0, 27), LOADS, null],
    ['connected_load>1 and connected_load<=3', LOADS.slice(0, 27), LOADS, '> 1'],
    ['connected_load<=1', LOADS.slice(29), LOADS, '<= 1'],
    ['connected_load>=1', LOADS.slice(0, 27), LOADS, null],
    ['connected_load<=1 or connected_load>5', 'Rs 9 above 5 kW', LOADS, null],
    ['contract_demand_kva>1', LOADS.slice(0, 27), LOADS, null],
    ['energy_units>300', 'Rs 1.50 on the first 30 units', LOADS, null],
    ['supply_voltage_kv=33', VOLTS.slice(0, 39), VOLTS, null],
    ['supply_voltage_kv=132', VOLTS.slice(0, 39), VOLTS, '= 132'],
    ['supply_voltage_kv=33', 'A rebate is given', VOLTS, null],
    // A voltage that no part names may only explain the level.
    ['supply_voltage_kv=11', VOLTS.slice(0, 39), VOLTS, null],
  ])('contradicts the condition: %s in "%s"', (when, clause, whole, expected) => {
    const found = contradicted(comparisonsIn(conditions(when.includes(' or ') ? `(${when})` : when)), clause, whole)
    expect(found === undefined ? null : `${found.op} ${found.value}`).toBe(expected)
  })
})

it.each([
  ['power_factor<0.9', 'below 90%', true],
  ['power_factor<0.9', 'below 90 per cent', true],
  ['power_factor<0.85', 'below 90%', false],
  ['load_factor_percent<0.9', 'below 90%', false],
])('a power factor is printed in percent too: %s, "%s": %s', (when, text, isSaid) => {
  const [bound] = comparisonsIn(conditions(when))
  expect(isStated(bound!, [text])).toBe(isSaid)
})

describe('a charge that is a multiple of another', () => {
  const lend = (when: string) => async (): Promise<string[]> =>
    wanted((record) => {
      const { charges } = rowOf(record, 'R-SL')
      const multiple = sheetFigure(1, '1.5', '1.5', 'times')
      const lender = { row_id: 'R-DS', charge_id: 'energy', multiple }
      charges.push({ ...charges[0]!, charge_id: 'of_homes', steps: [], when: conditions(when), rates_of: lender })
    })

  it('has the edges that are printed for that one, and no others', async () => {
    const [said, unsaid] = await Promise.all([lend('energy_units<=100')(), lend('energy_units<=120')()])
    expect(said).not.toContain(notSaid('rows/R-SL', '<= 100'))
    expect(unsaid).toContain(notSaid('rows/R-SL', '<= 120'))
  })
})
