import type { ReleaseRecord } from '../../releases/record/record.ts'
import { type Failing, type Found, failing, gate } from './gate.ts'
import { categoryPath, groupBy } from './record/groups.ts'
import { isBlank } from './text/blank.ts'
import { fold } from './text/fold.ts'

const FAULTS = [
  'route_to_undeclared',
  'licensee_twice',
  'routed_to_several',
  'ambiguous_to_one',
  'another_status',
  'place_twice',
  'part_of_undeclared',
  'no_reason',
  'no_rows',
] as const
type F = (typeof FAULTS)[number]

type Route = ReleaseRecord['routing'][number]
type Licensee = ReleaseRecord['licensees'][number]
type Licensees = ReadonlyMap<string, Licensee>

const pathOf = ({ key_type, key }: Route): string => `routing/${key_type}/${key}`

function faultsOfRoute({ licensees: codes, status }: Route, licensees: Licensees): Failing<F>[] {
  const faults = codes
    .filter((code) => !licensees.has(code))
    .map((code): Failing<F> => ['route_to_undeclared', 'a declared licensee', `${code} is not declared`])
  if (new Set(codes).size !== codes.length) faults.push(['licensee_twice', 'each licensee once', codes.join(', ')])
  if (status === 'routed' && codes.length !== 1)
    faults.push(['routed_to_several', 'one licensee, because it is routed', codes.join(', ')])
  if (status === 'ambiguous' && codes.length < 2) {
    faults.push(['ambiguous_to_one', 'two licensees or more, because it is ambiguous', codes.join(', ')])
  }
  if (status !== 'excluded' && status !== 'held') return faults
  for (const code of codes) {
    const licensee = licensees.get(code)
    if (licensee !== undefined && licensee.status !== status) {
      faults.push(['another_status', `a licensee that is ${status}`, `${code} is ${licensee.status}`])
    }
  }
  return faults
}

/** A place that is listed twice, in any spelling, would have two routes. */
function repeatedNames(record: ReleaseRecord): Found<F>[] {
  const names = record.routing.flatMap((route) =>
    [...new Set([route.key, ...route.spellings].map((name) => fold(name).toLowerCase()))].map((name) => ({
      route,
      name,
    })),
  )
  return [...groupBy(names, ({ route, name }) => `${route.key_type} ${name}`)].flatMap(([name, same]) => {
    const [, second] = same
    if (second === undefined) return []
    return [failing(pathOf(second.route), 'place_twice', `one route for ${name}`, `${same.length} routes have it`)]
  })
}

/** Parts of the record that belong to a licensee, with its code. */
function scoped({ rows, categories, rules }: ReleaseRecord): { path: string; code: string | null }[] {
  return [
    ...rows.map((row) => ({ path: `rows/${row.row_id}`, code: row.licensee_code })),
    ...categories.map((category) => ({ path: categoryPath(category), code: category.licensee_code })),
    ...rules.fppas_periods.map((rule) => ({ path: `rules/fppas_periods/${rule.period_id}`, code: rule.licensee_code })),
    ...rules.solar.flatMap(({ arrangement, licensees }, index) =>
      licensees.map((code) => ({ path: `rules/solar/${arrangement}/${index}`, code })),
    ),
    ...rules.complete_payable.map((each) => ({
      path: `rules/complete_payable/${each.profile}`,
      code: each.licensee_code,
    })),
  ]
}

function checkLicensee(record: ReleaseRecord, { code, status, reason }: Licensee): Found<F>[] {
  const path = `licensees/${code}`
  if (status !== 'active') {
    return isBlank(reason) ? [failing(path, 'no_reason', `the reason why it is ${status}`, 'no reason')] : []
  }
  const hasRows = record.rows.some((row) => row.licensee_code === code || row.licensee_code === null)
  return hasRows ? [] : [failing(path, 'no_rows', 'rows, because it is active', 'it has none')]
}

/**
 * Gate 19: every route leads to a declared licensee, or to one whose status refuses it with a reason; a routed place
 * has one licensee, an ambiguous one has several to choose from; there is no fallback
 * (docs/design/contract.md#refusals, LICENSEE_NOT_SUPPORTED).
 */
export const structureRoutingClosed = gate('structure.routing_closed', FAULTS, ({ record }) => {
  const licensees: Licensees = new Map(record.licensees.map((licensee) => [licensee.code, licensee]))
  const findings = [
    ...record.routing.flatMap((route) =>
      faultsOfRoute(route, licensees).map((fault) => failing(pathOf(route), ...fault)),
    ),
    ...repeatedNames(record),
    ...scoped(record)
      .filter(({ code }) => code !== null && !licensees.has(code))
      .map(({ path, code }) => failing(path, 'part_of_undeclared', 'a declared licensee', `${code} is not declared`)),
    ...record.licensees.flatMap((licensee) => checkLicensee(record, licensee)),
  ]
  return { checked: record.routing.length + record.licensees.length, findings }
})
