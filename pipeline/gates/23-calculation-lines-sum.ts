import type { ReferenceAnswer } from '../../releases/engine/reference/result.ts'
import { bodyOf, type Draft, draftText, readBody } from './calculation/draft.ts'
import { AMOUNTS, gateOfPlan, type Tested } from './calculation/outcome.ts'
import { type Served, servedOf } from './calculation/served.ts'
import { type Failing, type Found, failing } from './gate.ts'
import { domainsOf } from './requests/domains.ts'
import { probed } from './requests/probes.ts'

const FAULTS = [
  'not_compiled',
  'no_safe_integer',
  'minus_zero',
  'component_sum',
  'base_sum',
  'beside_sum',
  'beside_without_lines',
  'payable',
] as const
type F = (typeof FAULTS)[number]

type SummedLine = { readonly component: string; readonly amountPaise: number }

/** Sums of an answer: its lines, and its amounts by name (null: absent or held). */
type Summed = {
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

function summedOf(outcome: ReferenceAnswer): Summed {
  const { lines, beside } = outcome
  return { lines, beside, amounts: Object.fromEntries(AMOUNTS.map(({ member, name }) => [name, outcome[member]])) }
}

/** The same, read from the text of an answer. */
function summedOfServed({ data, amounts }: Extract<Served, { ok: true }>): Summed {
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
function problemsOf({ lines, beside, amounts }: Summed): Failing<F>[] {
  const problems: Failing<F>[] = []
  const named = [...lines, ...beside].map((line): [string, number] => [`a line of ${line.component}`, line.amountPaise])
  for (const [name, paise] of [...Object.entries(amounts), ...named]) {
    if (paise !== null && !Number.isSafeInteger(paise))
      problems.push(['no_safe_integer', `${name} as a safe integer of paise`, String(paise)])
    if (Object.is(paise, -0)) problems.push(['minus_zero', `${name} as 0`, '-0'])
  }
  const expectSum = (fault: F, name: string, sum: number): void => {
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

/** A regression case as served: the text of its answer. */
function caseSummed(tested: Tested, draft: Draft): Summed | null {
  const read = readBody(bodyOf(tested.release.record.state_code, draft))
  const served = read.ok ? servedOf(tested, read.body) : null
  return served?.ok === true ? summedOfServed(served) : null
}

/**
 * Gate 23: base lines sum to their components and to the base tariff, lines beside to their total, the final payable is
 * base − subsidy + FPPAS, and every amount is a safe integer and never -0: in the answer of every regression case as it
 * is served, and at every edge up to the largest accepted quantity (docs/design/release.md#gates).
 */
export const calculationLinesSum = gateOfPlan('calculation.lines_sum', FAULTS, (tested, { record }) => {
  const findings = new Map<string, Found<F>[]>()
  let checked = 0
  const look = (path: string, draft: Draft, summedIn: () => Summed | null): void => {
    checked += 1
    if (findings.has(path)) return
    const summed = summedIn()
    const found = summed === null ? [] : problemsOf(summed).map((fault) => failing(path, ...fault, draftText(draft)))
    if (found.length > 0) findings.set(path, found)
  }
  for (const { case_id: id, inputs } of record.cases) look(`cases/${id}`, inputs, () => caseSummed(tested, inputs))
  for (const domain of domainsOf(record)) {
    for (const { fit, draft, outcome } of probed(tested, domain))
      look(`rows/${fit.row.row_id}`, draft, () => (outcome.ok ? summedOf(outcome) : null))
  }
  return { checked, findings: [...findings.values()].flat() }
})
