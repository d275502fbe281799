import { fileURLToPath } from 'node:url'
import { CommanderError } from 'commander'
import { describe, expect, test } from 'vitest'
import { createProgram, descendants } from '../../../services/cli/create-program.ts'
import { askCli, type CliError, runCli } from '../../support/cli.ts'

/** A home without a running stack: usage is checked before any connection. */
const NOWHERE = { PRAMAAN_HOME: fileURLToPath(new URL('./no-such-home', import.meta.url)) }
const GOLDEN = fileURLToPath(new URL('./golden/help.txt', import.meta.url))

describe('help', () => {
  test('of every command describes it and its arguments', async () => {
    const texts = descendants(await createProgram()).map((command) =>
      command.configureHelp({ helpWidth: 80 }).helpInformation(),
    )

    await expect(texts.join(`${'-'.repeat(80)}\n`)).toMatchFileSnapshot(GOLDEN)
  })

  test('of every command says what its arguments are', async () => {
    for (const command of descendants(await createProgram()))
      for (const argument of command.registeredArguments)
        expect(argument.description, `${command.name()} <${argument.name()}>`).not.toBe('')
  })

  test('of every command names the options that all share', async () => {
    for (const command of descendants(await createProgram()).filter(({ commands }) => commands.length === 0)) {
      expect(command.helpInformation(), command.name()).toContain('--json ')
      expect(command.helpInformation(), command.name()).toContain('--actor <name>')
    }
  })

  test.concurrent.each([[['--help']], [['release', 'help', 'run']], [['key', 'issue', '--help', '--json']]])(
    '%j is printed on stdout, and is not an error',
    async (args) => {
      const { code, stdout, stderr } = await askCli(NOWHERE, args)

      expect(stdout).toMatch(/^Usage: pramaan /)
      expect([code, stderr]).toEqual([0, ''])
    },
  )
})

const ISSUE = ['key', 'issue', '--name', 'a', '--scopes', 'all', '--states', 'BR']

/** Output for wrong usage, in this process: nothing is executed or connected. */
async function complaintOf(args: readonly string[]): Promise<string> {
  const program = await createProgram()
  const said: string[] = []
  const write = (text: string): void => void said.push(text)
  for (const command of [program, ...descendants(program)])
    command.configureOutput({ writeErr: write, writeOut: write })
  const parsing = program.parseAsync(['node', 'pramaan', ...args])

  await expect(parsing).rejects.toSatisfy((error) => error instanceof CommanderError && error.exitCode !== 0)
  return said.join('')
}

describe('usage', () => {
  test.each([
    [[], /Usage: pramaan/],
    [['release'], /Usage: pramaan release/],
    [['nonsense'], /unknown command 'nonsense'/],
    [['release', 'opne', 'x'], /unknown command 'opne'.*Did you mean open/s],
    [['release', 'rollback', 'BR-X'], /unknown command 'rollback'.*to roll back, promote\s+the\s+earlier\s+one/s],
    [['release', 'open'], /missing required argument 'dir'/],
    [['release', 'open', 'a', 'b'], /too many arguments/],
    [['release', 'list', '--verbose'], /unknown option '--verbose'/],
    [['release', 'list', '--actor', ' '], /--actor.*must not be empty/s],
    [
      ['release', 'run', 'dir', '--approver', 'ravi'],
      /no such option any more.*the machine approves.*`release approve` with the key of ravi/s,
    ],
    [['release', 'promote', 'BR-X', '--stage', 'gold'], /Allowed choices are reference, production/],
    [['release', 'withdraw', 'BR-X'], /'--reason <text>' not specified/],
    [['release', 'withdraw', 'BR-X', '--reason', '  '], /--reason.*must not be empty/s],
    [['release', 'hold', 'BR-X', '--reason', 'x'], /missing required argument 'component'/],
    [['release', 'verify', 'x', '--witnesses', 'two'], /whole number from 0 to 100/],
    [['source', 'text', 'abc', '--page', '0'], /page number from 1/],
    [['source', 'find', ''], /argument value '' is invalid for argument 'text'.*must not be empty/s],
    [['source', 'find', 'Rs', '--source', 'order.doc'], /at least its first 8 digits/],
    [['definition', 'draft', 'a'.repeat(8), '--state', 'ZZ', '--year', '2026-27'], /'--pages <range>' not specified/],
    [['definition', 'draft', 'a'.repeat(8), '--pages', 'all'], /pages such as 163-168/],
    [['definition', 'draft', 'a'.repeat(8), '--pages', '2-1'], /'2-1' is invalid.*the range is reversed: write 1-2/s],
    [['definition', 'draft', 'a'.repeat(8), '--pages', '1', '--state', 'Odisha'], /state code such as OD/],
    [['definition', 'draft', 'a'.repeat(8), '--pages', '1', '--year', '2025'], /financial year such as 2025-26/],
    [['definition', 'draft', 'a'.repeat(8), '--pages', '1', '--year', '2025-28'], /financial year such as 2025-26/],
    [
      ['definition', 'draft', 'order.doc', '--pages', '1', '--state', 'ZZ', '--year', '2026-27'],
      /at least its first 8 digits/,
    ],
    [['definition', 'view', 'folder'], /missing required argument 'figure'/],
    [['release', 'publish', ''], /an argument must not be empty/],
    [['log', 'export', ''], /an argument must not be empty/],
    [['log', 'verify', '--checkpoint', ''], /'--checkpoint <file>' must not be empty/],
    [['definition', 'check'], /missing required argument 'folder'/],
    [['audit', 'as-of', 'BR', 'yesterday'], /ISO time/],
    [['person', 'revoke', 'asha', '--reason', 'stolen', '--key', 'asha'], /at least its first 8 digits/],
    [['audit', 'as-of', 'BR', '2026-02-30T00:00:00Z'], /ISO time/],
    [['audit', 'as-of', 'BR', '9999-01-01'], /must not be in the future/],
    [['audit', 'as-of', 'BR', '2026-04-01T00:00:00'], /ISO time/],
    [['key', 'issue', '--scopes', 'all', '--states', 'BR'], /'--name <name>' not specified/],
    [[...ISSUE, '--scopes', 'all,everything'], /all includes every other: write only all/],
    [[...ISSUE, '--scopes', 'health:read,everything'], /everything is not one of all, health:read/],
    [[...ISSUE, '--states', 'Bihar'], /Bihar is not a state code/],
    [[...ISSUE, '--states', 'BR,'], /an empty word is not a state code/],
    [[...ISSUE, '--states', 'BR,all'], /all includes every other: write only all/],
    [[...ISSUE, '--origins', 'ftp://example.org'], /not an exact origin/],
    [[...ISSUE, '--name', 'another'], /'--name <name>' is given twice/],
    [['release', 'withdraw', 'BR-X', '--reason', 'x', '--reason=y'], /'--reason <text>' is given twice/],
    [[...ISSUE, '--name', 'a\nb'], /one line of at most 100 characters/],
    [[...ISSUE, '--name', '\u001b[31mred'], /must not have control characters/],
    [[...ISSUE, '--origins', 'https://example.org/path'], /not an exact origin/],
    [[...ISSUE, '--per-minute', '0'], /whole number from 1 to 100,000/],
    [[...ISSUE, '--burst', '100001'], /whole number from 1 to 100,000/],
    [[...ISSUE, '--burst', '1e3'], /whole number from 1 to 100,000/],
    [[...ISSUE, '--evidence-floor', 'held'], /Allowed choices are/],
    [[...ISSUE, '--expires', 'tomorrow'], /ISO time/],
    [['key', 'rotate', 'key_1', '--grace', 'forever'], /duration such as 30m, 24h or 7d/],
    [['key', 'rotate', 'key_1', '--grace', '1000d'], /at most 90d/],
  ] as [string[], RegExp][])('%j is refused as usage', async (args, message) => {
    expect(await complaintOf(args)).toMatch(message)
  })

  test.concurrent.each([[[]], [['release', 'opne']], [['key', 'issue', '--name', ' ']]])(
    '%j ends with exit code 2, and stdout stays empty',
    async (args) => {
      const { code, stdout, stderr } = await runCli(NOWHERE, args)

      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).not.toBe('')
    },
  )

  test.concurrent.each([
    [['release', 'list', '--json', '--verbose'], /unknown option/],
    [['release', 'withdraw', 'BR-X', '--json', '--reason', ''], /must not be empty/],
  ] as [string[], RegExp][])('%j is one JSON document anyway', async (args, message) => {
    const outcome = await askCli(NOWHERE, args)
    const { error } = outcome.json<CliError>()

    expect(outcome.code).toBe(2)
    expect(error).toMatchObject({ code: 'USAGE', message: expect.stringMatching(message) })
  })
})

test.concurrent('a new key without a passphrase is wrong usage, and no key is made', async () => {
  const empty = '/dev/null'
  for (const env of [NOWHERE, { ...NOWHERE, PRAMAAN_PERSON_PASSPHRASE_FILE: empty }]) {
    const outcome = await askCli(env, ['person', 'new', '/none/key.json', '--name', 'asha', '--json'])
    expect(outcome.code).toBe(2)
    expect(outcome.json<CliError>().error).toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(/passphrase/),
    })
  }
})

describe('where nothing runs', () => {
  const refused = async (env: Record<string, string>) => {
    const outcome = await askCli(env, ['release', 'list', '--json'])
    expect(outcome.code).toBe(1)
    return outcome.json<CliError>().error
  }

  test.concurrent('a command says so, and how to start', async () => {
    expect(await refused(NOWHERE)).toMatchObject({
      code: 'NOT_RUNNING',
      message: expect.stringContaining('PRAMAAN_HOME'),
    })
  })

  test.concurrent.each(['127.0.0.1', 'localhost'])(
    'a database at %s that does not answer is named as the reason',
    async (host) => {
      const { code, message } = await refused({
        ...NOWHERE,
        DATABASE_URL: `postgres://postgres:secret@${host}:1/pramaan`,
      })

      expect(code).toBe('NOT_RUNNING')
      expect(message).toMatch(/does not answer \(.*ECONNREFUSED/)
      expect(message).not.toContain('secret')
    },
  )

  test.concurrent('bad settings are listed, all of them', async () => {
    const { code, message } = await refused({ ...NOWHERE, PORT: 'many', LOG_LEVEL: 'loud' })

    expect(code).toBe('SETTINGS_WRONG')
    expect(message).toMatch(/PORT.*LOG_LEVEL/s)
  })
})

const FORM = 'is not a valid name: use up to 64 letters, digits, `.`, `_` and `-`, the first a letter or digit'
test.concurrent.each([
  ['local-auto', 'is the name of a machine: use another'],
  ['-devi', FORM],
  ['d'.repeat(65), FORM],
])('a person cannot be named %s, and no key file is written', async (name, why) => {
  const { code, stderr } = await askCli(NOWHERE, ['person', 'new', 'x.json', `--name=${name}`, '--open'])
  expect([code, stderr]).toEqual([1, `ENROLMENT_REFUSED: ${name} ${why}\n`])
})
