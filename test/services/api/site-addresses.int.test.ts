import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtSite } from '../../../services/api/site/build.ts'
import { type TestApi, testApi } from '../../support/api.ts'

/** Addresses that nothing has: a page for people, the envelope for programs. */

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
let api: TestApi
let origin: string
beforeAll(async () => {
  api = await testApi()
  origin = (await api.start({ trustProxy: false })).origin
})
afterAll(() => api?.close())

const ask = (path: string, accept: string, method = 'GET') => fetch(`${origin}${path}`, { method, headers: { accept } })

test('a browser gets a page that says so, with a way home', async () => {
  for (const path of ['/nothing-here', '/release', '/evidence', '/admin/login.php?x=1']) {
    const answer = await ask(path, BROWSER)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8'])
    expect(answer.headers.get('content-security-policy')).toContain(
      "script-src 'self'; style-src 'self'; img-src 'self' data:;",
    )
    expect(answer.headers.get('vary')).toBe('accept-encoding, Authorization, X-API-Key, Origin, Accept')
    const html = await answer.text()
    expect(html, 'an icon of its own, which no browser has to ask for').toContain(
      '<link rel="icon" href="data:image/svg+xml,',
    )
    expect(html).toMatch(/<h1>Not found<\/h1>.*nothing at this address.*<a href="\/">/s)
  }
})

test('programs get the same as before, and so does a browser that asks the API', async () => {
  for (const [path, accept, method] of [
    ['/nothing-here', '*/*', 'GET'],
    ['/nothing-here', 'application/json', 'GET'],
    ['/nothing-here', BROWSER, 'POST'],
    ['/v1/nothing-here', BROWSER, 'GET'],
  ] as const) {
    const answer = await ask(path, accept, method)
    expect([path, accept, answer.status]).toEqual([path, accept, 404])
    expect(answer.headers.get('vary')?.endsWith(', Accept')).toBe(!path.startsWith('/v1'))
    expect(await answer.json()).toMatchObject({ status: 'error', error: { code: 'ROUTE_NOT_FOUND' } })
  }
})

test('while nothing is in service, the pages say so', async () => {
  const { pages } = await builtSite()
  const nothing = { releases: [], unavailable: [], opensOn: null }
  for (const page of [pages.home, pages.releases])
    expect(page({ script: '/s', style: '/c' }, nothing)).toContain('No release is in service at the moment.')
})
