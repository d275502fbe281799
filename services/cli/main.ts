import { writeFault } from '../platform/file-fault.ts'
import { createProgram } from './create-program.ts'
import { parseAndRun } from './program.ts'

// A reader that stops early, such as `… head -1`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(
    `FILE_UNWRITABLE: the result could not be printed: ${writeFault(error)}. The command itself has ended\n`,
  )
  process.exit(1)
})

await parseAndRun(await createProgram(process.argv[2]), process.argv)
