import { join } from 'node:path'
import { buildCandidate, type RegisteredSource } from '../../pipeline/intake/build-candidate.ts'
import type { Definition } from '../../pipeline/intake/read-definition.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { readFolder } from '../support/read-folder.ts'
import { writeSynthetic } from '../synthetic.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))

/** What every row of a definition has at least; Bihar's have five times as many. */
const CASES_OF_A_ROW = 3

type Content = Omit<Definition, 'findings' | 'complete' | 'where'>

/**
 * Records of as many states that do not exist, each with `times` as many rows as Bihar's, with figures of Bihar's and three
 * cases a row, made by the intake: all names in them are the state's own. `taken` are codes of states that do. Writes into `home`.
 */
export async function* syntheticRecords(
  home: string,
  count: number,
  times: number,
  taken: ReadonlySet<string>,
): AsyncGenerator<ReleaseRecord> {
  const folder = join(home, `synthetic-${times}`)
  await writeSynthetic(folder, times)
  const { definition, registered } = await readFolder(folder)
  const { release, sources, categories, rows, rules } = definition
  const cases = [...Map.groupBy(definition.cases, ({ row_id }) => row_id).values()].flatMap((own) =>
    own.slice(0, CASES_OF_A_ROW),
  )
  const text = JSON.stringify({ release, sources, categories, rows, rules, cases } satisfies Content)
  const codes = CODES.filter((code) => !taken.has(code)).slice(0, count)
  if (codes.length < count) throw new RangeError(`${count} states are more than two letters can name`)
  for (const code of codes) yield recordOf(text, registered, release.state_code, code)
}

/** The definition of another state: what bears the state's code as a prefix, and the code itself, is renamed. */
function recordOf(
  text: string,
  registered: ReadonlyMap<string, RegisteredSource>,
  from: string,
  code: string,
): ReleaseRecord {
  const renamed = (value: string): string => value.replaceAll(new RegExp(`"${from}(?=["_-])`, 'g'), `"${code}`)
  const content = JSON.parse(renamed(text)) as Content
  const sources = [...registered].map(([id, source]) => [JSON.parse(renamed(JSON.stringify(id))), source] as const)
  const definition = { ...content, findings: [], complete: true, where: (path: string) => path }
  const { candidate, findings } = buildCandidate(definition, new Map(sources))
  const [first] = findings
  if (candidate === null || first !== undefined) throw new Error(`${code} is no record: ${JSON.stringify(first)}`)
  return candidate.record
}
