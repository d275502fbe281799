import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GATE_NAMES } from '../../../pipeline/gates/gate.ts'
import { createProgram } from '../../../services/cli/create-program.ts'
import type { Comparison } from '../../../services/cli/diff.ts'
import type { PromotionPlan } from '../../../services/operations/promotion-plan.ts'
import { readTrust } from '../../../services/platform/release-bundle.ts'
import { type CliError, runCli } from '../../support/cli.ts'
import { replaceIn } from '../../support/fixture-definition.ts'
import { BASHIR } from '../../support/people.ts'
import { FIXTURE_ID as ID, type TestPipeline, testPipeline } from '../../support/pipeline.ts'
import { releaseCommands, type Shown } from '../../support/release-commands.ts'

let pipeline: TestPipeline
const used = new Set<string>()
beforeAll(async () => {
  pipeline = await testPipeline()
  await pipeline.work()
})
afterAll(() => pipeline?.close())

const { done, refused } = releaseCommands(() => pipeline, used)

describe('a release, command by command', () => {
  let hash = ''

  test('open: a candidate, by the actor', async () => {
    const opened = await done('open', await pipeline.folder(), '--actor', 'asha')

    expect(opened).toMatchObject({
      release_id: ID,
      revision: 1,
      state_code: 'XX',
      status: 'candidate',
      opened_by: 'asha',
      ...{ release_sha256: null, approved_by: null, scope: null, stage: null, holds: [] },
    })
  })

  test('approve, promote and export refuse what is not sealed', async () => {
    const message = expect.stringContaining('run its gates with `release gate`')
    expect(await refused('approve', ID)).toMatchObject({ code: 'RELEASE_NOT_SEALED', message })
    expect(await refused('promote', ID)).toMatchObject({ code: 'RELEASE_NOT_SEALED' })
    expect(await refused('export', ID, join(pipeline.home, 'b'))).toMatchObject({ code: 'RELEASE_NOT_SEALED' })
  })

  test('gate: sealed, with 29 gates passed, and progress on stderr', async () => {
    used.add('gate')
    const outcome = await pipeline.cli('release', 'gate', `${ID}@1`, '--json')
    const sealed = outcome.json<Shown>()
    hash = sealed.release_sha256 ?? ''

    expect(sealed.status, outcome.stdout + outcome.stderr).toBe('sealed')
    expect(sealed.gates.map(({ gate }) => gate).sort()).toEqual([...GATE_NAMES].sort())
    expect(sealed.gates.every(({ passed }) => passed)).toBe(true)
    expect(outcome.stderr).toContain(`${ID}@1: 29 of 29 gates pass`)
    expect(await refused('gate', ID)).toMatchObject({ code: 'ALREADY_GATED' })
  })

  test('approve: by someone other than who opened it', async () => {
    const acts = await refused('export', ID, join(pipeline.home, 'sealed'), '--acts', join(pipeline.home, 'acts'))
    expect(acts).toMatchObject({ code: 'RELEASE_NOT_APPROVED', message: expect.stringContaining('leave out --acts') })
    await expect(readFile(join(pipeline.home, 'sealed')), 'its bundle').rejects.toThrow('ENOENT')
    expect(await refused('promote', ID)).toMatchObject({ code: 'RELEASE_NOT_APPROVED', details: { opened_by: 'asha' } })
    expect(await refused('approve', ID, '--actor', 'asha')).toMatchObject({ code: 'FOUR_EYES' })
    expect(await refused('approve', ID, '--actor', 'bashir'), 'it is the key that counts').toMatchObject({
      code: 'PERSON_KEY_REQUIRED',
    })
    const approved = await pipeline.cliAs(BASHIR, 'release', 'approve', ID, '--json')
    expect(approved.json()).toMatchObject({ status: 'approved', approved_by: 'bashir' })
    const again = await pipeline.cliAs(BASHIR, 'release', 'approve', ID)
    expect(again.stdout).toMatch(/^nothing was changed: .*@1 was already approved by bashir\n/)
  })

  test('review: a tick for every cell as it stands, each at a moment of its own', async () => {
    const { cells } = await done<{ cells: { cell: string; hash: string }[] }>('review', ID, '--cells')
    const at = (second: number) => new Date(Date.UTC(2026, 3, 1, 9, 0, second)).toISOString()
    const ticks = cells.map(({ cell, hash: read }, index) => ({ cell, hash: read, at: at(index) }))
    const enter = async (given: unknown) => {
      const file = join(pipeline.home, 'ticks.json')
      await writeFile(file, JSON.stringify(given))
      return pipeline.cliAs(BASHIR, 'release', 'review', ID, file, '--json')
    }
    const count = cells.length
    const incomplete: readonly [unknown, string][] = [
      [ticks.slice(1), `1 of ${count} cells have no valid tick`],
      [ticks.map((tick, index) => (index === 0 ? { ...tick, hash: '0'.repeat(64) } : tick)), `1 of ${count} cells`],
      [[...ticks, { ...ticks[0], at: at(count) }], `${count + 1} ticks for ${count} cells`],
      [ticks.map((tick) => ({ ...tick, at: at(0) })), `${count} ticks have 1 time`],
      [ticks.map((tick, index) => ({ ...tick, at: at(0).replace('.000', `.${'0'.repeat(index + 1)}`) })), '1 time'],
      [ticks.map((tick) => ({ ...tick, at: tick.at.replace('2026', '2226') })), `${count} ticks of ${count} have`],
      [[], 'each is {"cell":"rows/…","hash":"…","at":"2026-04-01T09:00:00Z"} with a time in UTC: see the whole file'],
      [[ticks[0], 'rows'], 'see tick 2'],
      [[{ ...ticks[0], at: '2026-04-01' }], 'see at of tick 1'],
    ]
    for (const [given, said] of incomplete) {
      const { error } = (await enter(given)).json<CliError>()
      expect(error).toMatchObject({ code: 'REVIEW_INCOMPLETE', message: expect.stringContaining(said) })
    }
    expect((await enter(ticks.slice(1))).json<CliError>().error.details).toEqual({ missing: [cells[0]?.cell] })
    expect(cells.length).toBeGreaterThan(5)
    expect((await enter(ticks)).json()).toMatchObject({ release_id: ID, status: 'approved' })
    const again = await pipeline.cliAs(BASHIR, 'release', 'review', ID, join(pipeline.home, 'ticks.json'))
    expect(again.stdout).toMatch(/^nothing was changed: .*@1 was already reviewed by you\n/)
    expect((await pipeline.cliAs(BASHIR, 'release', 'review', ID)).code, 'the file is missing').toBe(2)
  })

  test('promote: not to production while figures are in the way, each of which is named', async () => {
    const { code, details } = await refused('promote', ID, '--stage', 'production')
    const inTheWay = details['in_the_way'] as string[]

    expect(code).toBe('STAGE_NOT_ALLOWED')
    expect(inTheWay).toContain('rows/XX-DOM/energy/0: grade transcription, source XX-SCHEDULE')
    expect(inTheWay).toContain("sources/XX-SPECIMEN: is a specimen, not the regulator's own document")
    expect(await refused('promote', ID, '--scope', 'BR')).toMatchObject({ code: 'SCOPE_NOT_OF_STATE' })
  })

  test('promote: into service at stage reference, seen by list and show', async () => {
    const promoted = await done('promote', ID)
    const { gates, acts, ...view } = await done('show', ID)

    expect(promoted).toMatchObject({ status: 'released', stage: 'reference', scope: 'XX', release_sha256: hash })
    const again = await pipeline.cli('release', 'promote', ID)
    expect(again.stdout).toMatch(/^nothing was changed: .*@1 is already in service at stage reference\n/)
    expect({ ...view, gates, acts }).toEqual(promoted)
    expect(await done('list')).toEqual({ releases: [view] })
    expect(await refused('show', `${ID}@2`)).toMatchObject({ code: 'RELEASE_NOT_FOUND' })
    expect((await refused('show', 'bihar')).message).toMatch(/^bihar is not .*, nor .* digits of a release_sha256$/)
  })

  test('hold and unhold: a component by its path, with a reason', async () => {
    const [reason, component] = ['in doubt', 'rows/XX-DOM/energy']

    expect(await refused('hold', ID, 'rows/XX-NONE/energy', '--reason', reason)).toMatchObject({
      code: 'COMPONENT_NOT_FOUND',
    })
    expect(await refused('hold', ID, 'rows/XX-DON/energy', '--reason', reason)).toMatchObject({
      message: 'the release has no component rows/XX-DON/energy; perhaps rows/XX-DOM/energy',
    })
    expect(await refused('unhold', ID, component, '--reason', reason)).toMatchObject({ code: 'COMPONENT_NOT_HELD' })
    expect(await done('hold', ID, component, '--reason', reason)).toMatchObject({ holds: [{ component, reason }] })
    const again = await pipeline.cli('release', 'hold', ID, component, '--reason', 'another')
    expect(again.stdout).toMatch(/^nothing was changed: rows\/XX-DOM\/energy is already held\n.*\(in doubt\)/s)
    expect(await done('unhold', ID, component, '--reason', 'settled')).toMatchObject({ holds: [] })
    expect(await done('check', ID, component, '--by', '2099-03-31')).toMatchObject({ status: 'released', holds: [] })
    const checked = await pipeline.cli('release', 'check', ID, component, '--by', '2099-03-31')
    expect(checked.stdout).toMatch(/^nothing was changed: .* was already checked today until 2099-03-31\n/)
  })

  test('export and verify: a bundle that is checked with no database and no network', async () => {
    const [bundle, keys] = [join(pipeline.home, 'bundle.json'), join(pipeline.home, 'keys.json')]
    const exported = await done<{ size_bytes: number }>('export', ID, bundle)
    await writeFile(keys, (await readTrust(pipeline.pool, pipeline.foundation)) ?? '')
    const offline = await runCli({}, ['release', 'verify', bundle, '--trusted-keys', keys, '--json'])
    const bytes = await readFile(bundle)

    expect(exported.size_bytes).toBe(bytes.byteLength)
    expect(offline.code).toBe(0)
    const whole = { verified: true, release_id: ID, revision: 1, release_sha256: hash, gates: 29 }
    expect(offline.json()).toMatchObject(whole)
    expect(await done('verify', ID)).toMatchObject({ verified: true, release_sha256: hash })
  })

  test('verify: a tampered bundle, and one without trusted keys, are refused', async () => {
    const [bundle, keys] = [join(pipeline.home, 'bundle.json'), join(pipeline.home, 'keys.json')]
    const tampered = join(pipeline.home, 'tampered.json')
    await writeFile(tampered, (await readFile(bundle, 'utf8')).replace('"leaf_index":4', '"leaf_index":5'))

    expect(await refused('verify', tampered, '--trusted-keys', keys)).not.toMatchObject({ code: 'COMMAND_FAILED' })
    expect(await refused('verify', bundle)).toMatchObject({ code: 'TRUST_REQUIRED' })
    expect(await refused('verify', bundle, '--trusted-keys', join(pipeline.home, 'none'))).toMatchObject({
      code: 'FILE_UNREADABLE',
    })
    await writeFile(join(pipeline.home, 'notes.md'), '# Notes\n\nVersion 1.2.0 of 2026-04-01\n')
    expect(await refused('verify', bundle, '--trusted-keys', join(pipeline.home, 'notes.md'))).toMatchObject({
      code: 'TRUST_INVALID',
      message: `${join(pipeline.home, 'notes.md')}: not JSON`,
    })
    expect(await refused('verify', bundle, '--trusted-keys', keys, '--witnesses', '1')).toMatchObject({
      code: 'WITNESSES_MISSING',
    })
  })

  test('run and diff: a change is the next revision, and diff shows it by path', async () => {
    const changed = await pipeline.folder((files) => replaceIn(files, 'cases.csv', 'W-1', 'W-0'))
    const run = await done('run', changed)
    const diff = await done<Comparison>('diff', `${ID}@1`, `${ID}@2`)

    expect(run).toMatchObject({ revision: 2, status: 'released' })
    expect(run.gates).toHaveLength(29)
    expect(diff.changes.map(({ path }) => path)).toEqual(['cases/W-0', 'cases/W-1'])
    expect(diff.rows).toMatchObject([{ change: 'changed', figures: [], fields: ['regression cases'] }])
    expect(diff.reference_bills).toMatchObject([{ case_id: 'W-0', effect_paise: 0 }])
    expect((await done('show', `${ID}@1`)).status).toBe('superseded')
  })

  test('plan and promote: requests that would lose their answer are reported, and lost only if intended', async () => {
    const half = await pipeline.folder((files) => {
      for (const file of ['release.yaml', 'rules.yaml', 'sources.yaml'])
        replaceIn(files, file, 'effective_to: 2027-03-31', 'effective_to: 2026-09-30')
    })
    const run = await refused('run', half)
    const plan = await done<PromotionPlan>('plan', `${ID}@3`)
    const shown = await pipeline.cli('release', 'plan', `${ID}@3`)

    expect(run.code).toBe('LEAVES_GAP')
    expect(run.details).toEqual({ plan })
    expect(plan.leaves).toEqual([
      { release_id: ID, revision: 2, effective_from: '2026-04-01', effective_to: '2027-03-31', stage: 'reference' },
    ])
    expect(plan.loses.map(({ from, to, licensee_code: licensee }) => [from, to, licensee])).toEqual(
      [null, 'XX_NORTH', 'XX_SOUTH'].map((licensee) => ['2026-10-01', '2027-03-31', licensee]),
    )
    expect(shown.stdout).toContain(
      `${ID}@3 serves XX from 2026-04-01 to 2026-09-30 at stage reference\n  out of service: ${ID}@2 (2026-04-01 to 2027-03-31, stage reference)\n  loses its answer:\n    2026-10-01 to 2027-03-31`,
    )
    expect(Math.max(...shown.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
    expect(await refused('promote', `${ID}@3`)).toMatchObject({ code: 'LEAVES_GAP' })
    expect((await done('show', `${ID}@2`)).status).toBe('released')

    const meant = await pipeline.cli('release', 'promote', `${ID}@3`, '--leave-gap')
    expect([meant.code, meant.stderr]).toEqual([0, shown.stdout])
    expect((await done('show', `${ID}@2`)).status).toBe('superseded')
    expect((await done<PromotionPlan>('plan', `${ID}@2`)).loses).toEqual([])
    expect(await refused('plan', `${ID}@9`)).toMatchObject({ code: 'RELEASE_NOT_FOUND' })
  })

  test('promote: an earlier revision rolls back without a rebuild', async () => {
    expect(await done('promote', `${ID}@1`)).toMatchObject({ revision: 1, status: 'released', release_sha256: hash })
    expect((await done('show', `${ID}@2`)).status).toBe('superseded')
  })

  test('plan: a revision that returns keeps its own holds, and the plan names them', async () => {
    const [reason, component] = ['in doubt', 'rows/XX-DOM/energy']
    await done('hold', `${ID}@1`, component, '--reason', reason)
    await done('promote', `${ID}@2`)
    await done('unhold', `${ID}@2`, component, '--reason', 'settled')

    expect((await done<PromotionPlan>('plan', `${ID}@1`)).holds).toEqual([{ component, reason }])
    const shown = await pipeline.cli('release', 'plan', `${ID}@1`)
    expect(shown.stdout).toContain(`\n  stays held: ${component} (${reason})\n  loses its answer:\n`)
    expect(await done('promote', `${ID}@1`, '--leave-gap')).toMatchObject({ holds: [{ component, reason }] })
    await done('unhold', `${ID}@1`, component, '--reason', 'settled')
  })

  test('withdraw: out of service at once, with the reason, and for good', async () => {
    const withdrawn = await done('withdraw', `${ID}@1`, '--reason', 'printed wrong')
    const serving = await pipeline.pool.query('SELECT FROM read.serving')

    expect(withdrawn).toMatchObject({ status: 'withdrawn', stage: null, reason: 'printed wrong' })
    expect(serving.rowCount).toBe(0)
    expect(await refused('promote', `${ID}@1`)).toMatchObject({ code: 'RELEASE_WITHDRAWN' })
    const again = await pipeline.cli('release', 'withdraw', `${ID}@1`, '--reason', 'another')
    expect(again.stdout).toMatch(/^nothing was changed: .*@1 is already withdrawn\n.*reason: printed wrong\n/s)
  })

  test('run: withdrawn content is opened again, under the same hash', async () => {
    await done('withdraw', `${ID}@2`, '--reason', 'printed wrong too')
    const changed = await pipeline.folder((files) => replaceIn(files, 'cases.csv', 'W-1', 'W-0'))
    const again = await done('run', changed)
    const unchanged = await done('run', changed)

    expect(again).toMatchObject({
      revision: 4,
      status: 'released',
      release_sha256: (await done('show', `${ID}@2`)).release_sha256,
    })
    expect(unchanged).toEqual(again)
    expect((await pipeline.cli('release', 'run', changed)).stdout).toMatch(/^nothing was changed: .*@4 is already in/)
    const refusal = await refused('run', changed, join(pipeline.home, 'gone'))
    expect(refusal.message).toMatch(/there is no folder .*; the folders before this one are done: .*@4$/)
    const first = await refused('run', '/none', '/other', changed)
    expect(first.message).toMatch(/there is no folder \/none; not tried: \/other, .+$/)
  })

  test('publish: what needs no key, as files in a folder of its own', async () => {
    const folder = join(pipeline.home, 'published')

    expect(await done('publish', folder)).toEqual({ folder, releases: 1, files: expect.any(Number) })
    expect(await readFile(join(folder, 'log/checkpoint'), 'utf8')).toMatch(/^pramaan\/log\/v2\//)
    expect(await refused('publish', pipeline.home)).toMatchObject({ code: 'FILE_UNWRITABLE' })
    expect(await refused('publish', join(folder, 'index.html'))).toMatchObject({ code: 'FILE_UNWRITABLE' })
  })
})

test('without a worker a command does not wait for gates', async () => {
  const lonely = await testPipeline()
  try {
    const outcome = await lonely.cli('release', 'run', await lonely.folder(), '--json')
    expect([outcome.code, outcome.json<CliError>().error.code]).toEqual([1, 'NO_WORKER'])
  } finally {
    await lonely.close()
  }
})

test('every release command was tried under --json', async () => {
  const group = (await createProgram()).commands.find((command) => command.name() === 'release')
  expect([...used].sort()).toEqual(group?.commands.map((command) => command.name()).sort())
})
