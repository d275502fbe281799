import { Command } from 'commander'
import { auditCommands } from './commands/audit.ts'
import { keyCommands } from './commands/key.ts'
import { logCommands } from './commands/log.ts'
import { releaseCommands } from './commands/release.ts'
import { sourceCommands } from './commands/source.ts'
import { parseAndRun } from './program.ts'

const program = new Command('pramaan')
  .description('Verified electricity tariffs: releases, sources, the log, audits and API keys')
  .addHelpText('after', '\nExit codes: 0 done, 1 refused (with a code), 2 usage. Settings: docs/operator.md.')
for (const command of [releaseCommands(), sourceCommands(), auditCommands(), logCommands(), keyCommands()])
  program.addCommand(command)

await parseAndRun(program, process.argv)
