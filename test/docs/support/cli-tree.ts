import type { Command } from 'commander'
import { auditCommands } from '../../../services/cli/audit.ts'
import { definitionCommands } from '../../../services/cli/definition.ts'
import { keyCommands } from '../../../services/cli/key.ts'
import { logCommands } from '../../../services/cli/log.ts'
import { releaseCommands } from '../../../services/cli/release.ts'
import { sourceCommands } from '../../../services/cli/source.ts'

/**
 * Options of every command of `pramaan` by its two words: `release promote` has `--scope`, `--stage` and the common
 * ones.
 */
export const CLI_COMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [releaseCommands(), definitionCommands(), sourceCommands(), auditCommands(), logCommands(), keyCommands()].flatMap(
    (group) => group.commands.map((command) => [`${group.name()} ${command.name()}`, optionsOf(command)] as const),
  ),
)

function optionsOf(command: Command): Set<string> {
  return new Set(command.options.flatMap(({ long }) => (long ? [long] : [])))
}
