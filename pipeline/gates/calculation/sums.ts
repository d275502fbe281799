import type { ReferenceAnswer } from '../../../releases/engine/reference/result.ts'
import type { Failing } from '../gate.ts'
import { AMOUNTS } from './outcome.ts'
import type { Served } from './served.ts'

type SummedLine = { readonly component: string; readonly amountPaise: number }

/** Sums that are checked. */
export const SUM_FAULTS = [
  'no_safe_integer',
  'minus_zero',
  'component_sum',
  'base_sum',
  'beside_sum',
  'beside_without_lines',
  'payable',
] as const
type SumFault = (typeof SUM_FAULTS)[number]

/** Sums of an answer: its lines, and its amounts by name (null: absent or held). */
export type Summed = {
  readonly lines: readonly SummedLine[]
  readonly beside: readonly SummedLine[]
  readonly amounts: Readonly<Record<string, number | null>>
}

/** The amount of each component's lines, by the names in regression cases. */
const COMPONENTS: Readonly<Record<string, string>> = {
  energy_charge_paise: 'energy',
  fixed_charge_paise: 'fixed',
  wheeling_charge_paise: 'wheeling',
  other_charges_paise: 'other',
  minimum_paise: 'minimum',
  adjustments_paise: 'adjustment',
}

export function summedOf(outcome: ReferenceAnswer): Summed {
  const { lines, beside } = outcome
  return { lines, beside, amounts: Object.fromEntries(AMOUNTS.map(({ member, name }) => [name, outcome[member]])) }
}

/** The same, read from the text of an answer. */
export function summedOfServed({ data, amounts }: Extract<Served, { ok: true }>): Summed {
  return { lines: linesIn(data['calculation']), beside: linesIn(data['beside']), amounts }
}

function linesIn(part: unknown): SummedLine[] {
  const lines = typeof part === 'object' && part !== null && 'lines' in part ? part.lines : []
  return (Array.isArray(lines) ? lines : []).map(({ component, amount_paise }) => ({
    component: String(component),
    amountPaise: Number(amount_paise),
  }))
}

function sumOf(lines: readonly SummedLine[], component?: string): number {
  return lines.reduce(
    (sum, line) => (component === undefined || line.component === component ? sum + line.amountPaise : sum),
    0,
  )
}

/** Wrong sums in an answer. */
export function problemsOf({ lines, beside, amounts }: Summed): Failing<SumFault>[] {
  const problems: Failing<SumFault>[] = []
  const named = [...lines, ...beside].map((line): [string, number] => [`a line of ${line.component}`, line.amountPaise])
  for (const [name, paise] of [...Object.entries(amounts), ...named]) {
    if (paise !== null && !Number.isSafeInteger(paise))
      problems.push(['no_safe_integer', `${name} as a safe integer of paise`, String(paise)])
    if (Object.is(paise, -0)) problems.push(['minus_zero', `${name} as 0`, '-0'])
  }
  const expectSum = (fault: SumFault, name: string, sum: number): void => {
    const paise = amounts[name] ?? null
    if (paise !== null && paise !== sum) problems.push([fault, `${name} ${sum}, the sum of its lines`, String(paise)])
  }
  for (const [name, component] of Object.entries(COMPONENTS)) expectSum('component_sum', name, sumOf(lines, component))
  expectSum('base_sum', 'base_tariff_paise', sumOf(lines))
  expectSum('beside_sum', 'beside_paise', sumOf(beside))
  // Lines without a sum occur if an adjustment is unknown: calculation.reference_agrees checks which.
  const total = amounts['beside_paise'] ?? null
  if (total !== null && beside.length === 0)
    problems.push(['beside_without_lines', 'beside_paise exactly if there are lines beside', `0 lines and ${total}`])
  const { base_tariff_paise: base, subsidy_paise: subsidy, fppas_paise: fppas, final_payable_paise: final } = amounts
  if (final != null && (base == null || final !== base - (subsidy ?? 0) + (fppas ?? 0))) {
    problems.push(['payable', `final payable of base ${base} - subsidy ${subsidy} + FPPAS ${fppas}`, String(final)])
  }
  return problems
}
