import type { GateName } from '../../../pipeline/gates/gate.ts'
import type { Misreading } from './misread.ts'

/** Refused by another gate than the one that compares a figure with its cell or sentence. */
const OTHERWISE: Readonly<Record<string, GateName>> = {
  'steel plants: 6 kVA for 6 MVA': 'structure.applicability_disjoint',
  'time of day at the rebate of the year before': 'evidence.grade_supported',
  'time of day at the surcharge of the year before': 'evidence.grade_supported',
  'line 3: 15.00 for 150.00': 'evidence.quote_found',
  'line 2: 790.00 for 760.00': 'evidence.quote_found',
  'line 12: 602.00 for 620.00': 'evidence.quote_found',
}

/** The gate that refuses a misreading. */
export function refusedBy({ name }: Misreading): GateName {
  return OTHERWISE[name] ?? 'evidence.figure_in_quote'
}
