import type { Random } from '../../pipeline/gates/requests/random.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import type { Row } from '../../releases/record/row.ts'
import { cutLines, rounded, withDutyOn, withoutAdjustment, withProration, withSlabs, withTimes } from './recompute.ts'
import { evaluated, type Printed, printedBill, type Request } from './reference-bill.ts'
import { yearBefore } from './release-before.ts'

/**
 * Bills with one error each, as `docs/design/contract.md#explanations` describes the errors. The second evaluator
 * calculates them from altered records and requests, independently of the search for errors.
 */

export type State = {
  /** The release that serves, and one of the year before. */
  readonly record: ReleaseRecord
  readonly earlier: ReleaseRecord
  /** Requests that are known to be answered. */
  readonly requests: readonly Request[]
}

/**
 * Printed amounts of a bill, and inputs that only an explanation reads. `means`: whether the changes named by an
 * explanation are the error itself; left out if several give the same amounts, such as two edges above all units of a
 * bill.
 */
export type Seeded = {
  readonly means?: (changes: Readonly<Record<string, unknown>>) => boolean
  readonly request: Request
  readonly bill: Printed
  readonly also?: Readonly<Record<string, string>>
}
type Answered = readonly { readonly quantity: string; readonly rate: string; readonly component: string }[]
export type Ask = (request: Request) => Answered | null

type Seed = (state: State, request: Request, random: Random, ask: Ask) => Seeded | null

const rowOf = (record: ReleaseRecord, request: Request): Row | undefined => {
  const rowId = evaluated(record, request)?.rowId
  return record.rows.find(({ row_id }) => row_id === rowId)
}

type Means = Seeded['means']
const billOf = (request: Request, bill: Printed | null, means?: Means): Seeded | null =>
  bill === null ? null : { request, bill, ...(means === undefined ? {} : { means }) }

/** An input that was different according to an explanation. */
const asks =
  (name: string, value: unknown): Means =>
  ({ request }) =>
    String((request as Request | undefined)?.[name]) === String(value)

/** The category of another known request, with its words and this request's quantities. */
const wrongCategory: Seed = ({ record, requests }, request, random) => {
  const other = random.pick(requests.filter((one) => one['subcategory_code'] !== request['subcategory_code']))
  if (other === undefined) return null
  const names = Object.keys(other)
  const isBilled = names.includes('contract_demand_kva')
  const kept = Object.fromEntries(
    Object.entries(request).filter(([name]) => {
      return names.includes(name) || OF_ALL.has(name) || (isBilled && name === 'billed_demand_kva')
    }),
  )
  const words = Object.fromEntries(Object.entries(other).filter(([name]) => WORDS.has(name) && !(name in request)))
  // A quantity that this request does not have cannot be on its bill.
  if (names.some((name) => !(name in kept) && !(name in words) && name !== 'billing_days')) return null
  return billOf(
    request,
    printedBill(record, { ...kept, ...words, subcategory_code: other['subcategory_code'] }),
    asks('subcategory_code', other['subcategory_code']),
  )
}
const OF_ALL = new Set([
  'bill_period',
  'billing_date',
  'effective_on',
  'energy_units',
  'connected_load',
  'contract_demand_kva',
])
const WORDS = new Set(['phase', 'area_type', 'supply_level', 'meter_mode', 'load_unit'])

/** Slabs of the energy charge, or steps of the fixed one, applied wrongly. */
const wrongSlabs: Seed = ({ record }, request, random) => {
  const row = rowOf(record, request)
  const charge = random.pick(row?.charges.filter(({ steps, side }) => steps.length > 1 && side === 'base') ?? [])
  if (row === undefined || charge === undefined) return null
  const slabs = charge.steps.map(({ from, to, figure }) => ({ from, to, rate: figure.value ?? '' }))
  const at = random.below(slabs.length - 1)
  const edge = Number(slabs[at]!.to)
  const put = (to: number) =>
    slabs.map((slab, index) =>
      index === at ? { ...slab, to: String(to) } : index === at + 1 ? { ...slab, from: String(to) } : slab,
    )
  const isTelescopic = charge.method === 'telescopic'
  const kind = isTelescopic
    ? random.pick(['moved', 'off by one', 'left out', 'one rate', 'last rate', 'doubled'])!
    : 'one rate'
  switch (kind) {
    case 'moved':
    case 'off by one': {
      const to = kind === 'moved' ? edge + random.pick([-25, -10, 10, 20, 25])! : edge + random.pick([-1, 1])!
      const [low, high] = [Number(slabs[at]!.from), Number(slabs[at + 1]!.to ?? Number.POSITIVE_INFINITY)]
      if (to <= low || to >= high) return null
      return billOf(
        request,
        printedBill(withSlabs(record, row.row_id, charge.charge_id, charge.method, put(to)), request),
      )
    }
    case 'left out': {
      const merged = slabs.flatMap((slab, index) =>
        index === at + 1 ? [] : [index === at ? { ...slab, to: slabs[at + 1]!.to } : slab],
      )
      return billOf(
        request,
        printedBill(withSlabs(record, row.row_id, charge.charge_id, charge.method, merged), request),
      )
    }
    case 'doubled': {
      const twice = (text: string | null): string | null => (text === null ? null : String(Number(text) * 2))
      const all = slabs.map(({ from, to, rate }) => ({ from: twice(from) ?? '0', to: twice(to), rate }))
      return billOf(request, printedBill(withSlabs(record, row.row_id, charge.charge_id, charge.method, all), request))
    }
    case 'last rate':
      return billOf(request, printedBill(withSlabs(record, row.row_id, charge.charge_id, 'whole', slabs), request))
    default: {
      const alone = [{ from: '0', to: null, rate: random.pick(slabs)!.rate }]
      return billOf(request, printedBill(withSlabs(record, row.row_id, charge.charge_id, 'flat', alone), request))
    }
  }
}

const DATES = ['bill_period', 'billing_date', 'effective_on']

/** The release of the year before; or, if fuel adjustments are monthly, the month before. */
const earlierRates: Seed = ({ record, earlier }, request, random) => {
  const period = request['bill_period'] as { from: string; to: string } | undefined
  const isDated = record.rules.adjustments.some(({ stands_for }) => stands_for === 'fuel_adjustment')
  if (period !== undefined && isDated && random.percent(50)) {
    if (period.from.slice(8) !== '01') return null
    const [year, month] = [Number(period.from.slice(0, 4)), Number(period.from.slice(5, 7))]
    const [from, to] = [Date.UTC(year, month - 2, 1), Date.UTC(year, month - 1, 0)]
    const [first, last] = [from, to].map((day) => new Date(day).toISOString().slice(0, 10))
    return billOf(request, printedBill(record, { ...request, bill_period: { from: first, to: last } }))
  }
  const dates = Object.entries(request).filter(([name]) => DATES.includes(name))
  const then = { ...request, ...(yearBefore(Object.fromEntries(dates)) as object) }
  return billOf(request, printedBill(earlier, then), ({ release_id }) => release_id === earlier.release_id)
}

const wrongDemand: Seed = ({ record }, request) => {
  const { billed_demand_kva: billed, contract_demand_kva: contract } = request
  if (billed === undefined || contract === undefined) return null
  const bill = printedBill(record, { ...request, billed_demand_kva: String(contract) })
  return billOf(request, bill, asks('billed_demand_kva', contract))
}

/** A reading that is wrong by up to a hundred units. */
const wrongUnits: Seed = ({ record }, request, random) => {
  if (request['energy_by_zone'] !== undefined) return null
  const units = Math.floor(Number(request['energy_units'])) + random.pick([-100, -10, -1, 1, 10, 100])!
  return units < 0
    ? null
    : billOf(request, printedBill(record, { ...request, energy_units: String(units) }), asks('energy_units', units))
}

/** Another load in the records of the licensee. */
const wrongLoad: Seed = ({ record }, request, random) => {
  const name = random.pick(['connected_load', 'contract_demand_kva'].filter((each) => each in request))
  if (name === undefined) return null
  const load = String((Number(request[name]) * 1_000 + random.pick([-1_000, -500, 500, 1_000, 3_000])!) / 1_000)
  return Number(load) < 0 ? null : billOf(request, printedBill(record, { ...request, [name]: load }))
}

/** A power factor of 0.80 to 0.99 between the registers. */
const kwhForKvah: Seed = ({ record }, request, random) => {
  const energy = rowOf(record, request)?.charges.find(({ component }) => component === 'energy')
  if (energy?.unit !== 'kVAh' || request['energy_by_zone'] !== undefined) return null
  const kwh = String(Math.floor((Number(request['energy_units']) * (80 + random.below(20))) / 100))
  const bill = printedBill(record, { ...request, energy_units: kwh })
  return bill === null ? null : { request, bill, also: { energy_kwh: kwh }, means: asks('energy_units', kwh)! }
}

/** A bill of 28 to 31 days divided by the days of a month without a cited rule. */
const proration: Seed = ({ record }, request, random) => {
  const row = rowOf(record, request)
  if (row === undefined || request['bill_period'] === undefined) return null
  const edges = row.charges.flatMap(({ component, steps, per }) =>
    component === 'energy' && steps.length > 1 ? [per!] : [],
  )
  const monthly = row.charges.flatMap(({ component, charge_id }) => (component === 'fixed' ? [charge_id] : []))
  const of = random.pick(['slabs', 'charges', 'both'])
  const rule = {
    base_days: random.pick(['30', '30', '31', '30.4167'])!,
    edges_of: of === 'charges' ? [] : edges,
    monthly: of === 'slabs' ? [] : monthly,
    round: random.percent(30) ? { op: 'half_up', step: '0.01' } : null,
  }
  return billOf(request, printedBill(withProration(record, String(request['subcategory_code']), rule), request))
}

/** Free units not granted, or for another number of days; a rebate left out of the bill. */
const entitlement: Seed = ({ record }, request, random) => {
  const right = evaluated(record, request)
  if (right === null) return null
  const lines = printedBill(record, request)
  if (right.subsidyPaise !== null && lines !== null) {
    const days = random.pick([null, 25, 30, 40])
    return billOf(
      request,
      days === null || days === undefined
        ? { ...lines, subsidy_paise: 0 }
        : printedBill(record, { ...request, billing_days: days }),
    )
  }
  const rebate = random.pick([...right.lines, ...right.beside].filter(({ amountPaise }) => amountPaise < 0))
  return rebate === undefined
    ? null
    : billOf(
        request,
        printedBill(withoutAdjustment(record, rebate.id), request),
        ({ left_out }) => left_out === rebate.id,
      )
}

const dutyBase: Seed = ({ record }, request, random) => {
  const right = evaluated(record, request)
  const duty = record.rules.adjustments.find(({ stands_for }) => stands_for === 'electricity_duty')
  if (right === null || duty === undefined) return null
  const names = [...right.lines, ...right.beside].flatMap(({ id, component, amountPaise }) => {
    // A line of nothing makes no other duty.
    if (amountPaise === 0) return []
    return [component === 'adjustment' ? id : component]
  })
  const of = [...new Set(names)].filter((name) => name !== duty.adjustment_id && random.percent(60))
  const sorted = (names: unknown): string => [...(names as string[])].sort().join()
  const means: Means = ({ duty_on }) => sorted(duty_on) === sorted(of)
  return of.length === 0 ? null : billOf(request, printedBill(withDutyOn(record, of), request), means)
}

/** A charge, a surcharge or a duty twice or not at all. */
const chargeCount: Seed = ({ record }, request, random) => {
  const right = evaluated(record, request)
  const lines = [...(right?.lines ?? []), ...(right?.beside ?? [])]
  const one = random.pick(lines.filter(({ component, amountPaise }) => component !== 'energy' && amountPaise > 0))
  if (one === undefined) return null
  const times = random.pick([0, 2])!
  const of = one.component === 'adjustment' ? { adjustment_id: one.id } : { charge_id: one.id }
  return billOf(request, printedBill(withTimes(record, { ...of, times }), request))
}

/** A register read to two decimals if units are whole, or cut if they are not. */
const fractionalUnits: Seed = ({ record }, request, random) => {
  if (request['energy_by_zone'] !== undefined) return null
  const plain = { ...record, rules: { ...record.rules, unit_rules: [] } }
  const units = Math.max(1, Math.floor(Number(request['energy_units'])))
  const read = String((units * 100 + random.below(99) + 1) / 100)
  const isWhole = (record.rules.unit_rules ?? []).some(({ rule }) => rule === 'whole')
  if (isWhole || random.percent(50)) {
    const whole = { ...request, energy_units: String(Math.round(Number(read))) }
    return billOf(whole, printedBill(plain, { ...request, energy_units: read }), asks('energy_units', read))
  }
  const cut = random.percent(50) ? Math.floor(Number(read)) : Math.ceil(Number(read))
  const billed = printedBill(plain, { ...request, energy_units: String(cut) })
  return billOf({ ...request, energy_units: read }, billed, asks('energy_units', cut))
}

const rounding: Seed = ({ record }, request, random, ask) => {
  const lines = printedBill(record, request)
  if (lines === null) return null
  if (random.percent(25)) {
    const answered = ask(request)
    // Percentages of lines that would be cut too are not tested here.
    const isPlain = Object.keys(lines).every((name) => /^(energy|fixed|wheeling)_charge_paise$/.test(name))
    return answered === null || !isPlain ? null : billOf(request, { ...lines, ...cutLines(answered) })
  }
  const names = Object.keys(lines).map((name) => name.replace(/_paise$/, ''))
  const of = random.percent(60) ? names : [random.pick(names)!]
  return billOf(
    request,
    rounded(lines, random.pick(['half_up', 'up', 'down'])!, random.pick([10, 100, 100, 1000])!, of),
  )
}

export const SEEDS: Readonly<Record<string, Seed>> = {
  wrong_category: wrongCategory,
  wrong_slab_edges: wrongSlabs,
  earlier_rates: earlierRates,
  wrong_demand: wrongDemand,
  wrong_units: wrongUnits,
  wrong_load: wrongLoad,
  kwh_for_kvah: kwhForKvah,
  proration,
  entitlement_not_given: entitlement,
  duty_base: dutyBase,
  charge_count: chargeCount,
  fractional_units: fractionalUnits,
  rounding,
}
