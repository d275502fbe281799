import { afterEach, beforeEach, expect, test } from 'vitest'
import { sha256 } from '#digest'
import { freePort } from '../../services/platform/free-port.ts'
import { type LocalValkey, startValkey } from '../../services/platform/local-stack/valkey.ts'
import { fixtureCandidate } from '../support/fixture-definition.ts'
import { counted, EVERY_FAULT } from './support/chaos.ts'
import { haltAfter } from './support/halt.ts'
import { type FaultRun, faultRun, flush } from './support/run.ts'

/**
 * Redis is only transport: losing it completely loses no verdict and no release
 * (docs/design/architecture.md#data-flow). The worker is a separate process.
 */

let port: number
let valkey: LocalValkey
let run: FaultRun
beforeEach(async () => {
  port = await freePort()
  valkey = await startValkey({ port, log: () => {} })
  run = await faultRun(valkey.url)
})
afterEach(async () => {
  await run.close()
  await valkey.stop()
})

async function expectSoundEnd(): Promise<void> {
  expect((await run.outcome()).release_sha256).toBe(sha256((await fixtureCandidate()).bytes))
}

/** The server is killed, and another one, empty, replaces it. */
async function crash(): Promise<void> {
  process.kill(valkey.pid, 'SIGKILL')
  counted('killed')
  await valkey.stop()
}
const comeBack = async (): Promise<void> => {
  valkey = await startValkey({ port, password: new URL(valkey.url).password, log: () => {} })
}

// A crash in the middle of a run, below, empties it too.
if (EVERY_FAULT)
  test('flushed in the middle of a run: the same worker brings it to its end', async () => {
    await run.start()
    const halt = await haltAfter(run.pipeline.database.ownerUrl, 12)
    const worker = await run.worker()
    await halt.untilReached()
    expect(await flush(valkey.url)).toBeGreaterThan(29)
    await halt.release()

    await expectSoundEnd()
    expect(worker.alive()).toBe(true)
  })

test('crashed in the middle of a run and back, empty: the same worker brings it to its end', async () => {
  await run.start()
  const halt = await haltAfter(run.pipeline.database.ownerUrl, 12)
  const worker = await run.worker()
  await halt.untilReached()
  await crash()
  await halt.release()
  await comeBack()

  await expectSoundEnd()
  expect(worker.alive()).toBe(true)
})

test('gone when a run is started: the run begins once it is back', async () => {
  const worker = await run.worker()
  await crash()
  await run.start()
  expect(await run.verdicts()).toBe(0)
  await comeBack()

  await expectSoundEnd()
  expect(worker.alive()).toBe(true)
})
