import { parse } from 'csv-parse/sync'
import type { Pool } from 'pg'
import type { Candidate } from '../../pipeline/gates/gate.ts'
import { CASES_FILE } from '../../pipeline/intake/definition/cases.ts'
import { csvCell } from '../../pipeline/intake/definition/table.ts'
import { type ProposedCase, proposeCases } from '../../pipeline/intake/draft/propose-cases.ts'
import { CompileError } from '../../releases/engine/language/compile-error.ts'
import { holdDefinition } from '../operations/definition/held-definition.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { loadConfig } from '../platform/config.ts'
import type { Result } from './output.ts'

/**
 * `definition cases`: lines for cases.csv, with its columns. Amounts and working are blank, and refused until filled
 * in.
 */
export async function definitionCases(pool: Pool | null, directory: string): Promise<Result> {
  const { candidate, files } = await holdDefinition(pool, directory, loadConfig().sourcesPath)
  const cases = proposed(candidate, directory)
  const [columns = []] = parse(files.get(CASES_FILE) ?? '', { to_line: 1, bom: true }) as string[][]
  const lines = cases.map((each) =>
    columns.map((column) => csvCell(each[column as keyof ProposedCase] ?? '')).join(','),
  )
  return { data: { columns, cases }, text: lines.join('\n') }
}

function proposed({ record, where }: Candidate, directory: string): ProposedCase[] {
  try {
    return proposeCases(record)
  } catch (error) {
    if (!(error instanceof CompileError)) throw error
    const finding = {
      where: where(error.path),
      expected: 'a release that the engine can compile',
      found: error.message,
    }
    throw new OperationRefusal('DEFINITION_REFUSED', `${directory}: no request can be proposed`, {
      findings: [finding],
    })
  }
}
