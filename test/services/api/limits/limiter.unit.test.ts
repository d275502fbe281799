import { describe, expect, test } from 'vitest'
import { Limiter } from '../../../../services/api/limits/limiter.ts'
import { LocalBills } from '../../../../services/api/limits/local-bills.ts'
import { LocalLimiter } from '../../../../services/api/limits/local-limiter.ts'
import { viewOf } from '../../../../services/api/limits/window.ts'
import { MINUTE } from './model.ts'

/**
 * When a limiter uses a node, skips it and tries it again, to the millisecond; the nodes answer or fail as the test
 * says.
 */

const PLENTY = { perMinute: 1_000, burst: 1_000 }

function limiter(nodeOf?: (keyId: string) => string) {
  const world = { nowMs: 1_000_000, failing: new Set<string>(), asked: [] as string[], changes: [] as boolean[] }
  const nowUs = () => world.nowMs * 1_000
  const elsewhere = new LocalLimiter(nowUs)
  const bills = new LocalBills(nowUs)
  const answer = async <A>(keyId: string, give: () => A): Promise<A> => {
    world.asked.push(keyId)
    if (world.failing.has(nodeOf?.(keyId) ?? '')) throw new Error('gone')
    return give()
  }
  const made = new Limiter({
    redis: (keyId, allowance) => answer(keyId, () => elsewhere.admit(keyId, allowance)),
    ...(nodeOf === undefined ? {} : { nodeOf }),
    local: new LocalLimiter(nowUs),
    redisBills: (keyId, count, limit) => answer(keyId, () => bills.admit(keyId, count, limit)),
    localBills: new LocalBills(nowUs),
    nowMs: () => world.nowMs,
    onChange: (redisDecides) => world.changes.push(redisDecides),
  })
  const askedBy = async (keyId: string): Promise<boolean> => {
    const before = world.asked.length
    expect((await made.admit(keyId, PLENTY)).admitted).toBe(true)
    return world.asked.length > before
  }
  return { world, made, askedBy }
}

describe('a node that fails', () => {
  test('is tried three times, then skipped for a second, then tried by one request at a time', async () => {
    const { world, made, askedBy } = limiter()
    world.failing.add('')
    for (const isAsked of [true, true, true, false]) expect(await askedBy('k')).toBe(isAsked)
    world.nowMs += 999
    expect(await askedBy('k')).toBe(false)
    world.nowMs += 1
    const before = world.asked.length
    await Promise.all(Array.from({ length: 5 }, () => made.admit('k', PLENTY)))
    expect(world.asked.length).toBe(before + 1)
    expect(await askedBy('k'), 'it failed again').toBe(false)
    world.nowMs += 1_000
    world.failing.clear()
    expect(await askedBy('k')).toBe(true)
    expect(await askedBy('k')).toBe(true)
    expect(world.changes, 'told once of each change').toEqual([false, true])
  })

  test('is only skipped after consecutive failures', async () => {
    const { world, askedBy } = limiter()
    for (let round = 0; round < 3; round += 1) {
      for (const isFailing of [true, true, false]) {
        if (isFailing) world.failing.add('')
        else world.failing.clear()
        expect(await askedBy('k')).toBe(true)
      }
    }
  })

  test('leaves the other nodes of a cluster alone, and is forgotten ten seconds after it would have been asked', async () => {
    const { world, askedBy } = limiter((keyId) => keyId)
    world.failing.add('a').add('c')
    for (let time = 0; time < 3; time += 1) await askedBy('a')
    expect([await askedBy('a'), await askedBy('b')]).toEqual([false, true])
    expect(world.changes, 'another answers: that node still counts in process').toEqual([false])
    world.nowMs += 11_000
    await askedBy('b')
    expect(world.changes).toEqual([false])
    world.nowMs += 1
    await askedBy('b')
    expect(world.changes).toEqual([false, true])
  })
})

describe('what this process has admitted', () => {
  const TWO = { perMinute: 2, burst: 2 }

  test('counts while nobody answers, and a refusal of it is final', async () => {
    const { world, made } = limiter()
    await made.admit('k', TWO)
    world.failing.add('')
    expect((await made.admit('k', TWO)).admitted).toBe(true)
    const before = world.asked.length
    expect((await made.admit('k', TWO)).admitted).toBe(false)
    expect(world.asked.length, 'not asked for what is refused here').toBe(before)
  })

  test('the same of bills: all of a batch or none', async () => {
    const { world, made } = limiter()
    expect(await made.admitBills('k', 6, 10)).toMatchObject({ admitted: true, used: 6 })
    world.failing.add('')
    expect(await made.admitBills('k', 5, 10)).toMatchObject({ admitted: false, used: 6 })
    expect(await made.admitBills('k', 4, 10)).toMatchObject({ admitted: true, used: 10 })
  })
})

test('bills in process count as a plain sum over the last minute does, however long the log grows', () => {
  let nowUs = 1_000_000
  const bills = new LocalBills(() => nowUs)
  const entered: [at: number, bills: number][] = []
  const LIMIT = 2_390
  for (let turn = 0; turn < 3_600; turn += 1) {
    // Mostly bursts, then long pauses, so that the log is truncated more than once.
    nowUs += turn % 1_800 < 1_500 ? 50_000 : 90_000
    const wanted = 1 + (turn % 3)
    const inMinute = entered.filter(([at]) => at > nowUs - MINUTE)
    const used = inMinute.reduce((sum, [, count]) => sum + count, 0)
    const admission = bills.admit('k', wanted, LIMIT)
    const isAdmitted = used + wanted <= LIMIT
    expect([admission.admitted, admission.used], String(turn)).toEqual([isAdmitted, isAdmitted ? used + wanted : used])
    if (isAdmitted) entered.push([nowUs, wanted])
    else {
      let freed = 0
      const last = inMinute.find(([, count]) => {
        freed += count
        return freed >= used + wanted - LIMIT
      })
      expect(admission.freesAtUs).toBe((last?.[0] ?? 0) + MINUTE)
    }
    entered.splice(0, entered.length - inMinute.length - 1)
  }
})

test('a refusal names the full window that frees last, and that of the minute if both free at once', () => {
  const full = { admitted: false, usedMinute: 60, usedBurst: 20, nowUs: 0 }
  const reasonAt = (minuteFreesAtUs: number, burstFreesAtUs: number) =>
    viewOf({ perMinute: 60, burst: 20 }, { ...full, minuteFreesAtUs, burstFreesAtUs }).reason
  expect([reasonAt(2, 1), reasonAt(1, 2), reasonAt(2, 2)]).toEqual(['minute_limit', 'burst_limit', 'minute_limit'])
})
