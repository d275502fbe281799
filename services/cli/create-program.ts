import { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }

/**
 * The groups in the order of `--help`. Each is loaded on first use, because loading the gates takes longer than
 * printing a list.
 */
const GROUPS: Readonly<Record<string, () => Promise<Command>>> = {
  release: async () => (await import('./release.ts')).releaseCommands(),
  definition: async () => (await import('./definition.ts')).definitionCommands(),
  source: async () => (await import('./source.ts')).sourceCommands(),
  person: async () => (await import('./person.ts')).personCommands(),
  audit: async () => (await import('./audit.ts')).auditCommands(),
  log: async () => (await import('./log.ts')).logCommands(),
  key: async () => (await import('./key.ts')).keyCommands(),
}

/**
 * `pramaan` and all its commands (docs/design/contract.md#command-line). Usage errors are thrown as CommanderError; the
 * process is not ended. `word`: the first argument; if it is the name of a group, only that group is loaded.
 */
export async function createProgram(word?: string): Promise<Command> {
  const program = new Command('pramaan')
    .version(manifest.version, '--version', 'the version of this software')
    .description('Verified electricity tariffs: releases, sources, the log, audits and API keys')
    .addHelpText('after', '\nExit codes: 0 done, 1 refused (with a code), 2 wrong usage.\nSettings: docs/operator.md.')
  const named = word === undefined ? undefined : Object.entries(GROUPS).find(([name]) => name === word)?.[1]
  const groups = await Promise.all((named === undefined ? Object.values(GROUPS) : [named]).map((load) => load()))
  for (const command of groups) program.addCommand(command)
  // A group shows its commands to whoever names one that it does not have.
  for (const command of [program, ...descendants(program)])
    refuseTwice(command.exitOverride().showHelpAfterError(command.commands.length > 0 || '(see --help)'))
  return program
}

/** The parser would take the last of two values, without a word. */
function refuseTwice(command: Command): void {
  for (const option of command.options.filter(({ required }) => required)) {
    let times = 0
    command.on(`option:${option.name()}`, () => {
      times += 1
      if (times > 1) command.error(`error: option '${option.flags}' is given twice: give it once`)
    })
  }
}

/** Every command below one, including groups. */
export function descendants(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...descendants(child)])
}
