import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStream } from '../../../pipeline/event-log/read.ts'
import type { Finding } from '../../../pipeline/gates/gate.ts'
import { appendVerdict } from '../../../pipeline/jobs/run-gate.ts'
import { streamOf } from '../../../pipeline/lifecycle/events.ts'
import { NOON, openLog } from '../event-log/log-fixture.ts'

let log: Awaited<ReturnType<typeof openLog>>
beforeAll(async () => {
  log = await openLog()
})
afterAll(() => log.close())

const finding = (index: number): Finding => ({
  where: `rows.csv:${index}`,
  expected: 'a quote',
  found: `nothing at ${index}`,
  evidence: null,
})

/** The findings stored in the log for a verdict with this many findings. */
async function logged(count: number): Promise<readonly Finding[]> {
  const run = { release_id: 'XX-2026-27-FIXTURE-V1', revision: 1, run_id: `run-${count}`, state_code: 'XX' }
  // The log stores the text of a finding; which fault of the gate it is can only be found by the gate.
  const findings = Array.from({ length: count }, (_, index) => ({ ...finding(index + 1), fault: 'nowhere' }))
  const verdict = { gate: 'evidence.quote_found', passed: false, checked: count, findings } as const
  const pool: Pool = log.pipeline
  await appendVerdict(pool, run, verdict, 'gate-worker', NOON)
  const [event] = await readStream(pool, streamOf.run(run.release_id, run.revision, run.run_id))
  return (event!.payload as { findings: readonly Finding[] }).findings
}

test('a verdict of 200 findings is logged with all of them', async () => {
  const findings = await logged(200)
  expect(findings).toHaveLength(200)
  expect(findings.at(-1)).toEqual(finding(200))
})

test('of a verdict with more, the first 200 are logged, and the last line says how many were left out', async () => {
  const findings = await logged(1203)
  expect(findings).toHaveLength(201)
  expect(findings.at(-2)).toEqual(finding(200))
  expect(findings.at(-1)).toEqual({
    where: 'further findings',
    expected: 'none',
    found: '1003 more of this gate',
    evidence: null,
  })
})
