import { takesInput } from '../../../releases/engine/request/declared.ts'
import { patched } from '../calculation/draft.ts'
import type { Spoil } from './bad-request.ts'

const NO_CODES = ['x', '__proto__', 'constructor', 'toString', 'ds-ii', 'DS-II ', 'null', '0']

/** Requests with a wrong licensee, place or category, one fault each. */
export const BAD_PLACES: readonly Spoil[] = [
  ({ draft, domain }, random) => {
    const made = `${domain.category.subcategory_code}${random.below(1000)}`
    const code = random.percent(50) ? made : (random.pick(NO_CODES) ?? made)
    if (domain.record.categories.some((category) => category.subcategory_code === code)) return null
    const spoilt = { ...draft, subcategory_code: code }
    return { draft: spoilt, why: 'unknown subcategory', code: 'SUBCATEGORY_NOT_FOUND' }
  },
  ({ draft, domain: { plan, category, record } }, random) => {
    const without = record.licensees.filter(({ status, code }) => {
      return status === 'active' && plan.find(code, category.subcategory_code) === null
    })
    const other = random.pick(without)
    if (other === undefined || draft['district'] !== undefined) return null
    const spoilt = { ...draft, licensee_code: other.code }
    return { draft: spoilt, why: 'a licensee without the category', code: 'SUBCATEGORY_NOT_FOUND' }
  },
  ({ draft }) => {
    const spoilt = { ...draft, licensee_code: 'XX_NOBODY' }
    return { draft: spoilt, why: 'unknown licensee', code: 'LICENSEE_NOT_SUPPORTED' }
  },
  ({ draft, domain }, random) => {
    const closed = random.pick(domain.record.licensees.filter(({ status }) => status !== 'active'))
    if (closed === undefined) return null
    const spoilt = { ...draft, licensee_code: closed.code }
    return { draft: spoilt, why: 'a licensee that is not served', code: 'LICENSEE_NOT_SUPPORTED' }
  },
  ({ draft, domain }) => {
    if (domain.record.categories.every(({ licensee_code: licensee }) => licensee === null)) return null
    const spoilt = patched(draft, { licensee_code: null, district: null })
    return { draft: spoilt, why: 'no licensee', code: 'LICENSEE_REQUIRED' }
  },
  ({ draft, domain }, random) => {
    if (!takesInput(domain.plan, 'district')) return null
    const spoilt = { ...draft, district: `Nowhere ${random.below(1000)}` }
    return { draft: spoilt, why: 'unknown district', code: 'DISTRICT_LICENSEE_MISMATCH' }
  },
  ({ draft, domain }, random) => {
    const { licensee_code: own } = draft
    if (own === undefined || !takesInput(domain.plan, 'district')) return null
    const others = domain.record.routing.filter(
      ({ key_type, licensees }) => key_type === 'district' && !licensees.includes(String(own)),
    )
    const other = random.pick(others)
    if (other === undefined) return null
    const spoilt = { ...draft, district: other.key }
    return { draft: spoilt, why: "another licensee's district", code: 'DISTRICT_LICENSEE_MISMATCH' }
  },
]
