import { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }

type Group = { readonly description: string; readonly load: () => Promise<(group: Command) => void> }

/**
 * The groups in the order of `--help`. The commands of each are loaded on first use, because loading the gates takes
 * longer than printing a list.
 */
const GROUPS: Readonly<Record<string, Group>> = {
  release: {
    description: 'open, gate, approve, promote and inspect releases',
    load: async () => (await import('./release.ts')).addReleaseCommands,
  },
  definition: {
    description: 'draft and check a release definition before opening it',
    load: async () => (await import('./definition.ts')).addDefinitionCommands,
  },
  source: {
    description: 'register documents and read their text',
    load: async () => (await import('./source.ts')).addSourceCommands,
  },
  person: {
    description: 'manage the people who may sign acts, and their keys',
    load: async () => (await import('./person.ts')).addPersonCommands,
  },
  audit: {
    description: 'trace an amount, a row or a past state',
    load: async () => (await import('./audit.ts')).addAuditCommands,
  },
  log: {
    description: 'verify, export and anchor the event log',
    load: async () => (await import('./log.ts')).addLogCommands,
  },
  key: {
    description: 'issue, list, rotate and revoke API keys',
    load: async () => (await import('./key.ts')).addKeyCommands,
  },
}

/** What the program answers without its commands. */
const WITHOUT_COMMANDS: readonly string[] = ['--help', '-h', '--version']

/**
 * `pramaan` and all its commands (docs/design/contract.md#command-line). Usage errors are thrown as CommanderError; the
 * process is not ended. `word`: the first argument; if it names a group, only the commands of that group are loaded, and
 * none for the help and the version of the program.
 */
export async function createProgram(word = ''): Promise<Command> {
  const program = new Command('pramaan')
    .version(manifest.version, '--version', 'the version of this software')
    .description('Verified electricity tariffs: releases, sources, the log, audits and API keys')
    .addHelpText('after', '\nExit codes: 0 done, 1 refused (with a code), 2 wrong usage.\nSettings: docs/operator.md.')
  const isLoaded = (name: string): boolean => (word in GROUPS ? name === word : !WITHOUT_COMMANDS.includes(word))
  for (const [name, { description, load }] of Object.entries(GROUPS)) {
    const group = program.command(name).description(description)
    if (isLoaded(name)) (await load())(group)
  }
  // A group shows its commands to whoever names one that it does not have.
  for (const command of [program, ...descendants(program)])
    refuseTwice(command.exitOverride().showHelpAfterError(command.commands.length > 0 || '(see --help)'))
  return program.hook('preAction', (_program, called) => refuseEmpty(called))
}

/** An empty text is a variable of the shell that is not set. As a path it would be the current folder. */
function refuseEmpty(command: Command): void {
  const given = command.processedArgs.flat()
  const options = command.options.map(
    (option) => [option.flags, command.getOptionValue(option.attributeName())] as const,
  )
  const [flags] = options.find(([, value]) => value === '') ?? []
  if (flags !== undefined) command.error(`error: option '${flags}' must not be empty`)
  if (given.includes('')) command.error('error: an argument must not be empty')
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
