import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endLeftover } from '../../../../services/platform/local-stack/postgres-cluster.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pramaan-leftover-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

test('one that is ending and has already removed its lock file is waited for, not reported', async () => {
  const lockFile = join(directory, 'postmaster.pid')
  const postgres = spawn('sleep', ['600'], { argv0: `postgres -D ${directory}`, stdio: 'ignore' })
  await once(postgres, 'spawn')
  await writeFile(lockFile, `${postgres.pid}\n`)
  // Fails as pg_ctl does when it meets no lock file.
  const pgCtl = join(directory, 'pg_ctl')
  await writeFile(pgCtl, `#!/bin/sh\nrm -f ${lockFile}\nexit 1\n`, { mode: 0o755 })

  const ended = endLeftover(directory, { initdb: '', postgres: '', pgCtl }, null, () => {})
  const failed = ended.then(
    () => null,
    (error: Error) => error.message,
  )
  // It has not failed by now, although the process still runs.
  expect(await Promise.race([failed, pause(300, 'waiting')])).toBe('waiting')
  postgres.kill()

  expect(await failed).toBeNull()
})
