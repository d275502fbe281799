import { startPostgres } from '../../../../services/platform/local-stack/postgres.ts'
import { startValkey } from '../../../../services/platform/local-stack/valkey.ts'

// A program that runs a local stack, for tests that kill it: `stack-process.ts <data directory>`.

const [dataDir = ''] = process.argv.slice(2)
const log = (line: string) => process.stderr.write(`${line}\n`)
const postgres = await startPostgres({ dataDir, log })
const valkey = await startValkey({ log })

process.once('SIGTERM', async () => {
  await Promise.all([postgres.stop(), valkey.stop()])
})
process.stdout.write(`${JSON.stringify({ postgres, valkey })}\n`)
