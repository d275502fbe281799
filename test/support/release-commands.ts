import { expect } from 'vitest'
import type { ReleaseView } from '../../services/operations/release-view.ts'
import type { CliError } from './cli.ts'
import type { TestPipeline } from './pipeline.ts'

export type Shown = ReleaseView & { acts: object[]; gates: { gate: string; passed: boolean }[] }

/** `release` commands with --json on a pipeline; the names of those that ran are added to `used`. */
export function releaseCommands(pipeline: () => TestPipeline, used: Set<string>) {
  const run = async (expected: number, command: string, args: readonly string[]) => {
    used.add(command)
    const outcome = await pipeline().cli('release', command, ...args, '--json')
    expect(outcome.code, outcome.stdout + outcome.stderr).toBe(expected)
    return outcome
  }
  return {
    /** The document of a command that succeeds. */
    done: async <T = Shown>(command: string, ...args: string[]): Promise<T> => (await run(0, command, args)).json<T>(),
    /** The error of one that is refused. */
    refused: async (command: string, ...args: string[]): Promise<CliError['error']> =>
      (await run(1, command, args)).json<CliError>().error,
  }
}
