import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { runsOf } from './test/support/tier.ts'

// For the workers and the processes that they start: the same path as in scripts/bootstrap.mjs.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('./node_modules/.cache/node-compile', import.meta.url))

// Longer than any wait in a test (test/support/patience.ts), so that the message says what was awaited.
const MOST_MS = runsOf({ normal: 900_000, nightly: 1_800_000 })

const CORES = availableParallelism()
const isGiven = (option: string): boolean => process.argv.some((argument) => argument.startsWith(option))
/**
 * Files of project `pure` wait for nothing, so a worker more than there are cores only compiles all code once more: four on two cores take
 * a sixth more processor time and new pages than two. What the command line says of workers or of an order is for both projects.
 */
const ONE_PER_CORE = isGiven('--maxWorkers') || isGiven('--sequence') ? {} : { maxWorkers: Math.min(CORES, 4) }
/** Projects with another number of workers run one after the other. */
const AFTER_PURE = 'maxWorkers' in ONE_PER_CORE ? { sequence: { groupOrder: 1 } } : {}

const tier = (name: string, suffixes: string[], extra = {}) => ({
  test: {
    name,
    include: suffixes.map((suffix) => `test/**/*.${suffix}.test.ts`),
    environment: 'node' as const,
    testTimeout: MOST_MS,
    hookTimeout: MOST_MS,
    setupFiles: ['test/support/property-seed.ts'],
    // Tests leave no state in modules, so a worker keeps those it has loaded: imports used to take half of the time.
    isolate: false,
    // A larger young generation touches more new pages: 7 to 16 % more processor time of pure tests, and 100 MB a worker.
    // The highest level of compiling is for a function that is called often enough to repay it, as in `npm start`; with the default, gates
    // and pure tests take an eighth more processor time.
    execArgv: ['--max-semi-space-size=4', '--invocation-count-for-turbofan=60000'],
    ...extra,
  },
})

export default defineConfig({
  test: {
    // Node runs our files directly, as in service: nothing is transformed, and a module is compiled once for all runs.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Files of project `services` wait for their own processes half of the time. With three per core instead of two, a run took a fifth
    // more processor time, since each worker compiles all code, and was slower.
    maxWorkers: Math.min(2 * CORES, 4),
    // Otherwise an order from the command line, for instance `--sequence.shuffle.files`, would be ignored.
    sequence: isGiven('--sequence') ? {} : { sequencer: LongestFirst },
    projects: [
      tier('pure', ['unit', 'property'], ONE_PER_CORE),
      tier('services', ['int', 'contract', 'e2e'], { globalSetup: ['test/support/global-setup.ts'], ...AFTER_PURE }),
    ],
  },
})
