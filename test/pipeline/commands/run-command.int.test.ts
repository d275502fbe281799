import { afterAll, beforeAll, expect, test } from 'vitest'
import { readState, runCommand } from '../../../pipeline/commands/run-command.ts'
import { readHead, readStream } from '../../../pipeline/event-log/read.ts'
import type { Command } from '../../../pipeline/lifecycle/commands.ts'
import { streamOf } from '../../../pipeline/lifecycle/events.ts'
import { testPerson } from '../../support/people.ts'
import { FIXTURE_ID, type TestPipeline, testPipeline } from '../../support/pipeline.ts'
import { openCommand } from '../lifecycle/life.ts'

let pipeline: TestPipeline
beforeAll(async () => {
  pipeline = await testPipeline()
})
afterAll(() => pipeline?.close())

const now = () => new Date()
const run = (command: Command, commandId: string | null = null) =>
  runCommand(pipeline.pool, 'XX', command, { commandId, now, signatories: [testPerson(command.actor)] })

const open = (content: string): Command => openCommand({ content, releaseId: FIXTURE_ID })
const gate = (runId: string): Command => ({ type: 'gate', actor: 'asha', runId, releaseId: FIXTURE_ID, revision: null })

test('a command repeated under its id gives the first result, and appends nothing', async () => {
  const first = await run(open('a'), 'open-1')
  const head = await readHead(pipeline.pool)
  const again = await run(open('b'), 'open-1')

  expect(first).toMatchObject({ ok: true, replayed: false, events: [{ type: 'CandidateOpened' }] })
  expect(again).toEqual({ ...first, replayed: true })
  expect(await readHead(pipeline.pool)).toEqual(head)
})

test('a command without effect appends nothing', async () => {
  const head = await readHead(pipeline.pool)

  expect(await run(open('a'))).toEqual({ ok: true, events: [], replayed: false })
  expect(await readHead(pipeline.pool)).toEqual(head)
})

test('a refusal appends nothing and says why', async () => {
  const head = await readHead(pipeline.pool)
  const refused = await run({ type: 'approve', actor: 'bashir', releaseId: FIXTURE_ID, revision: null })

  expect(refused).toMatchObject({ ok: false, code: 'RELEASE_NOT_SEALED' })
  expect(await readHead(pipeline.pool)).toEqual(head)
})

test('of many concurrent starts of a gate run one succeeds, and the others get the current run', async () => {
  const results = await Promise.all(Array.from({ length: 12 }, (_, index) => run(gate(`run-${index}`))))
  const started = results.filter(({ ok }) => ok)
  const { releases } = await readState(pipeline.pool, 'XX', { releaseId: FIXTURE_ID, serving: true })

  expect(started).toHaveLength(1)
  for (const result of results.filter(({ ok }) => !ok)) {
    expect(result).toMatchObject({ code: 'GATES_RUNNING', details: { run_id: releases.get(`${FIXTURE_ID}@1`)?.runId } })
  }
})

test('the same command under one id, sent many times at once, is carried out once', async () => {
  const results = await Promise.all(Array.from({ length: 12 }, () => run(open('c'), 'open-3')))
  const events = await readStream(pipeline.pool, streamOf.state('XX'))

  expect(results.every((result) => result.ok)).toBe(true)
  expect(events.filter(({ commandId }) => commandId === 'open-3')).toHaveLength(1)
  const positions = results.flatMap((result) => (result.ok ? result.events.map(({ position }) => position) : []))
  expect(new Set(positions).size).toBe(1)
})

test('when a command returns, the read model has its effect', async () => {
  await run(open('d'))
  const found = await pipeline.pool.query('SELECT max(revision) AS newest FROM read.releases')

  expect(found.rows[0].newest).toBe(3)
})

test('a payload that is not of its event’s type never reaches the log', async () => {
  const head = await readHead(pipeline.pool)
  const command = open('e')
  const broken = { ...command, candidate: { ...('candidate' in command ? command.candidate : {}), tier: 7 } }

  await expect(run(broken as unknown as Command)).rejects.toThrow(/tier/)
  expect(await readHead(pipeline.pool)).toEqual(head)
})

test('a command that could not run twice returns its first result for its id', async () => {
  await run(open('d'))
  const first = await run(gate('run-d'), 'gate-d')

  expect(first).toMatchObject({ ok: true, events: [{ type: 'GateRunStarted' }] })
  expect(await run(gate('run-d'))).toMatchObject({ ok: false, code: 'GATES_RUNNING' })
  expect(await run(gate('run-d'), 'gate-d')).toEqual({ ...first, replayed: true })
})
