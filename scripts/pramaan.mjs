#!/usr/bin/env node
// `pramaan …` as a command, for who links or installs the package.
import { fileURLToPath } from 'node:url'

process.argv.splice(2, 0, fileURLToPath(new URL('../services/cli/main.ts', import.meta.url)))
await import('./bootstrap.mjs')
