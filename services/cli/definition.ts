import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { FIGURES_FILE, figuresText } from '../../pipeline/intake/definition/figures.ts'
import { readDefinition } from '../../pipeline/intake/read-definition.ts'
import { Rereader } from '../../pipeline/intake/reread.ts'
import { wantedSources } from '../../pipeline/intake/wanted-sources.ts'
import { readDefinitionFolder } from '../operations/definition-folder.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { loadConfig } from '../platform/config.ts'
import type { Result } from './output.ts'
import { runPlain, withGlobals } from './program.ts'

/** Reads the tables that a definition's readings name, and writes what they give into its figures.csv. */
async function figures(directory: string): Promise<Result> {
  const input = await readDefinitionFolder(null, directory, loadConfig().sourcesPath)
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
  const definition = new Command('definition').description('read the tables of a release definition')
  withGlobals(
    definition
      .command('figures <folder>')
      .description('write figures.csv: what the tables named in readings.yaml say (never edited by hand)'),
  ).action((folder: string, _o, self: Command) => runPlain(self, () => figures(folder)))
  return definition
}
