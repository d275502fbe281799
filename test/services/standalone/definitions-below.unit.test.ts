import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { definitionsBelow } from '../../../services/standalone/serve.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pramaan-test-definitions-'))
})
afterAll(() => rm(folder, { recursive: true }))

test("a state's latest year comes first, so that an earlier one does not answer requests without a date before it", async () => {
  for (const each of ['OD/2025-26', 'OD/2026-27', 'OD/2024-25', 'BR/2026-27'])
    await mkdir(join(folder, each), { recursive: true })

  expect(await definitionsBelow(folder)).toEqual([
    [join(folder, 'BR/2026-27')],
    [join(folder, 'OD/2026-27'), join(folder, 'OD/2025-26'), join(folder, 'OD/2024-25')],
  ])
})
