import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../support/api.ts'

/** Files of the documentation page, and its policy in a browser. docs-page.e2e.test.ts opens it in one. */

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

describe('the documentation page', () => {
  test('is served with a policy that allows no other origin and no inline script', async () => {
    const { headers, text } = await api.call('/v1/docs', { key: null })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(text).not.toMatch(/<script(?![^>]*\bsrc="\/v1\/docs\/)|\son\w+=|style=|https?:\/\//)
  })

  test('serves its own files and no others', async () => {
    for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css', 'page.js', 'page.css', 'favicon-32x32.png']) {
      expect([file, (await api.call(`/v1/docs/${file}`, { key: null })).status]).toEqual([file, 200])
    }
    for (const file of [
      'package.json',
      'index.js',
      '..%2Fapp.ts',
      '%2e%2e',
      'oauth2-redirect.html',
      'swagger-ui.js.map',
      '.',
    ]) {
      expect([file, (await api.call(`/v1/docs/${file}`, { key: null })).status]).toEqual([file, 404])
    }
  })
})
