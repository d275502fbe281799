import { describe, expect, it } from 'vitest'
import { structureInputsSufficient } from '../../../pipeline/gates/17-structure-inputs-sufficient.ts'
import type { Category } from '../../../releases/record/category.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { buildAdjustment, buildCharge, buildQuantity } from '../../support/record-builder.ts'
import { sampleSolar } from './support/rules.ts'
import { categoryOf, chargeOf, editCategory, findingsOf, optional, rowOf } from './support/sample.ts'

describe('structure.inputs_sufficient passes', () => {
  it('what the release asks of every request, and in no other release', async () => {
    const edit = (required: string[]) => (record: ReleaseRecord) => {
      record.request.required = required
      editCategory('AG', { required_inputs: ['connected_load', 'meter_mode'] })(record)
    }
    expect(await findingsOf(structureInputsSufficient, edit(['connected_load', 'meter_mode']))).toEqual([])
    expect(await findingsOf(structureInputsSufficient, edit([]))).toHaveLength(2)
  })

  it('the licensee where schedules belong to licensees, and nowhere else', async () => {
    const required = editCategory('KJ', { required_inputs: ['area_type', 'licensee_code'] })
    expect(await findingsOf(structureInputsSufficient, required)).toHaveLength(1)
    const findings = await findingsOf(structureInputsSufficient, (record) => {
      required(record)
      rowOf(record, 'R-AG').licensee_code = 'XX_ONE'
      categoryOf(record, 'AG').licensee_code = 'XX_ONE'
    })
    expect(findings).toEqual([])
  })

  it('what only a rule reads as required: it is asked for', async () => {
    expect(
      await findingsOf(
        structureInputsSufficient,
        editCategory('SL', { required_inputs: ['connected_load', 'tod_period'], optional_inputs: [] }),
      ),
    ).toEqual([])
  })

  it('common inputs that nothing reads as optional', async () => {
    expect(
      await findingsOf(
        structureInputsSufficient,
        editCategory('AG', optional('contract_demand_kva', 'effective_on', 'bill_period')),
      ),
    ).toEqual([])
  })

  it('what an input replaces, required or optional', async () => {
    const edit = (category: Partial<Category>) => (record: ReleaseRecord) => {
      record.quantities.push(buildQuantity('demand', 'max(recorded_demand_kva, 1)', { instead: 'billed_demand_kva' }))
      Object.assign(chargeOf(record, 'R-SL', 'fixed'), { per: 'demand' })
      editCategory('SL', category)(record)
    }
    const [recorded, billed] = ['recorded_demand_kva', 'billed_demand_kva']
    const asked = edit({ required_inputs: [recorded], ...optional('tod_period', billed) })
    expect(await findingsOf(structureInputsSufficient, asked)).toEqual([])
    const left = edit({ required_inputs: [], ...optional('tod_period', recorded, billed) })
    expect(await findingsOf(structureInputsSufficient, left)).toEqual([])
  })

  it('an object of which a rule reads a part, as a whole or by the part', async () => {
    for (const field of ['payment', 'payment.digital']) {
      const findings = await findingsOf(structureInputsSufficient, (record) => {
        const digital = buildAdjustment('DIGITAL', 'percent', [['payment.digital=true', 'subtract', '1']], {
          applies_to: ['SL'],
          order: 2,
        })
        record.rules.adjustments.push(digital)
        editCategory('SL', optional('tod_period', field))(record)
      })
      expect(findings).toEqual([])
    }
  })

  it('zones of the day, which sum to the units', async () => {
    const findings = await findingsOf(structureInputsSufficient, (record) => {
      record.zones = ['peak', 'rest']
      const rebate = buildAdjustment('ZONE', 'per_unit', [['', 'add', '1']], { applies_to: ['SL'], order: 2 })
      rebate.cases[0]!.values[0]!.per = 'energy_by_zone.peak'
      record.rules.adjustments.push(rebate)
      rowOf(record, 'R-KJ-URBAN').charges.push(
        buildCharge('night', 'flat', 'kWh', [[null, '1']], { per: 'energy_by_zone.rest' }),
      )
      rowOf(record, 'R-KJ-RURAL').charges.push(
        buildCharge('night', 'flat', 'kWh', [[null, '2']], { per: 'energy_by_zone.rest' }),
      )
      editCategory('SL', optional('tod_period', 'energy_by_zone'))(record)
      editCategory('KJ', { required_inputs: ['area_type', 'energy_by_zone'] })(record)
    })
    expect(findings).toEqual([])
  })

  it('operations that the release has: a bill to compare with, and what a plant generated beside how it is metered', async () => {
    const findings = await findingsOf(structureInputsSufficient, (record) => {
      record.rules.solar = [sampleSolar({ arrangement: 'gross_metering' })]
      editCategory('SL', optional('tod_period', 'actual_bill', 'metering', 'generation_units', 'meter_mode'))(record)
    })
    expect(findings).toEqual([])
  })

  it('what the rows of one subcategory read together, over several category ids', async () => {
    const findings = await findingsOf(structureInputsSufficient, (record) => {
      for (const id of ['A', 'B']) {
        record.categories.push({ ...categoryOf(record, 'KJ'), category_id: id })
        record.rows.push({ ...rowOf(record, 'R-KJ-RURAL'), row_id: `R-${id}`, category_id: id })
      }
    })
    expect(findings).toEqual([])
  })
})
