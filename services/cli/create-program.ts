import { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { auditCommands } from './audit.ts'
import { definitionCommands } from './definition.ts'
import { keyCommands } from './key.ts'
import { logCommands } from './log.ts'
import { personCommands } from './person.ts'
import { releaseCommands } from './release.ts'
import { sourceCommands } from './source.ts'

/**
 * `pramaan` and all its commands (docs/design/contract.md#command-line). Usage errors are thrown as CommanderError;
 * nothing ends the process.
 */
export function createProgram(): Command {
  const program = new Command('pramaan')
    .version(manifest.version, '--version', 'the version of this software')
    .description('Verified electricity tariffs: releases, sources, the log, audits and API keys')
    .addHelpText('after', '\nExit codes: 0 done, 1 refused (with a code), 2 usage. Settings: docs/operator.md.')
  const groups = [
    releaseCommands(),
    definitionCommands(),
    sourceCommands(),
    personCommands(),
    auditCommands(),
    logCommands(),
    keyCommands(),
  ]
  for (const command of groups) program.addCommand(command)
  for (const command of [program, ...descendants(program)])
    command.exitOverride().showHelpAfterError('(--help shows what it takes)')
  return program
}

/** Every command below one, groups included. */
export function descendants(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...descendants(child)])
}
