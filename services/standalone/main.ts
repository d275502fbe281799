import closeWithGrace from 'close-with-grace'
import { loadConfig } from '../platform/config.ts'
import { requireFreePort } from '../platform/listen-refusal.ts'
import type { KeptUp } from '../platform/local-stack/keep-up.ts'
import { createLogger } from '../platform/logger.ts'
import { StartRefusal, takeNoArguments } from '../platform/start.ts'
import { printLine } from '../platform/terminal.ts'
import { definitionsBelow } from './definitions-below.ts'
import { startStack } from './stack.ts'

/**
 * `npm start`: local stack, pipeline and API in one command (docs/design/architecture.md#local-stack;
 * docs/design/contract.md#settings).
 */

const STOP_PATIENCE_MS = 30_000
/** Timeout for stopping: if a server is gone, some parts wait for it in vain; the others have ended by then. */
const GIVEN_UP_PATIENCE_MS = 12_000

const say = (line: string): void => printLine(process.stdout, line)
const report = (line: string): void => printLine(process.stderr, line)
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
    onDeath: (how) => report(`${name} ${how}: starting it again`),
    onBack: () => report(`${name} is up again`),
    onGivenUp: (reason) => {
      if (stopping) return
      report(`${name} keeps failing: ${reason}\nstopping`)
      setTimeout(() => process.exit(1), GIVEN_UP_PATIENCE_MS)
      stopAll().finally(() => process.exit(1))
    },
  }
}

async function main(): Promise<void> {
  takeNoArguments('npm start: runs Postgres, Valkey, a worker and the API on this machine, until Ctrl-C.')
  const began = performance.now()
  const config = loadConfig()
  showStacks = config.logLevel === 'debug' || config.logLevel === 'trace'
  // Unless a level is set, people see the steps instead of every process's log.
  const log = createLogger('pramaan', config.logLevel === 'info' ? 'error' : config.logLevel)
  // Not on beforeExit: a failed start ends with its own exit code.
  closeWithGrace({ delay: STOP_PATIENCE_MS, logger: false, skip: ['beforeExit'] }, async ({ err, signal }) => {
    if (err !== undefined) report(err.stack ?? err.message)
    else say(`\nstopping (${signal})`)
    await stopAll()
    if (err === undefined) say('stopped')
  })

  await requireFreePort('PORT', config.host, config.port)
  if (config.metricsPort !== 0) await requireFreePort('METRICS_PORT', config.host, config.metricsPort)
  const definitions = await definitionsBelow(config.definitionsPath)
  say('starting Postgres and Valkey')
  // Pipeline and API are loaded while the servers start.
  const loading = import('./serve.ts')
  const stack = await startStack(config, log, keptUp)
  running.defer(stack.stop)
  say(`  ${stack.description.postgres}; ${stack.description.redis}`)
  const { serve } = await loading
  const onStop = (reason: string): void => {
    report(reason)
    process.exitCode = 1
    void stopAll()
  }
  const seconds = (): string => ((performance.now() - began) / 1000).toFixed(1)
  await serve({ config, definitions, log, stack, running, onStop, seconds })
}

try {
  await main()
} catch (error) {
  // A service stopped during its start fails anyway, which is not worth reporting.
  if (!stopping) {
    const message = error instanceof Error ? error.message : String(error)
    report(error instanceof StartRefusal ? message : `could not start: ${message}`)
    if (showStacks && error instanceof Error) report(error.stack ?? '')
    await stopAll()
    process.exitCode = 1
  }
}
