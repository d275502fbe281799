import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { skipReason } from '../support/skip.ts'
import { GUIDES } from './support/guides.ts'
import { type Block, documentOf, inlineCodes, ROOT } from './support/markdown.ts'
import { matchesText, missingFrom } from './support/match.ts'
import { type Outcome, runSession, scriptOf } from './support/shell-session.ts'
import { type StartedProgram, startCommand, startProgram } from './support/started-program.ts'

const found = new Map<string, boolean>()
function has(command: string): boolean {
  const known = found.get(command) ?? spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0
  found.set(command, known)
  return known
}
const CURL = has('curl')

/** Commands of this guide run through npm; those of the others run the program that npm would run. */
const BY_NPM = 'docs/getting-started.md'

/** Requirements of a block that this machine does not meet. */
function lacking({ marks }: Block): string | null {
  const needed = marks.find((mark) => mark.startsWith('needs='))?.slice('needs='.length)
  return needed === undefined || has(needed) ? null : `no ${needed} on PATH: a command of a guide was not run`
}

/** The output that a guide shows for a block: the next block, if it is marked so. */
function shownFor(block: Block): Block | null {
  const { blocks } = documentOf(block.file)
  const next = blocks[blocks.indexOf(block) + 1]
  return next?.marks[0] === 'output' ? next : null
}

function check(shown: Block | null, output: string, means: (text: string) => string): void {
  if (shown === null) return
  const wanted = means(shown.text)
  if (shown.language === 'json') expect(missingFrom(JSON.parse(wanted), JSON.parse(output))).toEqual([])
  else expect(matchesText(wanted, output), `shown:\n${wanted}\n\nprinted:\n${output}`).toBe(true)
}

let program: StartedProgram
const means = (text: string): string =>
  text
    .replaceAll('http://127.0.0.1:8080', program.address)
    .replaceAll('http://127.0.0.1:9464', program.metricsAddress)
    .replaceAll(/(?<![\w/])\.pramaan\//g, `${program.home}/`)

describe('the commands of the guides, on a running `npm start`', () => {
  beforeAll(async () => {
    if (CURL) program = await startProgram()
  })
  afterAll(async () => {
    if (CURL) expect(await program?.stop()).toBe(0)
  })
  beforeEach(() => skipReason(!CURL, 'no curl on PATH: the commands of the guides were not run'))

  it.each(['README.md', 'docs/getting-started.md'])('`npm start` says what %s shows', (file) => {
    const block = documentOf(file).blocks.find(({ marks }) => marks[0] === 'start')
    expect(block?.text).toBe('npm start')
    expect(shownFor(block!)).not.toBeNull()
    check(shownFor(block!), program.said, means)
  })

  it('the curl command printed by `npm start` works, and answers 164400 paise', () => {
    const printed = /^ {2}(curl (?:.*\\\n)*.*)$/m.exec(program.said)?.[1] ?? ''
    const { stdout } = spawnSync('sh', ['-c', printed], { encoding: 'utf8' })
    expect(JSON.parse(stdout)).toMatchObject({ status: 'ok', data: { calculation: { base_tariff_paise: 164_400 } } })
  })

  for (const file of GUIDES) {
    const blocks = documentOf(file).blocks.filter(({ marks }) => marks[0] === 'run')
    describe(file, () => {
      let outcomes: Map<Block, Outcome>
      beforeAll(async () => {
        if (!CURL) return
        const able = blocks.filter((block) => lacking(block) === null)
        outcomes = await runSession(able, { PRAMAAN_HOME: program.home }, means, file === BY_NPM)
      })

      it.each(blocks.map((block) => ({ block, name: `line ${block.line}: ${block.text.split('\n').at(-1)}` })))(
        '$name',
        ({ block }) => {
          const lack = lacking(block)
          skipReason(lack !== null, lack ?? '')
          const { output, code } = outcomes.get(block)!
          const wanted = block.marks.find((mark) => mark.startsWith('exit='))?.slice('exit='.length) ?? '0'
          expect(`exit ${code}`, output).toBe(`exit ${wanted}`)
          check(shownFor(block), output, means)
        },
      )
    })
  }

  it('every address that a document names is an address of the service', async () => {
    const documents = ['docs/errors.md', 'docs/limits.md', 'docs/versioning.md', 'docs/states.md', 'ARCHITECTURE.md']
    const named = [...GUIDES, ...documents, 'docs/verify/README.md'].flatMap((file) =>
      inlineCodes(documentOf(file)).flatMap(
        ({ code }) => /(?:^|\s)(\/(?:v1\/|livez|readyz|mcp|llms)[^\s?]*)/.exec(code)?.[1] ?? [],
      ),
    )
    // Addresses with placeholders are compared with the routes in references.unit.test.ts.
    const paths = [...new Set(named)].filter((path) => !/[:<…]/.test(path))
    expect(paths.length).toBeGreaterThan(10)
    for (const path of paths) {
      const { status } = await fetch(`${program.address}${path}`)
      // Without a key: 200, 401, or 405 if only another method is supported.
      expect(status, path).not.toBe(404)
    }
  })
})

it('`npm test` and `npm start` in the README are scripts with existing programs', () => {
  const flags = ['--max-semi-space-size=4', '--heap-growing-percent=100', '--invocation-count-for-turbofan=60000']
  expect(startCommand()).toEqual(['node', 'scripts/bootstrap.mjs', ...flags, 'services/standalone/main.ts'])
  expect(scriptOf('test')).toBe('exec node scripts/bootstrap.mjs scripts/test.ts')
  for (const file of ['scripts/bootstrap.mjs', 'scripts/test.ts', 'services/standalone/main.ts', '.ci/run'])
    expect(existsSync(join(ROOT, file)), file).toBe(true)
})
