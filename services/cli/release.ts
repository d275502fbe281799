import { existsSync } from 'node:fs'
import { styleText } from 'node:util'
import { Command, Option } from 'commander'
import { readLogTrust } from '../../pipeline/checkpoints/begin-log.ts'
import { enrolledKey, LOCAL_APPROVER } from '../../pipeline/lifecycle/trust.ts'
import type { Signatory } from '../../releases/proof/sign/act.ts'
import { gateProgress, requireWorker, startGates, waitForRun } from '../operations/gate-run.ts'
import { approve, check, hold, type Parts, promote, readRecord, unhold, withdraw } from '../operations/lifecycle.ts'
import type { PromotionPlan } from '../operations/promotion-plan.ts'
import { findingText, OperationRefusal } from '../operations/refusal.ts'
import { listReleases, type ReleaseView, readGates, releaseNamed } from '../operations/release-view.ts'
import { cellsOf, review } from '../operations/review.ts'
import { nameOf, openFolder, refuseRejected, runRelease } from '../operations/run-release.ts'
import { untilSigned } from '../operations/until-signed.ts'
import { loadPersonKey } from '../platform/person-key.ts'
import { localApproverPath } from '../platform/trust-file.ts'
import { day, nonBlank, wholeNumber } from './arguments.ts'
import { exportRelease, verifyBundleFile } from './bundle.ts'
import type { CliContext } from './context.ts'
import { diffReleases } from './diff.ts'
import { readGiven } from './files.ts'
import { type Result, tableOnTerminal } from './output.ts'
import { planText, showPlan } from './plan.ts'
import { adderTo, runPlain, runWith } from './program.ts'
import { handingOut, PROPOSE } from './proposals.ts'

function releaseLine(release: ReleaseView): string {
  const { status, stage, scope, release_sha256: hash } = release
  const serving = status === 'released' ? `, serving ${scope} at stage ${stage}` : ''
  const opened = `\n  opened by ${release.opened_by} at ${release.opened_at}`
  const approved = release.approved_by === null ? '' : `\n  approved by ${release.approved_by}`
  const held = release.holds.map(({ component, reason }) => `\n  held: ${component} (${reason})`).join('')
  const reason = release.reason === null ? '' : `\n  reason: ${release.reason}`
  return `${nameOf(release)} is ${status}${serving}${reason}${hash === null ? '' : `\n  release_sha256 ${hash}`}${opened}${approved}${held}`
}

async function withGates({ pool }: CliContext, release: ReleaseView): Promise<Result> {
  const gates = await readGates(pool, release)
  const lines = gates.flatMap(({ gate, passed, checked, findings }) => [
    `  ${passed ? styleText('green', 'passed') : styleText('red', 'FAILED')}  ${gate.padEnd(36)} ${String(checked).padStart(6)} checked`,
    ...findings.map((finding) => findingText(finding)),
  ])
  return { data: { ...release, gates }, text: [releaseLine(release), ...lines].join('\n') }
}

/** `unchanged`: why a command that was accepted changed nothing. */
function simple(release: ReleaseView, unchanged: string | null = null): Result {
  const text = releaseLine(release)
  return { data: release, text: unchanged === null ? text : `nothing was changed: ${unchanged}\n${text}` }
}

async function gate(context: CliContext, id: string): Promise<Result> {
  await requireWorker(context.pool)
  const started = await startGates(context.pool, id, context.actor, context.now)
  const ended = await waitForRun(context.pool, started, gateProgress(started))
  return ended.status === 'rejected' ? refuseRejected(context.pool, ended) : withGates(context, ended)
}

type Stage = 'reference' | 'production'
type Served = { scope?: string; stage?: Stage }

const sayPlan = (change: PromotionPlan): void => void process.stderr.write(`${planText(change)}\n`)

/** Opens and promotes as the person, and approves as the machine of a local stack; only at stage reference. */
async function run(
  context: CliContext,
  directories: readonly string[],
  { leaveGap = false }: { leaveGap?: boolean },
): Promise<Result> {
  const { config, pool, now } = context
  const by = await context.person()
  const approver = await localApprover(context)
  const results: Result[] = []
  const ran: string[] = []
  // Otherwise a refusal would read as if nothing had been put into service.
  const refused = (error: unknown): never => {
    if (ran.length === 0 || !(error instanceof OperationRefusal)) throw error
    const message = `${error.message}; the folders before this one are done: ${ran.join(', ')}`
    throw new OperationRefusal(error.code, message, error.details)
  }
  for (const directory of directories) {
    const parts = {
      pool,
      sourcesPath: config.sourcesPath,
      by,
      approver,
      now,
      progress: gateProgress,
      reopen: true,
      leaveGap,
      announce: sayPlan,
    }
    const release = await runRelease(parts, directory).catch(refused)
    ran.push(nameOf(release))
    results.push(await withGates(context, release))
  }
  await untilSigned(pool, await context.trust())
  const [only] = results
  if (only !== undefined && results.length === 1) return only
  return { data: { releases: results.map(({ data }) => data) }, text: results.map(({ text }) => text).join('\n') }
}

async function localApprover({ pool, config }: CliContext): Promise<Signatory> {
  const { trust } = await readLogTrust(pool)
  const path = localApproverPath(config.home)
  if (enrolledKey(trust, LOCAL_APPROVER) !== null && existsSync(path)) return loadPersonKey(path, async () => '')
  throw new OperationRefusal(
    'FOUR_EYES',
    'releases are not approved automatically on this deployment: run `release open`, `release gate`, `release approve` as a second person, and `release promote`',
  )
}

/** Acts as the person, and returns once a checkpoint covers the act. */
async function acted(context: CliContext, work: (parts: Parts) => Promise<ReleaseView>): Promise<ReleaseView> {
  const { pool, now } = context
  const release = await work({ pool, by: await context.person(), now })
  await untilSigned(pool, await context.trust())
  return release
}

/** The action of a command that acts on a release. `work` gets the release's name, then the arguments and options. */
const acting = <Given extends unknown[]>(work: (parts: Parts, id: string, ...given: Given) => Promise<ReleaseView>) =>
  runWith(async (context, id: string, ...given: Given) =>
    simple(await acted(context, (parts) => work(parts, id, ...given))),
  )

async function free(
  context: CliContext,
  id: string,
  component: string,
  { reason, propose }: { reason: string; propose?: string },
): Promise<Result> {
  const { pool, now } = context
  const by = await context.person()
  const handed = handingOut(propose)
  const freed = await unhold({ pool, by, now }, id, component, reason, handed.countersigning)
  if (propose !== undefined) return handed.write(propose)
  await untilSigned(pool, await context.trust())
  return simple(freed)
}

async function listCells({ pool }: CliContext, id: string): Promise<Result> {
  const record = await readRecord(pool, await releaseNamed(pool, id))
  if (record === null)
    throw new OperationRefusal('RELEASE_NOT_SEALED', `${id} is not sealed: it has no cells to review`)
  const cells = cellsOf(record)
  return { data: { cells }, text: cells.map(({ cell, hash }) => `${hash}  ${cell}`).join('\n') }
}

async function enterReview(context: CliContext, id: string, file: string | undefined): Promise<Result> {
  if (file === undefined)
    throw new OperationRefusal('FILE_UNREADABLE', 'the file with the ticks is missing; --cells lists the cells to tick')
  const text = await readGiven(file)
  let ticks: unknown = null
  try {
    ticks = JSON.parse(text)
  } catch {
    throw new OperationRefusal('REVIEW_INCOMPLETE', `${file} is not JSON`)
  }
  const release = await acted(context, (parts) => review(parts, id, ticks))
  return { data: release, text: `every cell is reviewed\n${releaseLine(release)}` }
}

async function list({ pool }: CliContext): Promise<Result> {
  const releases = await listReleases(pool)
  const rows = releases.map((release) => [
    nameOf(release),
    release.status,
    release.scope ?? '-',
    release.stage ?? '-',
    release.release_sha256?.slice(0, 12) ?? '-',
  ])
  return {
    data: { releases },
    text:
      releases.length === 0
        ? 'no releases yet; open one with `release run <folder>`'
        : tableOnTerminal(['release', 'status', 'scope', 'stage', 'sha256'], rows),
  }
}

const LEAVE_GAP = 'promote although days, licensees or categories lose their answer (see `release plan`)'

/** `pramaan release …` (docs/design/contract.md#command-line). */
export function releaseCommands(): Command {
  const release = new Command('release')
    .description('open, gate, approve, promote and inspect releases')
    .addHelpText(
      'after',
      '\nAn <id> is a release id such as BR-2026-27-VERIFIED-STRICT-BASE-V1;\nadd @2 for revision 2.',
    )
  const add = adderTo(release)

  add('open <dir>', 'open a release definition as a candidate').action(
    runWith(async ({ config, pool, person, now }, dir: string) => {
      const parts = { pool, sourcesPath: config.sourcesPath, by: await person(), now, reopen: true }
      const release = await openFolder(parts, dir)
      const { data, text } = simple(release)
      const same = 'nothing was opened: the definition has not changed since this revision\n'
      return { data, text: release.status === 'candidate' ? text : `${same}${text}` }
    }),
  )
  add('gate <id>', 'run the 29 gates; ends in sealed or rejected').action(runWith(gate))
  add('approve <id>', 'approve a sealed release, as a person who did not open it').action(acting(approve))
  const addServed = (usage: string, description: string): Command =>
    add(usage, description)
      .option('--scope <scope>', 'state or licensee code it serves (default: its state)')
      .addOption(
        new Option('--stage <stage>', 'stage that the release claims (default: reference)').choices([
          'reference',
          'production',
        ]),
      )
  addServed(
    'plan <id>',
    'show the effect of a promotion: days, licensees and categories that would lose their answer',
  ).action(
    runWith((context, id: string, { scope, stage }: Served) => showPlan(context, id, scope ?? null, stage ?? null)),
  )
  addServed('promote <id>', 'put a sealed and approved release into service; an earlier one rolls back')
    .option('--leave-gap', LEAVE_GAP)
    .action(
      runWith(async (context, id: string, { scope, stage, leaveGap }: Served & { leaveGap?: boolean }) => {
        const how = { leaveGap: leaveGap === true, announce: sayPlan }
        return withGates(
          context,
          await acted(context, (parts) => promote(parts, id, scope ?? null, stage ?? null, how)),
        )
      }),
    )
  add('review <id> [ticks]', 'enter a review: a JSON list with a tick, hash and time for every cell')
    .option(
      '--cells',
      'print the cells to review, with their hashes, instead; a tick is {"cell":…,"hash":…,"at":"2026-04-01T09:00:00Z"}',
    )
    .action(
      runWith((context, id: string, ticks: string | undefined, { cells }: { cells?: boolean }) =>
        cells === true ? listCells(context, id) : enterReview(context, id, ticks),
      ),
    )
  add('withdraw <id>', 'take a release out of service immediately and permanently')
    .requiredOption('--reason <text>', 'why (required)', nonBlank)
    .action(
      runWith(async (context, id: string, { reason }: { reason: string }) => {
        const release = await acted(context, (parts) => withdraw(parts, id, reason))
        return simple(release, release.reason === reason ? null : `${nameOf(release)} is already withdrawn`)
      }),
    )
  add('hold <id> <component>', 'block a component of a release in service, such as rows/BR-DS-II/energy')
    .requiredOption('--reason <text>', 'why (required)', nonBlank)
    .action(
      runWith(async (context, id: string, component: string, { reason }: { reason: string }) => {
        const release = await acted(context, (parts) => hold(parts, id, component, reason))
        const isKept = release.holds.some((held) => held.component === component && held.reason !== reason)
        return simple(release, isKept ? `${component} is already held` : null)
      }),
    )
  add('unhold <id> <component>', 'end the hold on a component')
    .requiredOption('--reason <text>', 'why (required)', nonBlank)
    .option('--propose <file>', PROPOSE)
    .action(runWith(free))
  add('check <id> <component>', 'record that a component is still correct today, and the date of the next check')
    .requiredOption(
      '--by <date>',
      'date of the next check, such as 2027-03-31; after it the component is not used (required)',
      day,
    )
    .action(acting((parts, id: string, component: string, { by }: { by: string }) => check(parts, id, component, by)))
  add('list', 'list all releases with their status').action(runWith(list))
  add('show <id>', 'show a release with its gates').action(
    runWith(async (context, id: string) => withGates(context, await releaseNamed(context.pool, id))),
  )
  add('diff <a> <b>', 'show the changes between two sealed releases, row by row').action(
    runWith(({ pool }, a: string, b: string) => diffReleases(pool, a, b)),
  )
  add(
    'run <dirs...>',
    'open, gate and promote definitions on a local stack, where the machine approves; stage reference',
  )
    .option('--leave-gap', LEAVE_GAP)
    .action(runWith(run))
  add('export <id> <file>', 'write a release with its proof as one bundle')
    .option('--checkpoint <file>', 'checkpoint for the proof, with its cosignatures (default: the newest)')
    .option('--acts <file>', 'also write the acts on the release since its sealing, with proofs, to this file')
    .action(runWith(exportRelease))
  add('publish <folder>', 'write everything that needs no key as files: site, releases, log').action(
    runWith(async (context, folder: string) => {
      // The pages and their compiler, which no other command needs.
      const { publish } = await import('./publish.ts')
      return publish(context, folder)
    }),
  )
  add('verify <what>', 'check a release in this log (id), or a bundle, its acts or a serving state, offline')
    .option('--trusted-keys <file>', 'trust document, as served at /v1/trust.json')
    .option('--checkpoint <file>', 'your own checkpoint; older bundles are refused')
    .option('--witnesses <k>', 'cosignatures required', wholeNumber(0, 100), 0)
    .action(runPlain(verifyBundleFile))
  return release
}
