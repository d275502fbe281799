#!/usr/bin/env node
// `pramaan …` as a command, for installed or linked packages.
import { fileURLToPath } from 'node:url'

// As `npm run pramaan` has it: a command ends before what V8 optimises early pays for itself.
const FLAG = '--invocation-count-for-turbofan=60000'
process.argv.splice(2, 0, FLAG, fileURLToPath(new URL('../services/cli/main.ts', import.meta.url)))
await import('./bootstrap.mjs')
