import { table } from '../markdown.ts'
import { AREAS } from './areas.ts'
import { EQUIVALENTS } from './equivalents.ts'
import { type Mutation, nameOf } from './mutations.ts'
import type { Verdict } from './verdicts.ts'

export type Judged = { readonly area: string; readonly mutation: Mutation } & Pick<Verdict, 'noticed'>

/** Required percentage of detected mutations, without equivalent ones. */
const AT_LEAST = 95

const isNoticed = ({ noticed }: Judged): boolean => noticed === 'by a test' || noticed === 'by time'
const countsOf = (judged: readonly Judged[]) => {
  const that = judged.filter(({ noticed }) => noticed !== 'equivalent')
  return { all: that.length, noticed: that.filter(isNoticed).length }
}

/** Whether enough were detected. */
export function hasHeld(judged: readonly Judged[]): boolean {
  const { all, noticed } = countsOf(judged)
  return 100 * noticed >= AT_LEAST * all
}

/** A run of `npm run mutate` as a page of Markdown. */
export function mutationReport(
  judged: readonly Judged[],
  { seed, conditions }: { readonly seed: number; readonly conditions: string },
): string {
  const { all, noticed } = countsOf(judged)
  const share = all === 0 ? '–' : `${((100 * noticed) / all).toFixed(1)} %`
  const code = (text: string): string => `\`${text.replaceAll('`', "'")}\``
  const rows = AREAS.map(({ name, sources, share: part }) => {
    const counts = countsOf(judged.filter(({ area }) => area === name))
    return [name, sources.map(code).join(', '), part, counts.all, counts.noticed]
  })
  const survivors = judged.filter((each) => each.noticed === 'no').map(({ mutation }) => `- ${code(nameOf(mutation))}`)
  const equivalents = EQUIVALENTS.map(({ file, within, change, reason }) => [
    code(file),
    code(within),
    code(change),
    reason,
  ])
  return [
    '# What tests notice',
    '',
    'Written by `npm run mutate -- --docs`; do not edit by hand. Each mutation is one small wrong change, drawn by the seed and',
    'made alone in a copy of the tree; one of the tests that run the changed line has to fail by it, or they come to no end.',
    '',
    `Seed ${seed}. ${conditions}`,
    '',
    `**${noticed} of ${all} were noticed: ${share}**, at least ${AT_LEAST} % have to be. By time: ${judged.filter((each) => each.noticed === 'by time').length}.`,
    '',
    ...table(['part', 'code', 'percent of the sample', 'mutations', 'noticed'], rows),
    '',
    '## Not noticed',
    '',
    ...(survivors.length === 0 ? ['None.'] : survivors),
    '',
    '## Equivalent',
    '',
    'Changes of this or another sample that change nothing anybody could see; they are not counted.',
    '',
    ...table(['file', 'line', 'change', 'why nothing follows from it'], equivalents),
    '',
  ].join('\n')
}
