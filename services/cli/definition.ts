import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import type { Pool } from 'pg'
import { FIGURES_FILE, figuresText } from '../../pipeline/intake/definition/figures.ts'
import { readDefinition } from '../../pipeline/intake/read-definition.ts'
import { Rereader } from '../../pipeline/intake/reread.ts'
import { wantedSources } from '../../pipeline/intake/wanted-sources.ts'
import { readDefinitionFolder } from '../operations/definition-folder.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { loadConfig } from '../platform/config.ts'
import { hashPart, matching, pageRange } from './arguments.ts'
import { definitionCases } from './definition-cases.ts'
import { definitionCheck } from './definition-check.ts'
import { definitionCoverage } from './definition-coverage.ts'
import { type DraftOptions, definitionDraft } from './definition-draft.ts'
import { definitionView } from './definition-view.ts'
import type { Result } from './output.ts'
import { runWherever, withGlobals } from './program.ts'

/** Reads the tables named by a definition's readings, and writes the results into its figures.csv. */
async function figures(pool: Pool | null, directory: string): Promise<Result> {
  const input = await readDefinitionFolder(pool, directory, loadConfig().sourcesPath)
  const { definition, findings } = readDefinition(input.files)
  if (definition === null || definition.readings.length === 0)
    throw new OperationRefusal('DEFINITION_REFUSED', `${directory}: readings.yaml is missing or cannot be read`, {
      findings,
    })
  const wanted = wantedSources(definition)
  const rereader = new Rereader(async (hash) => {
    const source = wanted.find(({ sha256 }) => sha256 === hash)
    return source === undefined ? null : input.sourceBytes(source)
  })
  const read = await rereader.read(definition.readings, wanted)
  if (read.problems.length > 0) {
    const told = read.problems.map(({ path, expected, found }) => ({
      where: definition.where(path),
      expected,
      found: `${path}: ${found}`,
      evidence: null,
    }))
    throw new OperationRefusal(
      'DEFINITION_REFUSED',
      `${directory}: ${told.length} findings; figures.csv is unchanged`,
      {
        findings: told,
      },
    )
  }
  const file = join(directory, FIGURES_FILE)
  await writeFile(file, figuresText(read.figures))
  return { data: { file, figures: read.figures }, text: `${file}: ${read.figures.length} figures` }
}

/** `pramaan definition …`: work on a definition before it is opened. */
export function definitionCommands(): Command {
  const definition = new Command('definition').description('draft and check a release definition before opening it')
  const command = (usage: string, description: string): Command =>
    withGlobals(definition.command(usage).description(description))
  withGlobals(
    definition
      .command('draft')
      .description('show the tables of some pages of a document and the open questions, and draft a definition'),
  )
    .argument('<sha256>', 'the document, registered or in PRAMAAN_SOURCES; at least its first 8 digits', hashPart)
    .requiredOption('--pages <range>', 'pages to read, such as 163-168 (required)', pageRange)
    .requiredOption(
      '--state <code>',
      'state code, such as OD (required)',
      matching(/^[A-Z]{2}$/, 'a state code such as OD'),
    )
    .requiredOption(
      '--year <year>',
      'financial year, such as 2025-26 (required)',
      matching(/^\d{4}-\d{2}$/, 'a financial year such as 2025-26'),
    )
    .option('--out <folder>', 'write the draft to this folder; values that a person must decide are blank')
    .action((hash: string, options: DraftOptions, self: Command) =>
      runWherever(self, (context) => definitionDraft(context?.pool ?? null, hash, options)),
    )
  command('figures <folder>', 'read the tables named in readings.yaml into figures.csv (never edited by hand)').action(
    (folder: string, _o, self: Command) => runWherever(self, (context) => figures(context?.pool ?? null, folder)),
  )
  command('check <folder>', 'run all gates without opening a release, and group findings by cause')
    .option('--all', 'also print findings that follow from another one')
    .action((folder: string, { all }: { all?: boolean }, self: Command) =>
      runWherever(self, (context) => definitionCheck(context?.pool ?? null, folder, all === true)),
    )
  command(
    'cases <folder>',
    'print requests for every limit and condition as lines for cases.csv, with blank amounts',
  ).action((folder: string, _o, self: Command) =>
    runWherever(self, (context) => definitionCases(context?.pool ?? null, folder)),
  )
  command('coverage <folder>', 'show how every number on the covered pages is used (exit code 1 if one is missing)')
    .option('--all', 'print all numbers, not only the missing ones')
    .action((folder: string, { all }: { all?: boolean }, self: Command) =>
      runWherever(self, (context) => definitionCoverage(context?.pool ?? null, folder, all === true)),
    )
  command(
    'view <folder> <figure>',
    'draw the page (SVG) with the cell of a figure marked, such as rows/BR-DS-II/energy/0',
  )
    .option('--out <file>', 'output file (default: standard output)')
    .action((directory: string, figure: string, { out }: { out?: string }, self: Command) =>
      runWherever(self, (context) => definitionView(context?.pool ?? null, { directory, figure, out: out ?? null })),
    )
  return definition
}
