import { createProgram } from './create-program.ts'
import { parseAndRun } from './program.ts'

// Who reads no further, as `… | head -1`, has what they wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

await parseAndRun(await createProgram(process.argv[2]), process.argv)
