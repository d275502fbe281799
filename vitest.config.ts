import { defineConfig } from 'vitest/config'

const tier = (name: string, suffixes: string[], extra = {}) => ({
  test: {
    name,
    include: suffixes.map((suffix) => `test/**/*.${suffix}.test.ts`),
    environment: 'node' as const,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    ...extra,
  },
})

export default defineConfig({
  test: {
    projects: [tier('pure', ['unit', 'property']), tier('services', ['int', 'contract', 'e2e'])],
  },
})
