import { describe, expect, it } from 'vitest'
import { lackedBy } from '../../releases/engine/request/missing-fields.ts'
import { coverageInputs } from '../../services/api/snapshot/coverage-inputs.ts'
import { BILLING_DEMAND } from './orders/billing-demand.ts'
import { disclosed, refusal } from './support/ask.ts'
import { planOf } from './support/read-order.ts'
import { showsWorked } from './support/shows.ts'

describe('the billed demand that a bill prints, in place of the rule', () => {
  showsWorked(BILLING_DEMAND, [
    {
      body: { energy_units: 1000, billed_demand_kva: 82 },
      working: '82 as printed: 82 x 400.00 = 32,800.00; 1,000 x 5.85 = 5,850.00',
      amounts: { energy: 585_000, fixed: 3_280_000, base: 3_865_000 },
    },
    {
      body: { energy_units: 1000, billed_demand_kva: 50, contract_demand_kva: 100 },
      working: '50 as printed, below 80 percent of the contract: 50 x 400.00 = 20,000.00; 5,850.00',
      amounts: { energy: 585_000, fixed: 2_000_000, base: 2_585_000 },
    },
    {
      body: { energy_units: 0, billed_demand_kva: '0.125' },
      working: '0.125 x 400.00 = 50.00; no unit used',
      amounts: { energy: 0, fixed: 5_000, base: 5_000 },
    },
  ])

  it('is disclosed, and only if it was given', async () => {
    const ruled = { energy_units: 1000, recorded_demand_kva: 82, contract_demand_kva: 100 }
    expect(await disclosed(BILLING_DEMAND, { energy_units: 1000, billed_demand_kva: 82 })).toContain(
      'BILLED_DEMAND_KVA_TAKEN_AS_STATED',
    )
    expect(await disclosed(BILLING_DEMAND, ruled)).not.toContain('BILLED_DEMAND_KVA_TAKEN_AS_STATED')
  })

  it('is not asked for the recorded demand too, where something else is missing', async () => {
    const plan = await planOf(BILLING_DEMAND)
    const [category] = plan.record.categories
    const body = { state_code: plan.record.state_code, subcategory_code: category?.subcategory_code }
    const lacked = (more: object) => lackedBy([plan], { ...body, ...more }).map(({ field }) => field)
    expect(category?.required_inputs).toContain('recorded_demand_kva')
    expect(lacked({})).toContain('/recorded_demand_kva')
    expect(lacked({ billed_demand_kva: 82 })).toEqual(['/energy_units'])
  })

  it('is named by the coverage as what may be given in place of the recorded demand', async () => {
    const { record } = await planOf(BILLING_DEMAND)
    const [category] = record.categories
    if (category === undefined) throw new Error('the order has no category')
    const rows = { rows: record.rows, ofCode: record.rows, licensees: [], isOfLicensee: false }
    const inputs = coverageInputs({ record, category, ...rows })
    const demands = inputs.filter(({ name }) => /recorded|contract/.test(name))
    expect(demands.map(({ required }) => required)).toEqual([true, true])
    for (const { description } of demands) expect(description).toMatch(/Give it where billed_demand_kva is not given$/)
  })

  it('replaces the recorded demand', async () => {
    const both = { energy_units: 1000, billed_demand_kva: 82, recorded_demand_kva: 82 }
    expect(await refusal(BILLING_DEMAND, both)).toMatchObject({ details: { fields: ['/billed_demand_kva one_of'] } })
  })
})
