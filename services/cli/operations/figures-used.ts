import { evidenceOf } from '../../../releases/engine/compile/rate.ts'
import { canonicalText } from '../../../releases/record/canonical.ts'
import { figuresOf, type RecordFigure } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'

/** What of an answer says which figures it was made of. */
type Parts = {
  readonly calculation: { readonly lines: readonly { readonly row_id: string }[] }
  readonly fppas?: unknown
  readonly electricity_duty?: unknown
  readonly subsidy?: unknown
}

/** Every `evidence` in a part of an answer, as canonical text. */
function evidenceIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'evidence' ? [canonicalText(inner)] : evidenceIn(inner),
  )
}

/**
 * The figures of a record that an answer rests on: all of its rows, those of rules whose evidence stands in a line, the FPPAS or
 * the duty, and those of a subsidy that was applied.
 */
export function figuresUsed(
  record: ReleaseRecord,
  { calculation, fppas, electricity_duty, subsidy }: Parts,
): RecordFigure[] {
  const rows = new Set(calculation.lines.map(({ row_id }) => row_id))
  const shown = new Set(evidenceIn([calculation.lines, fppas, electricity_duty]))
  const { status, billing_days } = (subsidy ?? {}) as { status?: unknown; billing_days?: unknown }
  return figuresOf(record).filter(({ path, figure }) => {
    const [kind, name = '', part] = path.split('/')
    if (kind === 'rows') return rows.has(name)
    if (name === 'subsidy')
      return status === 'applied' && (part !== 'entitlements' || path.endsWith(`/${billing_days}`))
    return shown.has(canonicalText(evidenceOf(figure)))
  })
}
