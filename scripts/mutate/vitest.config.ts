import { defineConfig } from 'vitest/config'

/** Each pure test file in its own process with coverage, so that code loaded earlier is not missed. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    name: 'pure',
    include: ['unit', 'property'].map((suffix) => `test/**/*.${suffix}.test.ts`),
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    isolate: true,
    setupFiles: ['test/support/property-seed.ts', 'scripts/mutate/coverage-setup.ts'],
  },
})
