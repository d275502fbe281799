import { describe, expect, it } from 'vitest'
import { structureInputsSufficient } from '../../../pipeline/gates/17-structure-inputs-sufficient.ts'
import type { Category } from '../../../releases/record/category.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { categoryOf, findingsOf, rowOf } from './support/sample.ts'

const set =
  (code: string, edit: Partial<Category>) =>
  (record: ReleaseRecord): void => {
    Object.assign(categoryOf(record, code), edit)
  }
const optional = (...fields: string[]) => ({
  optional_inputs: fields.map((field) => ({ field, when: 'to evaluate it' })),
})

describe('structure.inputs_sufficient fails when', () => {
  it.each([
    [
      'what every row reads is not required',
      'NDS',
      { required_inputs: [] },
      'connected_load in required_inputs, because every row reads it | it is not there',
    ],
    [
      'it is only optional',
      'KJ',
      { required_inputs: [], ...optional('area_type') },
      'area_type in required_inputs, because every row reads it | it is not there',
    ],
    [
      'nothing reads what is required',
      'AG',
      { required_inputs: ['phase'] },
      'no phase in required_inputs | no row reads it, and it is required',
    ],
    [
      'nothing reads what is optional',
      'AG',
      optional('tod_period'),
      'no tod_period in optional_inputs | nothing reads it',
    ],
    [
      'the selector of a rule is not listed',
      'SL',
      optional(),
      'tod_period in optional_inputs, because some rows or rules read it | it is not there',
    ],
    [
      'the billing days of a subsidised category are not listed',
      'DS',
      optional(),
      'billing_days in optional_inputs, because some rows or rules read it | it is not there',
    ],
    [
      'an input is both required and optional',
      'KJ',
      optional('area_type'),
      'area_type either required or optional | it is both',
    ],
  ] as const)('%s', async (_, code, edit, expected) => {
    expect(await findingsOf(structureInputsSufficient, set(code, edit as Partial<Category>))).toEqual([
      `categories/${code} | ${expected}`,
    ])
  })

  it('what only some rows read is required, or not listed at all', async () => {
    const unread = (record: ReleaseRecord): void => {
      rowOf(record, 'R-KJ-RURAL').conditions.push({ field: 'phase', op: '=', value: 'single' })
    }
    expect(await findingsOf(structureInputsSufficient, unread)).toEqual([
      'categories/KJ | phase in optional_inputs, because some rows or rules read it | it is not there',
    ])
    const required = (record: ReleaseRecord): void => {
      unread(record)
      set('KJ', { required_inputs: ['area_type', 'phase'] })(record)
    }
    expect(await findingsOf(structureInputsSufficient, required)).toEqual([
      'categories/KJ | phase in optional_inputs | only some rows or rules read it, and it is required',
    ])
  })

  it('a bound reads what is not listed', async () => {
    const bounds = [{ field: 'contract_demand_kva' as const, op: '<=' as const, value: '1500' }]
    expect(await findingsOf(structureInputsSufficient, set('AG', { bounds }))).toEqual([
      'categories/AG | contract_demand_kva among the inputs, because a bound reads it | it is not there',
    ])
  })

  it('a row reads horsepower and the category takes kilowatts', async () => {
    expect(
      await findingsOf(structureInputsSufficient, (record) => {
        rowOf(record, 'R-SL').fixed!.basis = 'HP'
      }),
    ).toEqual(['categories/SL | load_unit hp, because R-SL reads it | load_unit kw'])
  })

  it('a charge per kVA asks for the load', async () => {
    expect(
      await findingsOf(structureInputsSufficient, (record) => {
        rowOf(record, 'R-SL').fixed!.basis = 'kVA'
      }),
    ).toEqual([
      'categories/SL | contract_demand_kva in required_inputs, because every row reads it | it is not there',
      'categories/SL | no connected_load in required_inputs | no row reads it, and it is required',
    ])
  })
})

describe('structure.inputs_sufficient passes', () => {
  it('fields that route the request in its state', async () => {
    const required_inputs = [
      'area_type',
      'licensee_code',
      'district',
      'billing_date',
      'meter_mode',
      'load_unit',
      'fixed_charge_basis_units',
    ]
    expect(await findingsOf(structureInputsSufficient, set('KJ', { required_inputs }))).toEqual([])
  })

  it('connected_load in a state that always asks for it, and in no other', async () => {
    const edit = (state_code: string) => (record: ReleaseRecord) => {
      record.state_code = state_code
      set('AG', { required_inputs: ['connected_load'] })(record)
    }
    expect(await findingsOf(structureInputsSufficient, edit('OD'))).toEqual([])
    expect(await findingsOf(structureInputsSufficient, edit('BR'))).toHaveLength(1)
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
