import { program, run } from './run-program.ts'

// Sends every request of services/api/openapi/examples to a running server and writes the responses. A response that
// only differs in ids, times and signatures is not rewritten, so that the diff shows real changes.

const args = ['run', '--project', 'services', 'test/contract/examples.contract.test.ts']
process.exitCode = await run(program('vitest', 'vitest'), args, { ...process.env, PRAMAAN_WRITE_EXAMPLES: '1' })
