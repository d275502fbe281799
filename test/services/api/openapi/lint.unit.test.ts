import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../../support/api-call.ts'
import { SERVED } from '../../../support/openapi.ts'
import { TIER } from '../../../support/tier.ts'

/** The strictest rules of two third-party linters, warnings as well as errors. They run without a network. */

const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
const redocly = join(dirname(manifest), createRequire(import.meta.url)(manifest).bin.redocly)
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pramaan-lint-'))
  writeFileSync(join(folder, 'redocly.yaml'), 'extends: [recommended-strict]\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function lint(document: Json): { code: number | null; problems: string[] } {
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  const { status, stdout } = spawnSync(
    process.execPath,
    [redocly, 'lint', 'openapi.json', '--config', 'redocly.yaml', '--format', 'json', '--max-problems', '1000'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] }
  return { code: status, problems: problems.map(({ ruleId, message }) => `${ruleId}: ${message}`) }
}

test('the document breaks no rule of Redocly', () => {
  expect(lint(SERVED)).toEqual({ code: 0, problems: [] })
})

// That the linter finds faults at all depends on its version, not on each change.
if (TIER === 'nightly')
  test('Redocly finds what is wrong: an operation without summary, an example that does not fit, a part nobody uses', () => {
    const spoilt = structuredClone(SERVED)
    delete spoilt.paths['/v1/states'].get.summary
    spoilt.components.examples['states.all'].value.data = 'no list'
    spoilt.components.headers.Unused = { schema: { type: 'string' } }
    const rules = new Set(lint(spoilt).problems.map((problem) => problem.split(':', 1)[0]))
    expect([...rules].sort()).toEqual(['no-invalid-media-type-examples', 'no-unused-components', 'operation-summary'])
  })

/** Spectral rules that the document breaks, and why. */
const EXCEPT: Readonly<Record<string, string>> = {
  'info-contact': 'whoever runs the service is the one to ask, and the document is the same for all',
  'oas3-operation-security-defined': 'of OpenAPI 3.0: since 3.1.0 any scheme may list the roles it needs (4.8.30)',
  'array-items': 'a tuple says its items by prefixItems (JSON Schema 2020-12, 10.3.1.1)',
}
const RULES = { extends: ['spectral:oas'], rules: Object.fromEntries(Object.keys(EXCEPT).map((rule) => [rule, 'off'])) }

function spectral(document: Json): { code: number | null; problems: string[] } {
  writeFileSync(join(folder, 'spectral.json'), JSON.stringify(RULES))
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  const bin = createRequire(import.meta.url).resolve('@stoplight/spectral-cli/dist/index.js')
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      bin,
      'lint',
      'openapi.json',
      '--ruleset',
      'spectral.json',
      '--format',
      'json',
      '--fail-severity',
      'hint',
      '--quiet',
    ],
    { cwd: folder, encoding: 'utf8' },
  )
  const problems = JSON.parse(stdout.slice(stdout.indexOf('['))) as { code: string; message: string }[]
  return { code: status, problems: problems.map(({ code, message }) => `${code}: ${message}`) }
}

test('the document breaks no rule of Spectral', () => {
  expect(spectral(SERVED)).toEqual({ code: 0, problems: [] })
})

if (TIER === 'nightly')
  test('Spectral finds what is wrong: an operation without description, an example that does not fit, a part nobody uses', () => {
    const spoilt = structuredClone(SERVED)
    delete spoilt.paths['/v1/states'].get.description
    spoilt.components.examples['states.all'].value.data = 'no list'
    spoilt.components.schemas.Unused = { type: 'string' }
    const rules = new Set(spectral(spoilt).problems.map((problem) => problem.split(':', 1)[0]))
    expect([...rules].sort()).toEqual(['oas3-unused-component', 'oas3-valid-media-example', 'operation-description'])
  })
