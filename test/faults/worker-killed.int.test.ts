import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GATE_NAMES } from '../../pipeline/gates/gate.ts'
import { type LocalValkey, startValkey } from '../../services/platform/local-stack/valkey.ts'
import { runsOf } from '../support/tier.ts'
import { haltAfter } from './support/halt.ts'
import { faultRun, flush, type Outcome } from './support/run.ts'

/**
 * A worker killed with SIGKILL in the middle of a gate run, while it writes to the log
 * (docs/design/architecture.md#event-log, docs/design/architecture.md#queue).
 */

const SEED = 20_260_401
/** After how many steps of the run: 0 is before the first verdict, 29 while the run's end is being written. */
const STEPS = Array.from({ length: GATE_NAMES.length + 1 }, (_, step) => step)
const [KILLED_AFTER = []] = fc.sample(
  fc.shuffledSubarray(STEPS, {
    minLength: runsOf({ normal: 2, nightly: 20 }),
    maxLength: runsOf({ normal: 2, nightly: 20 }),
  }),
  { seed: SEED, numRuns: 1 },
)

let valkey: LocalValkey
let undisturbed: Outcome
beforeAll(async () => {
  valkey = await startValkey({ log: () => {} })
  const run = await faultRun(valkey.url)
  try {
    await run.start()
    await run.worker()
    undisturbed = await run.outcome()
  } finally {
    await run.close()
  }
})
afterAll(() => valkey?.stop())

test.each(KILLED_AFTER)(
  'killed when %i steps are in the log: another worker brings the run to the very end it would have had',
  async (steps) => {
    await flush(valkey.url)
    const run = await faultRun(valkey.url)
    try {
      await run.start()
      const halt = await haltAfter(run.pipeline.database.ownerUrl, steps)
      const first = await run.worker()
      await halt.untilReached()
      await first.kill()
      await halt.release()
      expect(await run.verdicts(), 'the run was under way').toBe(Math.min(steps, GATE_NAMES.length))
      await run.worker()

      expect(await run.outcome()).toEqual(undisturbed)
    } finally {
      await run.close()
    }
  },
  180_000,
)
