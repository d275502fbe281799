import { figuresOfProration } from '../../record/figures.ts'
import type { Grade } from '../../record/grade.ts'
import type { ProrationRule } from '../../record/rules.ts'
import type { Inputs } from '../given-inputs.ts'
import type { Fraction } from '../types.ts'
import { CompileError } from './compile-error.ts'
import { compare, fraction, fromDecimal, ZERO } from './fraction.ts'
import { isHeldFigure } from './holds.ts'
import { constant, type Num, product, quotient, rounded } from './number.ts'

/** The days and the whole months of a bill, read by a prorated category in addition to the request's own inputs. */
export const PERIOD_DAYS = 'bill_period.days'
export const PERIOD_MONTHS = 'bill_period.months'

/** True for a bill with given days that are taken into account. */
export const isProrated = ({ values }: Inputs): boolean => values[PERIOD_DAYS] !== undefined

/** A compiled proration rule: the factor for edges and charges that are for one month. */
export type Proration = {
  readonly rule: ProrationRule
  readonly factor: Num
  readonly figures: readonly { readonly path: string; readonly grade: Grade }[]
  /** An edge or bound of a quantity, by the quantity's name. */
  edge(of: string | null, edge: Num): Num
  /** In words, for how long edges of a quantity are printed; empty if they are not scaled. */
  periodOf(of: string | null): string
  /** The factor of a charge for one month of a quantity; null: the charge is for the whole bill. */
  times(chargeId: string, per: string | null): Num | null
}

const MOST_DAYS = 366

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
  const exact = base === null ? counted(PERIOD_MONTHS) : quotient(counted(PERIOD_DAYS), constant(baseOf(base, path)))
  if (round === null) return exact
  const step = fromDecimal(round.step)
  if (compare(step, ZERO) <= 0) throw new CompileError(path, `rounds to ${round.step}; a step must be above 0`)
  return rounded(exact, step, round.op)
}

function baseOf(figure: NonNullable<ProrationRule['base_days']>, path: string): Fraction {
  if (figure.value === null || isHeldFigure(figure)) throw new CompileError(path, 'its days of a month are held')
  const days = fromDecimal(figure.value)
  if (compare(days, ZERO) <= 0) throw new CompileError(path, 'the days of a month must be above 0')
  return days
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
  return {
    rule,
    factor,
    figures: figuresOfProration(rule).map(({ path: at, figure }) => ({ path: at, grade: figure.grade })),
    edge: (of, edge) => (of !== null && edges.has(of) ? product(edge, factor) : edge),
    periodOf: (of) => {
      if (of === null || !edges.has(of)) return ''
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
