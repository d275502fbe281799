import { styleText } from 'node:util'
import type { Pool } from 'pg'
import * as z from 'zod'
import { sha256 } from '#digest'
import { compileAnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import { inRupees, workingOf } from '../../releases/engine/answer/working.ts'
import { metaOf } from '../../releases/engine/answer/write-answer.ts'
import { answerRequest } from '../../releases/engine/answer-request.ts'
import { calculateBody } from '../../releases/engine/request/body.ts'
import { ENGINE_VERSION } from '../../releases/engine/version.ts'
import type { Trust } from '../../releases/proof/format/trust.ts'
import { canonicalText } from '../../releases/record/canonical.ts'
import { counted } from '../../releases/record/counted.ts'
import { jsonTextFault } from '../../releases/record/json-text.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { OperationRefusal } from '../operations/refusal.ts'
import { storedRecord } from '../operations/release-view.ts'
import { type Origin, readOrigin } from './answer-origin.ts'
import { fitted, type Result } from './output.ts'
import { figuresUsed, traceFigure, tracesText } from './trace.ts'

const linesSchema = z.array(
  z.looseObject({
    row_id: z.string(),
    component: z.string(),
    description: z.string(),
    quantity: z.string(),
    unit: z.string(),
    rate: z.string(),
    rate_kind: z.string().optional(),
    minimum_paise: z.int().optional(),
    steps: z.array(z.looseObject({ quantity: z.string(), rate: z.string() })).optional(),
    amount_paise: z.int(),
  }),
)

/** Fields of an answer that are needed to replay it; the others are compared unchanged. */
const answerSchema = z.looseObject({
  inputs: z.record(z.string(), z.unknown()),
  engine_version: z.string(),
  effective_on: z.string(),
  release: z.looseObject({
    release_sha256: z.string().regex(/^[0-9a-f]{64}$/),
    revision: z.int(),
    release_stage: z.enum(['reference', 'production']),
    log_position: z.int(),
    holds: z.array(z.string()),
  }),
  // An answer without them is altered, not unreadable.
  disclosures: z.array(z.looseObject({ code: z.string() })).optional(),
  verification: z.looseObject({ explanations: z.unknown().optional(), tried: z.unknown().optional() }).optional(),
  calculation: z.looseObject({
    base_tariff_paise: z.int().nullable(),
    lines: linesSchema,
  }),
  beside: z.looseObject({ lines: linesSchema, total_paise: z.int().nullable() }).optional(),
})
type Given = z.infer<typeof answerSchema>

const WHAT = 'the whole response of POST /v1/calculate, its data, or one `answers[i].body` of POST /v1/calculations'

/** The answer in a text, and the envelope around it if that is there too. */
function readAnswer(text: string): { given: Given; envelope: Readonly<Record<string, unknown>> | null } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new OperationRefusal('ANSWER_UNREADABLE', `the file is not JSON: use ${WHAT}`)
  }
  // Of a key that stands twice only the last value would be compared, and another reader may take the first.
  const fault = jsonTextFault(text)
  if (fault !== null) throw new OperationRefusal('ANSWER_UNREADABLE', `the file is not plain JSON: ${fault}`)
  const envelope = z.looseObject({ data: z.unknown() }).safeParse(json)
  const parsed = answerSchema.safeParse(envelope.success ? envelope.data.data : json)
  if (!parsed.success)
    throw new OperationRefusal('ANSWER_UNREADABLE', `the file is not an answer with an amount: use ${WHAT}`)
  return { given: parsed.data, envelope: envelope.success ? envelope.data : null }
}

async function recordOf(pool: Pool, hash: string): Promise<ReleaseRecord> {
  const sealed = await pool.query('SELECT 1 FROM read.releases WHERE release_sha256 = $1', [hash])
  const record = sealed.rowCount === 0 ? null : await storedRecord(pool, hash)
  if (record === null)
    throw new OperationRefusal(
      'RELEASE_NOT_FOUND',
      `this log never sealed a release with sha256 ${hash}: the answer is from another service, or was altered`,
    )
  return record
}

/**
 * Recalculates the same request from the sealed record. Stage and position are taken from the log, not from the answer,
 * which may have a lower stage if it served at one after a report of a compromised key; of its holds, those known to the log. Documents that
 * it lists as not attested must not have been attested at the promotion, and all others must be attested by now.
 */
function replay(record: ReleaseRecord, given: Given, origin: Origin): Record<string, unknown> {
  const { release, inputs } = given
  const answer = compileAnswerPlan(record, {
    releaseSha256: release.release_sha256,
    revision: release.revision,
    stage:
      origin.wasLowered && release.release_stage === 'reference'
        ? 'reference'
        : (origin.promoted?.stage ?? 'reference'),
    logPosition: origin.promoted?.position ?? 0,
    holds: release.holds
      .filter((component) => origin.everHeld.has(component))
      .map((component) => ({ component, reason: 'held when the answer was given' })),
    unattested: given.disclosures?.some(({ code }) => code === 'ORIGINAL_NOT_ATTESTED')
      ? origin.unattestedThen
      : origin.unattestedNow,
  })
  const body = calculateBody.safeParse(inputs)
  if (!body.success) throw new OperationRefusal('ANSWER_UNREADABLE', 'its inputs are not a valid request')
  const result = answerRequest([answer], body.data, 'specimen')
  return result.ok
    ? (JSON.parse(result.dataText) as Record<string, unknown>)
    : { refusal: result.code, details: result.details }
}

/**
 * An answer without the explanations of a bill, and their places. They depend on the releases then in service and on the
 * key, which an answer does not contain, so they cannot be replayed.
 */
function withoutExplanations(given: Given): { compared: Given; left: string[] } {
  const { verification, inputs } = given
  // Nobody asked for them: they do not belong to the answer.
  if (verification === undefined || inputs['explain'] !== true) return { compared: given, left: [] }
  const { explanations, tried, ...rest } = verification
  const left = Object.entries({ explanations, tried }).filter(([, value]) => value !== undefined)
  return { compared: { ...given, verification: rest }, left: left.map(([name]) => `/verification/${name}`) }
}

/** Undefined: not there, and so left out of JSON. */
type Difference = { readonly path: string; readonly given: unknown; readonly replayed: unknown }

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function differences(given: unknown, replayed: unknown, path = ''): Difference[] {
  const comparable = isObject(given) && isObject(replayed) && Array.isArray(given) === Array.isArray(replayed)
  if (!comparable) return Object.is(given, replayed) ? [] : [{ path: path === '' ? '/' : path, given, replayed }]
  const names = [...new Set([...Object.keys(given), ...Object.keys(replayed)])].sort()
  return names.flatMap((name) =>
    differences(
      (given as Record<string, unknown>)[name],
      (replayed as Record<string, unknown>)[name],
      `${path}/${name}`,
    ),
  )
}

/**
 * What is said around the answer: the members of it that Gujarat's contract repeats there, and `status` and `meta`, if they were
 * kept. The others are those of the request, not of the answer.
 */
function envelopeDifferences(
  envelope: Readonly<Record<string, unknown>> | null,
  record: ReleaseRecord,
  replayed: Readonly<Record<string, unknown>>,
): Difference[] {
  if (envelope === null) return []
  const always = Object.entries({ status: 'ok', meta: metaOf(record) }).filter(([name]) => envelope[name] !== undefined)
  const repeated = record.envelope_fields.map((name) => [name, replayed[name]] as const)
  return [...always, ...repeated].flatMap(([name, said]) => differences(envelope[name], said, `envelope/${name}`))
}

/**
 * Replays an answer from the sealed release it names, compares canonical bytes, and traces each figure: amount -> line
 * -> row or rule -> quote -> page -> document -> event -> checkpoint (docs/design/release.md#receipts). With another
 * engine version the verdict is `engine_differs`, and the differences say whether amounts are equal. A quote that is
 * not on its page fails the audit too. Explanations of a bill are not compared; the result says so (`not_compared`).
 */
export async function auditAmount(pool: Pool, trust: Trust, answer: string): Promise<Result> {
  const { given, envelope } = readAnswer(answer)
  const record = await recordOf(pool, given.release.release_sha256)
  const origin = await readOrigin(pool, trust, record.state_code, given.release)
  if (origin === null)
    throw new OperationRefusal(
      'RELEASE_NOT_FOUND',
      `this log never sealed that release as revision ${given.release.revision}: the answer was altered`,
    )
  const replayed = replay(record, given, origin)
  const { compared, left } = withoutExplanations(given)
  const found = [...differences(compared, replayed), ...envelopeDifferences(envelope, record, replayed)]
  const same = found.length === 0 && sha256(canonicalText(compared)) === sha256(canonicalText(replayed))
  const verdict = same ? 'identical' : given.engine_version === ENGINE_VERSION ? 'altered' : 'engine_differs'
  const figures = figuresUsed(record, given)
  const chain = await Promise.all(figures.map(({ path, figure }) => traceFigure(pool, record, path, figure)))
  const { sealed, promoted, checkpoint } = origin
  const data = {
    verdict,
    differences: found,
    ...(left.length === 0 ? {} : { not_compared: left }),
    release: given.release,
    chain,
    log: { sealed, promoted, checkpoint },
  }
  const lines = found.map(
    ({ path, given: was, replayed: is }) => `  ${path}: ${valueText(was)}, replayed ${valueText(is)}`,
  )
  const text = [
    `verdict: ${styleText(same ? 'green' : 'red', verdict)}`,
    ...lines,
    ...(left.length === 0 ? [] : [`  not compared: ${left.join(', ')}: they depend on the releases then in service`]),
    ...amountLines(replayed),
    ...tracesText(chain),
    originText(origin),
  ].join('\n')
  return { data, text: fitted(text), ok: same && chain.every(({ quote_found }) => quote_found) }
}

const valueText = (value: unknown): string => (value === undefined ? 'not there' : JSON.stringify(value))

/** `Rs 1,484.00` */
function rupees(paise: number): string {
  const whole = Math.trunc(Math.abs(paise) / 100).toLocaleString('en-IN')
  return `${paise < 0 ? '-' : ''}Rs ${whole}.${String(Math.abs(paise) % 100).padStart(2, '0')}`
}

/** Recalculated lines: quantities and rates, then those beside the base tariff. None if the request is refused now. */
function amountLines(replayed: unknown): string[] {
  const answer = answerSchema.safeParse(replayed)
  if (!answer.success) return []
  const { calculation, beside } = answer.data
  const sum = (paise: number | null): string => (paise === null ? 'held' : rupees(paise))
  return [
    ...calculation.lines.map(lineText),
    `  base tariff: ${sum(calculation.base_tariff_paise)}`,
    ...(beside === undefined ? [] : [...beside.lines.map(lineText), `  beside: ${sum(beside.total_paise)}`]),
  ]
}

const lineText = (line: z.infer<typeof linesSchema>[number]): string =>
  `  ${line.description}: ${workingOf(line, (decimal) => `Rs ${inRupees(decimal)}`)} = ${rupees(line.amount_paise)}`

function originText({ sealed, promoted, checkpoint }: Origin): string {
  const { release_id, revision, position } = sealed
  const serving =
    promoted === null
      ? 'no promotion at the position in the answer'
      : `promoted to ${promoted.scope} at stage ${promoted.stage}, log position ${promoted.position}`
  const covered =
    checkpoint === null ? 'no checkpoint yet' : `newest checkpoint: ${counted(checkpoint.tree_size, 'leaf', 'leaves')}`
  return `  ${release_id}@${revision}: sealed at log position ${position}; ${serving}; ${covered}`
}
