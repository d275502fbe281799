import { describe, expect, test } from 'vitest'
import { isOwnHost } from '../../../services/api/http/mcp.ts'

const asked = (host: string | undefined, more: Record<string, string> = {}) => ({
  headers: { ...(host === undefined ? {} : { host }), ...more },
})

describe('a host is ours', () => {
  test.each([
    'localhost',
    'LOCALHOST:8080',
    'app.localhost:1',
    '127.0.0.1',
    '127.9.9.9:80',
    '[::1]:8080',
    '[2001:db8::1]',
    '192.0.2.7:8080',
    'tariffs.internal',
    'Tariffs.Internal:443',
  ])('%s', (host) => {
    expect(isOwnHost(asked(host), 'tariffs.internal', false)).toBe(true)
  })
})

describe('a host is not ours', () => {
  test.each([
    undefined,
    '',
    ' ',
    'evil.example',
    'localhost.evil.example',
    'evil-localhost',
    '127.0.0.1.evil.example',
    'tariffs.internal.evil.example',
    'evil.example/localhost',
    'evil.example?localhost',
    'evil.example#localhost',
    'localhost@evil.example',
    'evil.example@localhost',
    'localhost, evil.example',
    '0.0.0.0.evil.example',
  ])('%j', (host) => {
    expect(isOwnHost(asked(host), '0.0.0.0', false)).toBe(false)
  })
})

test('what came through a trusted proxy came by a name of the proxy’s; a header alone makes nobody trusted', () => {
  const forwarded = asked('tariffs.example', { 'x-forwarded-for': '192.0.2.1' })
  expect(isOwnHost(forwarded, '0.0.0.0', true)).toBe(true)
  expect(isOwnHost(forwarded, '0.0.0.0', false)).toBe(false)
  expect(isOwnHost(asked('tariffs.example'), '0.0.0.0', true)).toBe(false)
})
