import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GATE_NAMES } from '../../pipeline/gates/gate.ts'
import { type LocalValkey, startValkey } from '../../services/platform/local-stack/valkey.ts'
import { runsOf } from '../support/tier.ts'
import { CHAOS_SEED, counted, EVERY_FAULT, measured, trials } from './support/chaos.ts'
import { haltAfter } from './support/halt.ts'
import { type FaultRun, faultRun, flush, type Outcome } from './support/run.ts'

/**
 * A worker killed with SIGKILL in the middle of a gate run, while it writes to the log
 * (docs/design/architecture.md#event-log, docs/design/architecture.md#queue).
 */

/** After how many steps of the run: 0 is before the first verdict, 29 while the end of the run is being written. */
const STEPS = Array.from({ length: GATE_NAMES.length + 1 }, (_, step) => step)
const stepsOf = (count: number, seed: number): number[] =>
  fc.sample(fc.shuffledSubarray(STEPS, { minLength: count, maxLength: count }), { seed, numRuns: 1 }).flat()
const KILLED_AFTER = stepsOf(runsOf({ normal: 1, nightly: 20 }), CHAOS_SEED)

let valkey: LocalValkey
let undisturbed: Outcome
beforeAll(async () => {
  valkey = await startValkey({ log: () => {} })
  const run = await faultRun(valkey.url)
  try {
    await run.start()
    // Nothing is broken here: a worker in this process runs it.
    await run.pipeline.work()
    undisturbed = await run.outcome()
  } finally {
    await run.close()
  }
})
afterAll(() => valkey?.stop())

test.each(KILLED_AFTER)(
  'killed when at least %i steps are in the log: another worker brings the run to the very end it would have had',
  async (steps) => {
    await flush(valkey.url)
    const run = await faultRun(valkey.url)
    try {
      await run.start()
      const halt = await haltAfter(run.pipeline.database.ownerUrl, steps)
      const first = await run.worker()
      await halt.untilReached()
      await first.kill()
      counted('killed')
      await halt.release()
      // Verdicts that wait at the same time are committed together.
      expect(await run.verdicts(), 'the run was under way').toBeGreaterThanOrEqual(steps)
      await run.worker()

      expect(await run.outcome()).toEqual(undisturbed)
    } finally {
      await run.close()
    }
  },
)

/** Number of parallel runs, each with separate databases, and how often the worker is killed in each. */
const RUNS = trials({ few: 1, full: 4 })
const KILLS_OF_A_RUN = trials({ few: 2, full: 26 })

if (EVERY_FAULT)
  test('killed again and again in one run, each time while it writes: the run ends as it would have', async () => {
    const disturbed = async (index: number): Promise<Outcome> => {
      await using own = new AsyncDisposableStack()
      const redis = await startValkey({ log: () => {} })
      own.defer(redis.stop)
      const run = await faultRun(redis.url)
      own.defer(run.close)
      await run.start()
      const steps = stepsOf(KILLS_OF_A_RUN, CHAOS_SEED + index + 1).sort((a, b) => a - b)
      for (const after of steps) await killedAfter(run, after)
      await run.worker()
      return await run.outcome()
    }
    const outcomes = await Promise.all(Array.from({ length: RUNS }, (_, index) => disturbed(index)))
    for (const outcome of outcomes) expect(outcome).toEqual(undisturbed)
    measured(`${RUNS * KILLS_OF_A_RUN} workers killed in ${RUNS} gate runs, at ${KILLS_OF_A_RUN} places of each`)
  })

/** A new worker continues the run up to a step, and is killed there. */
async function killedAfter(run: FaultRun, steps: number): Promise<void> {
  const halt = await haltAfter(run.pipeline.database.ownerUrl, steps)
  const worker = await run.worker()
  await halt.untilReached()
  await worker.kill()
  await halt.release()
  counted('killed')
}
