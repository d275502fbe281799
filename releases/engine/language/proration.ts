import type { Figure } from '../../record/figure.ts'
import { figuresOfProration } from '../../record/figures.ts'
import type { Grade } from '../../record/grade.ts'
import type { ProrationRule } from '../../record/rules.ts'
import type { Inputs } from '../given-inputs.ts'
import type { Fraction } from '../types.ts'
import { CompileError } from './compile-error.ts'
import { compare, fraction, fromDecimal, multiply, ZERO } from './fraction.ts'
import { isHeldFigure } from './holds.ts'
import { constant, type Num, product, quotient, rounded } from './number.ts'

/** The days and the whole months of a bill, read by a prorated category in addition to the request's own inputs. */
export const PERIOD_DAYS = 'bill_period.days'
export const PERIOD_MONTHS = 'bill_period.months'

/** True for a bill of which the days or months are taken into account. */
export const isProrated = ({ values }: Inputs): boolean =>
  values[PERIOD_DAYS] !== undefined || values[PERIOD_MONTHS] !== undefined

/** A compiled proration rule: the factor for edges and charges that are for one month. */
export type Proration = {
  readonly rule: ProrationRule
  readonly factor: Num
  /** Of edges: the factor ÷ the months that they are printed for. */
  readonly edgeFactor: Num
  /** The days or months of a bill of which none are given: those that the slabs are for; null: one month. */
  readonly assumed: Readonly<Record<string, number>> | null
  readonly figures: readonly { readonly path: string; readonly grade: Grade }[]
  /** An edge or bound of a quantity, by the quantity's name. */
  edge(of: string | null, edge: Num): Num
  /** In words, for how long edges of a quantity are printed; empty if they are not scaled. */
  periodOf(of: string | null): string
  /** The factor of a charge for one month of a quantity; null: the charge is for the whole bill. */
  times(chargeId: string, per: string | null): Num | null
}

const MOST_DAYS = 366
const ONE = fraction(1n)

function counted(name: string): Num {
  const whole = ({ values }: Inputs): number => {
    const given = values[name]
    return typeof given === 'number' ? given : Number.NaN
  }
  return {
    read: (inputs, to) => to.set(whole(inputs), 1),
    fixed: null,
    low: fraction(1n),
    high: fraction(BigInt(MOST_DAYS)),
    isOpen: false,
  }
}

function factorOf({ method, base_days: base, round, rule_id }: ProrationRule): Num {
  const path = `rules/proration/${rule_id}`
  if ((method === 'by_days') !== (base !== null))
    throw new CompileError(path, 'base_days is needed for by_days, and only for it')
  const days = 'its days of a month'
  const exact =
    base === null ? counted(PERIOD_MONTHS) : quotient(counted(PERIOD_DAYS), constant(lengthOf(base, path, days)))
  if (round === null) return exact
  const step = fromDecimal(round.step)
  if (compare(step, ZERO) <= 0) throw new CompileError(path, `rounds to ${round.step}; a step must be above 0`)
  return rounded(exact, step, round.op)
}

function lengthOf(figure: Figure, path: string, what: string): Fraction {
  if (figure.value === null || isHeldFigure(figure)) throw new CompileError(path, `${what} are held`)
  const length = fromDecimal(figure.value)
  if (compare(length, ZERO) <= 0) throw new CompileError(path, `${what} must be above 0`)
  return length
}

/** The days or months that slabs of several months are for. */
function slabsOf(
  { method, base_days: base, edges_of: edges }: ProrationRule,
  months: Fraction,
  path: string,
): Proration['assumed'] {
  if (edges.length === 0) throw new CompileError(path, 'slab_months is for edges: name what they divide in edges_of')
  const days = base === null ? ONE : fromDecimal(base.value ?? '')
  const length = multiply(months, days)
  if (months.n % months.d !== 0n || length.n % length.d !== 0n || compare(months, ONE) <= 0)
    throw new CompileError(path, 'slab_months must be a whole number above 1, and so must its days')
  return { [method === 'by_days' ? PERIOD_DAYS : PERIOD_MONTHS]: Number(length.n / length.d) }
}

/** Compiles a rule; `knows` says whether a quantity or input has a name, and whether a charge has an id. */
export function compileProration(
  rule: ProrationRule,
  knows: { quantity(name: string): boolean; charge(id: string): boolean },
): Proration {
  const path = `rules/proration/${rule.rule_id}`
  const unknown = rule.edges_of.find((name) => !knows.quantity(name))
  if (unknown !== undefined) throw new CompileError(path, `${unknown} is neither a quantity nor an input`)
  const charge = rule.monthly.find((id) => !knows.charge(id))
  if (charge !== undefined) throw new CompileError(path, `no category that it applies to has a charge ${charge}`)
  const [edges, monthly] = [new Set(rule.edges_of), new Set(rule.monthly)]
  const factor = factorOf(rule)
  const months = rule.slab_months === undefined ? null : lengthOf(rule.slab_months, path, 'the months of its slabs')
  const edgeFactor = months === null ? factor : quotient(factor, constant(months))
  return {
    rule,
    factor,
    edgeFactor,
    assumed: months === null ? null : slabsOf(rule, months, path),
    figures: figuresOfProration(rule).map(({ path: at, figure }) => ({ path: at, grade: figure.grade })),
    edge: (of, edge) => (of !== null && edges.has(of) ? product(edge, edgeFactor) : edge),
    periodOf: (of) => {
      if (of === null || !edges.has(of)) return ''
      if (months !== null) return ` in ${rule.slab_months?.value} months`
      return rule.base_days === null ? ' a month' : ` in ${rule.base_days.value} days`
    },
    times: (id, per) => {
      if (!monthly.has(id)) return null
      if (per !== null && edges.has(per))
        throw new CompileError(
          path,
          `${id} is in monthly and ${per}, which it is for, in edges_of: only one grows with the days`,
        )
      return factor
    },
  }
}

/** The rule for a licensee and category; null if no rule is cited. */
export function prorationRuleOf(
  rules: readonly ProrationRule[] | undefined,
  code: string,
  licenseeCode: string | null,
): ProrationRule | null {
  const found = rules?.find(
    ({ applies_to: codes, licensees }) =>
      (codes.length === 0 || codes.includes(code)) &&
      (licensees.length === 0 || (licenseeCode !== null && licensees.includes(licenseeCode))),
  )
  return found ?? null
}
