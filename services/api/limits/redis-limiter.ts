import type { Redis } from 'ioredis'
import { type Admission, type Allowance, BURST_US, MINUTE_US } from './window.ts'

/**
 * A sliding log in one sorted set per key: both windows judged and the request entered in one step, on Redis's own clock.
 * A refused request enters nothing. Several requests may be judged in one step, one after the other; the prefix of the
 * keys keeps them together on a cluster. Source: architecture 1.6 "Limits".
 * KEYS: the log of each request's key; ARGV: minute and burst window in microseconds, then per minute and burst of each.
 * Answers: of each `admitted used usedBurst freesMinute freesBurst`, and at the end the time.
 */
const SCRIPT = `
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local minute, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local since = '(' .. string.format('%.0f', now - burst)
local answers = {}
for i, key in ipairs(KEYS) do
  local limit, limitBurst = tonumber(ARGV[2 * i + 1]), tonumber(ARGV[2 * i + 2])
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - minute)
  local used = redis.call('ZCARD', key)
  local usedBurst = redis.call('ZCOUNT', key, since, '+inf')
  local admitted = 0
  if used < limit and usedBurst < limitBurst then
    local last = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')
    local at = now
    if last[2] and tonumber(last[2]) >= at then at = tonumber(last[2]) + 1 end
    redis.call('ZADD', key, string.format('%.0f', at), string.format('%.0f', at))
    redis.call('PEXPIRE', key, math.ceil(minute / 1000) + 1000)
    admitted = 1
    used = used + 1
    usedBurst = usedBurst + 1
  end
  local freesMinute, freesBurst = now, now
  if used > 0 then
    local first = redis.call('ZRANGE', key, math.max(0, used - limit), math.max(0, used - limit), 'WITHSCORES')
    freesMinute = tonumber(first[2]) + minute
  end
  if usedBurst > 0 then
    local index = used - math.min(usedBurst, limitBurst)
    local first = redis.call('ZRANGE', key, index, index, 'WITHSCORES')
    freesBurst = tonumber(first[2]) + burst
  end
  answers[i] = string.format('%d %d %d %.0f %.0f', admitted, used, usedBurst, freesMinute, freesBurst)
end
answers[#KEYS + 1] = string.format('%.0f', now)
return answers
`
/** So that no step holds Redis up for others. */
const MOST_IN_A_STEP = 64

type WithScript = Redis & { pramaanAdmit(keys: number, ...keysAndArguments: (string | number)[]): Promise<string[]> }
type Question = {
  readonly log: string
  readonly allowance: Allowance
  readonly resolve: (admission: Admission) => void
  readonly reject: (error: unknown) => void
}

function admissionOf(answer: string, nowUs: number): Admission {
  const [admitted, usedMinute = 0, usedBurst = 0, minuteFreesAtUs = 0, burstFreesAtUs = 0] = answer
    .split(' ')
    .map(Number)
  return { admitted: admitted === 1, usedMinute, usedBurst, minuteFreesAtUs, burstFreesAtUs, nowUs }
}

async function ask(redis: WithScript, questions: readonly Question[]): Promise<void> {
  try {
    const answers = await redis.pramaanAdmit(
      questions.length,
      ...questions.map(({ log }) => log),
      MINUTE_US,
      BURST_US,
      ...questions.flatMap(({ allowance }) => [allowance.perMinute, allowance.burst]),
    )
    const nowUs = Number(answers[questions.length])
    for (const [index, { resolve }] of questions.entries()) resolve(admissionOf(answers[index] ?? '', nowUs))
  } catch (error) {
    for (const { reject } of questions) reject(error)
  }
}

/**
 * Asks Redis to admit a request of a key. Rejects when Redis does not answer in time. The questions of one turn of the
 * event loop go together: under load a turn reads many requests, and a command for each costs more than the answer does.
 */
export function redisLimiter(
  redis: Redis,
  prefix: string,
): (keyId: string, allowance: Allowance) => Promise<Admission> {
  redis.defineCommand('pramaanAdmit', { lua: SCRIPT })
  const scripted = redis as WithScript
  let waiting: Question[] = []
  const send = (): void => {
    const questions = waiting
    waiting = []
    if (questions.length > 0) void ask(scripted, questions)
  }
  return (keyId, allowance) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(send)
      waiting.push({ log: `${prefix}:limit:{${keyId}}`, allowance, resolve, reject })
      if (waiting.length === MOST_IN_A_STEP) send()
    })
}
