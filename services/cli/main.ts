import { createProgram } from './create-program.ts'
import { parseAndRun } from './program.ts'

await parseAndRun(createProgram(), process.argv)
