import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Lock, takeLock } from '../../../../services/platform/local-stack/lock.ts'
import { processInfo } from '../../../../services/platform/local-stack/process-table.ts'

const RUNNERS = 20
const DEAD = '1 a process that began at another time'

let directory: string
let path: string
const take = (patienceMs = 0) => takeLock(path, { patienceMs, log: () => {} })
const release = async (lock: Lock) => {
  if (lock.ok) await lock.release()
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pramaan-lock-'))
  path = join(directory, 'holder')
})

afterEach(() => rm(directory, { recursive: true }))

test('a directory is locked by one process at a time, and the refusal names the holder', async () => {
  const first = await take()

  expect(await take()).toEqual({ ok: false, reason: 'locked', pid: process.pid })
  await release(first)
  expect((await take()).ok).toBe(true)
})

test('of many that want it at once, exactly one gets it, and nothing else is left in the directory', async () => {
  const locks = await Promise.all(Array.from({ length: RUNNERS }, () => take()))

  expect(locks.filter((lock) => lock.ok)).toHaveLength(1)
  expect(await readdir(directory)).toEqual(['holder'])
})

test('of many that find the lock of a dead process, exactly one gets it, and nothing else is left in the directory', async () => {
  for (let round = 0; round < 20; round += 1) {
    await writeFile(path, DEAD)
    const locks = await Promise.all(Array.from({ length: RUNNERS }, () => take()))

    expect(locks.filter((lock) => lock.ok)).toHaveLength(1)
    expect(await readdir(directory)).toEqual(['holder'])
  }
})

test('the lock of a process that died while it removed a dead lock is taken over', async () => {
  await writeFile(path, DEAD)
  await writeFile(`${path}.removal`, DEAD)

  expect((await take()).ok).toBe(true)
  expect(await readdir(directory)).toEqual(['holder'])
})

test('a reused pid is not mistaken for the holder', async () => {
  await writeFile(path, `${process.pid} ${processInfo(process.pid)?.startedAt}0`)

  expect((await take()).ok).toBe(true)
})

test('a holder that is about to release the lock is awaited', async () => {
  const first = await take()
  const second = take(60_000)
  await release(first)

  expect((await second).ok).toBe(true)
})

test('a lock file cut short by a crash is taken over', async () => {
  await writeFile(path, '')

  expect((await take()).ok).toBe(true)
})
