import { sha256 } from '#digest'
import type { Candidate, Finding } from '../../../pipeline/gates/gate.ts'
import { buildCandidate } from '../../../pipeline/intake/build-candidate.ts'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import { readDefinition } from '../../../pipeline/intake/read-definition.ts'
import { textIdentity } from '../../../pipeline/intake/text-identity.ts'
import { type AnswerPlan, compileAnswerPlan } from '../../../releases/engine/answer/answer-plan.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { definitionFiles, type Order, type Worked } from './order.ts'
import { published } from './printed.ts'

/** Result of intake for an order: the candidate, and its registered source. */
export type Read = {
  readonly candidate: Candidate | null
  readonly findings: readonly Finding[]
  readonly source: { readonly sha256: string; readonly bytes: Uint8Array; readonly pages: readonly string[] }
}

/** Text from the bytes, definition from the files, candidate from both, as for every definition. */
export async function readFiles(order: Order, files: ReadonlyMap<string, string>): Promise<Read> {
  const { bytes, mediaType } = published(order.printed)
  const extracted = await extractText(bytes, mediaType)
  if (!extracted.ok) throw new Error(extracted.reason)
  const { pages } = extracted
  const hash = sha256(bytes)
  const source = { sha256: hash, bytes, pages }
  const registered = {
    sha256: hash,
    size_bytes: bytes.byteLength,
    media_type: mediaType,
    held: true,
    ...textIdentity(pages),
  }
  const { definition, findings } = readDefinition(files)
  if (definition === null) return { candidate: null, findings, source }
  return { ...buildCandidate(definition, new Map([['ORDER', registered]])), source }
}

export async function readOrder(order: Order, worked: readonly Worked[] = []): Promise<Read> {
  return readFiles(order, await definitionFiles(order, worked))
}

const RECORDS = new WeakMap<Order, Promise<ReleaseRecord>>()
const PLANS = new WeakMap<Order, Promise<AnswerPlan>>()

/** The record of an order without intake findings. */
export function recordOf(order: Order): Promise<ReleaseRecord> {
  const made =
    RECORDS.get(order) ??
    readOrder(order).then(({ candidate, findings }) => {
      if (candidate === null || findings.length > 0) throw new Error(JSON.stringify(findings, null, 2))
      return candidate.record
    })
  RECORDS.set(order, made)
  return made
}

/** The order compiled for answering. */
export function planOf(order: Order): Promise<AnswerPlan> {
  const made =
    PLANS.get(order) ??
    recordOf(order).then((record) =>
      compileAnswerPlan(record, {
        releaseSha256: '0'.repeat(64),
        revision: 1,
        stage: 'production',
        logPosition: 0,
        holds: [],
      }),
    )
  PLANS.set(order, made)
  return made
}
