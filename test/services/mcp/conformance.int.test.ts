import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../support/api.ts'
import { type Ended, runTool } from '../../support/child.ts'

/** A proxy in front of an API that adds a key, for tools that cannot send one. */
type KeyProxy = { readonly origin: string; close(): Promise<void> }

/** Starts one on a free loopback port. Host, Origin and everything else are passed on unchanged. */
async function startKeyProxy(target: string, key: string): Promise<KeyProxy> {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const passed = request(
      { hostname, port, method, path: url, headers: { ...headers, 'x-api-key': key } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

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
