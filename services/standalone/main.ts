import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import { startApi } from '../api/start-api.ts'
import { gateProgress } from '../operations/gate-run.ts'
import { findingText, OperationRefusal } from '../operations/refusal.ts'
import { runRelease } from '../operations/run-release.ts'
import { systemNow } from '../platform/clock.ts'
import { CODE_VERSION, REDIS_PREFIX } from '../platform/code-version.ts'
import { ConfigError, loadConfig } from '../platform/config.ts'
import { requireFreePort } from '../platform/listen-refusal.ts'
import { createLogger } from '../platform/logger.ts'
import { createPool } from '../platform/postgres.ts'
import { writeRunFile } from '../platform/run-file.ts'
import { loadSigningKey } from '../platform/signing-key.ts'
import { checkpointWriter } from '../worker/checkpoint-file.ts'
import { startWorker } from '../worker/start-worker.ts'
import { demoKey } from './demo-key.ts'
import { startStack } from './stack.ts'

/** `npm start`: local stack, pipeline and API in one command (architecture 1.7; contract 2.2). */

const say = (line: string): void => console.log(line)
const stops: (() => Promise<unknown>)[] = []
let stopping = false
let showStacks = false
const stopAll = async (): Promise<void> => {
  stopping = true
  for (const stop of stops.splice(0).reverse()) await stop()
}

/** A definition that cannot serve is passed over with the reason: the others go on. */
function sayPassedOver(directory: string, error: unknown): void {
  if (!(error instanceof OperationRefusal)) throw error
  say(`  passed over ${directory.split('/').slice(-2).join('/')}: ${error.message}`)
  const { findings } = error.details as { findings?: Parameters<typeof findingText>[0][] }
  for (const finding of findings?.slice(0, 20) ?? []) say(findingText(finding))
}

async function main(): Promise<void> {
  const began = performance.now()
  const config = loadConfig()
  showStacks = config.logLevel === 'debug' || config.logLevel === 'trace'
  // Without a level of one's own, people get the steps and not the log of every process.
  const log = createLogger('pramaan', config.logLevel === 'info' ? 'error' : config.logLevel)
  // Not on beforeExit: a start that failed ends by itself, with its own exit code.
  closeWithGrace({ delay: 30_000, logger: false, skip: ['beforeExit'] }, async ({ err, signal }) => {
    if (err !== undefined) console.error(err)
    else say(`\nstopping (${signal})`)
    await stopAll()
    if (err === undefined) say('stopped')
  })

  await requireFreePort('PORT', config.host, config.port)
  if (config.metricsPort !== 0) await requireFreePort('METRICS_PORT', config.host, config.metricsPort)
  say('starting Postgres and Valkey')
  const stack = await startStack(config, log)
  stops.push(stack.stop)
  say(`  ${stack.description.postgres}; ${stack.description.redis}`)
  const pool = createPool({
    url: stack.pipelineUrl,
    applicationName: 'pramaan-standalone',
    max: 16,
    onError: (error) => log.warn({ err: error.message }, 'postgres'),
  })
  stops.push(() => pool.end())
  const signer = await loadSigningKey(config.signingKeyPath)

  say('starting the pipeline')
  const worker = await startWorker({
    pool,
    pipelineUrl: stack.pipelineUrl,
    redisUrl: stack.redisUrl,
    prefix: REDIS_PREFIX,
    signer,
    concurrency: config.workerConcurrency,
    log,
    onCheckpoint: checkpointWriter(pool, config.home, (reason) => say(`  checkpoint not replaced: ${reason}`)),
    // What Valkey held is gone with the process that held it: a run cut short is taken up again soon.
    reconcileAfterSeconds: 5,
    reconcileEveryMs: 5_000,
  })
  stops.push(worker.close)

  say('releases')
  for (const directory of await shippedDefinitions()) {
    try {
      const parts = {
        pool,
        sourcesPath: config.sourcesPath,
        actor: 'npm-start',
        approver: 'npm-start-approver',
        now: systemNow,
        progress: gateProgress,
        reopen: false,
      }
      const release = await runRelease(parts, directory)
      say(
        `  ${release.release_id}@${release.revision} is ${release.status}${release.stage === null ? '' : ` at stage ${release.stage}`}`,
      )
    } catch (error) {
      sayPassedOver(directory, error)
    }
  }

  const api = await startApi({
    databaseUrl: stack.apiUrl,
    redisUrl: stack.redisUrl,
    prefix: REDIS_PREFIX,
    host: config.host,
    port: config.port,
    metricsPort: config.metricsPort,
    trustProxy: config.trustProxy,
    codeVersion: CODE_VERSION,
    log,
  })
  stops.push(api.close)
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const address = `http://${host}:${api.port}`
  const key = await demoKey(pool, config.home, systemNow())
  stops.push(
    await writeRunFile(config, {
      pid: process.pid,
      address,
      database_url: stack.ownerUrl,
      pipeline_database_url: stack.pipelineUrl,
      api_database_url: stack.apiUrl,
      redis_url: stack.redisUrl,
    }),
  )

  say(`\nready in ${((performance.now() - began) / 1000).toFixed(1)} s at ${address}`)
  say(`demo key: ${key}`)
  say(
    '  Its evidence floor is "specimen": answers may rest on placeholder figures, and say so. Issue keys for real use',
  )
  say('  with: npm run -s pramaan -- key issue --name NAME --scopes all --states BR')
  say('\nA Bihar urban home, 200 units, 2 kW:')
  say(
    `  curl -s ${address}/v1/calculate -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' \\\n    -d '{"state_code":"BR","subcategory_code":"DS-II","energy_units":200,"connected_load":2}'`,
  )
  say('\nCtrl-C stops everything.')
}

try {
  await main()
} catch (error) {
  // What was asked to end while it was starting fails at whatever it was doing: that is no news.
  if (!stopping) {
    const message = error instanceof Error ? error.message : String(error)
    console.error(error instanceof ConfigError ? message : `could not start: ${message}`)
    if (showStacks && error instanceof Error) console.error(error.stack)
    await stopAll()
    process.exitCode = 1
  }
}

const STATES = fileURLToPath(new URL('../../releases/states', import.meta.url))

/** The shipped release definitions, `<state>/<financial year>`, in order. */
export async function shippedDefinitions(): Promise<string[]> {
  const folders: string[] = []
  for (const state of (await readdir(STATES)).sort()) {
    for (const year of (await readdir(join(STATES, state))).sort()) folders.push(join(STATES, state, year))
  }
  return folders
}
