import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { runsOf } from './test/support/tier.ts'

// For the workers, and what they start in turn: where scripts/bootstrap.mjs has it.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('./node_modules/.cache/node-compile', import.meta.url))

// Above what any wait in a test may take (test/support/patience.ts), so that the wait says what it waited for.
const MOST_MS = runsOf({ normal: 900_000, nightly: 1_800_000 })

const tier = (name: string, suffixes: string[], extra = {}) => ({
  test: {
    name,
    include: suffixes.map((suffix) => `test/**/*.${suffix}.test.ts`),
    environment: 'node' as const,
    testTimeout: MOST_MS,
    hookTimeout: MOST_MS,
    setupFiles: ['test/support/property-seed.ts'],
    // Tests leave nothing behind in modules, so a worker keeps those it has loaded: half of the time went into imports.
    isolate: false,
    ...extra,
  },
})

export default defineConfig({
  test: {
    // Node runs our files as they are, as it does in service: nothing is transformed, and a module is compiled once for all runs.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Half of the time a file of project `services` waits for processes of its own: two files a core leave none idle.
    maxWorkers: Math.min(2 * availableParallelism(), 4),
    // An order asked for on the command line, `--sequence.shuffle.files` for instance, would not be heard beside ours.
    sequence: process.argv.some((argument) => argument.startsWith('--sequence')) ? {} : { sequencer: LongestFirst },
    projects: [
      tier('pure', ['unit', 'property']),
      tier('services', ['int', 'contract', 'e2e'], { globalSetup: ['test/support/global-setup.ts'] }),
    ],
  },
})
