/**
 * Turns a JSON pointer into a record (`/rows/3/energy/slabs/0/figure/value`) into the path the definition's places are
 * known by (`rows/BR-DS-II/energy/0`). What has no such path keeps the pointer without its first stroke.
 */
type Json = { readonly [key: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** The member that names an element of each list. */
const NAMED_BY: Readonly<Record<string, string>> = {
  sources: 'source_id',
  rows: 'row_id',
  cases: 'case_id',
  licensees: 'code',
  blocked_components: 'component',
  adjustments: 'adjustment_id',
  options: 'when',
  entitlements: 'billing_days',
  fppas_periods: 'period_id',
  facts: 'fact_id',
  categories: 'subcategory_code',
}

/** Parts of a pointer that a path leaves out: lists inside a charge or an adjustment, and all inside a figure. */
const SKIPPED: ReadonlySet<string> = new Set(['slabs', 'bands', 'options'])
const CHARGES: ReadonlySet<string> = new Set(['energy', 'wheeling', 'fixed'])

export function pathOfPointer(root: unknown, pointer: string): string {
  const path: string[] = []
  let value = root
  let list = ''
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
    const isElement = Array.isArray(value)
    value = isElement || isObject(value) ? (value as Json)[key] : undefined
    if (isElement) {
      const named = isObject(value) ? value[NAMED_BY[list] ?? ''] : undefined
      path.push(typeof named === 'string' || typeof named === 'number' ? String(named) : key)
    } else if (key === 'figure' || key === 'units') {
      if (CHARGES.has(list)) path.push('0')
      break
    } else if (!SKIPPED.has(key)) {
      path.push(key)
    }
    list = key
  }
  return path.join('/')
}
