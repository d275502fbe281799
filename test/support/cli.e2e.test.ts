import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { askCli, runCli } from './cli.ts'

const NOWHERE = { PRAMAAN_HOME: fileURLToPath(new URL('./no-such-home', import.meta.url)) }

test.each([
  ['done', ['--help'], 0],
  ['refused', ['release', 'list'], 1],
  ['refused under --json', ['log', 'head', '--json'], 1],
  ['not understood', ['release', 'opne', 'x'], 2],
  ['not understood under --json', ['nonsense', '--json'], 2],
])('what is %s is told alike by a process of its own and by the one that stays', async (_what, args, code) => {
  const [own, stays] = [await runCli(NOWHERE, args), await askCli(NOWHERE, args)]

  expect(own.code).toBe(code)
  expect({ ...stays, json: null }).toEqual({ ...own, json: null })
})

test('commands asked for at once are carried out one by one, each with its own environment', async () => {
  const homes = ['one', 'two', 'three']
  const outcomes = await Promise.all(
    homes.map((home) => askCli({ PRAMAAN_HOME: `/no/such/${home}` }, ['release', 'list'])),
  )

  for (const [index, { stderr }] of outcomes.entries()) expect(stderr).toContain(`/no/such/${homes[index]}`)
})
