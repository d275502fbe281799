import { Command } from 'commander'
import type { Pool } from 'pg'
import { figuresOfRow } from '../../releases/record/figures.ts'
import { readRecord } from '../operations/lifecycle.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { listReleases } from '../operations/release-view.ts'
import { nameOf } from '../operations/run-release.ts'
import { hashPart, moment, scopeCode } from './arguments.ts'
import { auditAmount } from './audit-amount.ts'
import { auditAsOf } from './audit-as-of.ts'
import { readGiven } from './files.ts'
import { fitted, type Result } from './output.ts'
import { runWith, withGlobals } from './program.ts'
import { traceFigure, tracesText } from './trace.ts'

/**
 * `pramaan audit …`: from an amount back to a quoted line, and the releases in service at a time
 * (docs/design/release.md#receipts).
 */
export function auditCommands(): Command {
  const audit = new Command('audit').description('trace an amount, a row or a past state')
  const add = (usage: string, description: string): Command =>
    withGlobals(audit.command(usage).description(description))
  add('amount <answer>', 'replay an answer (envelope or data) and trace every line').action(
    (file: string, _o, command: Command) =>
      runWith(command, async ({ pool, trust }) => auditAmount(pool, await trust(), await readGiven(file))),
  )
  add('row', 'show a row with its quotes, pages, documents and events')
    .argument('<row_sha256>', 'row_sha256 of the row, or at least its first 8 digits', hashPart)
    .action((hash: string, _o, command: Command) => runWith(command, ({ pool }) => auditRow(pool, hash)))
  add('as-of', 'show which release served a scope at a past time, from the log only')
    .argument('<scope>', 'state or licensee code', scopeCode)
    .argument('<time>', 'ISO time, such as 2026-04-01T00:00:00Z', moment)
    .action((scope: string, time: string, _o, command: Command) =>
      runWith(command, ({ pool }) => auditAsOf(pool, scope, time)),
    )
  return audit
}

/** Finds a row by its hash in any sealed release and traces every figure of it. */
async function auditRow(pool: Pool, given: string): Promise<Result> {
  for (const release of (await listReleases(pool)).reverse()) {
    const record = await readRecord(pool, release)
    const [row, another] = record?.rows.filter(({ row_sha256 }) => row_sha256.startsWith(given)) ?? []
    if (record === null || row === undefined) continue
    if (another !== undefined)
      throw new OperationRefusal(
        'ROW_NOT_FOUND',
        `several rows of ${nameOf(release)} begin with ${given}: give more digits`,
      )
    const traces = await Promise.all(
      figuresOfRow(row).map(({ path, figure }) => traceFigure(pool, record, path, figure)),
    )
    const data = {
      row_id: row.row_id,
      row_sha256: row.row_sha256,
      release: nameOf(release),
      release_sha256: release.release_sha256,
      figures: traces,
    }
    const head = [`${row.row_id} of ${nameOf(release)}`, `  row_sha256 ${row.row_sha256}`]
    const text = [...head, ...tracesText(traces)].join('\n')
    return { data, text: fitted(text), ok: traces.every(({ quote_found }) => quote_found) }
  }
  throw new OperationRefusal('ROW_NOT_FOUND', `no sealed release has a row with sha256 ${given}`)
}
