import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLogTrust } from '../../../pipeline/checkpoints/begin-log.ts'
import { enrolPerson, requestEnrolment, revokePerson } from '../../../pipeline/commands/trust-acts.ts'
import { ASHA, BASHIR, testPerson } from '../../support/people.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'

/** Enrolment and revocation, as the signer sees them (docs/design/trust.md#people). */

const [DEV, ESHA] = [testPerson('dev'), testPerson('esha')]
let pipeline: TestPipeline
beforeAll(async () => {
  pipeline = await testPipeline()
  await (await pipeline.work()).close()
})
afterAll(() => pipeline?.close())

const by = (...signatories: (typeof ASHA)[]) => ({ pool: pipeline.pool, signatories, now: () => new Date() })
const request = (person: typeof ASHA) => requestEnrolment(pipeline.foundation.origin, person)

test('a compromise may be reported after the revocation, once, from a position that the log has', async () => {
  expect(await enrolPerson(by(ASHA, BASHIR), request(DEV))).toMatchObject({ ok: true })
  expect(await revokePerson(by(ASHA), 'dev', 'left', null)).toMatchObject({ ok: true })
  const ended = (await readLogTrust(pipeline.pool)).trust.people.find(({ name }) => name === 'dev')?.toPosition
  expect(await revokePerson(by(ASHA), 'dev', 'left', null)).toMatchObject({ code: 'PERSON_NOT_ENROLLED' })
  expect(await revokePerson(by(ASHA), 'dev', 'stolen', 99_999_999)).toMatchObject({ code: 'ENROLMENT_REFUSED' })
  expect(await revokePerson(by(ASHA), 'dev', 'stolen', 3)).toMatchObject({ ok: true })
  expect(await revokePerson(by(ASHA), 'dev', 'stolen', 2)).toMatchObject({ code: 'PERSON_NOT_ENROLLED' })
  const { trust } = await readLogTrust(pipeline.pool)
  expect(trust.people.find(({ name }) => name === 'dev')?.toPosition).toBe(ended)
  expect([...trust.compromisedSince]).toEqual([[DEV.key.keyId, 3]])
})

test('an older key of a person who has another one now may be reported', async () => {
  const [old, now] = [testPerson('farid'), { ...testPerson('gita'), name: 'farid' }]
  expect(await enrolPerson(by(ASHA, BASHIR), request(old))).toMatchObject({ ok: true })
  expect(await revokePerson(by(ASHA), 'farid', 'changed', null)).toMatchObject({ ok: true })
  expect(await enrolPerson(by(ASHA, BASHIR), request(now))).toMatchObject({ ok: true })
  const [oldKey, stranger] = [old.key.keyId, ASHA.key.keyId]
  expect(await revokePerson(by(ASHA), 'farid', 'x', 4, stranger)).toMatchObject({ code: 'PERSON_NOT_ENROLLED' })
  expect(await revokePerson(by(ASHA), 'farid', 'x', null, oldKey)).toMatchObject({ code: 'PERSON_NOT_ENROLLED' })
  expect(await revokePerson(by(ASHA), 'farid', 'stolen', 4, oldKey.slice(0, 16))).toMatchObject({ ok: true })
  const { trust } = await readLogTrust(pipeline.pool)
  expect(trust.compromisedSince.get(oldKey)).toBe(4)
  expect(trust.people.find(({ keyId }) => keyId === now.key.keyId)?.toPosition).toBeNull()
})

test('a name that differs from another one only in capitals is refused, also after that one was revoked', async () => {
  for (const name of ['Asha', 'DEV'])
    expect(await enrolPerson(by(ASHA, BASHIR), request(testPerson(name)))).toMatchObject({
      code: 'ENROLMENT_REFUSED',
      message: expect.stringContaining('names must differ in more than capitals'),
    })
})

test('one of two people who revokes the other can enrol nobody', async () => {
  expect(await revokePerson(by(ASHA), 'bashir', 'said so', null)).toMatchObject({ ok: true })
  const people = (await readLogTrust(pipeline.pool)).trust.people.filter(({ toPosition }) => toPosition === null)
  for (const { name } of people.filter(({ kind, name }) => kind === 'person' && name !== 'asha'))
    expect(await revokePerson(by(ASHA), name, 'said so', null)).toMatchObject({ ok: true })
  expect(await enrolPerson(by(ASHA), request(ESHA))).toMatchObject({ code: 'ENROLMENT_REFUSED' })
})

test('the log can be adopted although people were enrolled right after the first ones', async () => {
  const adopted = await pipeline.cli('log', 'adopt', join(pipeline.home, 'next.pem'), '--json')
  expect([adopted.code, adopted.stderr]).toEqual([0, ''])
})

test('the signer accepts all of it', async () => {
  const outcome = await pipeline.cli('log', 'verify', '--json')
  expect([outcome.code, outcome.json<{ ok: boolean }>().ok]).toEqual([0, true])
})
