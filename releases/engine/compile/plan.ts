import type { ReleaseRecord } from '../../record/record.ts'
import { compileFppas } from '../fppas.ts'
import { compileSubsidy } from '../subsidy.ts'
import { type CategoryPlan, compileCategory } from './category.ts'

/** A component held at run time by `release hold`: its path in the record and the reason given. */
export type Hold = { readonly component: string; readonly reason: string }

/** A release ready to calculate. It holds no figure that is not verified. */
export type Plan = {
  readonly releaseId: string
  readonly stateCode: string
  readonly categories: readonly CategoryPlan[]
  /** The category of a licensee (or of the whole state), by subcategory code. */
  find(licenseeCode: string | null, subcategoryCode: string): CategoryPlan | null
  /** Codes a caller may choose from, for a licensee (null: all). */
  available(licenseeCode: string | null): string[]
}

/**
 * Compiles a release record with the holds on it. Pure: the same record and holds give the same plan.
 * Throws CompileError when the record uses what the engine does not have.
 */
export function compilePlan(record: ReleaseRecord, holds: readonly Hold[] = []): Plan {
  const runtime = new Map(holds.map(({ component, reason }) => [component, reason]))
  const listed = new Set(record.component_holds.map(({ path }) => path))
  const lookup = { runtime: (path: string) => runtime.get(path) ?? null, listed: (path: string) => listed.has(path) }
  const isHeld = (path: string): boolean => runtime.has(path)
  const { subsidy: scheme, fppas_periods: periods } = record.rules
  const subsidy = scheme === null ? null : compileSubsidy(scheme, isHeld('rules/subsidy'))
  const fppas = compileFppas(periods, isHeld)
  const categories = record.categories.map((category) => compileCategory(record, category, lookup, subsidy, fppas))

  const byLicensee = new Map<string | null, Map<string, CategoryPlan>>()
  for (const category of categories) {
    const codes = byLicensee.get(category.licenseeCode) ?? new Map<string, CategoryPlan>()
    if (!codes.has(category.code)) codes.set(category.code, category)
    byLicensee.set(category.licenseeCode, codes)
  }
  const statewide = byLicensee.get(null)
  return {
    releaseId: record.release_id,
    stateCode: record.state_code,
    categories,
    find: (licensee, code) =>
      statewide?.get(code) ?? (licensee === null ? null : (byLicensee.get(licensee)?.get(code) ?? null)),
    available: (licensee) => [
      ...new Set(
        categories
          .filter(
            (category) => category.licenseeCode === null || licensee === null || category.licenseeCode === licensee,
          )
          .map(({ code }) => code),
      ),
    ],
  }
}
