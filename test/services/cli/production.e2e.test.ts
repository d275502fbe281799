import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from '#digest'
import { newestState } from '../../../pipeline/signed-state/signed-state.ts'
import type { ServingState } from '../../../releases/proof/format/serving.ts'
import { readNewestChanges } from '../../../services/api/log-changes.ts'
import { readOrigin } from '../../../services/cli/answer-origin.ts'
import { createProgram } from '../../../services/cli/create-program.ts'
import { planText } from '../../../services/cli/plan.ts'
import { runRelease } from '../../../services/operations/run-release.ts'
import { makePersonKey } from '../../../services/platform/person-key.ts'
import { askCli, type CliError, type CliOutcome } from '../../support/cli.ts'
import { inventedFolder } from '../../support/invented-definition.ts'
import { ASHA, BASHIR, testPerson, writeKeyFile } from '../../support/people.ts'
import { type TestPipeline, testPipeline } from '../../support/pipeline.ts'
import { inventedOrder } from '../../support/printed-order.ts'

/** Three people, with throw-away test keys, take an order from open to production; two people cannot. */

const CHITRA = testPerson('chitra')
type Person = typeof ASHA
let pipeline: TestPipeline
/** Of the invented order. */
let folder: string
const used = new Set<string>()
const file = (name: string): string => join(pipeline.home, name)

async function outcome(person: Person, ...args: string[]): Promise<CliOutcome> {
  if (args[0] === 'person') used.add(args[1] ?? '')
  return pipeline.cliAs(person, ...args, '--json')
}
async function done<T = Record<string, unknown>>(person: Person, ...args: string[]): Promise<T> {
  const result = await outcome(person, ...args)
  expect(result.code, result.stdout + result.stderr).toBe(0)
  return result.json<T>()
}
async function refused(person: Person, ...args: string[]): Promise<string> {
  const result = await outcome(person, ...args)
  expect(result.code, result.stdout).toBe(1)
  return result.json<CliError>().error.code
}

async function served(releaseId: string): Promise<ServingState['serving'][number] | undefined> {
  const { state } = await newestState(pipeline.pool, pipeline.foundation)
  return state?.serving.serving.find(({ release_id }) => release_id === releaseId)
}

beforeAll(async () => {
  pipeline = await testPipeline()
  await writeKeyFile(pipeline.home, CHITRA)
  await pipeline.work()
})
afterAll(() => pipeline?.close())

describe('a third person', () => {
  test('makes a key file, which nobody else may read and no command writes over', async () => {
    const made = await done(ASHA, 'person', 'new', file('devi.json'), '--name', 'devi', '--open')
    expect(made).toEqual({ name: 'devi', public_key: expect.any(String) })
    expect(await refused(ASHA, 'person', 'new', file('devi.json'), '--name', 'devi', '--open')).toBe('FILE_UNWRITABLE')
  })

  test('is enrolled by two, of whom one proposes and the other countersigns', async () => {
    const [request, proposal] = [file('chitra-request.json'), file('enrol.json')]
    await done(CHITRA, 'person', 'request', request)

    expect(await refused(ASHA, 'person', 'enrol', request)).toBe('SECOND_SIGNATURE_MISSING')
    const own = file('asha-request.json')
    await done(ASHA, 'person', 'request', own)
    expect(await refused(ASHA, 'person', 'enrol', own), 'who is enrolled already').toBe('ENROLMENT_REFUSED')
    expect(await refused(CHITRA, 'person', 'enrol', request, '--propose', proposal)).toBe('PERSON_NOT_ENROLLED')
    await done(ASHA, 'person', 'enrol', request, '--propose', proposal)
    expect((await done<{ people: unknown[] }>(ASHA, 'person', 'list')).people).toHaveLength(3)
    expect(await refused(ASHA, 'person', 'countersign', proposal), 'one person for two').toBe(
      'SECOND_SIGNATURE_MISSING',
    )
    expect(await refused(CHITRA, 'person', 'countersign', proposal), 'the new person herself').toBe(
      'PERSON_NOT_ENROLLED',
    )
    expect(await done(BASHIR, 'person', 'countersign', proposal)).toEqual({
      command: 'enrol',
      people: ['asha', 'bashir'],
    })
    expect((await done<{ people: unknown[] }>(ASHA, 'person', 'list')).people).toHaveLength(4)
    expect(await refused(BASHIR, 'person', 'countersign', proposal), 'a second time').toBe('ENROLMENT_REFUSED')
  })

  test('is not enrolled by a proposal that was altered, or after something else was done there', async () => {
    const [request, proposal, altered] = [file('devi-request.json'), file('devi.proposal'), file('altered.proposal')]
    const devi = { ...CHITRA, name: 'devi' }
    await done(devi, 'person', 'request', request)
    await done(ASHA, 'person', 'enrol', request, '--propose', proposal)
    const given = JSON.parse(await readFile(proposal, 'utf8'))
    const renamed = { ...given.events[0], payload: { ...given.events[0].payload, person: 'eve' } }
    const wrongs = [{ events: [renamed] }, { origin: 'another/log' }, { more: 1 }]
    for (const wrong of wrongs.map((change) => ({ ...given, ...change }))) {
      await writeFile(altered, JSON.stringify(wrong))
      expect(['PROPOSAL_ALTERED', 'ENROLMENT_REFUSED']).toContain(
        await refused(BASHIR, 'person', 'countersign', altered),
      )
    }
    await done(BASHIR, 'person', 'enrol', request, '--propose', file('other.proposal'))
    await done(CHITRA, 'person', 'countersign', file('other.proposal'))

    expect(await refused(BASHIR, 'person', 'countersign', proposal)).toBe('ENROLMENT_REFUSED')
    const revoked = await done(CHITRA, 'person', 'revoke', 'devi', '--reason', 'left the project')
    expect(revoked).toEqual({ person: 'devi', revoked: true, enrolled: 3 })
    expect(await refused(BASHIR, 'person', 'countersign', proposal), 'the stream has moved on').toMatch(
      /PROPOSAL_STALE|ENROLMENT_REFUSED/,
    )
    expect(await refused(devi, 'source', 'attest', '0'.repeat(64), '--obtained-from', 'x', '--compared', 'x')).toMatch(
      /PERSON_NOT_ENROLLED|SOURCE_NOT_FOUND/,
    )
  })

  test('every person command was tried under --json', async () => {
    const group = (await createProgram()).commands.find((command) => command.name() === 'person')
    expect([...used].sort()).toEqual(group?.commands.map((command) => command.name()).sort())
  })
})

const SOURCE = sha256(inventedOrder())
const said = ['--obtained-from', 'the site of the commission', '--compared', 'every page']

describe('an invented order', () => {
  let id = ''
  test('is opened by the first person, and no second person alone brings it to production', async () => {
    folder = await inventedFolder(pipeline.home, 'covered', (...args) => done(ASHA, ...args))
    const opened = await done<{ release_id: string }>(ASHA, 'release', 'open', folder)
    id = opened.release_id
    const gated = await outcome(ASHA, 'release', 'gate', id)
    expect(gated.json(), gated.stdout).toMatchObject({ status: 'sealed' })
    expect(await refused(ASHA, 'source', 'attest', SOURCE, ...said)).toBe('ATTESTATION_REFUSED')
    await done(BASHIR, 'source', 'attest', SOURCE, ...said)
    await done(BASHIR, 'release', 'approve', id)

    expect(await refused(ASHA, 'release', 'promote', id, '--stage', 'production'), 'who opened it').toBe('FOUR_EYES')
    expect(await refused(BASHIR, 'release', 'promote', id, '--stage', 'production'), 'who approved it').toBe(
      'FOUR_EYES',
    )
    expect(await refused(CHITRA, 'release', 'promote', id, '--stage', 'production'), 'one attestation').toBe(
      'NOT_ATTESTED',
    )
    await done(CHITRA, 'source', 'attest', SOURCE, ...said)
    expect(await refused(CHITRA, 'release', 'promote', id, '--stage', 'production')).toBe('NOT_REVIEWED')
    expect(await served(id)).toBeUndefined()
  })

  test('is reviewed by a second person, cell by cell, and promoted by the third', async () => {
    type Cells = { cells: { cell: string; hash: string }[] }
    const { cells } = await done<Cells>(BASHIR, 'release', 'review', id, '--cells')
    const ticks = cells.map(({ cell, hash }, index) => ({
      cell,
      hash,
      at: new Date(1_770_000_000_000 + index * 1_000),
    }))
    await writeFile(file('ticks.json'), JSON.stringify(ticks))
    expect(await refused(ASHA, 'release', 'review', id, file('ticks.json')), 'who opened it').toBe('FOUR_EYES')
    await done(BASHIR, 'release', 'review', id, file('ticks.json'))
    const planned = ['release', 'plan', id, '--stage', 'production'] as const
    expect(await refused(ASHA, ...planned), 'who opened it').toBe('FOUR_EYES')
    expect(await refused(BASHIR, ...planned), 'who approved it').toBe('FOUR_EYES')
    expect(await done(CHITRA, ...planned)).toMatchObject({ release_id: id, stage: 'production' })
    expect(await done(ASHA, ...planned, '--actor', 'chitra'), 'for another person').toMatchObject({ release_id: id })
    await makePersonKey(file('sealed.json'), 'chitra', 'a passphrase that nobody gives')
    const sealed = await askCli({ ...pipeline.environment, PRAMAAN_PERSON_KEY: file('sealed.json') }, [...planned])
    expect(sealed.code, sealed.stderr).toBe(0)
    await done(CHITRA, 'release', 'promote', id, '--stage', 'production')

    expect(await served(id)).toMatchObject({ stage: 'production', four_eyes: true, unattested: [], holds: [] })
    const acted = { at: expect.stringMatching(/^\d{4}-.*Z$/), stage: null }
    expect((await done(ASHA, 'release', 'show', id))['acts']).toEqual([
      { ...acted, act: 'approved', by: 'bashir' },
      { ...acted, act: 'reviewed', by: 'bashir' },
      { ...acted, act: 'promoted', by: 'chitra', stage: 'production' },
    ])
    const shown = (await pipeline.cliAs(ASHA, 'release', 'show', id)).stdout
    for (const said of [/^ {2}reviewed by bashir at \S+Z$/m, /^ {2}promoted by chitra at \S+Z, stage production$/m])
      expect(shown).toMatch(said)
    expect(await refused(CHITRA, 'release', 'promote', id), 'no stage').toBe('STAGE_NOT_ALLOWED')
    expect(await refused(CHITRA, 'release', 'plan', id), 'no stage').toBe('STAGE_NOT_ALLOWED')
    expect(await done(CHITRA, 'release', 'plan', id, '--stage', 'reference')).toMatchObject({
      stage: 'reference',
      stage_before: 'production',
    })
    expect(await served(id)).toMatchObject({ stage: 'production' })
  })

  test('is held by one person at once, and freed by two', async () => {
    const { components } = await pathsOf(id)
    const [component = ''] = components
    const [reason, proposal] = [['--reason', 'in doubt'], file('free.json')]
    await done(ASHA, 'release', 'hold', id, component, ...reason)
    expect((await served(id))?.holds).toMatchObject([{ component, kind: 'hold' }])

    const alone = ['release', 'unhold', id, component, ...reason] as const
    expect(await refused(ASHA, ...alone)).toBe('SECOND_SIGNATURE_MISSING')
    await done(CHITRA, 'release', 'promote', id, '--stage', 'reference')
    expect(await refused(ASHA, ...alone), 'at stage reference for a moment').toBe('SECOND_SIGNATURE_MISSING')
    await done(CHITRA, 'release', 'promote', id, '--stage', 'production')
    await done(ASHA, 'release', 'unhold', id, component, ...reason, '--propose', proposal)
    expect((await served(id))?.holds, 'a proposal changes nothing').toHaveLength(1)
    expect(await refused(ASHA, 'person', 'countersign', proposal)).toBe('SECOND_SIGNATURE_MISSING')
    await done(BASHIR, 'person', 'countersign', proposal)
    expect((await served(id))?.holds).toEqual([])
    const changes = await readNewestChanges(pipeline.pool, 1_000, ['held', 'freed'])
    expect(changes.map(({ kind, by }) => [kind, by])).toEqual([
      ['freed', 'asha and bashir'],
      ['held', 'asha'],
    ])
  })

  test('has a component checked, with the day by which somebody looks again', async () => {
    const { components } = await pathsOf(id)
    const [component = ''] = components
    expect(await refused(ASHA, 'release', 'check', id, component, '--by', '2020-01-01')).toBe('CHECK_BY_PASSED')
    await done(ASHA, 'release', 'check', id, component, '--by', '2099-03-31')
    expect((await served(id))?.checks).toMatchObject([{ component, check_by: '2099-03-31' }])
  })
})

describe('a key that was compromised', () => {
  const ESHA = testPerson('esha')
  const invented = 'ZZ-2026-27-VERIFIED-STRICT-BASE-V1'
  type Listed = { releases: { stage: string }[] }
  const stageAt = async (time: Date) =>
    (await done<Listed>(CHITRA, 'audit', 'as-of', 'ZZ', time.toISOString())).releases[0]?.stage
  /** Whether answers given since its promotion may have a lower stage. */
  const wasLowered = async () =>
    (await readOrigin(pipeline.pool, pipeline.foundation, 'ZZ', (await served(invented))!))?.wasLowered

  test('takes its later acts with it: what rested on them serves at stage reference', async () => {
    await writeKeyFile(pipeline.home, ESHA)
    await done(ESHA, 'person', 'request', file('esha-request.json'))
    await done(ASHA, 'person', 'enrol', file('esha-request.json'), '--propose', file('esha.proposal'))
    await done(CHITRA, 'person', 'countersign', file('esha.proposal'))
    expect(await served(invented)).toMatchObject({ stage: 'production' })

    const before = new Date()
    const [report, since] = [['person', 'revoke'] as const, ['--reason', 'stolen', '--compromised-since', '1'] as const]
    expect(await done(CHITRA, ...report, 'devi', ...since)).toMatchObject({ doubtful: [] })
    expect(await wasLowered(), 'who had no part in it').toBe(false)
    expect(await done(CHITRA, ...report, 'bashir', ...since)).toMatchObject({ doubtful: [{ what: 'freed' }] })
    expect(await wasLowered()).toBe(true)
    expect(await served(invented)).toMatchObject({ stage: 'reference', unattested: [expect.any(String)] })
    const lowered = { stage: 'production', stage_served: 'reference' }
    expect(await done(CHITRA, 'release', 'show', invented)).toMatchObject(lowered)
    expect((await done<Listed>(CHITRA, 'release', 'list')).releases).toMatchObject([lowered])
    expect([await stageAt(before), await stageAt(new Date())]).toEqual(['production', 'reference'])
    expect(await refused(CHITRA, 'release', 'promote', invented, '--stage', 'production')).toBe('RELEASE_NOT_APPROVED')
  })

  test('is made good by another person, who repeats what it did', async () => {
    const steps: (() => Promise<unknown>)[] = [
      () => done(ESHA, 'source', 'attest', SOURCE, ...said),
      () => done(ESHA, 'release', 'review', invented, file('ticks.json')),
      () => done(ESHA, 'release', 'approve', invented),
    ]
    for (const step of steps) {
      expect((await served(invented))?.stage).toBe('reference')
      await step()
    }
    expect(await served(invented)).toMatchObject({ stage: 'production', unattested: [], four_eyes: true })
    expect((await done<{ status: string }>(ASHA, 'release', 'show', invented)).status).toBe('released')
    expect(await wasLowered(), 'answers of that time').toBe(true)
  })
})

test('a changed definition does not end stage production at a start, and with `release run` only with a warning', async () => {
  await appendFile(join(folder, 'rules.yaml'), '# changed\n')
  const shown: string[] = []
  const run = (reopen: boolean) =>
    runRelease(
      {
        pool: pipeline.pool,
        sourcesPath: file('sources'),
        by: ASHA,
        approver: CHITRA,
        now: () => new Date(),
        progress: () => () => {},
        reopen,
        announce: (plan) => shown.push(planText(plan)),
      },
      folder,
    )
  await expect(run(false)).rejects.toMatchObject({ code: 'STAGE_NOT_ALLOWED' })
  expect((await run(true)).stage).toBe('reference')
  expect(shown[1]).toContain('warning: ZZ goes from stage production to stage reference')
})

async function pathsOf(id: string): Promise<{ components: string[] }> {
  const { cells } = await done<{ cells: { cell: string }[] }>(BASHIR, 'release', 'review', id, '--cells')
  const charges = cells
    .map(({ cell }) => cell.split('/').slice(0, 3).join('/'))
    .filter((path) => path.startsWith('rows/'))
  return { components: [...new Set(charges)] }
}
