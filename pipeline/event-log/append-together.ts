import type { Pool } from 'pg'
import { type AppendRequest, type AppendResult, appendEach, type Prepared, prepare } from './append.ts'

type Waiting = { readonly request: Prepared; readonly done: PromiseWithResolvers<AppendResult> }

/** For each pool, the requests that wait for the transaction under way. */
const WAITING = new WeakMap<Pool, Waiting[]>()

/**
 * Appends like `append`, but requests of this process that come while one is under way share the next transaction: the
 * log has one writer at a time, so each would wait for the same lock. Each has a result of its own. The command id is
 * required: if a transaction fails, its requests are appended again one by one. Readers of the log are not woken, and
 * find the events when they next look: twenty times a gate run they would find nothing to do.
 */
export function appendTogether(
  pool: Pool,
  request: AppendRequest & { readonly commandId: string },
): Promise<AppendResult> {
  const one: Waiting = { request: prepare(request), done: Promise.withResolvers() }
  const waiting = WAITING.get(pool)
  if (waiting !== undefined) waiting.push(one)
  else {
    WAITING.set(pool, [one])
    void appendWaiting(pool)
  }
  return one.done.promise
}

async function appendWaiting(pool: Pool): Promise<void> {
  // What else becomes ready in this turn of the event loop goes along.
  await new Promise(setImmediate)
  for (;;) {
    const group = WAITING.get(pool) ?? []
    if (group.length === 0) break
    WAITING.set(pool, [])
    if (!(await appendGroup(pool, group))) for (const one of group) await appendGroup(pool, [one])
  }
  WAITING.delete(pool)
}

/** False: it failed and was more than one request. They are appended one by one, so that each only fails by itself. */
async function appendGroup(pool: Pool, group: readonly Waiting[]): Promise<boolean> {
  try {
    const requests = group.map(({ request }) => request)
    const results = await appendEach(pool, requests, false)
    for (const [index, { done }] of group.entries()) {
      const result = results[index]
      if (result === undefined) done.reject(new Error('an append has no result'))
      else done.resolve(result)
    }
    return true
  } catch (error) {
    if (group.length > 1) return false
    for (const { done } of group) done.reject(error)
    return true
  }
}
