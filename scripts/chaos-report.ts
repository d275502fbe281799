import { COUNTED, type Counted } from '../test/faults/support/counted.ts'
import type { VitestReport } from '../test/support/tally.ts'
import { table } from './markdown.ts'

/** Injected faults, by test file. */
export const CHAOS_PARTS = [
  ['test/faults/worker-killed.int.test.ts', 'Workers killed by SIGKILL in a gate run'],
  ['test/faults/redis-lost.int.test.ts', 'Redis killed or emptied in a gate run'],
  ['test/services/api/limits/outage.int.test.ts', 'Redis killed or frozen below the limits of an API'],
  ['test/faults/limits-two-instances.int.test.ts', 'Redis killed below the limits of two APIs'],
  ['test/faults/redis-cluster.int.test.ts', 'A cluster: failover, emptied, all of it gone'],
  ['test/faults/postgres-lost.int.test.ts', 'Postgres restarted, killed, frozen, without a connection to be had'],
  ['test/faults/replica.int.test.ts', 'Postgres killed, its replica promoted'],
  ['test/faults/disk-full.int.test.ts', 'The disk of Postgres full'],
  ['test/faults/home-broken.int.test.ts', 'A home that is read-only or full'],
  ['test/faults/descriptors.int.test.ts', 'Clients that would have all descriptors of an API'],
  ['test/faults/clock-steps.int.test.ts', 'Clocks that jump by an hour (injected)'],
  ['test/faults/processes.int.test.ts', 'API processes killed, and replaced under load'],
  ['test/faults/instances-follow.int.test.ts', 'Promotions, holds and revocations under load'],
  ['test/pipeline/relay/relay.int.test.ts', 'Relays that run at once'],
  ['test/pipeline/commands/run-command.int.test.ts', 'Commands given many times at once'],
  ['test/pipeline/event-log/append-races.int.test.ts', 'Writers that race for the log'],
  ['test/services/standalone/start.e2e.test.ts', 'npm start: each of its children killed'],
] as const

type Test = VitestReport['testResults'][number]['assertionResults'][number]

const testsOf = (report: VitestReport | null): readonly Test[] =>
  report?.testResults.flatMap((file) => file.assertionResults) ?? []

/** Whether nothing failed, inside or outside the tests. */
export function hasHeld(report: VitestReport | null): boolean {
  return report?.testResults.every(({ status }) => status === 'passed') ?? false
}

function outcomeOf({ status, meta }: Test): string {
  if (status === 'passed') return 'held'
  return status === 'failed' ? '**did not hold**' : `skipped: ${meta.skipReason ?? 'no reason given'}`
}

const measuredOf = ({ meta }: Test): readonly string[] =>
  Array.isArray(meta['measured']) ? meta['measured'].map(String) : []

/** The sums of what all tests did and checked. */
function sumsOf(tests: readonly Test[]): (readonly [what: string, sum: number])[] {
  const sum = (name: Counted): number =>
    tests.reduce(
      (total, { meta }) => total + Number((meta['counted'] as Partial<Record<Counted, number>>)?.[name] ?? 0),
      0,
    )
  return (Object.keys(COUNTED) as Counted[]).map((name) => [COUNTED[name], sum(name)] as const)
}

/** A run of `npm run chaos` as a page of Markdown. `report`: vitest's own, null if it wrote none. */
export function chaosReport(
  report: VitestReport | null,
  { seed, conditions }: { readonly seed: string; readonly conditions: string },
): string {
  const tests = testsOf(report)
  const count = (status: string): number => tests.filter((test) => test.status === status).length
  const broken =
    report?.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
    ) ?? []
  const skipped = tests.length - count('passed') - count('failed')
  const counts = [
    ['tests that held', count('passed')] as const,
    ['tests that did not', count('failed') + broken.length] as const,
    ['tests skipped, with a reason', skipped] as const,
    ...sumsOf(tests),
  ].map(([what, number]) => [what, number.toLocaleString('en')])
  const lines = [
    '# Broken on purpose',
    '',
    'Written by `npm run chaos -- --docs`; do not edit by hand. The same tests run in `npm run test:nightly`, and most of them in `npm test`, with fewer trials.',
    '',
    `Seed ${seed}. ${conditions}`,
    '',
    '## Outcome',
    '',
    hasHeld(report)
      ? 'What must hold after each of these held: no event that was said to be written is lost, no verdict is there twice, no amount is wrong, no limit is passed by more than [architecture.md](design/architecture.md#request-limits) allows, and no process of ours ended that was not ended by the test.'
      : '**Something did not hold**: see below.',
    '',
    ...table(['what', 'how many'], counts),
    '',
    ...broken.map(({ name, message }) => `- **${name}** failed outside its tests: ${message.split('\n')[0]}\n`),
    ...CHAOS_PARTS.flatMap(([file, what]) => sectionOf(report, file, what)),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

function sectionOf(report: VitestReport | null, file: string, what: string): string[] {
  const own = report?.testResults.find(({ name }) => name.endsWith(file))
  const seconds = ({ duration }: Test): string => (duration === undefined ? '' : (duration / 1000).toFixed(1))
  const rows = (own?.assertionResults ?? []).map((test) => [
    test.fullName,
    outcomeOf(test),
    seconds(test),
    measuredOf(test).join('; '),
  ])
  return [
    `## ${what}`,
    '',
    `\`${file}\``,
    '',
    ...(rows.length === 0 ? ['**It did not run.**'] : table(['then', 'outcome', 's', 'measured'], rows)),
    '',
  ]
}
