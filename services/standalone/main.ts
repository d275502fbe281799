import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import { apiParts, startApi } from '../api/start-api.ts'
import { findingText, OperationRefusal } from '../operations/refusal.ts'
import { runRelease } from '../operations/run-release.ts'
import { systemNow } from '../platform/clock.ts'
import { loadConfig, systemActor } from '../platform/config.ts'
import { requireFreePort } from '../platform/listen-refusal.ts'
import type { KeptUp } from '../platform/local-stack/keep-up.ts'
import { createLogger } from '../platform/logger.ts'
import { createPool } from '../platform/postgres.ts'
import { writeRunFile } from '../platform/run-file.ts'
import { StartRefusal } from '../platform/start.ts'
import { localPeople } from '../platform/trust-file.ts'
import { startWorker, workerParts } from '../worker/start-worker.ts'
import { demoKey } from './demo-key.ts'
import { startStack } from './stack.ts'
import { startProgress } from './start-progress.ts'

/**
 * `npm start`: local stack, pipeline and API in one command (docs/design/architecture.md#local-stack;
 * docs/design/contract.md#settings).
 */

const STOP_PATIENCE_MS = 30_000
/** Timeout for stopping: if a server is gone, some parts wait for it in vain; the others have ended by then. */
const GIVEN_UP_PATIENCE_MS = 12_000

const say = (line: string): void => console.log(line)
const running = new AsyncDisposableStack()
let stopping = false
let showStacks = false
const stopAll = async (): Promise<void> => {
  stopping = true
  await running.disposeAsync()
}

/** A server of ours that ends unexpectedly is restarted; if it stays down, everything ends. */
function keptUp(name: string): KeptUp {
  return {
    onDeath: (how) => console.error(`${name} ${how}: starting it again`),
    onBack: () => console.error(`${name} is up again`),
    onGivenUp: (reason) => {
      if (stopping) return
      console.error(`${name} keeps failing: ${reason}\nstopping`)
      setTimeout(() => process.exit(1), GIVEN_UP_PATIENCE_MS)
      stopAll().finally(() => process.exit(1))
    },
  }
}

/** The release definitions of each state, `<state>/<financial year>`, in order. */
async function definitionsBelow(path: string): Promise<string[][]> {
  const states = (await readdir(path)).sort()
  return Promise.all(
    states.map(async (state) => (await readdir(join(path, state))).sort().map((year) => join(path, state, year))),
  )
}

/**
 * Definitions of one state are processed in order; with two states, one is opened and signed while the gates of the
 * other run.
 */
const STATES_AT_ONCE = 2

async function eachDefinition(path: string, run: (directory: string) => Promise<void>): Promise<void> {
  const states = (await definitionsBelow(path)).values()
  const takeStates = async (): Promise<void> => {
    for (const directories of states) for (const directory of directories) await run(directory)
  }
  await Promise.all(Array.from({ length: STATES_AT_ONCE }, takeStates))
}

/** A definition that cannot serve is skipped with the reason; the others continue. */
function saySkipped(directory: string, error: unknown, say: (line: string) => void): void {
  if (!(error instanceof OperationRefusal)) throw error
  say(`  skipped ${directory.split('/').slice(-2).join('/')}: ${error.message}`)
  const { findings } = error.details as { findings?: Parameters<typeof findingText>[0][] }
  for (const finding of findings?.slice(0, 20) ?? []) say(findingText(finding))
}

async function main(): Promise<void> {
  const began = performance.now()
  const config = loadConfig()
  showStacks = config.logLevel === 'debug' || config.logLevel === 'trace'
  // Unless a level is set, people see the steps instead of every process's log.
  const log = createLogger('pramaan', config.logLevel === 'info' ? 'error' : config.logLevel)
  // Not on beforeExit: a failed start ends with its own exit code.
  closeWithGrace({ delay: STOP_PATIENCE_MS, logger: false, skip: ['beforeExit'] }, async ({ err, signal }) => {
    if (err !== undefined) console.error(err)
    else say(`\nstopping (${signal})`)
    await stopAll()
    if (err === undefined) say('stopped')
  })

  await requireFreePort('PORT', config.host, config.port)
  if (config.metricsPort !== 0) await requireFreePort('METRICS_PORT', config.host, config.metricsPort)
  say('starting Postgres and Valkey')
  const stack = await startStack(config, log, keptUp)
  running.defer(stack.stop)
  say(`  ${stack.description.postgres}; ${stack.description.redis}`)
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
  const firstPeople = async () =>
    [
      { ...local.person, kind: 'person' as const },
      { ...local.approver, kind: 'machine' as const },
    ].map(({ name, kind, key }) => ({ name, kind, publicKey: key.publicKey }))
  const worker = await startWorker({
    ...(await workerParts(settings, pool, log, firstPeople)),
    onStop: (reason) => {
      console.error(reason)
      process.exitCode = 1
      void stopAll()
    },
    // Valkey lost its data with its process, so an interrupted run is resumed soon.
    reconcileAfterSeconds: 5,
    reconcileEveryMs: 5_000,
  })
  running.defer(worker.close)

  const api = await startApi(apiParts(settings, log))
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
      redis_url: stack.redisUrl,
      person_key: local.personPath,
    }),
  )

  const seconds = (): string => ((performance.now() - began) / 1000).toFixed(1)
  say(`answering at ${address} after ${seconds()} s; a release is served once its gates have passed`)

  say('releases')
  const shown = startProgress()
  await eachDefinition(config.definitionsPath, async (directory) => {
    try {
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
      shown.say(
        `  ${release.release_id}@${release.revision} is ${release.status}${release.stage === null ? '' : ` at stage ${release.stage}`}`,
      )
    } catch (error) {
      saySkipped(directory, error, shown.say)
    }
  }).finally(shown.stop)

  say(`\nready in ${seconds()} s at ${address}`)
  say(`demo key: ${key}`)
  say('  It accepts placeholder figures (evidence floor "specimen"); answers say so.')
  say('  Issue other keys for real use:')
  say('    npm run -s pramaan -- key issue --name NAME --scopes all --states BR')
  say('\nA Bihar urban home, 200 units, 2 kW:')
  say(
    `  curl -s ${address}/v1/calculate -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' \\\n    -d '{"state_code":"BR","subcategory_code":"DS-II","energy_units":200,"connected_load":2}'`,
  )
  if (config.isPublic) say(`\nSee the tariffs in a browser: ${address}/`)
  say('The desk, where releases are reviewed and signed with passkeys: npm run desk')
  say('Ctrl-C stops everything.')
}

try {
  await main()
} catch (error) {
  // A service stopped during its start fails anyway, which is not worth reporting.
  if (!stopping) {
    const message = error instanceof Error ? error.message : String(error)
    console.error(error instanceof StartRefusal ? message : `could not start: ${message}`)
    if (showStacks && error instanceof Error) console.error(error.stack)
    await stopAll()
    process.exitCode = 1
  }
}
