import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Sends every request of services/api/contract/examples to a running server and writes the responses. A response that
// only differs in ids, times and signatures is not rewritten, so that the diff shows real changes.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const child = spawn(
  process.execPath,
  [vitest, 'run', '--project', 'services', 'test/contract/examples.contract.test.ts'],
  {
    cwd: ROOT,
    env: { ...process.env, PRAMAAN_WRITE_EXAMPLES: '1' },
    stdio: 'inherit',
  },
)
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
