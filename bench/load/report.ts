import { tableRow } from '../../scripts/markdown.ts'
import { numberText } from '../support/report.ts'
import type { LoadOutcome, LoadPlan } from './run.ts'
import { answersOf, latenessOf, overLimit, type Quantiles, quantilesOf } from './summary.ts'

/** Violated requirements after a run, in words; empty if there are none. */
export function faultsOf({ run, recomputed, chain }: LoadOutcome, { limits }: LoadPlan): string[] {
  const unexpected = answersOf(run.sent).filter(({ verdict }) => verdict === 'wrong')
  const over = overLimit(ofKind(run.sent, 'over its limit'), limits)
  return [
    ...recomputed.wrong.map((wrong) => `wrong amount: ${wrong}`),
    ...unexpected.map(({ kind, status, code, count }) => `${kind}: ${count} answers of ${status} ${code ?? ''}`),
    ...(over === 0 ? [] : [`${over} times more was admitted in a window than the key may have`]),
    ...(chain.ok ? [] : ['the event log is not intact']),
    ...(recomputed.bills === 0 ? ['no bill was recomputed'] : []),
  ]
}

const ofKind = <T extends { readonly kind: string }>(all: readonly T[], name: string): T[] =>
  all.filter(({ kind }) => kind === name)

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => [
  tableRow(head),
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map(tableRow),
  '',
]

const ms = (value: number): string => numberText(value)
const quantileCells = ({ count, p50, p99, p999, most }: Quantiles): (string | number)[] => [
  count.toLocaleString('en'),
  ms(p50),
  ms(p99),
  ms(p999),
  ms(most),
]

/** A run as a page of Markdown. `conditions`: of the machine, in a sentence or two. */
export function reportOf(outcome: LoadOutcome, plan: LoadPlan, conditions: readonly string[]): string {
  const { run, recomputed, promotions, memory, releases } = outcome
  const faults = faultsOf(outcome, plan)
  const kinds = [...new Set(run.sent.map(({ kind }) => kind))].sort()
  const limited = ofKind(run.sent, 'over its limit')
  const over = overLimit(limited, plan.limits)
  const admitted = limited.filter(({ status }) => status === 200).length
  const late = latenessOf(run.sent)
  const away = answersOf(run.sent).reduce((sum, { verdict, count }) => sum + (verdict === 'turned away' ? count : 0), 0)
  const memoryAt = memory.filter((_, index) => index % Math.max(1, Math.floor(memory.length / 10)) === 0)
  const lines = [
    '# Everything at once',
    '',
    `Written by \`npm run load -- --docs --rate ${plan.rate} --seconds ${plan.seconds} --seed ${plan.seed}\`; do not edit by hand.`,
    '',
    `One API process, Postgres, Valkey and a worker as \`npm start\` has them; ${releases} releases; ${plan.rate} requests a second for ${plan.seconds} s, seed ${plan.seed}. The loop is open: each request is sent at a moment fixed before, whether or not earlier ones are answered, and its latency counts from that moment.`,
    '',
    ...conditions,
    '',
    '## Outcome',
    '',
    ...(faults.length === 0 ? ['Everything that must hold held.'] : faults.map((fault) => `- **${fault}**`)),
    '',
    `- ${away.toLocaleString('en')} of ${run.sent.length.toLocaleString('en')} requests (${((away / run.sent.length) * 100).toPrecision(2)} %) were turned away with 503, a reason and \`Retry-After\`; ${faults.length === 0 ? 'every other answer is what the contract has for its request' : 'faults are named above'}.`,
    `- ${recomputed.bills.toLocaleString('en')} bills, of one in ${plan.keepEvery} answers that carry amounts, were recomputed by the reference evaluator from the record of the release that the answer names: ${recomputed.wrong.length} wrong.`,
    `- A key of ${plan.limits.perMinute} requests a minute and ${plan.limits.burst} in ten seconds asked ${limited.length.toLocaleString('en')} times and was admitted ${admitted} times, ${over === 0 ? 'in no window more often than it may' : '**in a window more often than it may**'}.`,
    `- ${promotions.map(({ name, atMs }) => `${name} was promoted after ${Math.round(atMs / 1000)} s`).join('; ')}. Its bills were asked throughout.`,
    `- The event log is ${outcome.chain.ok ? 'intact' : '**not intact**'}.`,
    '',
    '![latency, failures and memory over the run](load.svg)',
    '',
    '## Latency',
    '',
    'Milliseconds from the planned moment to the last byte.',
    '',
    ...table(
      ['requests', 'count', 'p50', 'p99', 'p99.9', 'longest'],
      [
        ['all', ...quantileCells(quantilesOf(run.sent))],
        ...kinds.map((kind) => [kind, ...quantileCells(quantilesOf(ofKind(run.sent, kind)))]),
        ['how late the generator sent', ...quantileCells(late)],
      ],
    ),
    '## Answers',
    '',
    ...table(
      ['requests', 'status', 'code', 'count', ''],
      answersOf(run.sent)
        .sort((a, b) => a.kind.localeCompare(b.kind) || a.status - b.status || b.count - a.count)
        .map(({ kind, status, code, count, verdict }) => [
          kind,
          status === 0 ? 'none' : status,
          code ?? '',
          count.toLocaleString('en'),
          verdict === 'meant' ? '' : verdict,
        ]),
    ),
    '## Memory',
    '',
    ...(memory.length === 0
      ? ['Not known: there is no /proc here.']
      : table(
          ['after', ...memoryAt.map(({ atMs }) => `${Math.round(atMs / 1000)} s`)],
          [['resident, MB', ...memoryAt.map(({ mb }) => Math.round(mb))]],
        )),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}
