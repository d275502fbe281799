import { keptIn } from '../../record/kept-in.ts'
import type { ReleaseRecord } from '../../record/record.ts'
import { takenBy } from '../compile/plan.ts'
import type { Refusal } from '../types.ts'

export type RoutingCode = 'LICENSEE_REQUIRED' | 'LICENSEE_NOT_SUPPORTED' | 'DISTRICT_LICENSEE_MISMATCH'

type Route = ReleaseRecord['routing'][number]

const spelling = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** A district by one of its known spellings, ignoring case. No fuzzy matching. */
function findDistrict(record: ReleaseRecord, name: string): Route | null {
  const wanted = spelling(name)
  const found = record.routing.find(
    ({ key_type, key, spellings }) =>
      key_type === 'district' && [key, ...spellings].some((known) => spelling(known) === wanted),
  )
  return found ?? null
}

/** Districts that some of the licensees may supply. */
export function districtsOf({ routing }: ReleaseRecord, licensees: readonly string[]): string[] {
  return routing
    .filter(({ key_type }) => key_type === 'district')
    .filter((route) => route.licensees.some((one) => licensees.includes(one)))
    .map(({ key }) => key)
}

/** Codes of the licensees that may be requested. */
export const activeLicensees = ({ licensees }: Pick<ReleaseRecord, 'licensees'>): string[] =>
  licensees.filter(({ status }) => status === 'active').map(({ code }) => code)

/** Whether a licensee may be requested; a refusal gives the reason and the licensees that may be. */
export function checkLicensee(record: ReleaseRecord, licensee: string): Refusal<RoutingCode> | null {
  const known = record.licensees.find(({ code }) => code === licensee)
  if (known?.status === 'active') return null
  const reason = known?.status ?? 'unknown'
  const unknown =
    record.licensees.length === 0
      ? `the schedule of ${record.state_code} names no licensees: leave licensee_code out`
      : `${record.state_code} has no licensee ${licensee}`
  const because = known?.reason ?? unknown
  return {
    ok: false,
    code: 'LICENSEE_NOT_SUPPORTED',
    details: { licensee_code: licensee, reason, because, licensees: activeLicensees(record) },
  }
}

function mismatch(
  district: string,
  reason: 'mismatch' | 'ambiguous' | 'unknown',
  licensees: readonly string[],
): Refusal<RoutingCode> {
  return { ok: false, code: 'DISTRICT_LICENSEE_MISMATCH', details: { district, reason, licensees } }
}

const READS_DISTRICT = new WeakMap<ReleaseRecord, boolean>()

/** Whether requests of a release may give a district. */
function readsDistrict(record: ReleaseRecord): boolean {
  return keptIn(READS_DISTRICT, record, () => takenBy(record).has('district'))
}

/** True if a caller must name a licensee or a place, because the state's schedules belong to licensees. */
export function needsLicensee(record: ReleaseRecord): boolean {
  return record.categories.some(({ licensee_code }) => licensee_code !== null)
}

/**
 * The licensee of a request: the one named or, if the state routes by place, the one of its district. For a district
 * with several candidates the request must name one of them. None is ever chosen by default. If a state does not use
 * districts, a district is refused later, as not applicable. Source: docs/design/contract.md#refusals (LICENSEE_*,
 * DISTRICT_LICENSEE_MISMATCH), docs/design/release.md#states.
 */
export function routeLicensee(
  record: ReleaseRecord,
  licensee: string | null,
  district: string | null,
): { ok: true; licensee: string | null } | Refusal<RoutingCode> {
  const byDistrict = record.request.licensee_from_district
  if (licensee === null && needsLicensee(record) && (district === null || !byDistrict)) {
    return { ok: false, code: 'LICENSEE_REQUIRED', details: { licensees: activeLicensees(record) } }
  }
  const refused = licensee === null ? null : checkLicensee(record, licensee)
  if (refused !== null) return refused
  if (district === null || !readsDistrict(record)) return { ok: true, licensee }
  const route = findDistrict(record, district)
  if (route === null) return mismatch(district, 'unknown', [])
  if (licensee !== null)
    return route.licensees.includes(licensee) ? { ok: true, licensee } : mismatch(district, 'mismatch', route.licensees)
  const [only, ...others] = route.licensees
  if (only === undefined || others.length > 0) return mismatch(district, 'ambiguous', route.licensees)
  return checkLicensee(record, only) ?? { ok: true, licensee: only }
}
