import type { Redis } from 'ioredis'
import { type Admission, type Allowance, BURST_US, MINUTE_US } from './window.ts'

/**
 * A sliding log in one sorted set per key: both windows judged and the request entered in one step, on Redis's own clock.
 * A refused request enters nothing. One key per client, so it works on a cluster. Source: architecture 1.6 "Limits".
 * KEYS[1] log; ARGV: per minute, burst, minute in microseconds, burst window in microseconds.
 */
const SCRIPT = `
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local minute, burst = tonumber(ARGV[3]), tonumber(ARGV[4])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - minute)
local used = redis.call('ZCARD', KEYS[1])
local usedBurst = redis.call('ZCOUNT', KEYS[1], '(' .. string.format('%.0f', now - burst), '+inf')
local limit, limitBurst = tonumber(ARGV[1]), tonumber(ARGV[2])
local admitted = 0
if used < limit and usedBurst < limitBurst then
  local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
  local at = now
  if last[2] and tonumber(last[2]) >= at then at = tonumber(last[2]) + 1 end
  redis.call('ZADD', KEYS[1], string.format('%.0f', at), string.format('%.0f', at))
  redis.call('PEXPIRE', KEYS[1], math.ceil(minute / 1000) + 1000)
  admitted = 1
  used = used + 1
  usedBurst = usedBurst + 1
end
local freesMinute, freesBurst = now, now
if used > 0 then
  local first = redis.call('ZRANGE', KEYS[1], math.max(0, used - limit), math.max(0, used - limit), 'WITHSCORES')
  freesMinute = tonumber(first[2]) + minute
end
if usedBurst > 0 then
  local index = used - math.min(usedBurst, limitBurst)
  local first = redis.call('ZRANGE', KEYS[1], index, index, 'WITHSCORES')
  freesBurst = tonumber(first[2]) + burst
end
return { admitted, used, usedBurst, string.format('%.0f', freesMinute), string.format('%.0f', freesBurst), string.format('%.0f', now) }
`

type Reply = [number, number, number, string, string, string]
type WithScript = Redis & {
  pramaanAdmit(key: string, perMinute: number, burst: number, minuteUs: number, burstUs: number): Promise<Reply>
}

/**
 * Lets the questions of one turn of the event loop leave together: under load a turn reads many requests, and a write of
 * its own for each takes as long as all the rest of asking.
 */
function gathering(redis: Redis): () => void {
  let isGathering = false
  return () => {
    if (isGathering || redis.status !== 'ready') return
    const { stream } = redis
    isGathering = true
    stream.cork()
    setImmediate(() => {
      isGathering = false
      stream.uncork()
    })
  }
}

/** Asks Redis to admit one request of a key. Rejects when Redis does not answer in time. */
export function redisLimiter(
  redis: Redis,
  prefix: string,
): (keyId: string, allowance: Allowance) => Promise<Admission> {
  redis.defineCommand('pramaanAdmit', { numberOfKeys: 1, lua: SCRIPT })
  const scripted = redis as WithScript
  const gather = gathering(redis)
  return async (keyId, { perMinute, burst }) => {
    gather()
    const reply = await scripted.pramaanAdmit(`${prefix}:limit:{${keyId}}`, perMinute, burst, MINUTE_US, BURST_US)
    const [admitted, usedMinute, usedBurst, minuteFrees, burstFrees, now] = reply
    return {
      admitted: admitted === 1,
      usedMinute,
      usedBurst,
      minuteFreesAtUs: Number(minuteFrees),
      burstFreesAtUs: Number(burstFrees),
      nowUs: Number(now),
    }
  }
}
