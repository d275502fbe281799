import { existsSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { readLogTrust } from '../../pipeline/checkpoints/begin-log.ts'
import { enrolledKey, LOCAL_APPROVER } from '../../pipeline/lifecycle/trust.ts'
import type { Signatory } from '../../releases/proof/sign/act.ts'
import { gateProgress, refuseRejected, requireWorker, startGates, waitForRun } from '../operations/gate-run.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { listReleases, nameOf, releaseNamed } from '../operations/release-view.ts'
import { untilSigned } from '../operations/until-signed.ts'
import { loadPersonKey } from '../platform/person-key.ts'
import { localApproverPath } from '../platform/trust-file.ts'
import { wholeNumber } from './arguments.ts'
import { exportRelease, verifyBundleFile } from './bundle.ts'
import type { CliContext } from './context.ts'
import { type Result, tableOnTerminal } from './output.ts'
import { adderTo, runPlain, runWith } from './program.ts'
import { addActs, alreadyServes, LEAVE_GAP, sayPlan } from './release-acts.ts'
import { releaseLine, withGates, withStageServed } from './release-shown.ts'

/** Loaded by the commands that read a definition: its parsers are half of all code. */
const readsDefinitions = () => import('../operations/run-release.ts')

async function gate(context: CliContext, id: string): Promise<Result> {
  await requireWorker(context.pool)
  const started = await startGates(context.pool, id, context.actor, context.now)
  const ended = await waitForRun(context.pool, started, gateProgress(started))
  return ended.status === 'rejected' ? refuseRejected(context.pool, ended) : withGates(context, ended)
}

/** Opens and promotes as the person, and approves as the machine of a local stack; only at stage reference. */
async function run(
  context: CliContext,
  directories: readonly string[],
  { leaveGap = false }: { leaveGap?: boolean },
): Promise<Result> {
  const { runRelease } = await readsDefinitions()
  const { config, pool, now } = context
  const by = await context.person()
  const approver = await localApprover(context)
  const results: Result[] = []
  const ran: string[] = []
  // Otherwise a refusal would read as if nothing had been put into service, or all folders had been read.
  const refused = (error: unknown): never => {
    if (directories.length === 1 || !(error instanceof OperationRefusal)) throw error
    const after = directories.slice(ran.length + 1)
    const others = [
      ...(ran.length === 0 ? [] : [`the folders before this one are done: ${ran.join(', ')}`]),
      ...(after.length === 0 ? [] : [`not tried: ${after.join(', ')}`]),
    ]
    throw new OperationRefusal(error.code, [error.message, ...others].join('; '), error.details)
  }
  for (const directory of directories) {
    let isChanged = true
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
      onUnchanged: () => {
        isChanged = false
      },
    }
    const release = await runRelease(parts, directory).catch(refused)
    ran.push(nameOf(release))
    const { data, text } = await withGates(context, release)
    results.push({ data, text: isChanged ? text : `${alreadyServes(release)}\n${text}` })
  }
  await untilSigned(pool, await context.trust())
  const [only] = results
  if (only !== undefined && results.length === 1) return only
  return { data: { releases: results.map(({ data }) => data) }, text: results.map(({ text }) => text).join('\n') }
}

/** Of an option that was removed: who approves signs with their own key. */
function noApprover(name: string): never {
  throw new InvalidArgumentError(
    `there is no such option any more: on a local stack the machine approves; elsewhere use \`release open\`, \`release gate\`, \`release approve\` with the key of ${name}, and \`release promote\``,
  )
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

async function list({ pool }: CliContext): Promise<Result> {
  const listed = await listReleases(pool)
  const releases = await Promise.all(listed.map((release) => withStageServed(pool, release)))
  const rows = releases.map((release) => [
    nameOf(release),
    release.status,
    release.scope ?? '-',
    release.stage_served === undefined ? (release.stage ?? '-') : `${release.stage_served} (lowered)`,
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

const ID =
  'release id, such as BR-2026-27-VERIFIED-STRICT-BASE-V1; the newest revision, or add @2 for revision 2; or at least 8 digits of its release_sha256'
const DEFINITION = 'folder of the definition, such as releases/states/BR/2026-27'
/** Arguments of several commands. */
const SHARED = { id: ID, component: 'path such as rows/BR-DS-II/energy', dir: DEFINITION, dirs: DEFINITION }

/** `pramaan release …` (docs/design/contract.md#command-line). */
export function addReleaseCommands(release: Command): void {
  const add = adderTo(release, { ...SHARED, a: ID, b: ID })

  add('open <dir>', 'open a release definition as a candidate').action(
    runWith(async ({ config, pool, person, now }, dir: string) => {
      const parts = { pool, sourcesPath: config.sourcesPath, by: await person(), now, reopen: true }
      const { openFolder } = await readsDefinitions()
      const release = await openFolder(parts, dir)
      const text = releaseLine(release)
      const same = 'nothing was opened: the definition has not changed since this revision\n'
      return { data: release, text: release.status === 'candidate' ? text : `${same}${text}` }
    }),
  )
  add('gate <id>', 'run the 29 gates; ends in sealed or rejected').action(runWith(gate))
  addActs(add)
  add('list', 'list all releases with their status').action(runWith(list))
  add('show <id>', 'show a release with its gates').action(
    runWith(async (context, id: string) => withGates(context, await releaseNamed(context.pool, id))),
  )
  add('diff <a> <b>', 'show the changes between two sealed releases, row by row').action(
    runWith(async ({ pool }, a: string, b: string) => {
      // The engine, with which both releases are priced.
      const { diffReleases } = await import('./diff.ts')
      return diffReleases(pool, a, b)
    }),
  )
  add(
    'run <dirs...>',
    'open, gate and promote definitions on a local stack, where the machine approves; stage reference',
  )
    .option('--leave-gap', LEAVE_GAP)
    .addOption(new Option('--approver <name>').argParser(noApprover).hideHelp())
    .action(runWith(run))
  add('export <id> <file>', 'write a release with its proof as one bundle', { file: 'JSON file to write' })
    .option('--checkpoint <file>', 'checkpoint for the proof, with its cosignatures (default: the newest)')
    .option('--acts <file>', 'also write the acts on the release since its sealing, with proofs, to this file')
    .action(runWith(exportRelease))
  add('publish <folder>', 'write everything that needs no key as files: site, releases, log', {
    folder: 'a new or empty folder, or one published before',
  }).action(
    runWith(async (context, folder: string) => {
      // The pages and their compiler, which no other command needs.
      const { publish } = await import('./publish.ts')
      return publish(context, folder)
    }),
  )
  add('verify <what>', 'check a release in this log (id), or a bundle, its acts or a serving state, offline', {
    what: 'release id, or a file',
  })
    .option('--trusted-keys <file>', 'trust document, as served at /v1/trust.json')
    .option('--checkpoint <file>', 'your own checkpoint; older bundles are refused')
    .option('--witnesses <k>', 'cosignatures required, 0 to 100', wholeNumber(0, 100), 0)
    .action(runPlain(verifyBundleFile))
}
