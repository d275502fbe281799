import { Command, Option } from 'commander'
import { gateProgress, requireWorker, startGates, waitForRun } from '../operations/gate-run.ts'
import { approve, hold, promote, unhold, withdraw } from '../operations/lifecycle.ts'
import type { PromotionPlan } from '../operations/promotion-plan.ts'
import { findingText } from '../operations/refusal.ts'
import { listReleases, parseReleaseName, type ReleaseView, readGates, readRelease } from '../operations/release-view.ts'
import { nameOf, openFolder, refuseRejected, runRelease } from '../operations/run-release.ts'
import { nonBlank, wholeNumber } from './arguments.ts'
import { exportRelease, verifyBundleFile } from './bundle.ts'
import type { CliContext } from './context.ts'
import { diffReleases } from './diff.ts'
import { type Result, table } from './output.ts'
import { planText, showPlan } from './plan.ts'
import { runPlain, runWith, withGlobals } from './program.ts'

function releaseLine(release: ReleaseView): string {
  const { status, stage, scope, release_sha256: hash } = release
  const serving = status === 'released' ? `, serving ${scope} at stage ${stage}` : ''
  const held = release.holds.map(({ component, reason }) => `\n  held: ${component} (${reason})`).join('')
  return `${nameOf(release)} is ${status}${serving}${hash === null ? '' : `\n  release_sha256 ${hash}`}${held}`
}

async function withGates({ pool }: CliContext, release: ReleaseView): Promise<Result> {
  const gates = await readGates(pool, release)
  const lines = gates.flatMap(({ gate, passed, checked, findings }) => [
    `  ${passed ? 'passed' : 'FAILED'}  ${gate.padEnd(36)} ${checked} checked`,
    ...findings.map((finding) => findingText(finding)),
  ])
  return { data: { ...release, gates }, text: [releaseLine(release), ...lines].join('\n') }
}

const simple = (release: ReleaseView): Result => ({ data: release, text: releaseLine(release) })

async function gate(context: CliContext, id: string): Promise<Result> {
  await requireWorker(context.pool)
  const started = await startGates(context.pool, id, context.actor, context.now)
  const ended = await waitForRun(context.pool, started, gateProgress(started))
  return ended.status === 'rejected' ? refuseRejected(context.pool, ended) : withGates(context, ended)
}

type Stage = 'reference' | 'production'
type Served = { scope?: string; stage: Stage }

const sayPlan = (change: PromotionPlan): void => void process.stderr.write(`${planText(change)}\n`)

async function run(
  context: CliContext,
  directories: readonly string[],
  { approver, leaveGap }: { approver: string; leaveGap?: boolean },
): Promise<Result> {
  const { config, pool, actor, now } = context
  const results: Result[] = []
  for (const directory of directories) {
    const parts = {
      pool,
      sourcesPath: config.sourcesPath,
      actor,
      approver,
      now,
      progress: gateProgress,
      reopen: true,
      leaveGap: leaveGap === true,
      announce: sayPlan,
    }
    results.push(await withGates(context, await runRelease(parts, directory)))
  }
  const [only] = results
  if (only !== undefined && results.length === 1) return only
  return { data: { releases: results.map(({ data }) => data) }, text: results.map(({ text }) => text).join('\n') }
}

async function list({ pool }: CliContext): Promise<Result> {
  const releases = await listReleases(pool)
  const rows = releases.map((release) => [
    nameOf(release),
    release.status,
    release.scope ?? '-',
    release.stage ?? '-',
    release.tier,
    release.release_sha256?.slice(0, 12) ?? '-',
  ])
  return {
    data: { releases },
    text:
      releases.length === 0
        ? 'no releases yet; open one with `release run <folder>`'
        : table(['release', 'status', 'scope', 'stage', 'tier', 'sha256'], rows),
  }
}

const LEAVE_GAP = 'promote although days, licensees or categories lose their answer (see `release plan`)'

/** `pramaan release …` (docs/design/contract.md#command-line). */
export function releaseCommands(): Command {
  const release = new Command('release')
    .description('open, gate, approve, promote and look at releases')
    .addHelpText(
      'after',
      '\nAn <id> is a release id, as BR-2026-27-VERIFIED-STRICT-BASE-V1; with @2 after it, that revision.',
    )
  const add = (usage: string, description: string): Command =>
    withGlobals(release.command(usage).description(description))

  add('open <dir>', 'open a release definition as a candidate').action((dir: string, _o, command: Command) =>
    runWith(command, async ({ config, pool, actor, now }) =>
      simple(await openFolder({ pool, sourcesPath: config.sourcesPath, actor, now, reopen: true }, dir)),
    ),
  )
  add('gate <id>', 'run the 29 gates; ends in sealed or rejected').action((id: string, _o, command: Command) =>
    runWith(command, (context) => gate(context, id)),
  )
  add('approve <id>', 'approve a sealed release (not by who opened it)').action((id: string, _o, command: Command) =>
    runWith(command, async (context) => simple(await approve(context, id))),
  )
  const addServed = (usage: string, description: string): Command =>
    add(usage, description)
      .option('--scope <scope>', 'state or licensee code it serves (default: its state)')
      .addOption(
        new Option('--stage <stage>', 'what it claims').choices(['reference', 'production']).default('reference'),
      )
  addServed(
    'plan <id>',
    'what a promotion would change: which days, licensees and categories lose their answer',
  ).action((id: string, { scope, stage }: Served, command: Command) =>
    runWith(command, (context) => showPlan(context, id, scope ?? null, stage)),
  )
  addServed('promote <id>', 'put a sealed and approved release into service; an earlier one rolls back')
    .option('--leave-gap', LEAVE_GAP)
    .action((id: string, { scope, stage, leaveGap }: Served & { leaveGap?: boolean }, command: Command) =>
      runWith(command, async (context) => {
        const how = { leaveGap: leaveGap === true, announce: sayPlan }
        return withGates(context, await promote(context, id, scope ?? null, stage, how))
      }),
    )
  add('withdraw <id>', 'take a release out of service at once')
    .requiredOption('--reason <text>', 'why (required)', nonBlank)
    .action((id: string, { reason }: { reason: string }, command: Command) =>
      runWith(command, async (context) => simple(await withdraw(context, id, reason))),
    )
  add('hold <id> <component>', 'block a component of a release in service, as rows/BR-DS-II/energy')
    .requiredOption('--reason <text>', 'why (required)', nonBlank)
    .action((id: string, component: string, { reason }: { reason: string }, command: Command) =>
      runWith(command, async (context) => simple(await hold(context, id, component, reason))),
    )
  add('unhold <id> <component>', 'free a held component')
    .requiredOption('--reason <text>', 'why (required)', nonBlank)
    .action((id: string, component: string, { reason }: { reason: string }, command: Command) =>
      runWith(command, async (context) => simple(await unhold(context, id, component, reason))),
    )
  add('list', 'all releases and where they stand').action((_o, command: Command) => runWith(command, list))
  add('show <id>', 'a release with its gates').action((id: string, _o, command: Command) =>
    runWith(command, async (context) => {
      const { releaseId, revision } = parseReleaseName(id)
      return withGates(context, await readRelease(context.pool, releaseId, revision))
    }),
  )
  add('diff <a> <b>', 'what changed between two sealed releases, row by row').action(
    (a: string, b: string, _o, command: Command) => runWith(command, ({ pool }) => diffReleases(pool, a, b)),
  )
  add('run <dirs...>', 'open, gate, approve and promote definitions')
    .requiredOption('--approver <name>', 'who approves; not the --actor (required)', nonBlank)
    .option('--leave-gap', LEAVE_GAP)
    .action((dirs: string[], options: { approver: string; leaveGap?: boolean }, command: Command) =>
      runWith(command, (context) => run(context, dirs, options)),
    )
  add('export <id> <file>', 'write a release with its proof as one bundle').action(
    (id: string, file: string, _o, command: Command) => runWith(command, ({ pool }) => exportRelease(pool, id, file)),
  )
  add('verify <what>', 'check a release in this log (id) or a bundle file, offline')
    .option('--trusted-keys <file>', 'trust document, as served at /v1/trust.json')
    .option('--checkpoint <file>', 'a checkpoint known from elsewhere: older bundles are refused')
    .option('--witnesses <k>', 'cosignatures required', wholeNumber(0, 100), 0)
    .action(
      (what: string, options: { trustedKeys?: string; checkpoint?: string; witnesses: number }, command: Command) =>
        runPlain(command, () => verifyBundleFile(what, options)),
    )
  return release
}
