import type { Plan } from '../../../releases/engine/compile/plan.ts'
import { takesInput } from '../../../releases/engine/request/declared.ts'
import type { Category } from '../../../releases/record/category.ts'
import type { Draft } from '../calculation/draft.ts'

/** Districts tried per licensee; more would add nothing. */
const DISTRICTS = 2

/**
 * The ways to identify the licensee of a request for a category: its licensee, another active one if the category
 * belongs to the whole state, and by district if the release uses districts. Empty if no active licensee serves it.
 */
export function placesOf(plan: Plan, { subcategory_code: code, licensee_code: own }: Category): Draft[] {
  const { record } = plan
  const active = record.licensees.filter(({ status }) => status === 'active').map((licensee) => licensee.code)
  const serving = active.filter((licensee) => plan.find(licensee, code)?.licenseeCode === own)
  const isOfLicensees = record.categories.some(({ licensee_code }) => licensee_code !== null)
  const takesDistrict = takesInput(plan, 'district')
  const needsDistrict = record.request.required.includes('district')
  const needsLicensee = record.request.required.includes('licensee_code')
  const routes = takesDistrict ? record.routing.filter(({ key_type }) => key_type === 'district') : []
  const named = serving.flatMap((licensee): Draft[] => {
    const districts = routes.filter(({ licensees }) => licensees.includes(licensee)).slice(0, DISTRICTS)
    const both = districts.map(({ key }) => ({ licensee_code: licensee, district: key }))
    return needsDistrict ? both : [{ licensee_code: licensee }, ...both]
  })
  const byDistrict = routes
    .filter(({ licensees: [only, ...others] }) => only !== undefined && others.length === 0 && serving.includes(only))
    .filter(() => !needsLicensee && (!isOfLicensees || record.request.licensee_from_district))
    .slice(0, DISTRICTS)
    .map(({ key }): Draft => ({ district: key }))
  const unnamed: Draft[] = own === null && !isOfLicensees && !needsDistrict && !needsLicensee ? [{}] : []
  return [...unnamed, ...named, ...byDistrict]
}
