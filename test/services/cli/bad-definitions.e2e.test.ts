import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readStream } from '../../../pipeline/event-log/read.ts'
import { GATE_NAMES } from '../../../pipeline/gates/gate.ts'
import { streamOf } from '../../../pipeline/lifecycle/events.ts'
import { type Said, SLIPS } from '../../support/bad-definitions.ts'
import { type CliError, type CliOutcome, runCli } from '../../support/cli.ts'
import { type Edit, replaceIn, withSourceHashes } from '../../support/fixture-definition.ts'
import { FIXTURE_ID, type TestPipeline, testPipeline } from '../../support/pipeline.ts'

let pipeline: TestPipeline
beforeAll(async () => {
  pipeline = await testPipeline()
  await pipeline.work()
})
afterAll(() => pipeline?.close())

const run = (directory: string, ...more: string[]): Promise<CliOutcome> =>
  pipeline.cli('release', 'run', directory, '--actor', 'asha', ...more)

const refusalOf = (outcome: CliOutcome): CliError['error'] => {
  expect(outcome.code).toBe(1)
  return outcome.json<CliError>().error
}

async function lastEvent(stream: string) {
  return (await readStream(pipeline.pool, stream)).at(-1)
}

/** The findings of the last rejection in the log. */
async function loggedFindings(): Promise<object[]> {
  const rejected = await lastEvent(streamOf.state('XX'))
  if (rejected?.type !== 'ReleaseRejected') throw new Error(`the log ends with ${rejected?.type}`)
  return (rejected.payload as { findings: object[] }).findings
}

function expectSaid(findings: readonly object[] | undefined, said: readonly Said[]): void {
  for (const { gate, where, expected, found } of said) {
    const matching = (text: string | RegExp) => (typeof text === 'string' ? text : expect.stringMatching(text))
    const finding = { gate, where, expected: matching(expected), found: matching(found) }
    expect(findings).toContainEqual(expect.objectContaining(finding))
  }
}

/** Every place named in findings is a line of a file of the definition, or a page of a source. */
function expectPlaces(findings: readonly { where: string }[] | undefined): void {
  for (const { where } of findings ?? [])
    expect(where).toMatch(/^(release|sources|categories|rules)\.yaml:\d+|^\w+\.csv:\d+/)
}

test('every mistake of a definition is reported at once, with file and line, and logged', async () => {
  const all: Edit = (files) => {
    for (const { edit } of SLIPS) edit(files)
  }
  const error = refusalOf(await run(await pipeline.folder(all), '--json'))
  const logged = await loggedFindings()
  const { findings = [], release, gates } = error.details

  expect(error.code).toBe('RELEASE_REJECTED')
  expectSaid(
    findings,
    SLIPS.flatMap((slip) => slip.findings),
  )
  expectPlaces(findings)
  expect(release).toMatchObject({ release_id: FIXTURE_ID, status: 'rejected', release_sha256: null })
  expect((gates as { gate: string }[]).map(({ gate }) => gate).sort()).toEqual([...GATE_NAMES].sort())
  expect(new Set(logged.map((each) => JSON.stringify(each)))).toEqual(
    new Set(findings.map((each) => JSON.stringify(Object.fromEntries(Object.entries(each).sort())))),
  )
})

test.each(SLIPS)('$name is reported, and rejects the definition', async ({ edit, findings }) => {
  const error = refusalOf(await run(await pipeline.folder(edit), '--json'))

  expect(error.code).toBe('RELEASE_REJECTED')
  expectSaid(error.details.findings, findings)
  expectSaid(await loggedFindings(), findings)
})

test('a cause is told before its consequences, and the gates in their order', async () => {
  const outcome = await run(await pipeline.folder(SLIPS[0]?.edit), '--json')
  const { causes, findings = [], gates, release } = refusalOf(outcome).details
  const [nearest, ...follow] = findings.map(({ gate }) => gate)
  const name = `${FIXTURE_ID}@${(release as { revision: number }).revision}`
  const shown = (await pipeline.cli('release', 'show', name)).stdout

  expect(causes).toMatchObject([{ subject: 'rows/XX-DOM' }])
  expect(nearest).toBe('evidence.figure_in_quote')
  expect(follow).toContain('calculation.regression_cases')
  expect((gates as { gate: string }[]).map(({ gate }) => gate)).toEqual(GATE_NAMES)
  expect([...shown.matchAll(/^ {2}(?:passed|FAILED) {2}(\S+)/gm)].map(([, gate]) => gate)).toEqual(GATE_NAMES)
  expect(shown).toMatch(/\n1\. rows\/XX-DOM\n {2}rows\.csv:4 {2}\[evidence\.figure_in_quote\]\n/)
  expect(shown.split('\n').filter((line) => /^ {2}\S+:\d+ {2}\[/.test(line))).toHaveLength(findings.length)
})

test('people are shown the findings, place by place, and not the rest', async () => {
  const outcome = await run(await pipeline.folder(SLIPS[0]?.edit))

  expect([outcome.code, outcome.stdout]).toEqual([1, ''])
  expect(outcome.stderr).toMatch(/RELEASE_REJECTED: XX-2026-27-FIXTURE-V1@\d+ was rejected: \d+ findings/)
  expect(outcome.stderr).toContain(
    '  rows.csv:4  [evidence.figure_in_quote]\n      expected 3.60 as a whole number in the quote\n      found    ',
  )
  expect(outcome.stderr).not.toContain('{"')
})

test('a rejected definition opened again is told the same; corrected, it is sealed as the next revision', async () => {
  const bad = await pipeline.folder((files) =>
    replaceIn(files, 'cases.csv', 'energy=0; fixed=5000', 'energy=1; fixed=5000'),
  )
  const [first, again] = [refusalOf(await run(bad, '--json')), refusalOf(await run(bad, '--json'))]
  const corrected = await pipeline.run(await pipeline.folder())

  expect(again).toEqual(first)
  expect(corrected).toMatchObject({
    status: 'released',
    revision: (first.details['release'] as { revision: number }).revision + 1,
  })
})

describe('a definition of which no record can be made', () => {
  const refused = async (edit: Edit, stream: string, options: { keepHashes?: boolean } = {}) => {
    const error = refusalOf(await run(await pipeline.folder(edit, options), '--json'))
    return { error, event: await lastEvent(stream) }
  }

  test('because release.yaml is missing is refused, and the refusal is in the log', async () => {
    const { error, event } = await refused((files) => files.delete('release.yaml'), streamOf.state('--'))

    expect(error.code).toBe('DEFINITION_REFUSED')
    expect(error.details.findings).toContainEqual(
      expect.objectContaining({ where: expect.stringContaining('release.yaml') }),
    )
    expect(event).toMatchObject({ type: 'DefinitionRefused', actor: 'asha', payload: { release_id: 'unnamed' } })
    expect(event?.payload).toMatchObject({ findings: error.details.findings })
  })

  test('because release.yaml is not YAML names the line', async () => {
    const { error } = await refused(
      (files) => files.set('release.yaml', 'release_id: [XX\nstate: {'),
      streamOf.state('--'),
    )

    expect(error.code).toBe('DEFINITION_REFUSED')
    expect(error.details.findings?.[0]?.where).toMatch(/^release\.yaml:\d+:\d+$/)
  })

  test('because a source’s text cannot be read is refused under its own id', async () => {
    const { error, event } = await refused((files) => files.set('sources/schedule.md', '\u0000'), streamOf.state('XX'))

    expect(error.code).toBe('DEFINITION_REFUSED')
    expect(error.details.findings).toContainEqual(
      expect.objectContaining({
        where: expect.stringMatching(/^sources\.yaml:\d+/),
        found: expect.stringContaining('NUL'),
      }),
    )
    expect(event).toMatchObject({ type: 'DefinitionRefused', payload: { release_id: FIXTURE_ID } })
  })

  test('because the folder has none is refused', async () => {
    const folder = await pipeline.folder()
    const [missing, empty] = [join(folder, 'no-such-folder'), join(folder, 'empty')]
    await mkdir(empty)

    for (const given of [missing, relative(process.cwd(), missing)])
      expect(refusalOf(await run(given, '--json'))).toMatchObject({
        code: 'NOT_A_DEFINITION',
        message: `there is no folder ${missing}`,
      })
    const file = join(folder, 'one-file.csv')
    await writeFile(file, 'row\n')
    expect(refusalOf(await run(file, '--json'))).toMatchObject({
      code: 'NOT_A_DEFINITION',
      message: `${file} is a file: give the folder of the release definition`,
    })
    expect(refusalOf(await run(empty, '--json'))).toMatchObject({
      code: 'NOT_A_DEFINITION',
      message: expect.stringContaining('contains none of release.yaml'),
    })
  })

  test('because a file is not UTF-8 is refused, naming the file', async () => {
    const folder = await pipeline.folder()
    await writeFile(join(folder, 'rows.csv'), Buffer.from([0x72, 0xff, 0x0a]))

    expect(refusalOf(await run(folder, '--json'))).toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('rows.csv'),
    })
  })

  test('whose source file was not found is refused with all that was found besides', async () => {
    const folder = await pipeline.folder((files) => {
      SLIPS[3]?.edit(files)
      withSourceHashes(files)
    })
    await rm(join(folder, 'sources', 'specimen.csv'))
    const error = refusalOf(await run(folder, '--json'))

    expect(error).toMatchObject({ code: 'SOURCE_FILE_NOT_FOUND', details: { wanted: [{ source_id: 'XX-SPECIMEN' }] } })
    expect(error.message).toContain('sources/specimen.csv is missing')
    expect(error.details.findings).toContainEqual(expect.objectContaining({ where: 'release.yaml:8:1' }))
  })
})

test('without a key nothing is opened', async () => {
  const before = await readStream(pipeline.pool, streamOf.state('XX'))
  const { PRAMAAN_PERSON_KEY: _key, ...environment } = pipeline.environment as Record<string, string>
  const outcome = await runCli(environment, ['release', 'run', await pipeline.folder(), '--json'])

  expect(refusalOf(outcome).code).toBe('PERSON_KEY_REQUIRED')
  expect(await readStream(pipeline.pool, streamOf.state('XX'))).toEqual(before)
})
