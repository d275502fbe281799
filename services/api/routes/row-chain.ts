import { figuresOfRow } from '../../../releases/record/figures.ts'
import type { ServingRelease } from '../snapshot/serving-release.ts'

/** A row's whole chain: row, quote, locator, source, release, log position (contract 2.6 /sources). Null: no such row. */
export function rowChain(releases: readonly ServingRelease[], rowSha256: string): object | null {
  for (const { record, hasRow, pointer, catalogue } of releases) {
    if (!hasRow(rowSha256)) continue
    const row = record.rows.find(({ row_sha256 }) => row_sha256 === rowSha256)
    if (row === undefined) continue
    const figures = figuresOfRow(row)
    const ids = new Set(figures.map(({ figure }) => figure.source_id))
    return {
      row: {
        row_id: row.row_id,
        row_sha256: rowSha256,
        fixture_sha256: row.fixture_sha256,
        state_subcategory_code: row.subcategory_code,
      },
      figures: figures.map(({ path, figure }) => ({
        path,
        value: figure.value,
        unit: figure.unit,
        printed: figure.printed,
        printed_unit: figure.printed_unit,
        grade: figure.grade,
        source_id: figure.source_id,
        locator: figure.locator,
        quote: figure.quote,
        citations: figure.citations,
        carried: figure.carried,
        derivation: figure.derivation,
      })),
      sources: catalogue.sources.filter(({ source_id }) => ids.has(source_id)),
      release: {
        release_id: record.release_id,
        revision: pointer.revision,
        release_sha256: pointer.release_sha256,
        release_stage: pointer.stage,
        log_position: pointer.log_position,
      },
    }
  }
  return null
}
