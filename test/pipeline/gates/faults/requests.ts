import type { structureInputsSufficient } from '../../../../pipeline/gates/17-structure-inputs-sufficient.ts'
import type { structureApplicabilityDisjoint } from '../../../../pipeline/gates/18-structure-applicability-disjoint.ts'
import type { structureRoutingClosed } from '../../../../pipeline/gates/19-structure-routing-closed.ts'
import type { Category } from '../../../../releases/record/category.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import {
  buildCharge,
  buildQuantity,
  buildQuantityCase,
  buildSteps,
  conditions,
} from '../../../support/record-builder.ts'
import { sampleSolar } from '../support/rules.ts'
import { categoryOf, chargeOf, editCategory, optional, rowOf, sampleRecord } from '../support/sample.ts'
import { edit, type Fixture, type TableOf } from './fixture.ts'

const category = (code: string, change: Partial<Category>): Fixture => edit(editCategory(code, change))
/** A row of KJ counts kVA and the other does not, and the category lists it as optional. */
const countedBySome = (): ReleaseRecord => {
  const record = sampleRecord()
  rowOf(record, 'R-KJ-RURAL').charges.push(buildCharge('fixed', 'flat', 'kVA', [[null, '10']]))
  Object.assign(categoryOf(record, 'KJ'), optional('contract_demand_kva'))
  return record
}

export const inputsSufficient: TableOf<typeof structureInputsSufficient> = {
  sound: sampleRecord,
  faults: {
    not_required: [
      category('NDS', { required_inputs: [] }),
      category('KJ', { required_inputs: [], ...optional('area_type') }),
      category('AG', { bounds: conditions('contract_demand_kva<=1500') }),
    ],
    not_optional: [category('SL', optional()), category('DS', optional())],
    required_by_some: {
      sound: countedBySome,
      ...category('KJ', { required_inputs: ['area_type', 'contract_demand_kva'], optional_inputs: [] }),
    },
    required_unread: category('AG', { required_inputs: ['phase'] }),
    listed_twice: category('KJ', optional('area_type')),
    load_unit: edit((record) =>
      Object.assign(chargeOf(record, 'R-SL', 'fixed'), { unit: 'HP', steps: buildSteps([[null, '10.11']], 'Rs/HP') }),
    ),
    no_such_input: category('AG', optional('moon_phase')),
    unread: [category('AG', optional('tod_period')), category('AG', optional('payment.digital'))],
    refused: {
      sound: () => {
        const record = sampleRecord()
        record.request.required = ['metering']
        record.rules.solar = [sampleSolar({ arrangement: 'gross_metering' })]
        categoryOf(record, 'AG').required_inputs = ['metering']
        return record
      },
      ...edit(({ rules }) => (rules.solar = [])),
    },
  },
}

const rows = (rowId: string, text: string): Fixture =>
  edit((record) => (rowOf(record, rowId).conditions = conditions(text)))
const cases = (...all: Parameters<typeof buildQuantityCase>[]): Fixture =>
  edit((record) => {
    record.quantities.push(buildQuantity('first_units', '', { cases: all.map((each) => buildQuantityCase(...each)) }))
    chargeOf(record, 'R-SL', 'energy').per = 'first_units'
  })

export const applicabilityDisjoint: TableOf<typeof structureApplicabilityDisjoint> = {
  sound: sampleRecord,
  faults: {
    unsound: [
      rows('R-SL', 'area_type=suburban'),
      category('AG', { bounds: conditions('area_type=suburban') }),
      edit((record) => (rowOf(record, 'R-SL').conditions = [{ field: 'connected_load', op: '<=', value: '0.5001' }])),
    ],
    rows_overlap: [
      rows('R-NDS-LARGE', 'connected_load>=0.5 and connected_load<=70'),
      rows('R-KJ-RURAL', 'area_type in {rural, urban}'),
    ],
    range_uncovered: [rows('R-NDS-SMALL', 'connected_load<0.5'), category('NDS', { bounds: [] })],
    bounds_unreached: category('AG', { bounds: conditions('connected_load>5 and connected_load<5') }),
    row_unreached: edit((record) =>
      record.rows.push({
        ...rowOf(record, 'R-NDS-LARGE'),
        row_id: 'R-IDLE',
        conditions: conditions('connected_load>70'),
      }),
    ),
    charge_unreached: edit(
      (record) => (chargeOf(record, 'R-NDS-SMALL', 'wheeling').when = conditions('connected_load>0.5')),
    ),
    solar_overlap: edit(({ rules }) => rules.solar.push(sampleSolar(), sampleSolar({ licensees: ['XX_ONE'] }))),
    quantity_unread: edit(({ quantities }) => quantities.push(buildQuantity('unread', 'energy_units'))),
    no_case: [
      cases(['energy_units', 'load_factor_percent<=60'], ['0', 'load_factor_percent>61']),
      cases(['energy_units', '', { effective_to: '2026-09-30' }]),
    ],
    several_cases: cases(['energy_units', 'load_factor_percent<=60'], ['0', 'load_factor_percent>=60']),
    quantity_case_unreached: cases(['energy_units', 'connected_load>=0'], ['0', 'connected_load<0']),
    counted_twice: edit(({ rules }) => {
      const [first] = rules.adjustments
      rules.adjustments.push({ ...first!, adjustment_id: 'AGAIN', order: first!.order + 1 })
    }),
    adjustment_case_unreached: [
      edit(({ rules }) => (rules.adjustments[0]!.cases[0]!.when = [])),
      edit(({ rules }) => (rules.adjustments[0]!.cases[1]!.when = conditions('tod_period=peak and tod_period=normal'))),
    ],
  },
}

type Route = ReleaseRecord['routing'][number]
const route = (index: number, change: Partial<Route>): Fixture =>
  edit(({ routing }) => Object.assign(routing[index]!, change))

export const routingClosed: TableOf<typeof structureRoutingClosed> = {
  sound: sampleRecord,
  faults: {
    route_to_undeclared: route(0, { licensees: ['XX_GONE'] }),
    licensee_twice: route(1, { licensees: ['XX_ONE', 'XX_ONE'] }),
    routed_to_several: [route(0, { licensees: ['XX_ONE', 'XX_TWO'] }), route(0, { licensees: [] })],
    ambiguous_to_one: route(1, { licensees: ['XX_ONE'] }),
    another_status: [route(2, { licensees: ['XX_ONE'] }), route(2, { status: 'excluded' })],
    place_twice: route(1, { spellings: [' ALFA '] }),
    part_of_undeclared: [
      edit((record) => (rowOf(record, 'R-AG').licensee_code = 'XX_GONE')),
      edit(({ rules }) => (rules.fppas_periods[0]!.licensee_code = 'XX_GONE')),
      edit(({ rules }) => rules.solar.push(sampleSolar({ licensees: ['XX_GONE'] }))),
    ],
    no_reason: edit(({ licensees }) => (licensees[1]!.reason = null)),
    no_rows: {
      sound: () => {
        const record = sampleRecord()
        for (const row of record.rows) row.licensee_code = 'XX_ONE'
        record.routing.pop()
        return record
      },
      ...edit(({ licensees }) => Object.assign(licensees[1]!, { status: 'active', reason: null })),
    },
  },
}
