import { readFileSync } from 'node:fs'
import type { Candidate, Finding, GateName, Means } from '../../../pipeline/gates/gate.ts'
import { GATES } from '../../../pipeline/gates/index.ts'
import type { Layout } from '../../../pipeline/gates/layout.ts'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import { readDocument } from '../../../pipeline/intake/lay-out.ts'
import { readDefinition } from '../../../pipeline/intake/read-definition.ts'
import { readFigures } from '../../../pipeline/intake/read-figures.ts'
import { Rereader } from '../../../pipeline/intake/reread.ts'
import { textIdentity } from '../../../pipeline/intake/text-identity.ts'
import { canonicalBytes } from '../../../releases/record/canonical.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { filesOf } from '../../../scripts/shipped-records.ts'
import { sampleMeans } from '../../pipeline/gates/support/sample.ts'
import { ODISHA_2025_26, OERC_ORDER, OERC_SHA256, shippedRecord } from '../../support/definitions.ts'
import { type Edit, misread, type ReadAt } from './misread.ts'

/** The order, laid out once, and the gates' findings for the definition with misreadings. */
export type Judge = {
  readonly record: ReleaseRecord
  readonly pages: readonly string[]
  readonly layout: Layout
  readonly readAt: ReadAt
  findings(gate: GateName, record: ReleaseRecord, read?: ReturnType<ReadAt>[]): Promise<readonly Finding[]>
  misread(edits: readonly Edit[]): ReturnType<typeof misread>
}

/** Reads the PDF next to the clone, if it exists. */
export async function judgeOfOrder(): Promise<Judge> {
  const bytes = new Uint8Array(readFileSync(OERC_ORDER))
  const { text, layout } = await readDocument(bytes, 'application/pdf')
  if (!text.ok) throw new Error(text.reason)
  if (layout === null) throw new Error('it has no layout')
  const shipped = (await shippedRecord(ODISHA_2025_26)).record
  const { definition } = readDefinition(filesOf(ODISHA_2025_26))
  if (definition === null) throw new Error('the definition cannot be read')
  const sources = shipped.sources.map((source) => ({ ...source, ...textIdentity(text.pages) }))
  const record: ReleaseRecord = { ...shipped, sources }
  const rereader = new Rereader(async () => bytes)
  const source_id = sources[0]?.source_id ?? ''
  const laidOut = new Map([[source_id, { sha256: OERC_SHA256, layout }]])
  const readAt: ReadAt = ({ page, labels, label, column }, figure, unit) => {
    const row = { label: [...label], of: [], figures: { [column]: figure }, from: null, to: null, only: [] }
    const columns = { [column]: { charge: null, unit, from: null, to: null } }
    const named = { reading_id: 'misread', source_id, pages: [page], table: 1, headers_from: null, labels: [...labels] }
    const { figures, problems } = readFigures([{ ...named, columns, rows: [row], spans: [], misprints: [] }], laidOut)
    if (figures[0] === undefined) throw new Error(JSON.stringify(problems))
    return figures[0]
  }
  const rightly = await rereader.read(definition.readings, sources)
  return {
    record,
    pages: text.pages,
    layout,
    readAt,
    misread: (edits) => misread(record, edits, readAt),
    async findings(gate, wrong, read = []) {
      const candidate: Candidate = {
        record: wrong,
        // None of the gates used here reads them.
        get bytes() {
          return canonicalBytes(wrong)
        },
        intakeFindings: [],
        declaredSources: new Map(),
        readings: definition.readings,
        sentences: definition.sentences,
        covers: definition.covers,
        figures: [...definition.figures, ...read],
        where: (path) => path,
      }
      const means: Means = sampleMeans({
        bytes: async () => bytes,
        pages: async () => text.pages,
        extract: extractText,
        // The misreader's readings name what was read.
        reread: async () => ({ ...rightly, figures: [...rightly.figures, ...read] }),
      })
      const found = GATES.get(gate)
      if (found === undefined) throw new Error(`no gate ${gate}`)
      return (await found.check(candidate, means)).findings
    },
  }
}
