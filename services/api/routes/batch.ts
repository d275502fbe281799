import type { FieldProblem } from '../../../releases/engine/refuse.ts'
import { mayUseState } from '../../keys/key.ts'
import { ERRORS } from '../../platform/errors.ts'
import { bodyFields, validatorOf } from '../checks/validation.ts'
import { type Refused, refuse, refuseState } from '../contract/responses/error-details.ts'
import { errorText } from '../reply/envelope.ts'
import type { AnyAsked, AnyMembers, Route } from '../route.ts'
import type { Services } from '../services.ts'

/** Maximum time of calculating before other requests are handled. */
const TURN_MS = 2
/** Room for a chunk of an answer; more if a single item needs it. */
const PIECE_BYTES = 65_536

const STATE = /^[A-Z]{2}$/

/**
 * The single route's answer to one item, without `request_id` and `api_version`: texts to be written consecutively.
 * They are never joined, because that would copy them.
 */
type ItemAnswer = { readonly status: number; readonly body: readonly string[] }

function refusal({ code, details, message }: Refused): ItemAnswer {
  return { status: ERRORS[code].http, body: [`{"status":"error","error":${errorText(code, details, message)}}`] }
}

function answerTexts({ data, meta, more = '' }: AnyMembers): string[] {
  const text = (value: object | string): string => (typeof value === 'string' ? value : JSON.stringify(value))
  return [`{"status":"ok",${more}"data":`, text(data), `,"meta":${text(meta)}}`]
}

const isSet = (item: unknown, name: string): boolean =>
  typeof item === 'object' && item !== null && (item as Readonly<Record<string, unknown>>)[name] === true

function notInBatch(name: string): FieldProblem {
  return {
    field: `/${name}`,
    rule: 'not_in_batch',
    message: `${name} is only for single requests; leave it out of a batch`,
  }
}

/**
 * Answers the items of a batch like the single route: the state first, then the fields, then the route's own handler
 * (docs/design/contract.md#batches). The schema is compiled once, for the first batch. `alone`: flags that only the
 * single route accepts.
 */
export function itemAnswers(
  route: Pick<Route, 'body' | 'bodyProblems' | 'handle'>,
  alone: readonly string[],
): (services: Services, asked: Omit<AnyAsked, 'body'>, item: unknown) => ItemAnswer {
  const { body } = route
  if (body === undefined) throw new TypeError('only a route with a body can be batched')
  return (services, asked, item) => {
    const state = typeof item === 'object' && item !== null ? (item as { state_code?: unknown }).state_code : undefined
    if (typeof state === 'string' && STATE.test(state) && asked.key !== null && !mayUseState(asked.key, state))
      return refusal(refuseState(state))
    const more = alone.filter((name) => isSet(item, name)).map(notInBatch)
    const validate = validatorOf(body)
    if (!validate(item)) {
      const fields = bodyFields(validate.errors ?? [], route.bodyProblems?.(item, services.snapshot()))
      return refusal(refuse('INVALID_REQUEST_FIELD', { fields: [...fields, ...more] }))
    }
    if (more.length > 0) return refusal(refuse('INVALID_REQUEST_FIELD', { fields: more }))
    const outcome = route.handle(services, { ...asked, body: item })
    if (outcome instanceof Promise) throw new TypeError('only a route that answers at once can be batched')
    if (!outcome.ok) {
      services.metrics.refused.inc({ code: outcome.code })
      return refusal(outcome)
    }
    if (!('data' in outcome)) throw new TypeError('only a route that answers in the envelope can be batched')
    return { status: 200, body: answerTexts(outcome) }
  }
}

/**
 * Writes texts as bytes into a buffer, if there is room. A character takes at most three bytes, a surrogate pair four.
 */
class Piece {
  #bytes = Buffer.allocUnsafe(PIECE_BYTES)
  #filled = 0

  /** Returns false if there is not enough room left for them. */
  add(texts: readonly string[]): boolean {
    const most = 3 * texts.reduce((sum, text) => sum + text.length, 0)
    if (this.#filled + most > this.#bytes.length) {
      if (this.#filled > 0) return false
      this.#bytes = Buffer.allocUnsafe(most)
    }
    for (const text of texts) this.#filled += this.#bytes.write(text, this.#filled)
    return true
  }

  /** Returns the current content and clears it: what is added next overwrites it. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#filled)
    this.#filled = 0
    return taken
  }
}

/**
 * The answers to a batch, while they are made: JSON text in chunks of bytes, from after the request's id. After 2 ms of
 * work other requests are handled; the generator waits for a slow reader, and ends if the reader disconnects.
 */
export async function* batchParts(
  items: readonly unknown[],
  answer: (item: unknown) => ItemAnswer,
  nowMs: () => number,
): AsyncGenerator<Uint8Array> {
  const piece = new Piece()
  piece.add(['","data":{"answers":['])
  let began = nowMs()
  let refused = 0
  for (const [index, item] of items.entries()) {
    const { status, body } = answer(item)
    if (status !== 200) refused += 1
    const texts = [`${index === 0 ? '' : ','}{"status":${status},"body":`, ...body, '}']
    if (!piece.add(texts)) {
      yield piece.take()
      piece.add(texts)
    }
    if (nowMs() - began < TURN_MS) continue
    await new Promise(setImmediate)
    began = nowMs()
  }
  const end = [`]},"meta":${JSON.stringify({ count: items.length, refused, money_mode: 'integer_paise' })}}`]
  if (!piece.add(end)) {
    yield piece.take()
    piece.add(end)
  }
  yield piece.take()
}
