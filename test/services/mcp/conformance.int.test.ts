import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../support/api.ts'
import { type Ended, runTool } from '../../support/child.ts'
import { type KeyProxy, startKeyProxy } from '../../support/key-proxy.ts'

/** The protocol's own conformance suite. It sends no credentials, so a small proxy adds a key. */
const SUITE = '@modelcontextprotocol/conformance/dist/index.js'
const EXPECTED = fileURLToPath(new URL('./conformance-expected-failures.yaml', import.meta.url))
const MINUTES = 3 * 60_000

let api: TestApi
let proxy: KeyProxy
let run: Ended
beforeAll(async () => {
  api = await testApi({ trustProxy: false })
  const { origin } = await api.start()
  proxy = await startKeyProxy(origin, await api.key())
  run = await runTool(SUITE, [
    'server',
    '--url',
    `${proxy.origin}/mcp`,
    '--suite',
    'all',
    '--expected-failures',
    EXPECTED,
  ])
}, MINUTES)
afterAll(async () => {
  await proxy.close()
  await api.close()
})

test('the suite finds no failure that is not expected, and no expected one that passes', () => {
  expect([run.code, run.code === 0 ? '' : run.stdout + run.stderr]).toEqual([0, ''])
})

test.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])('%s passes', (scenario) => {
  expect(run.stdout).toMatch(new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`))
})

test('every expected failure says why', () => {
  const lines = readFileSync(EXPECTED, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#') && line !== 'server:')
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line).toMatch(/^ {2}- [a-z0-9-]+ # .{10,}$/)
})
