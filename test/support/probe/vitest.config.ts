import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: vitest loads its configuration by the default export
export default defineConfig({ test: { include: ['test/support/probe/*.probe.ts'] } })
