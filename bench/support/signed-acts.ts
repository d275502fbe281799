import { beginLog } from '../../pipeline/checkpoints/begin-log.ts'
import { type PipelineEvent, streamOf } from '../../pipeline/lifecycle/events.ts'
import { catchUp } from '../../pipeline/projections/read-model.ts'
import type { Signatory } from '../../releases/proof/sign/act.ts'
import type { SigningKey } from '../../releases/proof/sign/signing-key.ts'
import { canonicalHash } from '../../releases/record/canonical.ts'
import { holdableComponents } from '../../releases/record/production-obstacles.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { peopleOf } from '../../scripts/local-people.ts'
import { BulkLog } from './bulk-log.ts'
import { type Local, withPool } from './stack.ts'

/** URL of a login whose connections do not wait for the disk. */
export const withoutWaiting = (url: string): string => `${url}?options=-c%20synchronous_commit%3Doff`

/**
 * Appends `count` signed acts to a log in which `record` serves: its components are put on hold and released in turn,
 * one entry each.
 */
export function appendActs(local: Local, signer: SigningKey, record: ReleaseRecord, count: number): Promise<void> {
  return withPool(withoutWaiting(local.pipelineUrl), 1, async (pool) => {
    const { foundation, person } = await peopleOf(local.home, signer)
    await beginLog(pool, signer, foundation, 'bench', new Date())
    const log = await BulkLog.open(pool, foundation.origin)
    for (const hold of holdsOf(record, 1, count)) await appendHold(log, record.state_code, hold, person)
    await log.flush()
    await catchUp(pool)
  })
}

type Held = Extract<PipelineEvent, { type: 'ComponentHeld' | 'ComponentFreed' }>

/** Events that put the components of a release on hold and release them, in turn. An even count leaves none on hold. */
export function* holdsOf(record: ReleaseRecord, revision: number, count: number): Generator<Held> {
  const components = holdableComponents(record)
  const on = { release_id: record.release_id, revision, release_sha256: canonicalHash(record) }
  for (let index = 0; index < count; index += 1) {
    const component = components[Math.floor(index / 2) % components.length] ?? ''
    const payload = { ...on, component, reason: `measured, ${index}` }
    yield index % 2 === 0 ? { type: 'ComponentHeld', payload } : { type: 'ComponentFreed', payload }
  }
}

/** One of them as a person's act. */
export async function appendHold(log: BulkLog, state: string, event: Held, by: Signatory): Promise<void> {
  const command = event.type === 'ComponentHeld' ? 'hold' : 'unhold'
  const commandId = `bench.${event.payload.release_id}.${event.payload.reason.replaceAll(/\D/g, '')}`
  await log.add(streamOf.state(state), [event], { by, command, commandId })
}
