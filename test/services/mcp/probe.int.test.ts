import { afterAll, beforeAll, test } from 'vitest'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type TestApi, testApi } from '../../support/api.ts'
let api: TestApi
beforeAll(async () => { api = await testApi() })
afterAll(() => api.close())
test('x', async () => {
  const one = await api.start()
  const key = await api.key()
  for (const mode of ['legacy', 'auto', {pin:'2026-07-28'}] as const) {
    const client = new Client({ name: 't', version: '1' }, { versionNegotiation: { mode } })
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', one.origin), { requestInit: { headers: { 'x-api-key': key, 'x-forwarded-for': '10.1.1.1' } } })
    await client.connect(transport)
    console.log(JSON.stringify(mode), client.getServerVersion(), client.getServerCapabilities(), client.getNegotiatedProtocolVersion?.())
    const { tools } = await client.listTools()
    console.log(tools.map((t) => [t.name, JSON.stringify(t.inputSchema).length, JSON.stringify(t.outputSchema).length, t.description?.length]))
    for (const [name, args] of [['states', {}], ['health', {}], ['health', {state_code: 7}], ['calculate', { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200, connected_load: 2 }], ['calculate', {}], ['sources', {limit: 5}]] as const) {
      const t0 = performance.now()
      const r = await client.callTool({ name, arguments: args })
      console.log(name, (performance.now() - t0).toFixed(1), r.isError, (r.content as any)[0].text.slice(0, 300), r.structuredContent && Object.keys(r.structuredContent as any))
    }
    await client.callTool({ name: 'nope', arguments: {} }).catch((e) => console.log('nope', e.code, e.message))
    const [a] = [performance.now()]
    for (let i = 0; i < 300; i++) await client.callTool({ name: 'calculate', arguments: { state_code: 'BR', subcategory_code: 'DS-II', energy_units: i, connected_load: 2 } })
    console.log('ms/call mcp', (performance.now() - a) / 300)
    const b = performance.now()
    for (let i = 0; i < 300; i++) await one.call('/v1/calculate', { method: 'POST', body: { state_code: 'BR', subcategory_code: 'DS-II', energy_units: i, connected_load: 2 } })
    console.log('ms/call rest', (performance.now() - b) / 300)
    await client.close()
  }
  for (const method of ['GET', 'DELETE', 'HEAD', 'PUT', 'OPTIONS', 'PROPFIND']) {
    const r = await fetch(`${one.origin}/mcp`, { method })
    console.log(method, r.status, r.headers.get('allow'), await r.text())
  }
  const r = await fetch(`${one.origin}/mcp`, { method: 'POST', headers: {'content-type': 'application/json'}, body: '{}' })
  console.log(r.status, Object.fromEntries(r.headers), await r.text())
})
