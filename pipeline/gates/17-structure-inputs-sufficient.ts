import { requestProfile } from '../../releases/engine/request/profiles.ts'
import type { Category } from '../../releases/record/category.ts'
import { type Candidate, type Finding, type Gate, verdict } from './gate.ts'
import type { Fault } from './support/fault.ts'
import { finding } from './support/finding.ts'
import { categoryPath, type Group, groupsOf } from './support/groups.ts'
import { loadUnitsOf, type Reads, readsOf } from './support/reads.ts'

/** Fields a state asks for whatever the row reads: they route the request or are the same for all its categories. */
const ROUTING_FIELDS = [
  'licensee_code',
  'district',
  'billing_date',
  'meter_mode',
  'load_unit',
  'fixed_charge_basis_units',
]

/** Fields that every category accepts, or that an operation of its own reads. */
const ACCEPTED_ANYWHERE: readonly string[] = [
  ...ROUTING_FIELDS,
  'connected_load',
  'contract_demand_kva',
  'effective_on',
  'billing_month',
  'profile',
  'metering',
  'generation_units',
  'actual_bill',
]

function faultsOfRequired(category: Category, stateCode: string, { always, sometimes, bounds }: Reads): Fault[] {
  const required = new Set(category.required_inputs)
  const own: readonly string[] = [...ROUTING_FIELDS, ...requestProfile(stateCode).required]
  const missing = [...always].filter((input) => !required.has(input))
  const extra = [...required].filter((input) => !always.has(input) && !bounds.has(input) && !own.includes(input))
  return [
    ...missing.map((input): Fault => [`${input} in required_inputs, because every row reads it`, 'it is not there']),
    ...extra.map((input): Fault => {
      const why = sometimes.has(input) ? 'only some rows or rules read it' : 'no row reads it'
      const expected = sometimes.has(input) ? `${input} in optional_inputs` : `no ${input} in required_inputs`
      return [expected, `${why}, and it is required`]
    }),
  ]
}

function faultsOfOptional(category: Category, { always, sometimes, bounds }: Reads): Fault[] {
  const required = new Set(category.required_inputs)
  const optional = new Set(category.optional_inputs.map(({ field }) => field))
  const missing = [...sometimes].filter((input) => !optional.has(input) && !required.has(input))
  const unjudged = [...bounds].filter((input) => {
    return !always.has(input) && !sometimes.has(input) && !optional.has(input) && !required.has(input)
  })
  const twice = [...optional].filter((input) => required.has(input))
  const unread = [...optional].filter((input) => {
    return !always.has(input) && !sometimes.has(input) && !bounds.has(input) && !ACCEPTED_ANYWHERE.includes(input)
  })
  return [
    ...missing.map(
      (input): Fault => [`${input} in optional_inputs, because some rows or rules read it`, 'it is not there'],
    ),
    ...unjudged.map((input): Fault => [`${input} among the inputs, because a bound reads it`, 'it is not there']),
    ...twice.map((input): Fault => [`${input} either required or optional`, 'it is both']),
    ...unread.map((input): Fault => [`no ${input} in optional_inputs`, 'nothing reads it']),
  ]
}

/** Connected load comes in the category's own unit; a row that reads another unit would misread it. */
function faultsOfLoadUnit({ load_unit }: Category, { rows }: Group): Fault[] {
  return rows.flatMap((row) =>
    [...loadUnitsOf(row)]
      .filter((unit) => unit !== load_unit)
      .map((unit): Fault => [`load_unit ${unit}, because ${row.row_id} reads it`, `load_unit ${load_unit}`]),
  )
}

function checkGroup(candidate: Candidate, group: Group): Finding[] {
  const reads = readsOf(candidate.record, group)
  return group.categories.flatMap((category) =>
    [
      ...faultsOfRequired(category, candidate.record.state_code, reads),
      ...faultsOfOptional(category, reads),
      ...faultsOfLoadUnit(category, group),
    ].map(([expected, found]) => finding(candidate, categoryPath(category), expected, found)),
  )
}

/**
 * Gate 17: required inputs are the state's own fields plus what every row of the category reads; what only some rows or
 * rules read is optional, with its condition (contract 2.7).
 */
export const structureInputsSufficient: Gate = {
  name: 'structure.inputs_sufficient',
  heavy: false,
  check(candidate) {
    const findings = groupsOf(candidate.record).flatMap((group) => checkGroup(candidate, group))
    return verdict('structure.inputs_sufficient', candidate.record.categories.length, findings)
  },
}
