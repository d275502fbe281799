import { beginLog } from '../../pipeline/checkpoints/begin-log.ts'
import { append } from '../../pipeline/event-log/append.ts'
import { readHead, readStream } from '../../pipeline/event-log/read.ts'
import { newEvent, streamOf } from '../../pipeline/lifecycle/events.ts'
import { catchUp } from '../../pipeline/projections/read-model.ts'
import { askToSign } from '../../releases/proof/sign/act.ts'
import type { SigningKey } from '../../releases/proof/sign/signing-key.ts'
import { canonicalHash } from '../../releases/record/canonical.ts'
import { holdableComponents } from '../../releases/record/production-obstacles.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { peopleOf } from '../../scripts/local-people.ts'
import { type Local, withPool } from './stack.ts'

/**
 * Appends `count` signed acts to a log in which `record` serves: its components are put on hold and freed in turn, an entry each. By
 * one connection that waits for no disk, and without the state being folded before each, as a command does.
 */
export function appendActs(local: Local, signer: SigningKey, record: ReleaseRecord, count: number): Promise<void> {
  return withPool(`${local.pipelineUrl}?options=-c%20synchronous_commit%3Doff`, 1, async (pool) => {
    const { foundation, person } = await peopleOf(local.home, signer)
    await beginLog(pool, signer, foundation, 'bench', new Date())
    const { origin } = foundation
    const stream = streamOf.state(record.state_code)
    const components = holdableComponents(record)
    const on = { release_id: record.release_id, revision: 1, release_sha256: canonicalHash(record) }
    let version = (await readStream(pool, stream)).length
    let logHead = await readHead(pool)
    for (let index = 0; index < count; index += 1, version += 1) {
      const component = components[Math.floor(index / 2) % components.length] ?? ''
      const isHold = index % 2 === 0
      const payload = { ...on, component, reason: `measured, ${index}` }
      const events = [newEvent(isHold ? { type: 'ComponentHeld', payload } : { type: 'ComponentFreed', payload })]
      const command = isHold ? ('hold' as const) : ('unhold' as const)
      const commandId = `bench.${index}`
      const content = { origin, stream, streamVersion: version, commandId, command, events, logHead }
      const act = await askToSign(content, [person])
      const request = { stream, expectedVersion: version, events, actor: person.name, commandId, act, now: new Date() }
      const appended = await append(pool, request)
      const last = appended.ok ? appended.events.at(-1) : undefined
      if (last === undefined) throw new Error('an act of the measurement was not appended')
      logHead = { position: last.position, hash: last.hash }
    }
    await catchUp(pool)
  })
}
