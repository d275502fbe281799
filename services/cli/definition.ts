import { join } from 'node:path'
import type { Command } from 'commander'
import { parse } from 'csv-parse/sync'
import type { Pool } from 'pg'
import type { Candidate } from '../../pipeline/gates/gate.ts'
import { type Coverage, type CoveredNumber, coverageOf } from '../../pipeline/intake/coverage/coverage.ts'
import { CASES_FILE } from '../../pipeline/intake/definition/cases.ts'
import { FIGURES_FILE, figuresText } from '../../pipeline/intake/definition/figures.ts'
import { READINGS_FILE } from '../../pipeline/intake/definition/parts.ts'
import { csvCell } from '../../pipeline/intake/definition/table.ts'
import { type ProposedCase, proposeCases } from '../../pipeline/intake/draft/propose-cases.ts'
import { readDefinition } from '../../pipeline/intake/read-definition.ts'
import { Rereader } from '../../pipeline/intake/reread.ts'
import { CompileError } from '../../releases/engine/language/compile-error.ts'
import { counted } from '../../releases/record/counted.ts'
import type { Figure } from '../../releases/record/figure.ts'
import { figuresOf } from '../../releases/record/figures.ts'
import { causeLines } from '../operations/definition/causes.ts'
import { checkDefinition, type DefinitionCheck } from '../operations/definition/check-definition.ts'
import { type LoadedDefinition, loadDefinition } from '../operations/definition/load-definition.ts'
import { figurePicture } from '../operations/definition/page-picture.ts'
import { readDefinitionFolder } from '../operations/definition-folder.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { loadConfig } from '../platform/config.ts'
import { documentArgument, financialYear, matching, pageRange } from './arguments.ts'
import { definitionDraft } from './definition-draft.ts'
import { writeGiven } from './files.ts'
import type { Result } from './output.ts'
import { adderTo, runWherever } from './program.ts'

/** Reads the tables named by a definition's readings, and writes the results into its figures.csv. */
async function figures(pool: Pool | null, directory: string): Promise<Result> {
  const input = await readDefinitionFolder(pool, directory, loadConfig().sourcesPath)
  const { definition, findings } = readDefinition(input.files)
  // A misread readings.yaml would name other cells.
  const misread = findings.filter(({ where }) => where.startsWith(`${READINGS_FILE}:`))
  if (definition === null || definition.readings.length === 0 || misread.length > 0)
    throw new OperationRefusal('DEFINITION_REFUSED', `${directory}: readings.yaml is missing or cannot be read`, {
      findings: misread.length > 0 ? misread : findings,
    })
  const rereader = new Rereader(async (hash) => {
    const source = definition.sources.find(({ sha256 }) => sha256 === hash)
    return source === undefined ? null : input.sourceBytes(source)
  })
  const read = await rereader.read(definition.readings, definition.sources)
  if (read.problems.length > 0) {
    const told = read.problems.map(({ path, expected, found }) => ({
      where: definition.where(path),
      expected,
      found: `${path}: ${found}`,
      evidence: null,
    }))
    throw new OperationRefusal(
      'DEFINITION_REFUSED',
      `${directory}: ${counted(told.length, 'finding')}; figures.csv is unchanged`,
      {
        findings: told,
      },
    )
  }
  const file = join(directory, FIGURES_FILE)
  await writeGiven(file, figuresText(read.figures))
  return { data: { file, figures: read.figures }, text: `${file}: ${counted(read.figures.length, 'figure')}` }
}

type AllOption = { readonly all?: boolean }

/** `definition check`: exit code 1 if a gate does not pass. */
async function definitionCheck(pool: Pool | null, directory: string, { all = false }: AllOption): Promise<Result> {
  let covers = false
  const check = await checkDefinition(async (seen) => {
    const loaded = await loadDefinition(pool, directory, loadConfig().sourcesPath, { seen })
    covers = loaded.definition.covers.length > 0
    return loaded
  })
  // To look for them here, too, would need the layout of every document, a fifth of the time of a check.
  const open = `numbers of covered pages that nothing reads are not looked for: \`definition coverage ${directory}\` lists them`
  return { data: check, text: [checkText(check, all), ...(covers ? [open] : [])].join('\n'), ok: check.ok }
}

function checkText({ release_id, gates, causes }: DefinitionCheck, all: boolean): string {
  const passed = gates.filter((gate) => gate.passed).length
  const count = causes.reduce((sum, { findings, follow }) => sum + findings.length + follow.length, 0)
  const found = count === 0 ? '' : `; ${counted(count, 'finding')} of ${counted(causes.length, 'cause')}`
  return [
    `${release_id}: ${passed} of ${gates.length} gates pass${found}`,
    ...causeLines(causes, all ? null : '--all shows them'),
  ].join('\n')
}

/**
 * `definition cases`: lines for cases.csv, with its columns. Amounts and working are blank, and refused until filled
 * in.
 */
async function definitionCases(pool: Pool | null, directory: string): Promise<Result> {
  const { candidate, files } = await loadDefinition(pool, directory, loadConfig().sourcesPath)
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

/** `definition view`: the page of a figure as SVG, with the cell or quote marked and the value next to it. */
async function definitionView(
  pool: Pool | null,
  directory: string,
  path: string,
  { out = null }: { readonly out?: string | null },
): Promise<Result> {
  const loaded = await loadDefinition(pool, directory, loadConfig().sourcesPath, { laidOut: true })
  const figure = figureAt(loaded, path)
  const source = loaded.sources.get(figure.source_id)
  if (source === undefined) throw new Error(`${figure.source_id} is not among the sources`)
  const { svg, box } = figurePicture(figure, path, source.layout, source.pages[figure.locator.page - 1] ?? '')
  const data = {
    path,
    value: figure.value,
    unit: figure.unit,
    page: figure.locator.page,
    box,
    file: out,
    svg: out === null ? svg : null,
  }
  if (out === null) return { data, text: svg.trimEnd() }
  await writeGiven(out, svg)
  return { data, text: `${out}: ${path} on page ${figure.locator.page} of ${figure.source_id}` }
}

function figureAt({ candidate }: LoadedDefinition, path: string): Figure {
  const figures = figuresOf(candidate.record)
  const found = figures.find((each) => each.path === path)
  if (found !== undefined) return found.figure
  const near = figures.filter((each) => each.path.startsWith(path)).map((each) => each.path)
  const known = (near.length > 0 ? near : figures.map((each) => each.path)).slice(0, 8)
  throw new OperationRefusal(
    'COMPONENT_NOT_FOUND',
    `there is no figure at ${path}: use a path such as ${known.join(', ')}`,
  )
}

const NO_PAGE_COVERED = 'no page is covered, so no number was looked for: name pages under `covers` in readings.yaml'

/** `definition coverage`: exit code 1 if a number or a rule in words is missing, or a coverage declaration is wrong. */
async function definitionCoverage(pool: Pool | null, directory: string, { all = false }: AllOption): Promise<Result> {
  const loaded = await loadDefinition(pool, directory, loadConfig().sourcesPath, { laidOut: true })
  const { candidate, definition, sources } = loaded
  const coverage = coverageOf(candidate.record, definition, sources)
  const counts = countsOf(coverage)
  const coversNone = definition.covers.length === 0
  const problems = coverage.problems.map((problem) => ({ where: definition.where(problem.path), ...problem }))
  const ok = counts.missing === 0 && problems.length === 0
  const told = problems.map(({ where, expected, found }) => `${where}\n  expected ${expected}\n  found    ${found}`)
  const shown = coverage.numbers.filter(({ standing }) => all || standing === 'missing').map(lineOf)
  return {
    data: { ok, counts, numbers: coverage.numbers, problems },
    text: [...told, ...shown, coversNone ? NO_PAGE_COVERED : countsText(counts)].join('\n'),
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

/** `pramaan definition …`: work on a definition before it is opened. */
export function addDefinitionCommands(definition: Command): void {
  const command = adderTo(definition, {
    folder: 'folder of the definition, such as releases/states/BR/2026-27',
    figure: 'path such as rows/BR-DS-II/energy/0',
  })
  command('draft', 'show the tables of some pages of a document and the open questions, and draft a definition')
    .addArgument(documentArgument())
    .requiredOption('--pages <range>', 'pages to read, such as 163-168 (required)', pageRange)
    .requiredOption(
      '--state <code>',
      'state code, such as OD (required)',
      matching(/^[A-Z]{2}$/, 'a state code such as OD'),
    )
    .requiredOption('--year <year>', 'financial year, such as 2025-26 (required)', financialYear)
    .option('--out <folder>', 'write the draft to this folder; values that a person must decide are blank')
    .action(runWherever(definitionDraft))
  command('figures <folder>', 'read the tables named in readings.yaml into figures.csv (never edited by hand)').action(
    runWherever(figures),
  )
  command('check <folder>', 'run all gates without opening a release, and group findings by cause')
    .option('--all', 'also print findings that follow from another one')
    .action(runWherever(definitionCheck))
  command(
    'cases <folder>',
    'print requests for every limit and condition as lines for cases.csv, with blank amounts',
  ).action(runWherever(definitionCases))
  command(
    'coverage <folder>',
    'show how every number and every rule in words on the covered pages is used (exit code 1 if one is missing)',
  )
    .option('--all', 'print all numbers, not only the missing ones')
    .action(runWherever(definitionCoverage))
  command(
    'view <folder> <figure>',
    'draw the page (SVG) with the cell of a figure marked, such as rows/BR-DS-II/energy/0',
  )
    .option('--out <file>', 'output file (default: standard output)')
    .action(runWherever(definitionView))
}
