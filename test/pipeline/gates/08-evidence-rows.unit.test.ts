import { describe, expect, it } from 'vitest'
import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import type { Category } from '../../../releases/record/category.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { buildQuantity, conditions } from '../../support/record-builder.ts'
import { CELL } from './faults/cell.ts'
import { findingsOf, findingText, sampleCandidate, sampleMeans, sourceOf } from './support/sample.ts'

/** What a row or a category chooses, and what its label, cells and sentences must say for that. */

const rowOf = ({ rows }: ReleaseRecord, id: string): Row => {
  const found = rows.find(({ row_id }) => row_id === id)
  if (found === undefined) throw new Error(id)
  return found
}
const categoryOf = ({ categories }: ReleaseRecord, code: string): Category => {
  const found = categories.find(({ subcategory_code }) => subcategory_code === code)
  if (found === undefined) throw new Error(code)
  return found
}
const found = (edit: (record: ReleaseRecord) => void): Promise<string[]> => findingsOf(evidenceFigureInQuote, edit)

describe('a row in one area', () => {
  const WANTED = 'a label, cell or sentence of the row that names an area, or area_type any'

  it.each(['urban', 'rural'] as const)('is a finding if none of its texts names one: %s', async (area) => {
    const findings = await found((record) => {
      rowOf(record, 'R-SL').area_type = area
    })
    expect(findings).toEqual([`rows/R-SL | ${WANTED} | area_type ${area}, "SL"`])
  })

  it.each(['SL in towns', 'SL (urban)', 'SL of municipal bodies'])('is none if its label does: "%s"', async (label) => {
    const findings = await found((record) => {
      Object.assign(rowOf(record, 'R-SL'), { area_type: 'urban', raw_category_label: label })
    })
    expect(findings.filter((each) => each.includes(WANTED))).toEqual([])
  })

  it.each(['urban', 'rural'])('is one too where only a condition asks for it: %s', async (area) => {
    const asks = conditions(`area_type=${area}`)
    const ofRow = await found((record) => void Object.assign(rowOf(record, 'R-SL'), { conditions: asks }))
    expect(ofRow).toEqual([`rows/R-SL | ${WANTED} | area_type ${area}, "SL"`])
    const ofCharge = await found((record) => void Object.assign(rowOf(record, 'R-SL').charges[0]!, { when: asks }))
    expect(ofCharge).toEqual(ofRow)
  })

  it('is none if the same customers have a row in the other area', async () => {
    const findings = await found((record) => {
      Object.assign(rowOf(record, 'R-SL'), { area_type: 'urban', canonical_category_code: 'lights' })
      Object.assign(rowOf(record, 'R-AG'), { area_type: 'rural', canonical_category_code: 'lights' })
    })
    expect(findings).toEqual([])
  })
})

describe('a load in HP', () => {
  it('is a finding if no text of its rows prints HP', async () => {
    const findings = await found((record) => {
      categoryOf(record, 'AG').load_unit = 'hp'
    })
    const expected = 'HP in a label, cell or sentence of its rows, or load_unit kw'
    expect(findings).toEqual([`categories/AG/ | ${expected} | load_unit hp, "AG"`])
  })

  it('is none if a label does, and then a load in kW is one', async () => {
    const label = (record: ReleaseRecord): void => {
      rowOf(record, 'R-AG').raw_category_label = 'AG up to half a HP'
    }
    const inHp = await found((record) => {
      label(record)
      categoryOf(record, 'AG').load_unit = 'hp'
    })
    expect(inHp).toEqual([])
    expect(await found(label)).toEqual(['categories/AG/ | load_unit hp, as its rows print | load_unit kw, "AG"'])
  })
})

describe('one rate for all units', () => {
  const whole = (record: ReleaseRecord): void => {
    rowOf(record, 'R-DS').charges[0]!.method = 'whole'
  }

  it('is a finding if the steps divide these units and no text says so', async () => {
    const findings = await found(whole)
    expect(findings).toEqual([
      'rows/R-DS/energy | method telescopic, or a text that says that all units are at the rate of the step they reach, also a note or a fact of its category | method whole, "DS,energy up to 100 units,6.10,Rs/kWh", "DS,energy above 100 units,710.00,P/kWh"',
    ])
  })

  it.each(['DS, for the entire consumption', 'DS: all units at one rate', 'DS (non-telescopic)'])(
    'is none if its label does: "%s"',
    async (label) => {
      const findings = await found((record) => {
        whole(record)
        rowOf(record, 'R-DS').raw_category_label = label
      })
      expect(findings).toEqual([])
    },
  )
})

describe('steps that a page of an order prints', () => {
  /** The steps of R-DS read from this page, by their quotes, or from cells with these labels. */
  async function printed(
    text: string,
    steps: readonly { quote: string; label?: string }[],
    charge: object,
    more: (record: ReleaseRecord) => void = () => {},
  ) {
    const candidate = sampleCandidate((record) => {
      more(record)
      const [energy] = rowOf(record, 'R-DS').charges
      Object.assign(energy!, charge)
      for (const [index, { quote, label }] of steps.entries()) {
        const { figure } = energy!.steps[index]!
        Object.assign(figure, { source_id: 'XX-ORDER', locator: { page: 1, line: null, section: null }, quote })
        if (label !== undefined) figure.cell = { ...CELL, row: ['DS', label] }
      }
    })
    const { sha256 } = sourceOf(candidate.record, 'XX-ORDER')
    const base = sampleMeans()
    const means = sampleMeans({ pages: async (hash) => (hash === sha256 ? [text, 'End'] : base.pages(hash)) })
    return (await evidenceFigureInQuote.check(candidate, means)).findings.map(findingText).join('\n')
  }
  const TABLE = 'DS up to 100 units 6.10 DS above 100 units 710.00 HT all units 5.00'
  const FIRST = 'up to 100 units, all units are billed at Rs 6.10 per kWh'
  const SECOND = 'above 100 units, all units are billed at 710.00 paise per kWh'
  const CELLS = ['up to 100 units', 'above 100 units'].map((label) => ({ quote: `DS ${label}`, label }))

  it('are not whole by what another row of the table says', async () => {
    expect(await printed(TABLE, CELLS, { method: 'whole' })).toContain('method telescopic, or a text that says')
  })

  it.each([
    [SECOND, 'telescopic', true],
    [SECOND, 'whole', false],
    ['above 100 units, all units above 100 are billed at 710.00 paise per kWh', 'telescopic', false],
    ['above 100 units, 710.00 paise per kWh on the whole sanctioned load', 'telescopic', true],
  ])('are telescopic only if it says nothing of all units: %s, %s', async (second, method, isRefused) => {
    const found = await printed(`Homes: ${FIRST}; ${second}.`, [{ quote: FIRST }, { quote: second }], { method })
    expect(found.includes('method whole, or no text that says it of all units')).toBe(isRefused)
  })

  const PLAIN = ['up to 100 units Rs 6.10 per kWh', 'above 100 units 710.00 paise per kWh'] as const
  it.each([
    ['', 'telescopic'],
    ['The whole consumption is charged at the rate of the slab that it reaches.', 'whole'],
    ['If 100 units are exceeded, all units are billed at the higher rate.', 'whole'],
    ['The rates are not telescopic.', 'whole'],
    ['The rates are telescopic.', 'telescopic'],
    ['Units of each slab are billed at the rate of that slab.', 'telescopic'],
    ['The benefit of lower slabs is given to all.', 'telescopic'],
    ['A rebate at the rate of 2 paise is given on all units.', 'telescopic'],
    ['The rates are for the whole year.', 'telescopic'],
  ])('are of the method that is said behind them or in a fact: "%s": %s', async (said, right) => {
    const steps = PLAIN.map((quote) => ({ quote }))
    const ofPage = `Homes: ${PLAIN.join('; ')}. ${said}`
    const ofFact = ({ rules }: ReleaseRecord): void => {
      const { evidence, ...rest } = rules.facts[0]!
      rules.facts.push({ ...rest, fact_id: 'SLABS', applies_to: 'DS', evidence: { ...evidence, quote: said } })
    }
    for (const method of ['telescopic', 'whole']) {
      const found = [
        await printed(ofPage, steps, { method }),
        await printed(`Homes: ${PLAIN.join('; ')}.`, steps, { method }, said === '' ? undefined : ofFact),
      ].map((each) => /\| method (?:whole|telescopic)[, ]/u.test(each))
      expect(found).toEqual([method !== right, method !== right])
    }
  })

  it.each([
    ['<=500', 'telescopic'],
    ['>500', 'whole'],
  ])('are of the method that is said of their own consumption: %s', async (when, right) => {
    const said =
      'Up to 500 units the rates are telescopic. Above 500 units all units are billed at the rate of their slab.'
    const fact = ({ rules }: ReleaseRecord): void => {
      const { evidence, ...rest } = rules.facts[0]!
      rules.facts.push({ ...rest, fact_id: 'SLABS', applies_to: 'DS', evidence: { ...evidence, quote: said } })
    }
    const steps = PLAIN.map((quote) => ({ quote }))
    for (const method of ['telescopic', 'whole']) {
      const charge = { method, when: conditions(`energy_units${when}`) }
      const found = await printed(`Homes: ${PLAIN.join('; ')}.`, steps, charge, fact)
      expect(/\| method (?:whole|telescopic)[, ]/u.test(found)).toBe(method !== right)
    }
  })

  it.each([
    ['units a month', false],
    ['units a year', true],
    ['units per kW', true],
  ])('are for a month: "%s"', async (units, isRefused) => {
    const steps = PLAIN.map((each) => ({ quote: each.replace('units', units) }))
    const found = await printed(`Homes: ${steps.map(({ quote }) => quote).join('; ')}.`, steps, {})
    expect(found.includes('steps of a month and not of each kW')).toBe(isRefused)
  })

  it.each([
    ['energy_units', false],
    ['connected_load', true],
  ])('are counted in the unit behind their edges: %s', async (steps_by, isRefused) => {
    const steps = [{ quote: FIRST }, { quote: SECOND }]
    const found = await printed(`Homes: ${FIRST}; ${SECOND}.`, steps, { method: 'whole', steps_by })
    expect(found.includes('edges in kW, in which its steps are counted')).toBe(isRefused)
  })
})

describe('a charge on the billing demand', () => {
  const QUOTE = 'billing demand is the higher of the recorded demand and half of the contract demand'
  const of = async (text: string, applies_to: string, quote = QUOTE): Promise<string[]> => {
    const findings = await found((record) => {
      record.quantities.push(buildQuantity('demand', text, { unit: 'kVA' }))
      const [charge] = rowOf(record, 'R-SL').charges.slice(1)
      Object.assign(charge!, { per: 'demand', unit: 'kVA' })
      const [fact] = record.rules.facts
      Object.assign(fact!, { applies_to, evidence: { ...fact!.evidence, quote } })
    })
    return findings.filter((each) => each.includes('takes the higher amount'))
  }

  it('is a finding if it reads the recorded demand alone, and a fact says that the higher amount is billed', async () => {
    expect(await of('recorded_demand_kva', 'SL')).toEqual([
      `rows/R-SL/fixed | a quantity that takes the higher amount, as in "${QUOTE}" | per demand`,
    ])
  })

  it('is a finding too if the fact names its licensee among others', async () => {
    const findings = await found((record) => {
      rowOf(record, 'R-SL').licensee_code = 'XX_ONE'
      const [charge] = rowOf(record, 'R-SL').charges.slice(1)
      Object.assign(charge!, { per: 'recorded_demand_kva', unit: 'kVA' })
      const [fact] = record.rules.facts
      Object.assign(fact!, { applies_to: 'SL of XX_ONE and XX_TWO', evidence: { ...fact!.evidence, quote: QUOTE } })
    })
    expect(findings.filter((each) => each.includes('takes the higher amount'))).toHaveLength(1)
  })

  it.each([
    ['it takes the higher amount', 'max(recorded_demand_kva, contract_demand_kva)', 'SL', QUOTE],
    // The answer then says that the billing demand was not evaluated.
    ['it reads the contract demand', 'contract_demand_kva', 'SL', QUOTE],
    ['the fact is of another category', 'recorded_demand_kva', 'DS', QUOTE],
    ['the fact is of another licensee', 'recorded_demand_kva', 'SL of XX_ONE', QUOTE],
    ['the fact names no choice', 'recorded_demand_kva', 'SL', 'the billing demand is the recorded demand'],
  ])('is none if %s', async (_, text, applies_to, quote) => {
    expect(await of(text, applies_to, quote)).toEqual([])
  })
})
