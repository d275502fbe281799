import { expect, test } from 'vitest'
import { roleUrls } from '../../../services/platform/roles.ts'

const owner = 'postgres://owner:secret@db.example:6543/pramaan?sslmode=disable'

test('the derived addresses name the same database by the same way, under the two roles', () => {
  const { pipelineUrl, apiUrl } = roleUrls(owner)
  for (const [address, role] of [
    [pipelineUrl, 'pramaan_pipeline'],
    [apiUrl, 'pramaan_api'],
  ] as const) {
    const url = new URL(address)
    expect(url.username).toBe(role)
    expect([url.host, url.pathname, url.search]).toEqual(['db.example:6543', '/pramaan', '?sslmode=disable'])
  }
})

test('passwords are HMAC-SHA256 of the role name under the owner’s password', () => {
  // printf pramaan_api | openssl dgst -sha256 -hmac secret -binary | base64, made url-safe
  expect(new URL(roleUrls(owner).apiUrl).password).toBe('33inda8xp1vEGe5mcKxBIU_ANiH7agRF082Edg3L2IU')
  expect(new URL(roleUrls(owner).pipelineUrl).password).toBe('pugS464PALdF5Ma5EzqbULz1dCNG6olnWVFLqz4SZMQ')
})

test('an escaped password is the same secret as a plain one, and another owner’s password gives other logins', () => {
  expect(roleUrls('postgres://owner:s%65cret@db.example:6543/pramaan?sslmode=disable')).toEqual(roleUrls(owner))
  expect(roleUrls(owner.replace('secret', 'other')).apiUrl).not.toBe(roleUrls(owner).apiUrl)
})

test('credentials of the owner do not ride along in the query', () => {
  const { apiUrl } = roleUrls('postgres://db.example/pramaan?user=owner&password=secret')
  expect(apiUrl).toBe(`postgres://pramaan_api:${new URL(roleUrls(owner).apiUrl).password}@db.example/pramaan`)
})

test.each([
  ['postgres://owner@db.example/pramaan', /no password to derive/],
  ['not a url with hunter2', /not of the form/],
])('a URL without a usable password is refused with a remedy, and never quoted: %s', (address, message) => {
  expect(() => roleUrls(address)).toThrow(message)
  expect(() => roleUrls(address)).not.toThrow(/hunter2|db\.example/)
})
