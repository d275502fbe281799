import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followLeaves } from '../../../pipeline/checkpoints/checkpoints.ts'
import { rangeRoot } from '../../../releases/proof/merkle/compact-range.ts'
import { createPool } from '../../../services/platform/postgres.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await testDatabase()
  pool = createPool({ url: database.ownerUrl, applicationName: 'test', max: 2, onError: () => {} })
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})

const addLeaf = (index: number) =>
  pool.query('INSERT INTO read.log_leaves (leaf_index, entry, leaf_hash, event_position) VALUES ($1, $2, $3, $1)', [
    index,
    Buffer.from('entry'),
    randomBytes(32),
  ])
const fromTheStart = async () => rangeRoot((await followLeaves(pool)).range)

test('leaves followed in several steps have the root of all of them', async () => {
  let followed = await followLeaves(pool)
  expect(followed.range.size).toBe(0)
  for (const indexes of [[0], [1, 2, 3], [], [4]]) {
    for (const index of indexes) await addLeaf(index)
    followed = await followLeaves(pool, followed)
    expect(rangeRoot(followed.range)).toEqual(await fromTheStart())
  }
  expect(followed.range.size).toBe(5)
  expect((await followLeaves(pool, undefined, 3)).range.size).toBe(3)
})

test('a log that lost or changed what was followed is followed anew', async () => {
  const followed = await followLeaves(pool)
  await pool.query('DELETE FROM read.log_leaves WHERE leaf_index >= 3')
  const shorter = await followLeaves(pool, followed)
  expect(shorter.range.size).toBe(3)
  await pool.query('DELETE FROM read.log_leaves WHERE leaf_index = 2')
  for (const index of [2, 3]) await addLeaf(index)
  const other = await followLeaves(pool, shorter)

  expect(other.range.size).toBe(4)
  expect(rangeRoot(other.range)).toEqual(await fromTheStart())
})
