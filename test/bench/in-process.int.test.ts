import { expect, test } from 'vitest'
import { benchContract } from '../../bench/contract.ts'
import { benchResolver } from '../../bench/resolver.ts'
import { benchSolar } from '../../bench/solar.ts'
import { benchStates } from '../../bench/states.ts'
import { FOLDERS } from '../support/definitions.ts'
import { checkRows } from './check-rows.ts'

test('every shipped definition is measured with a bill that it answers', async () => {
  const rows = await benchStates({ bills: 64, answers: 4 })
  checkRows(rows)
  expect(rows.map(({ name }) => name.split(' ')[0])).toEqual(FOLDERS)
})

test('a year of solar is measured beside one bill, and is more work', async () => {
  const rows = await benchSolar({ answers: 8 })
  checkRows(rows)
  expect(rows.map(({ ratio }) => ratio === null || ratio < 1)).toEqual([true, true])
})

test('the category resolver is measured over contexts that it resolves for the most part', async () => {
  const rows = await benchResolver({ answers: 64 })
  checkRows(rows)
  expect(Number(/; ([\d.]+) % resolve$/.exec(rows.at(-1)?.note ?? '')?.[1])).toBeGreaterThan(50)
})

test('the contract is measured as it is sent', async () => {
  const rows = await benchContract({ times: 1 })
  checkRows(rows)
  const [size, gzip] = rows.filter(({ unit }) => unit === 'bytes').map(({ value }) => value)
  expect(size).toBeGreaterThan(100_000)
  expect(gzip).toBeLessThan((size ?? 0) / 2)
})
