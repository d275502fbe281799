import type { Pool } from 'pg'
import { figuresOfRow } from '../../../releases/record/figures.ts'
import { CliRefusal } from '../context.ts'
import type { Result } from '../output.ts'
import { readRecord } from './lifecycle.ts'
import { listReleases } from './release-view.ts'
import { nameOf } from './run-release.ts'
import { traceFigure, traceText } from './trace.ts'

/** Finds a row by its hash in any sealed release and traces every figure of it. */
export async function auditRow(pool: Pool, rowSha256: string): Promise<Result> {
  for (const release of (await listReleases(pool)).reverse()) {
    const record = await readRecord(pool, release)
    const row = record?.rows.find(({ row_sha256 }) => row_sha256 === rowSha256)
    if (record === null || row === undefined) continue
    const traces = await Promise.all(
      figuresOfRow(row).map(({ path, figure }) => traceFigure(pool, record, path, figure)),
    )
    const data = {
      row_id: row.row_id,
      row_sha256: rowSha256,
      release: nameOf(release),
      release_sha256: release.release_sha256,
      figures: traces,
    }
    return { data, text: [`${row.row_id} of ${nameOf(release)}`, ...traces.map(traceText)].join('\n') }
  }
  throw new CliRefusal('ROW_NOT_FOUND', `no sealed release has a row with sha256 ${rowSha256}`)
}
