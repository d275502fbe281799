#!/usr/bin/env node
// `pramaan …` as a command, for installed or linked packages.
import { fileURLToPath } from 'node:url'

process.argv.splice(2, 0, fileURLToPath(new URL('../services/cli/main.ts', import.meta.url)))
await import('./bootstrap.mjs')
