import { Command } from 'commander'
import { moment, scopeCode } from '../arguments.ts'
import { readGiven } from '../files.ts'
import { auditAmount } from '../operations/audit-amount.ts'
import { auditAsOf } from '../operations/audit-as-of.ts'
import { auditRow } from '../operations/audit-row.ts'
import { runWith, withGlobals } from '../program.ts'

/** `pramaan audit …`: from an amount back to a quoted line, and what was served when (release design 3.4). */
export function auditCommands(): Command {
  const audit = new Command('audit').description('trace an amount, a row or a past moment')
  const add = (usage: string, description: string): Command =>
    withGlobals(audit.command(usage).description(description))
  add('amount <answer>', 'replay an answer (envelope or data) and trace every line').action(
    (file: string, _o, command: Command) =>
      runWith(command, async ({ pool }) => auditAmount(pool, await readGiven(file))),
  )
  add('row <row_sha256>', 'a row: quotes, pages, documents, events').action((hash: string, _o, command: Command) =>
    runWith(command, ({ pool }) => auditRow(pool, hash)),
  )
  add('as-of', 'what served a scope at a past moment, from the log alone')
    .argument('<scope>', 'state or licensee code', scopeCode)
    .argument('<time>', 'ISO time, as 2026-04-01T00:00:00Z', moment)
    .action((scope: string, time: string, _o, command: Command) =>
      runWith(command, ({ pool }) => auditAsOf(pool, scope, time)),
    )
  return audit
}
