import type { Pool } from 'pg'
import {
  type Coverage,
  type CoverageSource,
  type CoveredNumber,
  coverageOf,
} from '../../pipeline/intake/coverage/coverage.ts'
import { layOut } from '../../pipeline/intake/lay-out.ts'
import { holdDefinition } from '../operations/definition/held-definition.ts'
import { loadConfig } from '../platform/config.ts'
import type { Result } from './output.ts'

/** `definition coverage`: exit code 1 if a number is missing, or a coverage declaration is wrong. */
export async function definitionCoverage(pool: Pool | null, directory: string, all: boolean): Promise<Result> {
  const { candidate, definition, sources } = await holdDefinition(pool, directory, loadConfig().sourcesPath)
  const laidOut = new Map<string, CoverageSource>()
  for (const [source_id, { bytes, media_type, pages }] of sources)
    laidOut.set(source_id, { media_type, pages, layout: await layOut(bytes, media_type) })
  const coverage = coverageOf(candidate.record, definition, laidOut)
  const counts = countsOf(coverage)
  const problems = coverage.problems.map((problem) => ({ where: definition.where(problem.path), ...problem }))
  const ok = counts.missing === 0 && problems.length === 0
  const told = problems.map(({ where, expected, found }) => `${where}\n  expected ${expected}\n  found    ${found}`)
  const shown = coverage.numbers.filter(({ standing }) => all || standing === 'missing').map(lineOf)
  return {
    data: { ok, counts, numbers: coverage.numbers, problems },
    text: [...told, ...shown, countsText(counts)].join('\n'),
    ok,
  }
}

type Counts = { figure: number; fact: number; missing: number; dismissed: Record<string, number> }

/** Numbers by use; page content that is not part of the tariff by kind, excluded numbers together. */
function countsOf({ numbers }: Coverage): Counts {
  const counts: Counts = { figure: 0, fact: 0, missing: 0, dismissed: {} }
  for (const { standing, kind } of numbers) {
    if (standing !== 'dismissed') counts[standing] += 1
    else counts.dismissed[kind ?? 'singly'] = (counts.dismissed[kind ?? 'singly'] ?? 0) + 1
  }
  return counts
}

function countsText({ figure, fact, missing, dismissed }: Counts): string {
  const kinds = Object.entries(dismissed)
  const total = kinds.reduce((sum, [, count]) => sum + count, 0)
  const told = kinds.length === 0 ? '' : ` (${kinds.map(([kind, count]) => `${count} ${kind}`).join(', ')})`
  return `${figure} of figures, ${fact} of facts, ${total} dismissed${told}, ${missing} missing`
}

function lineOf({ source_id, page, line, number, standing, by, kind, quote }: CoveredNumber): string {
  const why = by ?? kind
  return `${source_id} p.${page} line ${line}  ${number}  ${standing}${why === null ? '' : `: ${why}`}\n  ${quote}`
}
