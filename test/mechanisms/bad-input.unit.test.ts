import { describe, expect, it } from 'vitest'
import { BILLING_DEMAND } from './orders/billing-demand.ts'
import { COMPUTED_LOAD_FACTOR } from './orders/computed-load-factor.ts'
import { DUTY } from './orders/duty.ts'
import { FEE_TABLE } from './orders/fee-table.ts'
import { PER_PHASE } from './orders/per-phase.ts'
import { SEASONAL } from './orders/seasonal.ts'
import { TWO_PART } from './orders/two-part.ts'
import { type Mistake, mistakesIn } from './support/judge.ts'
import type { Order } from './support/order.ts'

type File = 'rules' | 'rows'

/** An order whose definition differs in one place. */
function with_(order: Order, file: File, from: string, to: string): Order {
  const before = order[file] ?? ''
  if (!before.includes(from)) throw new Error(`${file} has no ${from}`)
  return { ...order, [file]: before.replace(from, to) }
}

/** A required finding: its gate, its file, the line with this text, and the text found there. */
type Told = { readonly by: string; readonly file: string; readonly line: string; readonly found: RegExp }

const NAMED_AT_A_LINE = /^[a-z]+\.(yaml|csv):\d+/

async function tells(order: Order, { by, file, line, found }: Told): Promise<void> {
  const mistakes = await mistakesIn(order)
  expect(mistakes).toContainEqual(
    expect.objectContaining({
      by,
      where: expect.stringMatching(new RegExp(`^${file}:\\d+`)),
      line: expect.stringContaining(line),
      found: expect.stringMatching(found),
    }),
  )
  for (const { where } of mistakes) expect(where).toMatch(NAMED_AT_A_LINE)
}

/** Findings that only intake must report, with their exact text; `line` is part of the line named by `where`. */
type ToldByIntake = Pick<Mistake, 'where' | 'line' | 'expected' | 'found'>

async function intakeTells(order: Order, { line, ...told }: ToldByIntake): Promise<void> {
  expect(await mistakesIn(order)).toEqual([{ ...told, by: 'intake', line: expect.stringContaining(line) }])
}

const BY_ENGINE = 'schema.record_valid'

describe('a malformed definition is reported before a release, with file and line', () => {
  it('a formula divides by something that may be 0', async () => {
    const order = with_(COMPUTED_LOAD_FACTOR, 'rules', 'when: "contract_demand_kva>0", ', '')
    await tells(order, {
      by: BY_ENGINE,
      file: 'rules.yaml',
      line: 'energy_units * 100 / (contract_demand_kva',
      found: /divides by contract_demand_kva \* power \* hours, which may be 0/,
    })
  })

  it('a formula divides by something that a condition allows to be 0', async () => {
    await tells(with_(COMPUTED_LOAD_FACTOR, 'rules', 'contract_demand_kva>0', 'contract_demand_kva>=0'), {
      by: BY_ENGINE,
      file: 'rules.yaml',
      line: 'contract_demand_kva>=0',
      found: /which may be 0/,
    })
  })

  it('a formula names an unknown input', async () => {
    await intakeTells(with_(BILLING_DEMAND, 'rules', 'max(recorded_demand_kva', 'max(recorded_demand'), {
      where: 'rules.yaml:3:5',
      line: 'quantity_id: billing_demand',
      expected: 'an input or a quantity that is a number, perhaps `recorded_demand_kva` or `recorded_demand_kw`',
      found: '`recorded_demand`',
    })
  })

  it('a charge is by a word', async () => {
    await intakeTells(with_(PER_PHASE, 'rows', 'fixed,phases', 'fixed,phase'), {
      where: 'rows.csv:3:per',
      line: 'Rs 45.00 per phase',
      expected: 'an input or a quantity that is a number, perhaps `phases`',
      found: '`phase`',
    })
  })

  it('quantities depend on each other in a cycle', async () => {
    const order = with_(
      COMPUTED_LOAD_FACTOR,
      'rules',
      'energy_units * 100 / (contract_demand_kva',
      'first_units * 100 / (contract_demand_kva',
    )
    await intakeTells(order, {
      where: 'rules.yaml:3:5',
      line: 'quantity_id: load_factor',
      expected: 'quantities that do not depend on themselves',
      found: '`load_factor` → `first_units` → `load_factor`',
    })
  })

  it('charges take their rates from each other in a cycle', async () => {
    const taken = {
      ...TWO_PART,
      rows: `
row_id,charge,rates_of,per,printed,unit,quote
HT-1,energy,HT-1.more,energy_units,6.25,times,Rs 6.25 per kVAh
,more,HT-1.energy,energy_units,6.25,times,Rs 6.25 per kVAh
`,
    }
    const mistakes = await mistakesIn(taken)
    expect(mistakes.map(({ by }) => by)).toContain('intake')
    for (const { where } of mistakes) expect(where).toMatch(NAMED_AT_A_LINE)
  })

  it('a multiplied quantity may be negative', async () => {
    const order = with_(BILLING_DEMAND, 'rules', 'max(recorded_demand_kva, ', '(recorded_demand_kva - ')
    await tells(order, {
      by: BY_ENGINE,
      file: 'rows.csv',
      line: 'billing_demand',
      found: /billing_demand may be negative/,
    })
  })

  it('a condition can never be met: its comparisons exclude each other', async () => {
    const order = with_(FEE_TABLE, 'rows', 'meter_type=single_phase', 'energy_units>5 and energy_units<=5')
    await tells(order, {
      by: 'structure.applicability_disjoint',
      file: 'rows.csv',
      line: 'rent-single',
      found: /no request of its row meets them/,
    })
  })

  it('a condition can never be met: its word is not a word of the input', async () => {
    await intakeTells(with_(FEE_TABLE, 'rows', 'meter_type=single_phase', 'meter_type=double_phase'), {
      where: 'rows.csv:6:when',
      line: 'rent-single',
      expected: 'meter_type as one of single_phase, three_phase, lt_ct, ht, prepaid, smart, smart_prepaid, none',
      found: '`double_phase`',
    })
  })

  it('cases of a quantity leave a gap', async () => {
    await tells(with_(COMPUTED_LOAD_FACTOR, 'rules', 'load_factor>60', 'load_factor>65'), {
      by: 'structure.applicability_disjoint',
      file: 'rules.yaml',
      line: 'quantity_id: first_units',
      found: /none|no case/,
    })
  })

  it('cases of a quantity overlap', async () => {
    await tells(with_(COMPUTED_LOAD_FACTOR, 'rules', 'load_factor<=60', 'load_factor<=61'), {
      by: 'structure.applicability_disjoint',
      file: 'rules.yaml',
      line: 'quantity_id: first_units',
      found: /2|two|both|more/,
    })
  })

  it('two charges price one quantity by mistake', async () => {
    const order = {
      ...TWO_PART,
      rows: `${TWO_PART.rows},surcharge,6.25,Rs/kVAh,Rs 6.25 per kVAh
`
        .replace('row_id,charge,', 'row_id,charge,component,charge_label,')
        .replaceAll(/^(HT-1,energy|,fixed),/gm, '$1,,,')
        .replace(',surcharge,', ',surcharge,energy,Surcharge,'),
    }
    await tells(order, {
      by: 'structure.slabs_contiguous',
      file: 'rows.csv',
      line: 'surcharge',
      found: /energy/,
    })
  })

  it('an adjustment has a held base', async () => {
    const held = with_(
      with_(
        DUTY,
        'rows',
        'row_id,charge,printed,unit,quote',
        'row_id,charge,printed,unit,grade,held_reason,unblocked_by,quote',
      ),
      'rows',
      'NDS,energy,7.85,Rs/kWh,',
      'NDS,energy,,Rs/kWh,held,not read,the order itself,',
    )
    const order = with_(held, 'rows', ',fixed,95.00,Rs/kW,', ',fixed,95.00,Rs/kW,,,,')
    await tells(order, {
      by: 'structure.rows_and_categories',
      file: 'rules.yaml',
      line: 'adjustment_id: DUTY',
      found: /energy: it is held in every row that has it/,
    })
  })

  it('a dated rule leaves a gap', async () => {
    await intakeTells(with_(SEASONAL, 'rows', '2026-07-01,2026-09-30', '2026-07-02,2026-09-30'), {
      where: 'rows.csv:3',
      line: 'monsoon',
      expected: 'charges with the same conditions that follow one another from 2026-04-01 to 2027-03-31',
      found: 'none from 2026-07-01 to 2026-07-01',
    })
  })

  it('a dated rule overlaps another', async () => {
    await intakeTells(with_(SEASONAL, 'rows', '2026-07-01,2026-09-30', '2026-06-30,2026-09-30'), {
      where: 'rows.csv:3',
      line: 'monsoon',
      expected: 'charges with the same conditions that follow one another from 2026-04-01 to 2027-03-31',
      found: 'another from 2026-06-30 to 2026-06-30',
    })
  })

  it('an adjustment is based on an unknown line', async () => {
    await intakeTells(with_(DUTY, 'rules', 'of: [energy]', 'of: [energi]'), {
      where: 'rules.yaml:3:5',
      line: 'adjustment_id: DUTY',
      expected: 'a component, a charge or an earlier adjustment, perhaps `energy`',
      found: '`energi`',
    })
  })

  it('text that is not a formula, and text that is not a condition', async () => {
    await tells(with_(BILLING_DEMAND, 'rules', 'max(recorded_demand_kva,', 'highest(recorded_demand_kva,'), {
      by: 'intake',
      file: 'rules.yaml',
      line: 'formula: highest(',
      found: /highest/,
    })
    await tells(with_(FEE_TABLE, 'rows', 'meter_type=single_phase', 'meter_type is single_phase'), {
      by: 'intake',
      file: 'rows.csv',
      line: 'rent-single',
      found: /is/,
    })
  })
})
