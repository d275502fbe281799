import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  // Fails as pg_ctl does when it meets no lock file; after the second try the process ends, a moment later.
  const pgCtl = join(directory, 'pg_ctl')
  const ending = `(sleep 0.3; kill ${postgres.pid}) >/dev/null 2>&1 &`
  const script = `#!/bin/sh\nrm -f ${lockFile}\ncase "$*" in *immediate*) ${ending} esac\nexit 1\n`
  await writeFile(pgCtl, script, { mode: 0o755 })
  await endLeftover(directory, { initdb: '', postgres: '', pgCtl }, null, () => {})

  expect(postgres.signalCode ?? (await once(postgres, 'exit'))[1]).toBe('SIGTERM')
})
