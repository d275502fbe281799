import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../../support/api-call.ts'
import { CONTRACT } from '../../../support/openapi.ts'

/** The strictest rules of somebody else's linter, as warnings and errors alike. It is run without a network. */

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

test('the document breaks no rule', () => {
  expect(lint(CONTRACT)).toEqual({ code: 0, problems: [] })
})

test('the linter finds what is wrong: an operation without summary, an example that does not fit, a part nobody uses', () => {
  const spoilt = structuredClone(CONTRACT)
  delete spoilt.paths['/v1/states'].get.summary
  spoilt.components.examples['states.all'].value.data = 'no list'
  spoilt.components.headers.Unused = { schema: { type: 'string' } }
  const rules = new Set(lint(spoilt).problems.map((problem) => problem.split(':', 1)[0]))
  expect([...rules].sort()).toEqual(['no-invalid-media-type-examples', 'no-unused-components', 'operation-summary'])
})
