import { describe, expect, it } from 'vitest'
import type { Grade } from '../../releases/record/grade.ts'
import { holdableComponents } from '../../releases/record/production-obstacles.ts'
import { planOf, type ShippedState, STATE_CODES } from '../support/definitions.ts'
import { ask, type Body, recordOf } from './ask.ts'
import { EXAMPLES } from './examples.ts'

/**
 * Refusals come in the order of docs/design/contract.md#refusals: if two apply to one request, the earlier one is
 * given. Each stage is one change of an answered request; two changes of different fields are combined.
 */
type Stage = {
  readonly code: string
  /** Fields to set; undefined removes a field. */
  readonly change: Readonly<Record<string, unknown>>
  readonly rule?: string
  readonly unserved?: true
  readonly floor?: Grade
  readonly held?: true
}

const START: Readonly<Record<ShippedState, Body>> = {
  BR: { state_code: 'BR', subcategory_code: 'NDS-II', energy_units: 100, connected_load: 0.4 },
  MH: {
    state_code: 'MH',
    licensee_code: 'MH_MSEDCL',
    subcategory_code: 'LT-II-A',
    energy_units: 100,
    connected_load: 10,
  },
  GJ: EXAMPLES.GJ,
  RJ: EXAMPLES.RJ,
  OD: {
    state_code: 'OD',
    licensee_code: 'OD_TPCODL',
    district: 'Puri',
    subcategory_code: 'KUTIR_JYOTI',
    energy_units: 20,
    connected_load: 1,
  },
  TS: EXAMPLES.TS,
  JH: {
    state_code: 'JH',
    licensee_code: 'JH_JBVNL',
    district: 'Ranchi',
    subcategory_code: 'CS-URBAN',
    energy_units: 100,
    connected_load: 6,
  },
}

/** Differences between states. Undefined: the refusal cannot occur there. */
const OWN: Readonly<
  Record<
    ShippedState,
    { licensee?: string; nobody: string; district?: string; missing: string; unread: object; outside?: object }
  >
> = {
  BR: {
    nobody: 'BR_NOBODY',
    missing: 'connected_load',
    unread: { area_type: 'urban' },
    outside: { connected_load: 71 },
  },
  MH: {
    licensee: 'required',
    nobody: 'MH_NOBODY',
    missing: 'connected_load',
    unread: { phase: 'three' },
    outside: { connected_load: 21 },
  },
  GJ: { licensee: 'required', nobody: 'GJ_TPL_A', missing: 'meter_mode', unread: { phase: 'three' } },
  RJ: {
    licensee: 'required',
    nobody: 'RJ_NOBODY',
    district: 'Ajmer',
    missing: 'fixed_charge_basis_units',
    unread: { phase: 'three' },
  },
  OD: {
    licensee: 'required',
    nobody: 'OD_NOBODY',
    district: 'Ganjam',
    missing: 'connected_load',
    unread: { phase: 'three' },
    outside: { energy_units: 31 },
  },
  TS: { nobody: 'TS_CESS', missing: 'connected_load', unread: { phase: 'three' }, outside: { energy_units: 50 } },
  JH: {
    nobody: 'JH_TSL',
    district: 'Godaa',
    missing: 'connected_load',
    unread: { area_type: 'urban' },
    outside: { connected_load: 5 },
  },
}

function stagesOf(state: ShippedState): readonly Stage[] {
  const own = OWN[state]
  const stages: (Stage | null)[] = [
    { code: 'INVALID_REQUEST_FIELD', rule: 'decimals', change: { contract_demand_kva: 5.0001 } },
    { code: 'STATE_NOT_RELEASED', change: {}, unserved: true },
    { code: 'UNSUPPORTED_OPERATION', change: { metering: 'net' } },
    own.licensee === undefined ? null : { code: 'LICENSEE_REQUIRED', change: { licensee_code: undefined } },
    state === 'JH' ? { code: 'LICENSEE_REQUIRED', change: { licensee_code: undefined, district: undefined } } : null,
    { code: 'LICENSEE_NOT_SUPPORTED', change: { licensee_code: own.nobody } },
    own.district === undefined ? null : { code: 'DISTRICT_LICENSEE_MISMATCH', change: { district: own.district } },
    { code: 'INVALID_EFFECTIVE_DATE', change: { effective_on: '2027-04-01' } },
    { code: 'SUBCATEGORY_NOT_FOUND', change: { subcategory_code: 'NO-SUCH' } },
    { code: 'INVALID_REQUEST_FIELD', rule: 'required', change: { [own.missing]: undefined } },
    { code: 'INVALID_REQUEST_FIELD', rule: 'not_applicable', change: { ...own.unread } },
    state === 'BR' ? { code: 'UNSUPPORTED_BILLING_DAYS', change: { billing_days: 31 } } : null,
    own.outside === undefined ? null : { code: 'CATEGORY_NOT_APPLICABLE', change: { ...own.outside } },
    { code: 'EVIDENCE_BELOW_FLOOR', change: {}, floor: 'order' },
    { code: 'RATE_NOT_VERIFIED', change: {}, held: true },
  ]
  return stages.filter((stage) => stage !== null)
}

function apply(state: ShippedState, stages: readonly Stage[]): ReturnType<typeof ask> {
  const changed: Record<string, unknown> = Object.assign({}, START[state], ...stages.map(({ change }) => change))
  const body = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)) as Body
  const record = recordOf(state)
  const holds = stages.some(({ held }) => held)
    ? holdableComponents(record).map((component) => ({ component, reason: 'under review' }))
    : []
  const serving = stages.some(({ unserved }) => unserved) ? [] : [planOf(record, { holds })]
  return ask(body, { serving, floor: stages.find(({ floor }) => floor !== undefined)?.floor ?? 'derived' })
}

function expectRefusal(asked: ReturnType<typeof ask>, { code, rule }: Stage): void {
  expect(asked.code).toBe(code)
  if (asked.code === null || rule === undefined) return
  const { fields } = asked.details as { fields: { rule: string }[] }
  expect(fields.map((field) => field.rule)).toContain(rule)
}

const touch = (a: Stage, b: Stage): boolean => Object.keys(a.change).some((field) => field in b.change)
const pairs = STATE_CODES.flatMap((state) => {
  const stages = stagesOf(state)
  return stages.flatMap((first, index) =>
    stages
      .slice(index + 1)
      .filter((second) => !touch(first, second))
      .map((second) => ({
        state,
        first,
        second,
        before: `${first.code} ${first.rule ?? ''}`.trim(),
        after: second.code,
      })),
  )
})

describe('each stage alone', () => {
  it.each(STATE_CODES)('%s: the request is answered, and refused for each change on its own', (state) => {
    expect(apply(state, []).code).toBeNull()
    for (const stage of stagesOf(state)) expectRefusal(apply(state, [stage]), stage)
  })
})

describe('of two refusals that apply the earlier is given', () => {
  it.each(pairs)('$state $before before $after', ({ state, first, second }) => {
    expectRefusal(apply(state, [first, second]), first)
  })

  it('missing fields are named without those that are not read, which come after', () => {
    const stages = stagesOf('OD').filter(({ rule }) => rule === 'required' || rule === 'not_applicable')
    expect(apply('OD', stages)).toMatchObject({
      details: { fields: [{ field: '/connected_load', rule: 'required' }] },
    })
  })
})
