import type { ReleaseRecord } from '../../releases/record/record.ts'
import { type Draft, draftText } from './calculation/draft.ts'
import { engineSums, gateOfPlan, type Sums, type Tested } from './calculation/outcome.ts'
import { type Found, failing } from './gate.ts'
import { type Domain, domainsOf } from './requests/domains.ts'
import { edgesAt } from './requests/edges.ts'
import { fitsOf } from './requests/fitting.ts'
import { pointsAt, variantsOf, variedDraft, withQuantity } from './requests/probes.ts'
import { type Random, seededRandom } from './requests/random.ts'
import { isBlank } from './text/blank.ts'

const FAULTS = ['not_compiled', 'base_falls', 'payable_falls', 'declared_nothing', 'declared_uncited'] as const
type F = (typeof FAULTS)[number]

/** Points between the edges: about a hundred, and some of any size. */
const GENERATED_POINTS = 40

function gridOf(edges: readonly number[], generated: readonly number[], largest: number, step: number): number[] {
  const billed = generated.map((milli) => Math.floor(milli / step) * step)
  return [...new Set([...pointsAt(edges, largest, step), ...billed])].sort((a, b) => a - b)
}

type Cost = Sums & { readonly draft: Draft }

/** The first adjacent pair of a grid where more units cost less. */
function drop(costs: readonly Cost[]): [fault: F, less: Cost, more: Cost] | null {
  for (const [index, more] of costs.entries()) {
    const less = costs[index - 1]
    if (less === undefined) continue
    if (more.linesPaise < less.linesPaise) return ['base_falls', less, more]
    if (less.finalPaise !== null && more.finalPaise !== null && more.finalPaise < less.finalPaise)
      return ['payable_falls', less, more]
  }
  return null
}

const UNITS: ReadonlySet<string> = new Set(['energy_units'])

const amounts = ({ linesPaise: lines, finalPaise: final }: Sums): string =>
  final === null ? `${lines} paise` : `${lines} paise, payable ${final}`

function checkDomain(tested: Tested, domain: Domain, random: Random) {
  const findings: Found<F>[] = []
  let checked = 0
  const largest = domain.quantities.get('energy_units') ?? 0
  for (const fit of fitsOf(domain).fits) {
    const generated = Array.from({ length: GENERATED_POINTS }, (_, index) =>
      index % 2 === 0 ? random.below(1_000_000) : random.below(largest + 1),
    )
    for (const variant of variantsOf(domain, fit)) {
      // Zones keep their units as the bill grows; additional units go to the last zone.
      const draft = variedDraft(domain, fit, variant)
      const grid = gridOf(edgesAt(domain, draft, UNITS).get('energy_units') ?? [], generated, largest, domain.unitStep)
      const costs = grid.flatMap((units): Cost[] => {
        const asked = withQuantity(domain, draft, 'energy_units', units)
        const sums = engineSums(tested, asked)
        return sums === null ? [] : [{ draft: asked, ...sums }]
      })
      checked += costs.length
      const fallen = drop(costs)
      if (fallen === null) continue
      const [fault, less, more] = fallen
      const expected = `more units cost no less than ${amounts(less)} (${draftText(less.draft)}), unless declared`
      findings.push(failing(`rows/${fit.row.row_id}`, fault, expected, amounts(more), draftText(more.draft)))
      break
    }
  }
  return { checked, findings }
}

/** A declaration exempts a category from the check, so it names a category and its evidence. */
function checkDeclarations(record: ReleaseRecord): Found<F>[] {
  const { categories, declared_non_monotonic: declared } = record
  const codes = new Set(categories.map((category) => category.subcategory_code))
  return declared.flatMap(({ subcategory_code: code, citation }) => {
    const path = `declared_non_monotonic/${code}`
    return [
      ...(codes.has(code) ? [] : [failing(path, 'declared_nothing', 'a subcategory code of this release', code)]),
      ...(isBlank(citation)
        ? [failing(path, 'declared_uncited', 'the citation of the schedule that says so', 'it is blank')]
        : []),
    ]
  })
}

/**
 * Gate 22: along a grid of units (every edge and a thousandth either side, and generated points), more units never cost
 * less, in base tariff or in final payable, unless the schedule says so and the release declares and cites it
 * (docs/design/release.md#gates).
 */
export const calculationMonotonic = gateOfPlan(
  'calculation.monotonic',
  FAULTS,
  (tested, { record }, { seed }) => {
    const declared = new Set(record.declared_non_monotonic.map((each) => each.subcategory_code))
    const random = seededRandom(seed)
    const results = domainsOf(record)
      .filter(({ category }) => !declared.has(category.subcategory_code))
      .map((domain) => checkDomain(tested, domain, random))
    const checked = results.reduce((sum, each) => sum + each.checked, 0)
    const findings = [...checkDeclarations(record), ...results.flatMap((each) => each.findings)]
    return { checked: checked + declared.size, findings }
  },
  { heavy: true },
)
