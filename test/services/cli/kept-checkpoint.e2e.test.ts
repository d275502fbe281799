import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseCheckpoint } from '../../../releases/proof/format/checkpoint.ts'
import { signCheckpoint } from '../../../releases/proof/sign/checkpoint.ts'
import { hold } from '../../../services/operations/lifecycle.ts'
import { type TestApi, testApi } from '../../support/api.ts'
import { askCli, type CliError } from '../../support/cli.ts'
import { PATIENCE } from '../../support/patience.ts'
import { ASHA, testPerson, writeKeyFile } from '../../support/people.ts'
import { runSigner } from '../../support/run-signer.ts'
import { skipReason } from '../../support/skip.ts'

/**
 * A reader who keeps a checkpoint, and no database: the next command detects a service whose database was restored from
 * a backup. Two copies of one database stand for the service and for its backup.
 */

const ID = 'BR-2026-27-VERIFIED-STRICT-BASE-V1'
const VERIFIER = 'docs/verify/pramaan_verify.py'
const PYTHON = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0
const NO_PYTHON = 'no python3 of version 3.9 or newer on PATH: the second verifier was not run'

let service: TestApi
let restored: TestApi
let origins: { service: string; restored: string }
let home: string
const at = (name: string): string => join(home, name)

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), `pramaan-test-${process.pid}-reader-`))
  ;[service, restored] = [await testApi(), await testApi()]
  origins = { service: (await service.start()).origin, restored: (await restored.start()).origin }
  await writeFile(at('trust.json'), (await service.call('/v1/trust.json', { key: null })).text)
})
afterAll(async () => {
  await service?.close()
  await restored?.close()
})

const cli = (...args: string[]) => askCli({ PRAMAAN_HOME: home }, [...args, '--json'])
const follow = (origin: string, file: string, ...more: string[]) =>
  cli('log', 'checkpoint', at(file), '--from', origin, '--trusted-keys', at('trust.json'), ...more)
const codeOf = async (outcome: ReturnType<typeof cli>) => {
  const ended = await outcome
  return [ended.code, ended.json<CliError>().error.code]
}
const keep = async (file: string): Promise<string> => readFile(at(file), 'utf8')

/** Adds entries to a log, and waits until its service shows them. */
async function grow({ pool }: TestApi, origin: string, components: readonly string[]): Promise<void> {
  const before = await shown(origin)
  for (const component of components) await hold({ pool, by: ASHA, now: () => new Date() }, ID, component, 'in doubt')
  await vi.waitUntil(async () => (await shown(origin)) >= before + components.length, PATIENCE)
}

async function shown(origin: string): Promise<number> {
  const parsed = parseCheckpoint(await (await fetch(`${origin}/log/checkpoint`)).text())
  return parsed.ok ? parsed.checkpoint.size : 0
}

test('the first checkpoint is kept, and a newer one that extends it takes its place', async () => {
  const first = (await follow(origins.service, 'kept')).json<{ tree_size: number; history: string }>()
  expect(first.history).toBe('first')
  expect((await follow(origins.service, 'kept')).json()).toMatchObject({ history: 'same', tree_size: first.tree_size })

  await grow(service, origins.service, ['rows/BR-DS-II/energy'])
  const outcome = await follow(origins.service, 'kept')
  expect([outcome.code, outcome.json()]).toMatchObject([0, { history: 'newer', tree_size: first.tree_size + 1 }])
})

test('a bundle of the service, older than the kept checkpoint, is refused with the way to prove its own', async () => {
  const served = JSON.parse(await (await fetch(`${origins.service}/public/serving.json`)).text())
  const bundle = await fetch(`${origins.service}/public/releases/${served.releases[0].release_sha256}`)
  await writeFile(at('served'), await bundle.text())
  const verify = (...more: string[]) =>
    cli('release', 'verify', at('served'), '--trusted-keys', at('trust.json'), ...more)
  const { error } = (await verify('--checkpoint', at('kept'))).json<CliError>()
  expect([error.code, error.message]).toEqual(['STALE_CHECKPOINT', expect.stringContaining('`log checkpoint FILE ')])

  expect((await verify()).json()).toMatchObject({ verified: true })
  await writeFile(at('first'), JSON.parse(await keep('served')).checkpoint)
  expect((await follow(origins.service, 'first')).json()).toMatchObject({ history: 'newer' })
  expect(await keep('first')).toBe(await keep('kept'))
})

test('a service whose database was restored from a backup shows an older checkpoint, and is refused', async () => {
  const kept = await keep('kept')
  const outcome = await follow(origins.restored, 'kept')
  const { error } = outcome.json<{ error: { code: string; message: string; details: Record<string, unknown> } }>()
  expect([outcome.code, error.code]).toEqual([1, 'STALE_CHECKPOINT'])
  expect(error.details).toMatchObject({ kept: { tree_size: expect.any(Number) }, refused: at('kept.refused') })
  expect(await keep('kept')).toBe(kept)
  expect(parseCheckpoint(await keep('kept.refused')).ok).toBe(true)
})

test('and once it has grown past the kept one, on its own way, it is a fork', async () => {
  const kept = await keep('kept')
  await grow(restored, origins.restored, ['rows/BR-DS-I/energy'])
  expect(await codeOf(follow(origins.restored, 'kept')), 'as many entries').toEqual([1, 'FORKED_HISTORY'])

  await grow(restored, origins.restored, ['rows/BR-DS-I/fixed'])
  expect(await codeOf(follow(origins.restored, 'kept')), 'more entries').toEqual([1, 'FORKED_HISTORY'])
  expect(await keep('kept')).toBe(kept)
  expect((await follow(origins.service, 'kept')).json(), 'the service itself is still followed').toMatchObject({
    history: 'same',
  })
})

test('a witness signs what extends the one it kept, and the release is verified with its cosignature', async () => {
  const made = await cli('person', 'new', at('witness.json'), '--name', 'witness.example', '--open')
  const witness = made.json<{ name: string; public_key: string }>()
  const outcome = await follow(origins.service, 'cosigned', '--cosign', at('witness.json'))
  expect(outcome.json()).toMatchObject({ history: 'first', witness: 'witness.example' })
  expect((await keep('cosigned')).split('\n').filter((line) => line.startsWith('— '))).toHaveLength(2)
  const again = await follow(origins.service, 'cosigned', '--cosign', at('witness.json'))
  expect(again.json(), 'it keeps what it signed').toMatchObject({ history: 'same', witness: 'witness.example' })
  expect(await codeOf(follow(origins.restored, 'cosigned', '--cosign', at('witness.json')))).toEqual([
    1,
    'FORKED_HISTORY',
  ])

  const database = { DATABASE_URL: service.database.ownerUrl, PRAMAAN_HOME: home, PRAMAAN_TRUST: service.trustPath }
  const exported = await askCli(database, ['release', 'export', ID, at('bundle'), '--checkpoint', at('cosigned')])
  expect([exported.code, exported.stderr]).toEqual([0, ''])
  const trust = JSON.parse(await keep('trust.json'))
  await writeFile(at('trust-with-witness.json'), JSON.stringify({ ...trust, witnesses: [witness] }))
  const verify = (file: string, k: number) =>
    cli('release', 'verify', at('bundle'), '--trusted-keys', at(file), '--witnesses', String(k))
  expect((await verify('trust-with-witness.json', 1)).json()).toMatchObject({
    verified: true,
    witnesses: ['witness.example'],
  })
  expect(await codeOf(verify('trust-with-witness.json', 2))).toEqual([1, 'WITNESSES_MISSING'])
  expect(await codeOf(verify('trust.json', 0)), 'a witness nobody trusts').toEqual([1, 'COSIGNATURE_UNKNOWN'])
  const other = await askCli({ ...database, DATABASE_URL: restored.database.ownerUrl }, [
    'release',
    'export',
    ID,
    at('no'),
    '--checkpoint',
    at('cosigned'),
    '--json',
  ])
  expect([other.code, other.json<CliError>().error.code]).toEqual([1, 'LOG_NOT_INTACT'])
})

test('the verifier in Python finds the witness in the bundle too', () => {
  skipReason(!PYTHON, NO_PYTHON)
  const given = [VERIFIER, at('bundle'), '--trusted-keys', at('trust-with-witness.json'), '--witnesses', '1']
  expect(spawnSync('python3', given).status).toBe(0)
})

test('a path without a file is not taken for the id of a release', async () => {
  const outcome = await cli('release', 'verify', at('no-such-bundle.json'), '--trusted-keys', at('trust.json'))
  expect([outcome.code, outcome.json<CliError>().error]).toMatchObject([
    1,
    { code: 'FILE_UNREADABLE', message: expect.stringContaining('no-such-bundle.json') },
  ])
})

test('acts since the seal, and the serving state, are verified offline', async () => {
  const database = { DATABASE_URL: service.database.ownerUrl, PRAMAAN_HOME: home, PRAMAAN_TRUST: service.trustPath }
  const unwritable = ['release', 'export', ID, at('refused'), '--acts', at('no-folder/acts'), '--json']
  expect((await askCli(database, unwritable)).json<CliError>().error.code).toBe('FILE_UNWRITABLE')
  expect(existsSync(at('refused')), 'a bundle without the acts that were asked for').toBe(false)
  const exported = await askCli(database, ['release', 'export', ID, at('bundle'), '--acts', at('acts'), '--json'])
  expect(exported.json()).toMatchObject({ acts: at('acts') })
  const [note, serving] = await Promise.all(
    ['checkpoint', 'serving.json'].map(async (path) => (await fetch(`${origins.service}/log/${path}`)).text()),
  )
  await writeFile(at('now'), note ?? '')
  await writeFile(at('serving.json'), serving ?? '')
  const verify = (file: string, ...more: string[]) =>
    cli('release', 'verify', at(file), '--trusted-keys', at('trust.json'), ...more)

  const done = (await verify('acts', '--checkpoint', at('now'))).json<{ acts: object[] }>()
  expect(done).toMatchObject({ verified: true, history: 'same' })
  expect(done.acts).toMatchObject([
    { type: 'ReleaseApproved', command: 'approve', people: [expect.any(String)] },
    { type: 'ReleasePromoted', command: 'promote', people: [ASHA.name] },
    { type: 'ComponentHeld', command: 'hold', people: [ASHA.name] },
  ])
  expect((await verify('serving.json', '--checkpoint', at('now'))).json()).toMatchObject({
    verified: true,
    serving: [{ scope: 'BR', release_id: ID, stage: 'reference', holds: [{ component: 'rows/BR-DS-II/energy' }] }],
  })
  expect(await codeOf(verify('serving.json')), 'of no checkpoint').toEqual([1, 'REFERENCE_INVALID'])
  await writeFile(at('altered.json'), (await keep('serving.json')).replace('"reference"', '"production"'))
  expect(await codeOf(verify('altered.json', '--checkpoint', at('now')))).toEqual([1, 'SERVING_MISMATCH'])
})

test('and by the verifier in Python', () => {
  skipReason(!PYTHON, NO_PYTHON)
  const python = (file: string) => {
    const given = [at(file), '--trusted-keys', at('trust.json'), '--checkpoint', at('now'), '--json']
    return JSON.parse(spawnSync('python3', [VERIFIER, ...given], { encoding: 'utf8' }).stdout)
  }
  expect([python('acts'), python('serving.json'), python('altered.json')]).toMatchObject([
    { ok: true, entries: 3 },
    { ok: true, serving: 1 },
    { ok: false, code: 'SERVING_MISMATCH' },
  ])
})

test('the key of a person, or of the log, is no witness', async () => {
  await writeKeyFile(home, ASHA)
  expect(await codeOf(follow(origins.service, 'other', '--cosign', at('asha.json')))).toEqual([1, 'ENROLMENT_REFUSED'])
  expect(await codeOf(follow(origins.service, 'other', '--cosign', at('none.json')))).toEqual([
    1,
    'PERSON_KEY_UNREADABLE',
  ])
})

/** A server that only answers these paths. */
async function served(
  answers: Readonly<Record<string, string>>,
  use: (origin: string) => Promise<void>,
): Promise<void> {
  const server: Server = createServer((request, response) => {
    const answer = answers[request.url ?? '']
    response.writeHead(answer === undefined ? 404 : 200).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}

test('what answers no checkpoint, another key’s, or no proof is named', async () => {
  const kept = parseCheckpoint(await keep('kept'))
  if (!kept.ok) throw new Error(kept.reason)
  const larger = { ...kept.checkpoint, size: kept.checkpoint.size + 5, root: new Uint8Array(32) }
  const foreign = signCheckpoint(larger, testPerson('mallory').key)
  const own = signCheckpoint(larger, runSigner())
  const tile = `/log/tile/0/000.p/${larger.size}`
  const said = (answers: Readonly<Record<string, string>>, code: string) =>
    served(answers, async (origin) => expect(await codeOf(follow(origin, 'kept'))).toEqual([1, code]))
  const before = await keep('kept')
  await said({}, 'LOG_UNREACHABLE')
  await said({ '/log/checkpoint': '<html>' }, 'CHECKPOINT_INVALID')
  await said({ '/log/checkpoint': foreign }, 'CHECKPOINT_KEY_UNKNOWN')
  await said({ '/log/checkpoint': own }, 'CONSISTENCY_UNPROVEN')
  await said({ '/log/checkpoint': own, [tile]: 'short' }, 'CONSISTENCY_UNPROVEN')
  await said({ '/log/checkpoint': own, [tile]: 'x'.repeat(32 * larger.size) }, 'FORKED_HISTORY')
  expect(await keep('kept')).toBe(before)
  expect(await codeOf(follow('http://127.0.0.1:9', 'kept'))).toEqual([1, 'LOG_UNREACHABLE'])
  await writeFile(at('nonsense'), 'no checkpoint')
  const { error } = (await follow(origins.service, 'nonsense')).json<CliError>()
  expect(error).toMatchObject({
    code: 'REFERENCE_INVALID',
    message: `${at('nonsense')}: the checkpoint held: not a note of five lines`,
  })
  expect(await codeOf(cli('log', 'checkpoint', at('kept'), '--from', origins.service))).toEqual([1, 'TRUST_REQUIRED'])
  expect((await cli('log', 'checkpoint', at('kept'), '--from', 'ftp://example.org')).code).toBe(2)
})
