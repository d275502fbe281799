import { table } from '../../scripts/markdown.ts'
import { numberText } from '../support/report.ts'
import type { Limits } from '../support/stack.ts'
import { judge, type Verdict } from './mix.ts'
import type { Sent } from './open-loop.ts'
import type { LoadOutcome, LoadPlan } from './run.ts'

/** Violated requirements after a run, as messages; empty if there are none. */
export function faultsOf({ run, recomputed, chain }: LoadOutcome, { limits }: LoadPlan): string[] {
  const unexpected = answersOf(run.sent).filter(({ verdict }) => verdict === 'wrong')
  const over = overLimit(ofKind(run.sent, 'over its limit'), limits)
  return [
    ...recomputed.wrong.map((wrong) => `wrong amount: ${wrong}`),
    ...unexpected.map(({ kind, status, code, count }) => `${kind}: ${count} answers of ${status} ${code ?? ''}`),
    ...(over === 0 ? [] : [`${over} more requests were admitted in a window than the key's limit`]),
    ...(chain.ok ? [] : ['the event log is not intact']),
    ...(recomputed.bills === 0 ? ['no bill was recomputed'] : []),
  ]
}

const ofKind = <T extends { readonly kind: string }>(all: readonly T[], name: string): T[] =>
  all.filter(({ kind }) => kind === name)

const quantileCells = ({ count, p50, p99, p999, most }: Quantiles): (string | number)[] => [
  count.toLocaleString('en'),
  ...[p50, p99, p999, most].map(numberText),
]

/** A run as a page of Markdown. `conditions` describes the machine in a sentence or two. */
export function reportOf(outcome: LoadOutcome, plan: LoadPlan, conditions: readonly string[]): string {
  const { run, recomputed, promotions, memory, releases } = outcome
  const faults = faultsOf(outcome, plan)
  const kinds = [...new Set(run.sent.map(({ kind }) => kind))].sort()
  const limited = ofKind(run.sent, 'over its limit')
  const over = overLimit(limited, plan.limits)
  const admitted = limited.filter(({ status }) => status === 200).length
  const late = latenessOf(run.sent)
  const rejected = answersOf(run.sent).reduce(
    (sum, { verdict, count }) => sum + (verdict === 'rejected' ? count : 0),
    0,
  )
  const memoryAt = memory.filter((_, index) => index % Math.max(1, Math.floor(memory.length / 10)) === 0)
  const lines = [
    '# Load test',
    '',
    `Written by \`npm run load -- --docs --rate ${plan.rate} --seconds ${plan.seconds} --seed ${plan.seed}\`; do not edit by hand.`,
    '',
    `One API process, Postgres, Valkey and a worker as \`npm start\` starts them; ${releases} releases; ${plan.rate} requests a second for ${plan.seconds} s, seed ${plan.seed}. The load is an open loop: each request has a planned time and is sent then, whether or not earlier ones are answered. Latency is measured from the planned time.`,
    '',
    ...conditions,
    '',
    '## Outcome',
    '',
    ...(faults.length === 0 ? ['All requirements were met.'] : faults.map((fault) => `- **${fault}**`)),
    '',
    `- ${rejected.toLocaleString('en')} of ${run.sent.length.toLocaleString('en')} requests (${((rejected / run.sent.length) * 100).toPrecision(2)} %) were rejected with 503, a reason and \`Retry-After\`; ${faults.length === 0 ? 'every other answer is the one that the contract defines for its request' : 'faults are named above'}.`,
    `- ${recomputed.bills.toLocaleString('en')} bills, from one in ${plan.keepEvery} answers with amounts, were recalculated by the reference evaluator from the record of the release that the answer names: ${recomputed.wrong.length} wrong.`,
    `- A key limited to ${plan.limits.perMinute} requests a minute and ${plan.limits.burst} in ten seconds sent ${limited.length.toLocaleString('en')} requests, of which ${admitted} were admitted, ${over === 0 ? 'in no window more than its limit' : '**in a window more than its limit**'}.`,
    `- ${promotions.map(({ name, atMs }) => `${name} was promoted after ${Math.round(atMs / 1000)} s`).join('; ')}. Its bills were requested throughout.`,
    `- The event log is ${outcome.chain.ok ? 'intact' : '**not intact**'}.`,
    '',
    '![latency, failures and memory over the run](load.svg)',
    '',
    '## Latency',
    '',
    'Milliseconds from the planned time to the last byte.',
    '',
    ...table(
      ['requests', 'count', 'p50', 'p99', 'p99.9', 'maximum'],
      [
        ['all', ...quantileCells(quantilesOf(run.sent))],
        ...kinds.map((kind) => [kind, ...quantileCells(quantilesOf(ofKind(run.sent, kind)))]),
        ['delay of the generator', ...quantileCells(late)],
      ],
    ),
    '',
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
    '',
    '## Memory',
    '',
    ...(memory.length === 0
      ? ['Not known: this system has no /proc.']
      : table(
          ['after', ...memoryAt.map(({ atMs }) => `${Math.round(atMs / 1000)} s`)],
          [['resident, MB', ...memoryAt.map(({ mb }) => Math.round(mb))]],
        )),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

/** Quantiles of latency in milliseconds. */
type Quantiles = {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly p999: number
  readonly most: number
}

/** From the planned time to the last byte of the answer, by nearest rank. */
export function quantilesOf(sent: readonly Sent[]): Quantiles {
  const took = sent.map(({ plannedMs, answeredMs }) => answeredMs - plannedMs).sort((a, b) => a - b)
  const at = (share: number): number => took[Math.max(0, Math.ceil(took.length * share) - 1)] ?? Number.NaN
  return { count: took.length, p50: at(0.5), p99: at(0.99), p999: at(0.999), most: at(1) }
}

/** How late requests were sent: the load generator's own share of the latencies. */
function latenessOf(sent: readonly Sent[]): Quantiles {
  return quantilesOf(sent.map((each) => ({ ...each, answeredMs: each.sentMs })))
}

export type Answered = {
  readonly kind: string
  readonly status: number
  readonly code: string | null
  readonly count: number
  readonly verdict: Verdict
}

export function answersOf(sent: readonly Sent[]): Answered[] {
  const groups = Map.groupBy(sent, ({ kind, status, code }) => JSON.stringify([kind, status, code]))
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { kind, status, code } = first
    return [{ kind, status, code, count: 1 + others.length, verdict: judge(kind, status, code) }]
  })
}

const MINUTE_MS = 60_000
const BURST_MS = 10_000

/**
 * How often a key was admitted more than its limit allows, as far as its caller can tell. Each request was decided
 * between its sending and its answer. So of `limit` + 1 consecutive admitted requests, the first must have been sent at
 * least a window before the last was answered; otherwise more than the limit were admitted in one window.
 */
export function overLimit(sent: readonly Sent[], { perMinute, burst }: Limits): number {
  const admitted = sent.filter(({ status }) => status === 200)
  const sentAt = admitted.map(({ sentMs }) => sentMs).sort((a, b) => a - b)
  const answeredAt = admitted.map(({ answeredMs }) => answeredMs).sort((a, b) => a - b)
  const over = (limit: number, windowMs: number): number =>
    sentAt.filter((at, index) => {
      const last = answeredAt[index + limit]
      return last !== undefined && last - at < windowMs
    }).length
  return over(perMinute, MINUTE_MS) + over(burst, BURST_MS)
}
