import { describe, expect, it } from 'vitest'
import { structureInputsSufficient } from '../../../pipeline/gates/17-structure-inputs-sufficient.ts'
import type { Category } from '../../../releases/record/category.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import {
  buildAdjustment,
  buildCharge,
  buildQuantity,
  buildSteps,
  conditions,
  formula,
} from '../../support/record-builder.ts'
import { sampleSolar } from './support/rules.ts'
import { chargeOf, editCategory, findingsOf, optional, rowOf } from './support/sample.ts'

describe('structure.inputs_sufficient fails when', () => {
  it.each([
    [
      'what every row reads is not required',
      'NDS',
      { required_inputs: [] },
      'connected_load in required_inputs, because every row reads it | it is missing',
    ],
    [
      'it is only optional',
      'KJ',
      { required_inputs: [], ...optional('area_type') },
      'area_type in required_inputs, because every row reads it | it is missing',
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
      '{ field: tod_period, when: … } in optional_inputs, because some rows or rules read it | it is missing',
    ],
    [
      'the billing days of a subsidised category are not listed',
      'DS',
      optional(),
      '{ field: billing_days, when: … } in optional_inputs, because some rows or rules read it | it is missing',
    ],
    [
      'an input is both required and optional',
      'KJ',
      optional('area_type'),
      'area_type either required or optional | it is both',
    ],
  ] as const)('%s', async (_, code, edit, expected) => {
    expect(await findingsOf(structureInputsSufficient, editCategory(code, edit as Partial<Category>))).toEqual([
      `categories/${code} | ${expected}`,
    ])
  })

  // The first is refused, the second changes nothing.
  it.each(['tod_period', 'generation_units'])('nothing reads %s, though one of its rows is held', async (field) => {
    const findings = await findingsOf(structureInputsSufficient, (record) => {
      Object.assign(chargeOf(record, 'R-KJ-RURAL', 'energy').steps[0]!.figure, { grade: 'held', value: null })
      editCategory('KJ', optional(field))(record)
    })
    expect(findings).toEqual([`categories/KJ | no ${field} in optional_inputs | nothing reads it`])
  })

  it('what only some rows count is required, or not listed at all', async () => {
    const unread = (record: ReleaseRecord): void => {
      rowOf(record, 'R-KJ-RURAL').charges.push(buildCharge('fixed', 'flat', 'kVA', [[null, '10']]))
    }
    expect(await findingsOf(structureInputsSufficient, unread)).toEqual([
      'categories/KJ | { field: contract_demand_kva, when: … } in optional_inputs, because some rows or rules read it | it is missing',
    ])
    const required = (record: ReleaseRecord): void => {
      unread(record)
      editCategory('KJ', { required_inputs: ['area_type', 'contract_demand_kva'] })(record)
    }
    expect(await findingsOf(structureInputsSufficient, required)).toEqual([
      'categories/KJ | contract_demand_kva in optional_inputs | only some rows or rules read it, and it is required',
    ])
  })

  it('the conditions of some row read what is only optional: it is asked of every request', async () => {
    const findings = await findingsOf(structureInputsSufficient, (record) => {
      rowOf(record, 'R-KJ-RURAL').conditions.push(...conditions('phase=single'))
      editCategory('KJ', optional('phase'))(record)
    })
    expect(findings).toEqual(['categories/KJ | phase in required_inputs, because every row reads it | it is missing'])
  })

  it('a bound reads what is not required', async () => {
    const bounds = conditions('contract_demand_kva<=1500')
    const expected =
      'categories/AG | contract_demand_kva in required_inputs, because every row reads it | it is missing'
    expect(await findingsOf(structureInputsSufficient, editCategory('AG', { bounds }))).toEqual([expected])
    expect(
      await findingsOf(structureInputsSufficient, editCategory('AG', { bounds, ...optional('contract_demand_kva') })),
    ).toEqual([expected])
  })

  it.each<[string, (record: ReleaseRecord) => void]>([
    [
      'its charge is per horsepower',
      (record) => {
        const fixed = chargeOf(record, 'R-SL', 'fixed')
        Object.assign(fixed, { unit: 'HP', steps: buildSteps([[null, '10.11']], 'Rs/HP') })
      },
    ],
    [
      'its condition reads a load in horsepower',
      (record) => {
        record.quantities.push(buildQuantity('load_hp', 'connected_load', { unit: 'HP' }))
        rowOf(record, 'R-SL').conditions = conditions('load_hp>=0')
      },
    ],
    [
      'its charge counts parts of horsepower',
      (record) => {
        record.quantities.push(buildQuantity('parts_hp', 'max(1, ceil(connected_load, 1))', { unit: 'HP' }))
        Object.assign(chargeOf(record, 'R-SL', 'fixed'), { per: 'parts_hp' })
      },
    ],
  ])('a row reads horsepower and the category takes kilowatts: %s', async (_, edit) => {
    expect(await findingsOf(structureInputsSufficient, edit)).toContain(
      'categories/SL | load_unit hp, because R-SL reads it | load_unit kw',
    )
  })

  it('a charge per kVA asks for the load', async () => {
    expect(
      await findingsOf(structureInputsSufficient, (record) => {
        Object.assign(chargeOf(record, 'R-SL', 'fixed'), { per: 'contract_demand_kva' })
      }),
    ).toEqual([
      'categories/SL | contract_demand_kva in required_inputs, because every row reads it | it is missing',
      'categories/SL | no connected_load in required_inputs | no row reads it, and it is required',
    ])
  })

  it('an input behind a quantity is not listed', async () => {
    const findings = await findingsOf(structureInputsSufficient, (record) => {
      record.quantities.push(buildQuantity('demand', 'max(recorded_demand_kva, 1)', { instead: 'billed_demand_kva' }))
      Object.assign(chargeOf(record, 'R-SL', 'fixed'), { per: 'demand' })
      editCategory('SL', { required_inputs: [] })(record)
    })
    const why = 'when: … } in optional_inputs, because some rows or rules read it | it is missing'
    expect(findings).toEqual(
      ['recorded_demand_kva', 'billed_demand_kva'].map((field) => `categories/SL | { field: ${field}, ${why}`),
    )
  })

  // Without the day of the bill every request is refused for that; with it, for the input that nothing reads.
  it('nothing reads an input, and the day of the bill is asked for first', async () => {
    const findings = await findingsOf(structureInputsSufficient, (record) => {
      const demand = buildQuantity('demand', 'contract_demand_kva')
      const [always] = demand.cases
      demand.cases = [
        { ...always!, effective_to: '2026-06-30' },
        { ...always!, formula: formula('contract_demand_kva * 2'), effective_from: '2026-07-01' },
      ]
      record.quantities.push(demand)
      Object.assign(chargeOf(record, 'R-SL', 'fixed'), { per: 'demand' })
      const fields = ['tod_period', 'billing_date', 'billed_demand_kva']
      editCategory('SL', { required_inputs: ['contract_demand_kva'], ...optional(...fields) })(record)
    })
    expect(findings).toEqual(['categories/SL | no billed_demand_kva in optional_inputs | nothing reads it'])
  })

  it.each(['payment', 'payment.digital'])('an object is listed of which nothing reads a part: %s', async (field) => {
    expect(await findingsOf(structureInputsSufficient, editCategory('AG', optional(field)))).toEqual([
      `categories/AG | no ${field} in optional_inputs | nothing reads it`,
    ])
  })

  it.each(['district', 'generation_units', 'profile'])(
    'an operation that does not exist reads it: %s',
    async (field) => {
      const findings = await findingsOf(structureInputsSufficient, (record) => {
        record.routing = []
        editCategory('SL', optional('tod_period', field))(record)
      })
      const expected = [`categories/SL | no ${field} in optional_inputs | nothing reads it`]
      // A place that no route names, and a profile that is not approved, are refused.
      expect(findings).toEqual(field === 'generation_units' ? expected : [])
    },
  )

  it('a selector is listed that the release does not declare', async () => {
    const findings = await findingsOf(structureInputsSufficient, (record) => {
      record.selectors = [{ selector: 'scheme', words: ['a'], description: 'a scheme' }]
      const scheme = buildAdjustment('SCHEME', 'percent', [['selectors.scheme=a', 'add', '1']], {
        applies_to: ['SL'],
        order: 2,
      })
      record.rules.adjustments.push(scheme)
      editCategory('SL', optional('tod_period', 'selectors.scheme', 'selectors.plan'))(record)
    })
    expect(findings).toEqual(['categories/SL | no selectors.plan in optional_inputs | nothing reads it'])
  })

  it('the served path refuses a required input whatever it says', async () => {
    const edit = (record: ReleaseRecord): void => {
      record.request.required = ['metering']
      editCategory('AG', { required_inputs: ['metering'] })(record)
    }
    expect(await findingsOf(structureInputsSufficient, edit)).toEqual([
      'categories/AG | no metering in required_inputs | the served path refuses it',
    ])
    const findings = await findingsOf(structureInputsSufficient, (record) => {
      edit(record)
      record.rules.solar = [sampleSolar({ arrangement: 'gross_metering' })]
    })
    expect(findings).toEqual([])
  })

  it('a required input belongs to no request of the release', async () => {
    const findings = await findingsOf(structureInputsSufficient, (record) => {
      editCategory('KJ', { required_inputs: ['area_type', 'selectors.scheme'] })(record)
    })
    expect(findings).toEqual([
      'categories/KJ | no selectors.scheme in required_inputs | no row reads it, and it is required',
    ])
  })

  it('an input has no such name', async () => {
    expect(await findingsOf(structureInputsSufficient, editCategory('AG', optional('moon_phase')))).toEqual([
      'categories/AG | no moon_phase in optional_inputs | no input has this name',
    ])
  })
})
