import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from '#digest'
import { GATE_NAMES } from '../../../pipeline/gates/gate.ts'
import { createProgram } from '../../../services/cli/create-program.ts'
import { askCli, type CliError, type CliOutcome } from '../../support/cli.ts'
import { CASES, filled } from '../../support/invented-definition.ts'
import { inventedOrder } from '../../support/printed-order.ts'

const BIHAR = fileURLToPath(new URL('../../../releases/states/BR/2026-27', import.meta.url))

let home: string
const used = new Set<string>()
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), `pramaan-test-${process.pid}-definition-`))
})
afterAll(() => rm(home, { recursive: true, force: true }))

/** `pramaan definition …` without a running stack: a definition is made and checked without a database. */
async function definition(command: string, ...args: string[]): Promise<CliOutcome> {
  used.add(command)
  return askCli({ PRAMAAN_HOME: home, PRAMAAN_SOURCES: join(home, 'originals') }, [
    'definition',
    command,
    ...args,
    '--json',
  ])
}

async function done<T>(command: string, ...args: string[]): Promise<T> {
  const outcome = await definition(command, ...args)
  expect(outcome.code, outcome.stdout + outcome.stderr).toBe(0)
  return outcome.json<T>()
}

/** A copy of Bihar's definition after edits of its files, each of which must match. */
async function edited(...edits: readonly (readonly [file: string, from: string, to: string])[]): Promise<string> {
  const folder = await mkdtemp(join(home, 'draft-'))
  await cp(BIHAR, folder, { recursive: true })
  for (const [file, from, to] of edits) {
    const text = await readFile(join(folder, file), 'utf8')
    expect(text).toContain(from)
    await writeFile(join(folder, file), text.replace(from, to))
  }
  return folder
}

type Finding = { gate: string; path: string | null; where: string; expected: string; found: string }
type Check = {
  release_id: string
  ok: boolean
  gates: { gate: string; passed: boolean; checked: number }[]
  causes: { subject: string; findings: Finding[]; follow: Finding[] }[]
}

describe('check', () => {
  test('of a definition without cases names their file, once, and hides no other cause', async () => {
    const folder = await edited(['release.yaml', 'schedule_rows: 34', 'schedule_rows: 35'])
    const [header] = (await readFile(join(folder, 'cases.csv'), 'utf8')).split('\n')
    await writeFile(join(folder, 'cases.csv'), `${header}\n`)
    const { causes } = (await definition('check', folder)).json<Check>()

    const places = causes.map(({ subject, findings }) => [subject, ...findings.map(({ where }) => where)])
    expect(places).toContainEqual(['cases', 'cases.csv:1'])
    expect(places).toContainEqual(['declared/schedule_rows', expect.stringMatching(/^release\.yaml:/)])
    expect(places.map(([subject]) => subject)).not.toContain('definition')
  })

  test.each(['ZZ-2026-27-', 'BR-2025-26-'])('refuses the release id %s of another state or year', async (id) => {
    const folder = await edited(['release.yaml', 'release_id: BR-2026-27-', `release_id: ${id}`])
    const { code, details } = (await definition('check', folder)).json<CliError>().error

    expect(code).toBe('DEFINITION_REFUSED')
    expect(details.findings).toMatchObject([{ expected: 'a release id that begins with BR-2026-27-' }])
  })

  test('says that all gates pass, and opens nothing', async () => {
    const outcome = await definition('check', BIHAR)
    const { ok, gates, causes } = outcome.json<Check>()

    expect([outcome.code, ok, causes]).toEqual([0, true, []])
    expect(gates.map(({ gate }) => gate)).toEqual(GATE_NAMES)
    // Bihar has one licensee's tariff, and no districts.
    expect(gates.filter(({ checked }) => checked === 0).map(({ gate }) => gate)).toEqual(['structure.routing_closed'])
  })

  test('tells two mistakes as two causes: each where it is written first, the cases that follow from it after', async () => {
    const folder = await edited(
      ['figures.csv', 'BR-DS-II/energy/0,,7.42,Rs/kWh,7.42', 'BR-DS-II/energy/0,,7.40,Rs/kWh,7.4'],
      ['release.yaml', 'schedule_rows: 34', 'schedule_rows: 35'],
    )
    const outcome = await definition('check', folder)
    const { ok, causes } = outcome.json<Check>()
    const [cause] = causes

    expect([outcome.code, ok]).toEqual([1, false])
    expect(causes.map(({ subject }) => subject)).toEqual(['rows/BR-DS-II', 'declared/schedule_rows'])
    expect(cause?.findings.map(({ gate }) => gate)).toEqual([
      'evidence.quote_found',
      'evidence.quote_found',
      'evidence.figure_in_quote',
    ])
    expect(cause?.findings.map(({ where }) => where.split(':')[0])).toEqual(['rows.csv', 'figures.csv', 'rows.csv'])
    expect(new Set(cause?.follow.map(({ gate }) => gate))).toEqual(new Set(['calculation.regression_cases']))
    expect(cause?.follow.length).toBeGreaterThan(20)
  })

  test('tells a changed document as one cause, and what was read from it as what follows', async () => {
    const folder = await edited([
      'sources/schedule-2026-27.csv',
      'DS-II-ENERGY,DS-II(D),7.42',
      'DS-II-ENERGY,DS-II(D),7.43',
    ])
    const { causes } = (await definition('check', folder)).json<Check>()

    expect(causes.map(({ subject }) => subject)).toEqual(['sources/BR-SCHEDULE-2026-27'])
    expect(new Set(causes[0]?.findings.map(({ gate }) => gate))).toEqual(new Set(['source.bytes_match']))
    expect(new Set(causes[0]?.follow.map(({ gate }) => gate))).toEqual(new Set(['evidence.quote_found']))
  })

  test.each([
    ['definition', 'sources.yaml', 'sha256: 4b5c', 'sha256: ABC4b5c'],
    ['release', 'release.yaml', 'effective_to: 2027-03-31', 'effective_to: 2026-03-31'],
  ] as const)('tells what concerns all parts first: the %s', async (subject, file, from, to) => {
    const { causes } = (await definition('check', await edited([file, from, to]))).json<Check>()

    expect(causes.length).toBeGreaterThan(1)
    expect(causes[0]).toMatchObject({ subject, findings: [{ where: expect.stringMatching(`^${file}:`) }] })
  })

  test.each([
    ['a folder that holds no definition', () => home, 'NOT_A_DEFINITION'],
    [
      'a definition without a file',
      async () => {
        const folder = await edited()
        await rm(join(folder, 'rows.csv'))
        return folder
      },
      'DEFINITION_REFUSED',
    ],
    [
      'a document that is not there',
      async () => {
        const folder = await edited()
        await rm(join(folder, 'sources/schedule-2026-27.csv'))
        return folder
      },
      'SOURCE_FILE_NOT_FOUND',
    ],
  ] as const)('refuses %s', async (_what, folder, code) => {
    const outcome = await definition('check', await folder())

    expect([outcome.code, outcome.json<CliError>().error.code]).toEqual([1, code])
  })
})

describe('figures', () => {
  test('writes what the tables say, the same bytes each time', async () => {
    const folder = await edited(['figures.csv', '7.42', '1.23'])
    const outcome = await definition('figures', folder)

    expect(outcome.code, outcome.stdout).toBe(0)
    expect(await readFile(join(folder, 'figures.csv'), 'utf8')).toBe(await readFile(join(BIHAR, 'figures.csv'), 'utf8'))
  })

  test('leaves the file as it was where a reading does not resolve', async () => {
    const folder = await edited(['readings.yaml', 'label: [DS-II-ENERGY]', 'label: [DS-II-ENERGIE]'])
    const outcome = await definition('figures', folder)
    const { code, details } = outcome.json<CliError>().error

    expect([outcome.code, code]).toEqual([1, 'DEFINITION_REFUSED'])
    expect(details.findings?.[0]).toMatchObject({ where: expect.stringMatching(/^readings\.yaml:\d+$/) })
    expect(await readFile(join(folder, 'figures.csv'), 'utf8')).toBe(await readFile(join(BIHAR, 'figures.csv'), 'utf8'))
  })

  test.each([
    ['a tab as indentation', '\ttable:', 'spaces as indentation'],
    ['a key given twice', '    table: 1\n    table:', 'each key once in a map'],
  ])('leaves the file as it was where readings.yaml has %s', async (_what, edit, expected) => {
    const folder = await edited(['readings.yaml', '    table:', edit], ['figures.csv', '7.42', '1.23'])
    const outcome = await definition('figures', folder)

    expect([outcome.code, outcome.json<CliError>().error.details.findings?.[0]]).toMatchObject([1, { expected }])
    expect(await readFile(join(folder, 'figures.csv'), 'utf8')).toContain('1.23')
  })
})

describe('from an order to a definition', () => {
  const order = inventedOrder()
  const hash = sha256(order)
  const asked = ['--pages', '1-2', '--state', 'ZZ', '--year', '2026-27']
  let folder: string
  beforeAll(async () => {
    folder = join(home, 'zz')
    await mkdir(join(home, 'originals'))
    await writeFile(join(home, 'originals', 'order.pdf'), order)
    await writeFile(join(home, 'originals', 'other.csv'), 'a,b\n1,2\n')
  })

  test('draft finds the tables and writes a definition to fill in, blanks and questions and all', async () => {
    const drafted = await done<{ sha256: string; tables: unknown[]; questions: unknown[] }>(
      'draft',
      hash.slice(0, 8),
      ...asked,
      '--out',
      folder,
    )
    const outcome = await definition('check', folder)
    const { code, details } = outcome.json<CliError>().error

    expect([drafted.sha256, drafted.tables.length, drafted.questions.length]).toEqual([hash, 1, 1])
    expect(await readFile(join(folder, 'questions.md'), 'utf8')).toContain('p.1, the page: no table was found on it')
    expect([outcome.code, code]).toEqual([1, 'DEFINITION_REFUSED'])
    expect(details.findings?.filter(({ found }) => found === 'nothing').length).toBeGreaterThan(20)
  })

  test('once filled in, with figures read and cases calculated by hand, it passes every gate and covers every number', async () => {
    const files = new Map<string, string>()
    for (const name of await readdir(folder)) files.set(name, await readFile(join(folder, name), 'utf8'))
    for (const [name, text] of filled(files)) await writeFile(join(folder, name), text)

    expect(await done('figures', folder)).toMatchObject({ figures: expect.objectContaining({ length: 7 }) })
    const { columns, cases } = await done<{ columns: string[]; cases: { input: string }[] }>('cases', folder)
    expect(columns).toEqual(['case_id', 'row_id', 'input', 'expected', 'working'])
    expect(cases.map(({ input }) => input)).toContain(
      'subcategory_code=ZZ-LT-DOMESTIC; energy_units=101; connected_load=200',
    )
    await appendFile(join(folder, 'cases.csv'), `${CASES.join('\n')}\n`)
    expect(await done<Check>('check', folder)).toMatchObject({ ok: true, causes: [] })
    expect(await done('coverage', folder)).toMatchObject({ ok: true, counts: { figure: 9, missing: 0 }, problems: [] })
  })

  test('view draws the page with the cell marked, and says where it is', async () => {
    const file = join(home, 'page.svg')
    const viewed = await done<{ page: number; box: number[]; value: string }>(
      'view',
      folder,
      'rows/ZZ-HT-INDUSTRY/energy/0',
      '--out',
      file,
    )
    const svg = await readFile(file, 'utf8')

    expect([viewed.page, viewed.value, viewed.box.length]).toEqual([2, '5.85', 4])
    expect(svg.match(/fill="#ffe08a"/g)).toHaveLength(1)
    expect(svg).toContain('>585.00</text>')
    expect(svg).toContain('column: Energy Charge (P/kVAh)')
  })

  test('a number that is not dismissed is missing, and coverage says which', async () => {
    const text = await readFile(join(folder, 'readings.yaml'), 'utf8')
    await writeFile(join(folder, 'readings.yaml'), text.replace(/dismissed:\n.*\n/, 'dismissed: []\n'))
    const outcome = await definition('coverage', folder)
    const { counts, numbers } = outcome.json<{
      counts: { missing: number }
      numbers: { standing: string; number: string; page: number }[]
    }>()

    expect([outcome.code, counts.missing]).toEqual([1, 1])
    expect(numbers.filter(({ standing }) => standing === 'missing')).toMatchObject([{ number: 'two', page: 2 }])
  })

  test.each([
    ['a document that is not there', () => ['draft', '0'.repeat(8), ...asked], 'SOURCE_NOT_FOUND'],
    [
      'pages that the document lacks',
      () => ['draft', hash, '--pages', '2-3', '--state', 'ZZ', '--year', '2026-27'],
      'SOURCE_NOT_FOUND',
    ],
    ['a folder that holds something', () => ['draft', hash, ...asked, '--out', BIHAR], 'FILE_UNWRITABLE'],
    ['a figure that is none', () => ['view', BIHAR, 'rows/BR-DS-II/energy/9'], 'COMPONENT_NOT_FOUND'],
    ['coverage of no definition', () => ['coverage', home], 'NOT_A_DEFINITION'],
    ['cases of no definition', () => ['cases', home], 'NOT_A_DEFINITION'],
  ] as const)('refuses %s', async (_what, args, code) => {
    const [command = '', ...rest] = args()
    const outcome = await definition(command, ...rest)

    expect([outcome.code, outcome.json<CliError>().error.code]).toEqual([1, code])
  })
})

test('every definition command was tried under --json', async () => {
  const group = (await createProgram()).commands.find((command) => command.name() === 'definition')

  expect([...used].sort()).toEqual(group?.commands.map((command) => command.name()).sort())
})
