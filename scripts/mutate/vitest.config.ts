import { defineConfig } from 'vitest/config'

/** Each file of pure tests in a process of its own that says what it ran, so that nothing an earlier one loaded is missing. */
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
