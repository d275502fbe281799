import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TOOLS } from '../../../services/api/http/agent-tools.ts'
import { documentOf } from '../../docs/support/markdown.ts'
import { missingFrom } from '../../docs/support/match.ts'
import { type Outcome, runSession } from '../../docs/support/shell-session.ts'
import { type TestApi, testApi } from '../../support/api.ts'
import { skipReason } from '../../support/skip.ts'

const { blocks, prose } = documentOf('docs/agents.md')
const commands = blocks.filter(({ marks }) => marks[0] === 'run')
const CURL = spawnSync('curl', ['--version'], { stdio: 'ignore' }).status === 0

describe('the commands of docs/agents.md', () => {
  let api: TestApi
  let home: string
  let outcomes: Map<unknown, Outcome>
  beforeAll(async () => {
    if (!CURL) return
    api = await testApi({ trustProxy: false })
    home = await mkdtemp(join(tmpdir(), 'guide-'))
    await writeFile(join(home, 'demo-key'), await api.key())
    const { origin } = await api.start()
    const means = (text: string): string =>
      text.replaceAll('http://127.0.0.1:8080', origin).replaceAll('.pramaan/', `${home}/`)
    outcomes = await runSession(commands, {}, means)
  })
  afterAll(async () => {
    if (!CURL) return
    await rm(home, { recursive: true })
    await api.close()
  })

  test.each(commands.map((block) => ({ block, name: `line ${block.line}` })))(
    '$name answers what is shown',
    ({ block }) => {
      skipReason(!CURL, 'no curl on PATH: the commands of docs/agents.md were not run')
      const shown = blocks[blocks.indexOf(block) + 1]
      const { output, code } = outcomes.get(block) as Outcome
      expect(code).toBe(0)
      expect([shown?.marks[0], shown?.language]).toEqual(['output', 'json'])
      expect(missingFrom(JSON.parse(shown?.text ?? ''), JSON.parse(output))).toEqual([])
    },
  )
})

test('the table of tools has each with its route and its scope', () => {
  const rows = prose.filter((line) => /^\| `[a-z_]+` \| `(GET|POST)/.test(line))
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  expect(cells.map(([, name, route, scope]) => [name, route, scope])).toEqual(
    TOOLS.map(({ name, route, scope }) => [name, `${route.method} ${route.path}`, scope]),
  )
})
