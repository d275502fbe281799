import type { Command } from 'commander'
import { createProgram } from '../../../services/cli/create-program.ts'

/**
 * Options of every command of `pramaan` by its two words: `release promote` has `--scope`, `--stage` and the common
 * ones.
 */
export const CLI_COMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  (await createProgram()).commands.flatMap((group) =>
    group.commands.map((command) => [`${group.name()} ${command.name()}`, optionsOf(command)] as const),
  ),
)

function optionsOf(command: Command): Set<string> {
  return new Set(command.options.flatMap(({ long }) => (long ? [long] : [])))
}
