import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const tier = (name: string, suffixes: string[], extra = {}) => ({
  test: {
    name,
    include: suffixes.map((suffix) => `test/**/*.${suffix}.test.ts`),
    environment: 'node' as const,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    setupFiles: ['test/support/property-seed.ts'],
    // Tests leave nothing behind in modules, so a worker keeps those it has loaded: half of the time went into imports.
    isolate: false,
    ...extra,
  },
})

export default defineConfig({
  test: {
    // Files of project `services` start processes of their own, so more workers than this only wait for each other.
    maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
    projects: [
      tier('pure', ['unit', 'property']),
      tier('services', ['int', 'contract', 'e2e'], { globalSetup: ['test/support/global-setup.ts'] }),
    ],
  },
})
