import type { LostAnswers } from '../../pipeline/lifecycle/lost-answers.ts'
import { counted } from '../../releases/record/counted.ts'
import { plan } from '../operations/lifecycle.ts'
import { endsProduction, type PromotionPlan } from '../operations/promotion-plan.ts'
import type { CliContext } from './context.ts'
import { type Result, wrapped } from './output.ts'

const WIDTH = 100

const listed = (codes: readonly string[]): string[] =>
  codes.map((code, index) => (index + 1 < codes.length ? `${code},` : code))

const lossOf = ({ licensee_code: _whose, ...what }: LostAnswers): string => JSON.stringify(what)

/** Losses shared by several licensees. */
function lostLines(alike: readonly LostAnswers[]): string[] {
  const [first] = alike
  if (first === undefined) return []
  const { from, to, subcategory_codes: codes, partly } = first
  const when = from === null ? 'asked without a date' : `${from} to ${to}`
  const named = alike.flatMap(({ licensee_code: licensee }) => licensee ?? [])
  const unnamed = alike.some(({ licensee_code }) => licensee_code === null)
  const part = (what: string, some: readonly string[]): string[] =>
    some.length === 0
      ? []
      : [
          `    ${when}: ${counted(some.length, 'category', 'categories')} ${what}`,
          ...(named.length === 0
            ? []
            : wrapped(
                ['for', ...listed(named), ...(unnamed ? ['and', 'requests', 'that', 'name', 'none'] : [])],
                '      ',
                WIDTH,
              )),
          ...wrapped(listed(some), '        ', WIDTH),
        ]
  return [...part('without an answer', codes), ...part('with a figure that is now held', partly)]
}

/** A plan as readable text, with lines of at most 100 columns. */
export function planText(change: PromotionPlan): string {
  const { release_id, revision, scope, stage, stage_before, effective_from: from, effective_to: to } = change
  const { leaves, holds, loses } = change
  return [
    `${release_id}@${revision} serves ${scope} from ${from} to ${to} at stage ${stage}`,
    ...(stage_before === null || stage_before === stage ? [] : [`  until now at stage ${stage_before}`]),
    ...leaves.map(
      (one) =>
        `  out of service: ${one.release_id}@${one.revision} (${one.effective_from} to ${one.effective_to}, stage ${one.stage})`,
    ),
    ...(endsProduction(change)
      ? [
          `  warning: ${scope} goes from stage production to stage ${stage}; for production, people must`,
          '    open, attest, review and approve a revision, and promote it with --stage production',
        ]
      : []),
    ...holds.map(({ component, reason }) => `  stays held: ${component} (${reason})`),
    ...(loses.length === 0
      ? ['  no day, licensee or category loses its answer']
      : ['  loses its answer:', ...[...Map.groupBy(loses, lossOf).values()].flatMap(lostLines)]),
  ].join('\n')
}

/** `release plan`: what a promotion would change in service. */
export async function showPlan(
  { pool, wouldSign }: CliContext,
  id: string,
  scope: string | null,
  stage: 'reference' | 'production' | null,
): Promise<Result> {
  const change = await plan({ pool, actor: await wouldSign() }, id, scope, stage)
  return { data: change, text: planText(change) }
}
