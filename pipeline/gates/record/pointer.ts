/**
 * Turns a JSON pointer into a record (`/rows/3/charges/0/steps/0/figure/value`) into the path by which places in the
 * definition are known (`rows/BR-DS-II/energy/0`). A pointer without such a path only loses its leading slash.
 */
type Json = { readonly [key: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** The member that names an element of each list. */
const NAMED_BY: Readonly<Record<string, string>> = {
  sources: 'source_id',
  quantities: 'quantity_id',
  figures: 'figure_id',
  selectors: 'selector',
  rows: 'row_id',
  charges: 'charge_id',
  cases: 'case_id',
  licensees: 'code',
  blocked_components: 'component',
  adjustments: 'adjustment_id',
  entitlements: 'billing_days',
  fppas_periods: 'period_id',
  facts: 'fact_id',
  categories: 'subcategory_code',
}

/** Lists that a path leaves out; also the cases of an adjustment. */
const SKIPPED: ReadonlySet<string> = new Set(['charges', 'steps', 'figures', 'values', 'rates_of'])
export function pathOfPointer(root: unknown, pointer: string): string {
  const path: string[] = []
  const passed = new Set<string>()
  let value = root
  let list = ''
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
    const before = value
    value = Array.isArray(value) || isObject(value) ? (value as Json)[key] : undefined
    if (Array.isArray(before)) {
      const named = isObject(value) ? value[NAMED_BY[list] ?? ''] : undefined
      // A single value with a single step has the path of its case (releases/record/figures.ts).
      const isAlone = before.length === 1 && (list === 'values' || (list === 'steps' && passed.has('adjustments')))
      if (!isAlone) path.push(typeof named === 'string' || typeof named === 'number' ? String(named) : key)
    } else if (key === 'figure' || key === 'units') {
      break
    } else if (!SKIPPED.has(key) && !(key === 'cases' && passed.has('adjustments'))) {
      path.push(key)
    }
    // Paths end at figures.
    if (key === 'multiple') break
    passed.add(key)
    list = key
  }
  return path.join('/')
}
