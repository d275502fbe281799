import type { Cluster, Redis } from 'ioredis'
import { type BillAdmission, MINUTE_US } from './window.ts'

/**
 * A sliding log of batches in one sorted set per key, checked and updated in one step, by Redis's own clock, the whole
 * batch or nothing. An entry has its time, the cumulative number of bills since the log was last empty, and its own
 * number, so that a window of any number of bills is evaluated from its two ends, and the time when room becomes free
 * is found by binary search. A clock set back admits nobody earlier: new entries are placed right after the last one. A
 * refused batch records nothing. KEYS: the log of the key; ARGV: the window in microseconds, the limit, the bills
 * requested. Returns one text: admitted, used, microseconds until there is room, the time. Source:
 * docs/design/architecture.md#request-limits.
 */
const BILLS_SCRIPT = `
local call = redis.call
local t = call('TIME')
local now = t[1] * 1000000 + t[2]
local key = KEYS[1]
local window, limit, bills = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local function text(number) return string.format('%.0f', number) end
local function entry(index)
  local found = call('ZRANGE', key, index, index)[1]
  local time, total, own = string.match(found, '^(%d+) (%d+) (%d+)$')
  return tonumber(time), tonumber(total), tonumber(own)
end
call('ZREMRANGEBYSCORE', key, '-inf', text(now - window))
local count = call('ZCARD', key)
local first, last, before, total = now, now - 1, 0, 0
if count > 0 then
  local firstTotal, firstOwn
  first, firstTotal, firstOwn = entry(0)
  last, total = entry(count - 1)
  before = firstTotal - firstOwn
end
local used = total - before
if used + bills <= limit then
  if bills > 0 then
    local at = math.max(now, last + 1)
    call('ZADD', key, text(at), text(at) .. ' ' .. text(total + bills) .. ' ' .. text(bills))
    call('PEXPIRE', key, text(math.ceil((at - now + window) / 1000) + 1000))
    if count == 0 then first = at end
  end
  return '1 ' .. text(used + bills) .. ' ' .. text(first + window - now) .. ' ' .. text(now)
end
local low, high = 0, math.max(0, count - 1)
while low < high do
  local middle = math.floor((low + high) / 2)
  local _, reached = entry(middle)
  if reached - before >= used + bills - limit then high = middle else low = middle + 1 end
end
local frees = 0
if count > 0 then frees = entry(low) + window - now end
return '0 ' .. text(used) .. ' ' .. text(frees) .. ' ' .. text(now)
`

type WithScript = { pramaanBills(keys: 1, ...keysAndArguments: (string | number)[]): Promise<string> }

/** Asks Redis to admit a number of bills of a key, or none. Rejects if Redis does not answer in time. */
export function redisBills(
  redis: Redis | Cluster,
  prefix: string,
): (keyId: string, bills: number, limit: number) => Promise<BillAdmission> {
  redis.defineCommand('pramaanBills', { lua: BILLS_SCRIPT })
  const scripted = redis as unknown as WithScript
  return async (keyId, bills, limit) => {
    const answer = await scripted.pramaanBills(1, `${prefix}:bills:{${keyId}}`, MINUTE_US, limit, bills)
    const [admitted, used, freesIn, nowUs] = answer.split(' ').map(Number)
    if (used === undefined || freesIn === undefined || nowUs === undefined)
      throw new Error('not an answer of the script')
    return { admitted: admitted === 1, used, freesAtUs: nowUs + freesIn, nowUs }
  }
}
