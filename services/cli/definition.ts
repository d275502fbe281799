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

/** Reads the tables that a definition's readings name, and writes what they give into its figures.csv. */
async function figures(pool: Pool | null, directory: string): Promise<Result> {
  const input = await readDefinitionFolder(pool, directory, loadConfig().sourcesPath)
  const { definition, findings } = readDefinition(input.files)
  if (definition === null || definition.readings.length === 0)
    throw new OperationRefusal('DEFINITION_REFUSED', `${directory}: no readings.yaml that can be read`, { findings })
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
      `${directory}: ${told.length} findings; figures.csv is as it was`,
      {
        findings: told,
      },
    )
  }
  const file = join(directory, FIGURES_FILE)
  await writeFile(file, figuresText(read.figures))
  return { data: { file, figures: read.figures }, text: `${file}: ${read.figures.length} figures` }
}

/** `pramaan definition …`: what a release engineer does with a definition before it is opened. */
export function definitionCommands(): Command {
  const definition = new Command('definition').description('make and check a release definition before it is opened')
  const command = (usage: string, description: string): Command =>
    withGlobals(definition.command(usage).description(description))
  withGlobals(
    definition
      .command('draft')
      .description('the tables of some pages of a document, what they leave open, and a definition to fill in'),
  )
    .argument('<sha256>', 'the document: in PRAMAAN_SOURCES, or registered; the first 8 digits will do', hashPart)
    .requiredOption('--pages <range>', 'pages to read, as 163-168 (required)', pageRange)
    .requiredOption('--state <code>', 'state code, as OD (required)', matching(/^[A-Z]{2}$/, 'a state code such as OD'))
    .requiredOption(
      '--year <year>',
      'financial year, as 2025-26 (required)',
      matching(/^\d{4}-\d{2}$/, 'a financial year such as 2025-26'),
    )
    .option('--out <folder>', 'write the definition there; what a person has to say is blank in it')
    .action((hash: string, options: DraftOptions, self: Command) =>
      runWherever(self, (context) => definitionDraft(context?.pool ?? null, hash, options)),
    )
  command(
    'figures <folder>',
    'write figures.csv: what the tables named in readings.yaml say (never edited by hand)',
  ).action((folder: string, _o, self: Command) =>
    runWherever(self, (context) => figures(context?.pool ?? null, folder)),
  )
  command('check <folder>', 'run all gates without opening: findings by what caused them, causes first')
    .option('--all', 'print the findings that follow from a cause as well')
    .action((folder: string, { all }: { all?: boolean }, self: Command) =>
      runWherever(self, (context) => definitionCheck(context?.pool ?? null, folder, all === true)),
    )
  command(
    'cases <folder>',
    'lines for cases.csv: requests at every edge and condition, amounts blank for a person',
  ).action((folder: string, _o, self: Command) =>
    runWherever(self, (context) => definitionCases(context?.pool ?? null, folder)),
  )
  command(
    'coverage <folder>',
    'what became of every number of the pages that readings.yaml covers (exit code 1 where one is missing)',
  )
    .option('--all', 'print every number, and not only those that are missing')
    .action((folder: string, { all }: { all?: boolean }, self: Command) =>
      runWherever(self, (context) => definitionCoverage(context?.pool ?? null, folder, all === true)),
    )
  command(
    'view <folder> <figure>',
    'a picture (SVG) of the page with the cell of a figure marked, as rows/BR-DS-II/energy/0',
  )
    .option('--out <file>', 'write it there (default: print it)')
    .action((directory: string, figure: string, { out }: { out?: string }, self: Command) =>
      runWherever(self, (context) => definitionView(context?.pool ?? null, { directory, figure, out: out ?? null })),
    )
  return definition
}
