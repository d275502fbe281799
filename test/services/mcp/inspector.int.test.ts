import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TOOLS } from '../../../services/api/http/agent-tools.ts'
import { type TestApi, type TestInstance, testApi } from '../../support/api.ts'
import { type Ended, runTool } from '../../support/child.ts'

/** The command line of the MCP inspector, a third-party client for trying servers by hand. */
const INSPECTOR = '@modelcontextprotocol/inspector/clients/launcher/build/index.js'

let api: TestApi
let instance: TestInstance
let key: string
let home: string
beforeAll(async () => {
  api = await testApi()
  instance = await api.start()
  key = await api.key()
  // It stores files in the user's home.
  home = await mkdtemp(join(tmpdir(), 'inspector-'))
})
afterAll(async () => {
  await rm(home, { recursive: true })
  await api.close()
})

function inspect(era: string, headers: readonly string[], ...args: string[]): Promise<Ended> {
  const target = ['--cli', `${instance.origin}/mcp`, '--transport', 'http', '--protocol-era', era]
  return runTool(INSPECTOR, [...target, ...args, ...headers.flatMap((each) => ['--header', each])], {
    HOME: home,
    USERPROFILE: home,
  })
}

describe.each(['legacy', 'modern'])('the inspector, speaking the %s protocol,', (era) => {
  test('lists the tools and finds their schemas portable', async () => {
    const { code, stdout, stderr } = await inspect(era, [`X-API-Key: ${key}`], '--method', 'tools/list', '--strict')
    expect([code, stderr]).toEqual([0, ''])
    const { tools } = JSON.parse(stdout) as { tools: { name: string }[] }
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
  })

  test('calls a tool, with the key in the other header', async () => {
    const bill = ['state_code=BR', 'subcategory_code=DS-II', 'energy_units=200', 'connected_load=2']
    const asked = ['--method', 'tools/call', '--tool-name', 'calculate', '--tool-arg', ...bill]
    const { code, stdout } = await inspect(era, [`Authorization: Bearer ${key}`], ...asked)
    expect(code).toBe(0)
    const { structuredContent } = JSON.parse(stdout)
    expect(structuredContent.data).toMatchObject({
      production_payable: false,
      calculation: { base_tariff_paise: 164_400 },
    })
  })

  test('is refused without a key', async () => {
    const { code, stdout, stderr } = await inspect(era, [], '--method', 'tools/list')
    expect(code).not.toBe(0)
    expect(`${stdout}${stderr}`).toMatch(/auth_required/)
  })
})
