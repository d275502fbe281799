import { StartRefusal } from './config.ts'

/** Runs a process's main: a start that is refused is a message, not a stack trace; exit code 1. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(
      `${error instanceof StartRefusal ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    )
  }
}
