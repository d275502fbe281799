import type { GateName } from '../../../pipeline/gates/gate.ts'
import type { Misreading } from './misread.ts'

/** Misreadings that no gate refuses. */
export const PASSING: readonly string[] = [
  'line 35 with the rate of line 27, per kVAh',
  'reconnection at HT with the charge of EHT',
  'overdrawal penalty by the kW',
  'line 13: demand charge by the kW',
  'EHT industry: 20 percent for 20 paise',
  'railway traction: 25 percent for 25 paise',
  'prompt payment: 10 percent for 10 paise',
  'temporary supply: 10 paise for 10 percent',
  'billing demand: 80 kVA for 80 percent',
  'hostels: Rs 2.40 taken for 2.40 percent',
  'EHT industry: beyond a load factor of 85 percent',
  'LT industry: a load factor above 60 percent',
  'time of day from 2 kW',
  'no rent up to 10 kW',
  'time of day at the rebate of the year before',
  'time of day at the surcharge of the year before',
  'EHT industry at the rebate that was enhanced',
  'reconnection at the charge that was continuing',
  'reconnection at the charge that was proposed',
  'time of day from the first day of the year',
  'overdrawal from the first day of the year',
  'time of day a month late',
  'the solar rebate added',
  'the peak surcharge taken off',
  'the railway rebate added',
  'the rebate for payment in time added',
  'temporary supply 10 percent cheaper',
]

/** Refused by another gate than the one that compares a figure with its cell or sentence. */
const OTHERWISE: Readonly<Record<string, GateName>> = {
  'steel plants: 6 kVA for 6 MVA': 'structure.applicability_disjoint',
  'line 3: 15.00 for 150.00': 'evidence.quote_found',
  'line 2: 790.00 for 760.00': 'evidence.quote_found',
  'line 12: 602.00 for 620.00': 'evidence.quote_found',
}

/** The gate that refuses a misreading; null where none does. */
export function refusedBy({ name }: Misreading): GateName | null {
  if (PASSING.includes(name)) return null
  return OTHERWISE[name] ?? 'evidence.figure_in_quote'
}
