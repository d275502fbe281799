import { createProgram } from './create-program.ts'
import { parseAndRun } from './program.ts'

// A reader that stops early, such as `… head -1`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

await parseAndRun(await createProgram(process.argv[2]), process.argv)
