import type { structureCountsDeclared } from '../../../../pipeline/gates/14-structure-counts-declared.ts'
import type { structureSlabsContiguous } from '../../../../pipeline/gates/15-structure-slabs-contiguous.ts'
import type { structureRowsAndCategories } from '../../../../pipeline/gates/16-structure-rows-and-categories.ts'
import type { Charge, Step } from '../../../../releases/record/charge.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { buildAdjustment, buildFigure, buildFppas, conditions } from '../../../support/record-builder.ts'
import { sampleProfile } from '../support/rules.ts'
import { categoryOf, chargeOf, rowOf, sampleRecord } from '../support/sample.ts'
import { edit, type Fixture, type TableOf } from './fixture.ts'

export const countsDeclared: TableOf<typeof structureCountsDeclared> = {
  sound: sampleRecord,
  faults: {
    schedule_rows: edit(({ declared }) => (declared.schedule_rows += 1)),
    supported_subcategories: edit(({ declared }) => (declared.supported_subcategories += 1)),
    licensees: edit(({ declared }) => (declared.licensees -= 1)),
    districts: edit(({ declared }) => (declared.districts -= 1)),
    fppas_periods: edit(({ declared }) => (declared.fppas_periods = 0)),
  },
}

type Bounds = readonly (readonly [from: string, to: string | null])[]
const steps = (record: ReleaseRecord, chargeId: string, bounds: Bounds): Charge => {
  const charge = chargeOf(record, 'R-DS', chargeId)
  const { figure } = charge.steps[0]!
  charge.steps = bounds.map(([from, to]): Step => ({ from, to, figure }))
  return charge
}
const slabs = (...bounds: Bounds): Fixture => edit((record) => steps(record, 'energy', bounds))
const bands = (rest: Partial<Charge>, ...bounds: Bounds): Fixture =>
  edit((record) => Object.assign(steps(record, 'fixed', bounds), rest))

export const slabsContiguous: TableOf<typeof structureSlabsContiguous> = {
  sound: sampleRecord,
  faults: {
    no_steps: slabs(),
    flat_in_steps: bands({ method: 'flat' }, ['0', '2'], ['2', null]),
    not_from_the_start: [slabs(['1', '100'], ['100', null]), slabs(['100', 'load_parts'], ['load_parts', null])],
    not_to_the_end: [
      slabs(['0', '100']),
      edit((record) => {
        rowOf(record, 'R-DS').conditions = conditions('energy_units<=50')
        steps(record, 'energy', [['0', '60']])
      }),
    ],
    ends_at_a_name: slabs(['0', 'load_parts'], ['load_parts', 'connected_load']),
    not_joined: slabs(['0', 'load_parts'], ['connected_load', null]),
    gap: [slabs(['0', '100'], ['101', null]), bands({}, ['0', '2'], ['2.001', null])],
    overlap: [slabs(['0', '100'], ['99', null]), slabs(['0', null], ['100', null])],
    too_fine: slabs(['0', '0.0001'], ['0.0001', null]),
    empty_step: slabs(['0', '0'], ['0', null]),
    whole_without_steps_by: bands({ steps_by: null }, ['0', null]),
    telescopic_without_per: bands({ method: 'telescopic', steps_by: null }, ['0', null]),
    divides_another: bands({ method: 'telescopic', per: 'contract_demand_kva' }, ['0', null]),
    priced_twice: [
      edit((record) => {
        const { charges } = rowOf(record, 'R-SL')
        charges.push({ ...charges[0]!, charge_id: 'second' })
      }),
      edit((record) => {
        const { charges } = rowOf(record, 'R-SL')
        const [first] = charges
        first!.when = conditions('connected_load<=5')
        charges.push({ ...first!, charge_id: 'second', when: conditions('connected_load>=5') })
      }),
    ],
    slab_type_of_row: [
      edit((record) => (rowOf(record, 'R-DS').slab_type = 'flat')),
      edit((record) => (rowOf(record, 'R-KJ-RURAL').slab_type = 'whole')),
    ],
    slab_type_of_category: edit((record) => (categoryOf(record, 'DS').slab_type = 'whole')),
  },
}

const adjusted = (parts: Parameters<typeof buildAdjustment>[3], when = ''): Fixture =>
  edit(({ rules }) =>
    rules.adjustments.push(
      buildAdjustment('MORE', 'percent', [[when, 'add', '1']], { applies_to: ['SL'], order: 2, ...parts }),
    ),
  )

export const rowsAndCategories: TableOf<typeof structureRowsAndCategories> = {
  sound: sampleRecord,
  faults: {
    category_without_row: edit((record) => (record.rows = record.rows.filter(({ row_id }) => row_id !== 'R-AG'))),
    row_without_category: edit(
      (record) => (record.categories = record.categories.filter(({ subcategory_code: code }) => code !== 'AG')),
    ),
    unknown_subcategory: [
      edit((record) => {
        const [bound] = conditions('connected_load<=70')
        categoryOf(record, 'NDS').covering = [{ bound: bound!, covering_category: 'HTS', reason: null }]
      }),
      edit(({ rules }) => rules.adjustments[0]!.applies_to.push('EV')),
      edit(({ rules }) => rules.subsidy!.applies_to.push('DS-II')),
      edit(({ rules }) => rules.fppas_periods[0]!.applies_to.push('HT')),
      edit(({ rules }) => Object.assign(rules.facts[0]!, { group: 'disclosure', categories: ['LT'] })),
    ],
    unknown_row: edit(({ rules }) => Object.assign(rules.facts[0]!, { group: 'disclosure', rows: ['R-NONE'] })),
    unknown_charge: [
      edit((record) => (chargeOf(record, 'R-DS', 'fixed').minimum_of = ['energy', 'wheeling'])),
      edit((record) => (chargeOf(record, 'R-DS', 'fixed').together_with = ['rent'])),
    ],
    unknown_rates: edit((record) => {
      const rates_of = { row_id: 'R-SL', charge_id: 'wheeling', multiple: buildFigure('2', 'times') }
      Object.assign(chargeOf(record, 'R-DS', 'energy'), { rates_of, steps: [] })
    }),
    unknown_line: [adjusted({ of: ['rent'] }), adjusted({}, 'amount.rent>5')],
    unknown_part: adjusted({ part: { charge_id: 'rent', quantity: 'connected_load', by: null, evidence: null } }),
    unknown_licensee: adjusted({ licensees: ['XX_NONE'] }),
    no_base: adjusted({ of: ['wheeling'] }),
    base_held: [
      edit(({ holds }) =>
        holds.push({ path: 'rows/R-SL/energy', reason: 'not to be used', unblocked_by: 'the order' }),
      ),
      edit(({ component_holds: holds }) => holds.push({ path: 'rows/R-SL/energy', reason: 'not published' })),
    ],
    covers_no_bound: edit((record) => {
      const [bound] = conditions('connected_load<=60')
      categoryOf(record, 'NDS').covering = [{ bound: bound!, covering_category: 'DS', reason: null }]
    }),
    quantity_unread: edit(({ quantities }) => {
      quantities.push({ ...structuredClone(quantities[0]!), quantity_id: 'unread' })
    }),
    other_energy_unit: edit((record) => {
      chargeOf(record, 'R-DS', 'energy').unit = 'kVAh'
      record.rules.fppas_periods = [buildFppas('0.35', { value_unit: 'paise_per_unit', applies_to: ['DS'] })]
    }),
    found_otherwise: edit((record) =>
      Object.assign(categoryOf(record, 'DS'), { area_type: 'rural', facts: { area_type: ['urban'] } }),
    ),
    foreign_subcategory: edit(
      ({ rules }) => (rules.complete_payable = [sampleProfile({ subcategory_codes: ['DS', 'NO-SUCH-CODE'] })]),
    ),
    categories_without_disclosure: edit(({ rules }) => Object.assign(rules.facts[0]!, { categories: ['DS'] })),
    hold_of_nothing: edit(({ holds }) =>
      holds.push({ path: 'rows/R-DS/wheeling', reason: 'not to be used', unblocked_by: 'the order' }),
    ),
    component_hold_of_nothing: edit(({ component_holds: holds }) =>
      holds.push({ path: 'rows/R-DS', reason: 'not published' }),
    ),
  },
}
