import { createHash } from 'node:crypto'
import calculateSlot from 'cluster-key-slot'
import { Cluster, type Redis } from 'ioredis'
import { type Admission, type Allowance, BURST_US, MINUTE_US } from './window.ts'

/**
 * A sliding log in one sorted set per key: both windows are checked and the request is recorded in one step, by Redis's
 * own clock. A clock set back admits nobody earlier, since later entries still count; one set forward forgets entries.
 * A refused request records nothing. Several requests may be checked in one step, in order, if all keys are on one
 * node. Source: docs/design/architecture.md#request-limits. KEYS: the log of each request's key; ARGV: minute and burst
 * window in microseconds, then per minute and burst of each. Returns one text, since parsing a list takes longer than
 * making it: the time, then for each request `admitted used usedBurst freesMinute freesBurst`, the last two in
 * microseconds from now.
 */
export const ADMIT_SCRIPT = `
local call = redis.call
local t = call('TIME')
local now = t[1] * 1000000 + t[2]
local minute, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local at = string.format('%.0f', now)
local gone, since = string.format('%.0f', now - minute), string.format('(%.0f', now - burst)
local lifetime = string.format('%.0f', math.ceil(minute / 1000) + 1000)
local function timeOf(key, index) return tonumber(call('ZRANGE', key, index, index)[1]) end
local answers = {at}
for i, key in ipairs(KEYS) do
  local limit, limitBurst = tonumber(ARGV[2 * i + 1]), tonumber(ARGV[2 * i + 2])
  call('ZREMRANGEBYSCORE', key, '-inf', gone)
  local first = timeOf(key, 0)
  local used, usedBurst = 0, 0
  if first then
    used = call('ZCARD', key)
    usedBurst = used
    if first <= now - burst then usedBurst = call('ZCOUNT', key, since, '+inf') end
  end
  local admitted = 0
  if used < limit and usedBurst < limitBurst then
    if call('ZADD', key, 'NX', at, at) == 0 then
      local next = string.format('%.0f', timeOf(key, -1) + 1)
      call('ZADD', key, next, next)
    end
    call('PEXPIRE', key, lifetime)
    first = math.min(first or now, now)
    admitted, used, usedBurst = 1, used + 1, usedBurst + 1
  end
  local function freesIn(count, room, window)
    if count == 0 then return 0 end
    local index = used - math.min(count, room)
    if index == 0 then return first + window - now end
    return timeOf(key, index) + window - now
  end
  answers[i + 1] = string.format('%d %d %d %.0f %.0f', admitted, used, usedBurst, freesIn(used, limit, minute), freesIn(usedBurst, limitBurst, burst))
end
return table.concat(answers, ' ')
`
const ADMIT_SHA1 = createHash('sha1').update(ADMIT_SCRIPT).digest('hex')

/** Maximum batch size, so that no step blocks Redis for others. */
const MOST_IN_A_STEP = 64

/** Number of values that the script returns for each request, after the time. */
const FIELDS = 5

type WithScript = Redis & { pramaanAdmit(keys: number, ...keysAndArguments: (string | number)[]): Promise<string> }
type Question = {
  readonly log: string
  readonly allowance: Allowance
  readonly resolve: (admission: Admission) => void
  readonly reject: (error: unknown) => void
}

function admissionOf(numbers: readonly number[], question: number): Admission {
  const [nowUs = 0] = numbers
  const from = 1 + FIELDS * question
  return {
    admitted: numbers[from] === 1,
    usedMinute: numbers[from + 1] ?? 0,
    usedBurst: numbers[from + 2] ?? 0,
    minuteFreesAtUs: nowUs + (numbers[from + 3] ?? 0),
    burstFreesAtUs: nowUs + (numbers[from + 4] ?? 0),
    nowUs,
  }
}

function numbersOf(answer: unknown, questions: number): number[] {
  const numbers = String(answer).split(' ').map(Number)
  if (numbers.length !== 1 + FIELDS * questions) throw new Error('not an answer of the script')
  return numbers
}

/** On one Redis: all requests in one step. */
async function askTogether(redis: WithScript, questions: readonly Question[]): Promise<void> {
  try {
    const answer = await redis.pramaanAdmit(
      questions.length,
      ...questions.map(({ log }) => log),
      MINUTE_US,
      BURST_US,
      ...questions.flatMap(({ allowance }) => [allowance.perMinute, allowance.burst]),
    )
    const numbers = numbersOf(answer, questions.length)
    for (const [index, { resolve }] of questions.entries()) resolve(admissionOf(numbers, index))
  } catch (error) {
    for (const { reject } of questions) reject(error)
  }
}

async function askApart(
  cluster: Cluster,
  node: Redis | undefined,
  { log, allowance, resolve, reject }: Question,
): Promise<void> {
  const rest = [log, MINUTE_US, BURST_US, allowance.perMinute, allowance.burst] as const
  try {
    const answer = await (node ?? cluster).evalsha(ADMIT_SHA1, 1, ...rest).catch((error: Error) => {
      // A node that just took over may not know the script or no longer have the key, or it may be gone: the cluster
      // finds the right one.
      if (error.message === TIMED_OUT) throw error
      return cluster.eval(ADMIT_SCRIPT, 1, ...rest)
    })
    resolve(admissionOf(numbersOf(answer, 1), 0))
  } catch (error) {
    reject(error)
  }
}

/** ioredis error of a command that was not answered in time. A retry would double the wait. */
const TIMED_OUT = 'Command timed out'

/**
 * On a cluster: one command per request, since the keys are on many nodes; those for one node are written together and
 * sent to it directly, which takes half the processor time of the cluster client.
 */
function askPipelined(cluster: Cluster, questions: readonly Question[]): void {
  const masters = new Map<string, Redis>()
  for (const node of cluster.nodes('master')) {
    if (node.status !== 'ready') continue
    masters.set(`${node.options.host}:${node.options.port}`, node)
    node.stream.cork()
  }
  for (const question of questions) {
    const [name = ''] = cluster.slots[calculateSlot(question.log)] ?? []
    void askApart(cluster, masters.get(name), question)
  }
  for (const { stream } of masters.values()) stream.uncork()
}

const logOf = (prefix: string, keyId: string): string => `${prefix}:limit:{${keyId}}`

/**
 * Asks Redis to admit a request of a key. Rejects if Redis does not answer in time. The requests of one turn of the
 * event loop are sent together: under load a turn reads many requests, and a command for each would cost more than its
 * answer. `prefix` has no braces, because the key's id is the hash tag.
 */
export function redisLimiter(
  redis: Redis | Cluster,
  prefix: string,
): (keyId: string, allowance: Allowance) => Promise<Admission> {
  if (!redis.isCluster) redis.defineCommand('pramaanAdmit', { lua: ADMIT_SCRIPT })
  let waiting: Question[] = []
  const send = (): void => {
    const questions = waiting
    waiting = []
    if (questions.length === 0) return
    if (redis instanceof Cluster) askPipelined(redis, questions)
    else void askTogether(redis as WithScript, questions)
  }
  return (keyId, allowance) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(send)
      waiting.push({ log: logOf(prefix, keyId), allowance, resolve, reject })
      if (waiting.length === MOST_IN_A_STEP) send()
    })
}

/** The node of a cluster that counts for a key, if it is known; a single Redis is one node. */
export function limiterNode(redis: Redis | Cluster, prefix: string): (keyId: string) => string {
  if (!(redis instanceof Cluster)) return () => ''
  return (keyId) => redis.slots[calculateSlot(logOf(prefix, keyId))]?.[0] ?? ''
}
