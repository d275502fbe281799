import { relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { counted } from '../../releases/record/counted.ts'
import { DEFAULT_STATE } from '../api/contract/parameters.ts'
import { inParallel } from '../api/snapshot/in-parallel.ts'
import { apiParts } from '../api/start/api-parts.ts'
import { FIRST_CALLERS_MS } from '../api/start/prepare.ts'
import { type RunningApi, startApi } from '../api/start/start-api.ts'
import { type Cause, causeLines } from '../operations/definition/causes.ts'
import { type FindingLike, findingText, OperationRefusal } from '../operations/refusal.ts'
import { nameOf, type ReleaseView } from '../operations/release-view.ts'
import { runRelease } from '../operations/run-release.ts'
import { systemNow } from '../platform/clock.ts'
import { type Config, systemActor } from '../platform/config.ts'
import type { Logger } from '../platform/logger.ts'
import { createPool } from '../platform/postgres.ts'
import { writeRunFile } from '../platform/run-file.ts'
import { printLine } from '../platform/terminal.ts'
import { firstOf, localPeople } from '../platform/trust-file.ts'
import { startWorker } from '../worker/start-worker.ts'
import { workerParts } from '../worker/worker-parts.ts'
import { demoKey } from './demo-key.ts'
import type { Stack } from './stack.ts'
import { startProgress } from './start-progress.ts'

const say = (line: string): void => printLine(process.stdout, line)

/**
 * Definitions of one state are processed in order; with two states, one is opened and signed while the gates of the
 * other run.
 */
const STATES_AT_ONCE = 2

const runOf = (directory: string): string => `npm run -s pramaan -- release run ${relative('.', directory)}`

/** At most so much is said of a skipped definition. */
const MOST_FINDINGS = 20
const MOST_CAUSES = 5

/** A definition that cannot serve is skipped with the reason; the others continue. */
export function saySkipped(directory: string, error: unknown, say: (line: string) => void): void {
  if (!(error instanceof OperationRefusal)) throw error
  say(`  skipped ${directory.split('/').slice(-2).join('/')}: ${error.message}`)
  const { causes, findings = [] } = error.details as { causes?: Cause[]; findings?: FindingLike[] }
  if (causes === undefined) for (const finding of findings.slice(0, MOST_FINDINGS)) say(findingText(finding))
  else {
    for (const line of causeLines(causes.slice(0, MOST_CAUSES), '`release show` shows them')) say(line)
    if (causes.length > MOST_CAUSES)
      say(`  and ${counted(causes.length - MOST_CAUSES, 'more cause')}: see \`release show\``)
  }
}

/**
 * Runs each definition; one that cannot serve is skipped with the reason. Nothing more is run or said once everything is
 * stopping: the worker is gone then, and the reason would be that.
 */
export async function eachDefinition(
  definitions: readonly (readonly string[])[],
  run: (directory: string) => Promise<void>,
  how: { readonly isStopping: () => boolean; readonly say: (line: string) => void },
): Promise<void> {
  await inParallel(definitions, STATES_AT_ONCE, async (directories) => {
    for (const directory of directories) {
      if (how.isStopping()) return
      await run(directory).catch((error) => how.isStopping() || saySkipped(directory, error, how.say))
    }
  })
}

/** A command to try first: a bill of the default state, Bihar, if it is served, otherwise the list of what is. */
export function firstQuestion(states: ReadonlySet<string>, address: string, key: string): string {
  const curl = (path: string): string => `curl -s ${address}${path} -H 'X-API-Key: ${key}'`
  if (!states.has(DEFAULT_STATE)) return `The states in service:\n  ${curl('/v1/states')}`
  return [
    'A Bihar urban home, 200 units, 2 kW:',
    `  ${curl('/v1/calculate')} -H 'Content-Type: application/json' \\`,
    `    -d '{"state_code":"BR","subcategory_code":"DS-II","energy_units":200,"connected_load":2}'`,
  ].join('\n')
}

const SERVED_WITHIN_MS = 10_000
const LOOK_AGAIN_MS = 20

/**
 * Waits until the API serves these releases: after a promotion the worker signs for it, then the API reads it. Returns
 * those that it does not serve after ten seconds.
 */
export async function notYetServed<R extends Pick<ReleaseView, 'release_id' | 'revision'>>(
  api: Pick<RunningApi, 'serves'>,
  released: readonly R[],
  patienceMs = SERVED_WITHIN_MS,
): Promise<R[]> {
  for (const until = performance.now() + patienceMs; ; await pause(LOOK_AGAIN_MS)) {
    const late = released.filter(({ release_id, revision }) => !api.serves(release_id, revision))
    if (late.length === 0 || performance.now() > until) return late
  }
}

type ServeParts = {
  readonly config: Config
  /** Folders of definitions, by state. */
  readonly definitions: readonly (readonly string[])[]
  readonly log: Logger
  readonly stack: Stack
  /** Gets what was started, in order. */
  readonly running: AsyncDisposableStack
  /** Called if the pipeline must not go on. */
  readonly onStop: (reason: string) => void
  /** Seconds since the start, for people. */
  readonly seconds: () => string
}

/** Starts pipeline and API on a local stack, and releases the shipped definitions. */
export async function serve({ config, definitions, log, stack, running, onStop, seconds }: ServeParts): Promise<void> {
  const settings = {
    ...config,
    pipelineDatabaseUrl: stack.pipelineUrl,
    apiDatabaseUrl: stack.apiUrl,
    redisUrl: stack.redisUrl,
  }
  const pool = createPool({
    url: stack.pipelineUrl,
    applicationName: 'pramaan-standalone',
    max: 16,
    onError: (error) => log.warn({ err: error.message }, 'postgres'),
  })
  running.defer(() => pool.end())

  say('starting the pipeline')
  const local = await localPeople(config.home, systemActor())
  const worker = await startWorker({
    ...(await workerParts(settings, pool, log, async () => firstOf(local))),
    onStop,
    // Valkey lost its data with its process, so an interrupted run is resumed soon.
    reconcileAfterSeconds: 5,
    reconcileEveryMs: 5_000,
  })
  running.defer(worker.close)

  let preparesFromMs = Number.POSITIVE_INFINITY
  const api = await startApi({ ...apiParts(settings, log), isBusy: () => performance.now() < preparesFromMs })
  running.defer(api.close)
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const address = `http://${host}:${api.port}`
  const key = await demoKey(pool, config.home, systemNow())
  running.defer(
    await writeRunFile(config, {
      pid: process.pid,
      address,
      database_url: stack.ownerUrl,
      pipeline_database_url: stack.pipelineUrl,
      api_database_url: stack.apiUrl,
      person_key: local.personPath,
    }),
  )

  say(`answering at ${address} after ${seconds()} s; a release is served once its gates have passed`)

  say('releases')
  if (definitions.flat().length === 0)
    say(`  none: PRAMAAN_DEFINITIONS, ${config.definitionsPath}, has no folder <state>/<financial year>`)
  const released: ReleaseView[] = []
  const shown = startProgress()
  const isStopping = (): boolean => running.disposed
  const runOne = async (directory: string): Promise<void> => {
    const parts = {
      pool,
      sourcesPath: config.sourcesPath,
      by: local.person,
      approver: local.approver,
      now: systemNow,
      progress: shown.progress,
      reopen: false,
    }
    const release = await runRelease(parts, directory)
    if (release.status === 'released') released.push(release)
    const stage = release.stage === null ? '' : ` at stage ${release.stage}`
    const again =
      release.status === 'withdrawn'
        ? `; to serve it again, as a new revision: ${runOf(directory)}`
        : release.status === 'candidate'
          ? `: people changed what serves, and a start does not change that; to serve it: ${runOf(directory)}`
          : ''
    shown.say(`  ${release.release_id}@${release.revision} is ${release.status}${stage}${again}`)
  }
  await eachDefinition(definitions, runOne, { isStopping, say: shown.say }).finally(shown.stop)
  if (isStopping()) return
  const late = await notYetServed(api, released)
  for (const each of late) say(`  ${nameOf(each)} is not served yet: ${address}/v1/health says what is`)
  preparesFromMs = performance.now() + FIRST_CALLERS_MS

  say(`\nready in ${seconds()} s at ${address}`)
  say(`demo key: ${key}`)
  say('  It accepts placeholder figures (evidence floor "specimen"); answers say so.')
  say('  Issue other keys for real use:')
  say('    npm run -s pramaan -- key issue --name NAME --scopes all --states BR')
  const states = released.filter((each) => !late.includes(each)).map(({ state_code: state }) => state)
  say(`\n${firstQuestion(new Set(states), address, key)}`)
  if (config.isPublic) say(`\nSee the tariffs in a browser: ${address}/`)
  say('The desk, where releases are reviewed and signed with passkeys: npm run desk')
  say('Ctrl-C stops everything.')
}
