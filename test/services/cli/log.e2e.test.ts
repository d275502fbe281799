import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { rebuild } from '../../../pipeline/projections/read-model.ts'
import { newestCheckpoint } from '../../../pipeline/signed-state/signed-state.ts'
import { parseCheckpoint } from '../../../releases/proof/format/checkpoint.ts'
import { signCheckpoint } from '../../../releases/proof/sign/checkpoint.ts'
import { createProgram } from '../../../services/cli/create-program.ts'
import { issueKey } from '../../../services/keys/manage.ts'
import { withdraw } from '../../../services/operations/lifecycle.ts'
import { checkpointPath, keepCheckpoint } from '../../../services/worker/checkpoint-file.ts'
import { type CliError, runCli } from '../../support/cli.ts'
import { pastTriggers } from '../../support/database.ts'
import { PATIENCE } from '../../support/patience.ts'
import { ASHA } from '../../support/people.ts'
import { FIXTURE_ID, type TestPipeline, testPipeline } from '../../support/pipeline.ts'

let pipeline: TestPipeline
const used = new Set<string>()
/** The key and three people at the start of the log, a seal, an approval, a promotion, a withdrawal. */
const SIZE = 8
beforeAll(async () => {
  pipeline = await testPipeline()
  const worker = await pipeline.work()
  await pipeline.run(await pipeline.folder())
  await withdraw({ pool: pipeline.pool, by: ASHA, now: () => new Date() }, FIXTURE_ID, 'printed wrong')
  await vi.waitUntil(async () => (await keptSize()) === SIZE, PATIENCE)
  await worker.close()
})
afterAll(() => pipeline?.close())

const kept = () => join(pipeline.home, 'checkpoint')
const keptSize = async () => Number((await readFile(kept(), 'utf8').catch(() => '')).split('\n')[1])

const log = (command: string, ...args: string[]) => {
  used.add(command)
  return pipeline.cli('log', command, ...args, '--json')
}
type Verified = {
  events: number
  ok: boolean
  first_bad?: { position: number; reason: string }
  checkpoint_size?: number
}
async function verify(...args: string[]): Promise<Verified & { code: number | null }> {
  const outcome = await log('verify', ...args)
  return { code: outcome.code, ...outcome.json<Verified>() }
}

const tamper = (...statements: string[]): Promise<void> =>
  pastTriggers(pipeline.owner, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

const head = async () => (await log('head')).json<{ position: number; hash: string }>()

describe('an intact log', () => {
  test('verifies, and agrees with the checkpoint in PRAMAAN_HOME', async () => {
    const { position, hash } = await head()

    expect(await verify()).toEqual({
      code: 0,
      events: position,
      ok: true,
      head: { position, hash },
      checkpoint_size: SIZE,
    })
  })

  test('is exported whole, one JSON line an event, each the successor of the one before', async () => {
    const file = join(pipeline.home, 'log.ndjson')
    const { position } = await head()
    const exported = (await log('export', file)).json<{ events: number }>()
    const events = (await readFile(file, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))

    expect(exported).toMatchObject({ events: position })
    expect(events.map((event) => event.position)).toEqual(Array.from({ length: position }, (_, index) => index + 1))
    for (const [index, event] of events.entries()) {
      expect(event.prev_hash).toBe(index === 0 ? '0'.repeat(64) : events[index - 1].hash)
    }
  })

  test('gives its newest checkpoint to keep elsewhere, which verify takes', async () => {
    const file = join(pipeline.home, 'elsewhere')
    const written = (await log('checkpoint', file)).json<{ tree_size: number; note: string }>()

    expect(written).toEqual({
      tree_size: SIZE,
      history: 'first',
      witness: null,
      note: (await newestCheckpoint(pipeline.pool, pipeline.foundation))?.note,
    })
    expect(await readFile(file, 'utf8')).toBe(written.note)
    expect(await verify('--checkpoint', file)).toMatchObject({ code: 0, checkpoint_size: SIZE })
  })

  test('does not exchange the checkpoint it keeps for an older one', async () => {
    const newest = (await newestCheckpoint(pipeline.pool, pipeline.foundation))?.note ?? ''
    const parsed = parseCheckpoint(newest)
    if (!parsed.ok) throw new Error(parsed.reason)
    const older = signCheckpoint(
      { ...parsed.checkpoint, size: 1, logHead: { position: 1, hash: 'ab'.repeat(32) } },
      pipeline.signer,
    )
    await keepCheckpoint(pipeline.home, newest)
    await keepCheckpoint(pipeline.home, older)
    expect(await readFile(checkpointPath(pipeline.home), 'utf8')).toBe(newest)
  })

  test('is not vouched for by a note that agrees with it and that nobody signed', async () => {
    const note = (await newestCheckpoint(pipeline.pool, pipeline.foundation))?.note ?? ''
    const at = note.lastIndexOf(' ') + 1
    const forged = Buffer.from(note.slice(at).trim(), 'base64')
    forged.fill(0, 4)
    const file = join(pipeline.home, 'forged')
    await writeFile(file, `${note.slice(0, at)}${forged.toString('base64')}\n`)
    const outcome = await log('verify', '--checkpoint', file)

    expect([outcome.code, outcome.json<CliError>().error.code]).toEqual([1, 'CHECKPOINT_SIGNATURE_INVALID'])
  })

  test('is not called cut off for a checkpoint of another log', async () => {
    const note = (await newestCheckpoint(pipeline.pool, pipeline.foundation))?.note ?? ''
    const other = note.replaceAll(pipeline.foundation.origin, 'pramaan/log/v2/0123456789abcdef')
    const [name, size = '', root, head = '', ...rest] = other.split('\n')
    const longer = [name, String(Number(size) + 9), root, head.replace(/^\d+/, (at) => `${at}9`), ...rest].join('\n')
    const file = join(pipeline.home, 'of-another-log')
    await writeFile(file, longer)
    const { error } = (await log('verify', '--checkpoint', file)).json<CliError>()

    expect(error).toMatchObject({
      code: 'CHECKPOINT_KEY_UNKNOWN',
      message: expect.stringContaining('the log pramaan/log/v2/0123456789abcdef'),
    })
  })

  test('one that nobody has signed has no checkpoint, and verifies', async () => {
    const empty = await testPipeline()
    try {
      const none = await empty.cli('log', 'checkpoint', join(empty.home, 'out'), '--json')
      const told = await empty.cli('log', 'checkpoint', join(empty.home, 'out'))
      const verified = await empty.cli('log', 'verify', '--json')

      expect([none.code, none.json<CliError>().error.code]).toEqual([1, 'LOG_EMPTY'])
      expect(told.stderr).toMatch(/\nStart a worker, which signs one at once\.\n$/)
      expect([verified.code, verified.json<Verified>()]).toMatchObject([
        0,
        { events: 4, ok: true, checkpoint_size: null },
      ])
    } finally {
      await empty.close()
    }
  })

  test('rebuilds the tables for lists unchanged', async () => {
    const { position } = await head()
    await pipeline.owner.query(`UPDATE read.releases SET status = 'approved'`)
    expect(await verify()).toMatchObject({
      code: 1,
      first_bad: { table: 'read.releases', row: expect.stringMatching(/^\(.{199}$/s), reason: 'not_in_the_log' },
    })
    expect((await pipeline.cli('log', 'verify')).stdout).toContain(
      '`log rebuild` derives the tables from the log again',
    )

    expect((await log('rebuild')).json()).toEqual({ position })
    expect(await verify()).toMatchObject({ code: 0, ok: true })
  })

  test('files that cannot be read or written are named', async () => {
    await writeFile(join(pipeline.home, 'nonsense'), 'no checkpoint')
    const codeOf = async (...args: [string, ...string[]]) => {
      const outcome = await log(...args)
      return [outcome.code, outcome.json<CliError>().error.code]
    }

    expect(await codeOf('verify', '--checkpoint', join(pipeline.home, 'none'))).toEqual([1, 'FILE_UNREADABLE'])
    expect(await codeOf('verify', '--checkpoint', join(pipeline.home, 'nonsense'))).toEqual([1, 'CHECKPOINT_INVALID'])
    expect(await codeOf('export', join(pipeline.home, 'no', 'folder'))).toEqual([1, 'FILE_UNWRITABLE'])
    expect(await codeOf('checkpoint', join(pipeline.home, 'no', 'folder'))).toEqual([1, 'FILE_UNWRITABLE'])
  })
})

describe('a log that somebody changed as its owner', () => {
  test.each([
    ['a payload', 6, `payload = replace(payload, '":"', '": "')`],
    ['an actor', 8, `actor = 'nobody'`],
    ['a time', 10, `recorded_at = recorded_at + interval '1 second'`],
  ])('in %s is found at that event', async (_what, position, change) => {
    const { rows } = await pipeline.owner.query(
      'SELECT payload, actor, recorded_at FROM event_log WHERE position = $1',
      [position],
    )
    await tamper(`UPDATE event_log SET ${change} WHERE position = ${position}`)
    const found = await verify()
    const words = await pipeline.cli('log', 'verify')
    const { payload, actor, recorded_at } = rows[0]
    const quoted = [payload, actor, recorded_at.toISOString()].map((value) => `'${value.replaceAll("'", "''")}'`)
    await tamper(
      `UPDATE event_log SET (payload, actor, recorded_at) = (${quoted.join(', ')}) WHERE position = ${position}`,
    )

    expect(found).toEqual({
      code: 1,
      events: position - 1,
      ok: false,
      first_bad: { position, reason: 'hash_mismatch' },
    })
    const [said, todo] = words.stdout.split('\n')
    expect([words.code, said]).toEqual([1, `the log is not intact: position ${position}: hash_mismatch`])
    expect(todo).toContain('docs/recovery.md')
    expect((await verify()).ok).toBe(true)
  })
})

describe('a log whose tail was cut together with its head, its tree and its checkpoints', () => {
  let note = ''
  let cutAt = 0

  beforeAll(async () => {
    note = await readFile(kept(), 'utf8')
    cutAt = (await head()).position - 1
    await tamper(
      `DELETE FROM event_log WHERE position > ${cutAt}`,
      `UPDATE event_log_head SET position = ${cutAt}, hash = (SELECT hash FROM event_log WHERE position = ${cutAt})`,
      `DELETE FROM checkpoints WHERE tree_size >= ${SIZE}`,
      'UPDATE read.projection_checkpoint SET position = 0',
    )
    await rebuild(pipeline.pool)
  })

  test('cannot be told from a shorter one on its own', async () => {
    const environment = {
      ...pipeline.environment,
      PRAMAAN_HOME: join(pipeline.home, 'other-home'),
      PRAMAAN_TRUST: join(pipeline.home, 'trust.json'),
    }
    const outcome = await runCli(environment, ['log', 'verify', '--json'])

    expect([outcome.code, outcome.json<Verified>().ok]).toEqual([0, true])
  })

  test('is known by the checkpoint in PRAMAAN_HOME', async () => {
    expect(await verify()).toEqual({
      code: 1,
      events: cutAt,
      ok: false,
      first_bad: { position: cutAt + 1, reason: 'tail_missing' },
    })
  })

  test('does not take that checkpoint’s place, by command or by a worker at work', async () => {
    const outcome = await log('checkpoint', join(pipeline.home, 'again'))
    await expect(pipeline.work()).rejects.toThrow(/LOG_NOT_INTACT.*tail_missing/)

    expect([outcome.code, outcome.json<CliError>().error.code]).toEqual([1, 'LOG_NOT_INTACT'])
    expect(await readFile(kept(), 'utf8')).toBe(note)
  })

  test('is known still when it has grown past the cut', async () => {
    const settings = { scopes: [], states: [], origins: [], per_minute: 1, burst: 1, evidence_floor: 'order' }
    for (const name of ['a', 'b', 'c']) {
      const context = { pool: pipeline.pool, actor: 'asha', now: new Date() }
      await issueKey(context, { ...settings, name, expires_at: null, request_ref: null })
    }
    const outcome = await log('checkpoint', join(pipeline.home, 'again'))

    expect(await verify()).toMatchObject({
      code: 1,
      ok: false,
      first_bad: { position: cutAt + 1, reason: 'anchor_mismatch' },
    })
    expect(outcome.json<CliError>().error.code).toBe('LOG_NOT_INTACT')
    expect(await readFile(kept(), 'utf8')).toBe(note)
  })
})

test('a log that was cut and has grown past the cut is taken over by a person, under another key', async () => {
  const { position } = await head()
  const outcome = await log('adopt', join(pipeline.home, 'next-key.pem'))

  expect([outcome.code, outcome.json()]).toMatchObject([
    0,
    { position: position + 1, lost_after: { position: expect.any(Number) }, cut: null },
  ])
  expect(await verify()).toMatchObject({ code: 0, ok: true })
})

test('every log command was tried under --json', async () => {
  const group = (await createProgram()).commands.find((command) => command.name() === 'log')

  expect([...used].sort()).toEqual(group?.commands.map((command) => command.name()).sort())
})
