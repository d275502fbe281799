import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { ConfigError, loadConfig, loadConfigFor, systemActor } from '../../../services/platform/config.ts'

const linesOf = (load: () => unknown): string[] => {
  try {
    load()
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message.split('\n').slice(1, -1)
  }
}
const [ROOT = ''] = rootCertificates
const folder = mkdtempSync(join(tmpdir(), `pramaan-test-${process.pid}-config-`))
afterAll(() => rmSync(folder, { recursive: true }))
const namesOf = (load: () => unknown): string[] => linesOf(load).map((line) => line.trim().split(':', 1)[0] ?? '')

describe('a start with bad settings', () => {
  it('lists what is wrong and what is missing together', () => {
    expect(namesOf(() => loadConfigFor(['apiDatabaseUrl', 'redisUrl'], { PORT: 'x', LOG_LEVEL: 'loud' }))).toEqual([
      ...['PORT', 'LOG_LEVEL', 'API_DATABASE_URL', 'REDIS_URL'],
    ])
    expect(namesOf(() => loadConfigFor(['redisUrl'], { DATABASE_URL: 'postgres://u@h/d' }))).toEqual([
      ...['REDIS_URL', 'DATABASE_URL'],
    ])
  })

  it.each([
    [{ PORT: 'abc' }, 'PORT: "abc" is not a whole number from 0 to 65535'],
    [{ PORT: '65536.5' }, 'PORT: "65536.5" is not a whole number from 0 to 65535'],
    [{ PORT: ' ' }, 'PORT: " " is not a whole number from 0 to 65535'],
    [{ METRICS_PORT: '0x50' }, 'METRICS_PORT: "0x50" is not a whole number from 0 to 65535'],
    [{ WORKER_CONCURRENCY: '0' }, 'WORKER_CONCURRENCY: "0" is not a whole number from 1 to 64'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY: "yes" is not one of true, false'],
    [
      { DATABASE_URL: 'postgres://u:hid%@h/d' },
      'DATABASE_URL: has a % in its password that begins no code: write it as %25',
    ],
  ])('says once, in words, what a setting must be: %j', (environment, line) => {
    expect(linesOf(() => loadConfig(environment))).toEqual([`  ${line}`])
  })

  it.each([['postgres://u:hidden@h:99999/d'], ['postgres://u:hid den@h:x/d'], ['mysql://u:hidden@h/d'], ['hidden']])(
    'names an address of no server, and does not repeat it: %s',
    (url) => {
      for (const name of ['DATABASE_URL', 'PIPELINE_DATABASE_URL', 'API_DATABASE_URL']) {
        const lines = linesOf(() => loadConfig({ [name]: url }))
        expect(lines).toHaveLength(1)
        expect(lines[0]).toMatch(new RegExp(`^  ${name}: is not an address of the form postgres://`))
        expect(lines[0]).not.toContain('hid')
      }
    },
  )

  it.each([
    ...['redis://h:99999', 'http://h:6379', 'redis://:hid%@h:6379', 'redis://:hid@h:6379/name', 'two words'],
    'redis://a:1,redis://:hid%@b:2',
  ])('and of no Redis: %s', (url) => {
    const lines = linesOf(() => loadConfig({ REDIS_URL: url }))
    expect(lines).toEqual([expect.stringMatching(/^ {2}REDIS_URL: is /)])
    expect(lines[0]).not.toContain('hid')
  })

  it.each([
    ['redis://:hid@a:1,redis://:hid2@b:2', 'different logins'],
    ['redis://a:1,rediss://b:2', 'only some with TLS'],
    ['redis://a:1/3,redis://b:2/3', 'a cluster has only number 0'],
    ['a:1,redis://b:2', 'not all of the form redis://'],
  ])('and nodes that are no cluster: %s', (url, reason) => {
    const lines = linesOf(() => loadConfig({ REDIS_URL: url }))
    expect(lines).toEqual([expect.stringContaining(reason)])
    expect(lines[0]).not.toContain('hid')
  })

  it('and a certificate that cannot be read', () => {
    expect(linesOf(() => loadConfig({ API_DATABASE_URL: 'postgres://u:hid@h/d?sslrootcert=/none/ca.pem' }))).toEqual([
      '  API_DATABASE_URL: names /none/ca.pem, which cannot be read: there is no file with this name, or it is a broken link',
    ])
  })

  it('and a certificate that is no certificate, before a connection hangs on it', () => {
    const file = import.meta.filename
    const url = `postgres://u:hid@h/d?sslmode=verify-full&sslcert=${file}&sslkey=${file}`
    expect(linesOf(() => loadConfig({ PIPELINE_DATABASE_URL: url }))).toEqual([
      '  PIPELINE_DATABASE_URL: cannot be used: a file with a certificate or a key is not in PEM',
    ])
  })

  it.each([
    ['is none', ''],
    ['is cut off', ROOT.slice(0, 200)],
  ])('and a file for the certificate of a CA that %s, which the client would ignore', (_what, text) => {
    const file = join(folder, 'ca.pem')
    writeFileSync(file, text)
    const url = `postgres://u:hid@h/d?sslmode=verify-full&sslrootcert=${file}`
    expect(linesOf(() => loadConfig({ DATABASE_URL: url }))).toEqual([
      `  DATABASE_URL: names ${file} as sslrootcert, which has no certificate in PEM`,
    ])
  })

  it('and takes one with a certificate, also with words before it', () => {
    const file = join(folder, 'root.pem')
    writeFileSync(file, `a root\n${ROOT}\n`)
    const url = `postgres://u:p@h/d?sslmode=verify-full&sslrootcert=${file}`
    expect(loadConfig({ API_DATABASE_URL: url }).apiDatabaseUrl).toBe(url)
  })

  it.each([
    ['ssl_mode=verify-full', 'has the unknown parameter ssl_mode: '],
    ['sslMode=verify-full', 'has the unknown parameter sslMode: '],
    ['sslmode=verify-full&sslcrl=/etc/crl.pem', 'has the unknown parameter sslcrl: '],
    ['sslmode=verify_full', 'has the unknown sslmode verify_full: '],
  ])('and a parameter for TLS that would have no effect: %s', (query, reason) => {
    const lines = linesOf(() => loadConfig({ DATABASE_URL: `postgres://u:hid@h/d?${query}` }))
    expect(lines).toEqual([expect.stringContaining(reason)])
    expect(lines[0]).not.toContain('hid')
  })

  it.each(['https://desk.example.org:443', 'https://desk.example.org:99999', 'http://localhost:08090'])(
    'and an address of the desk that no browser sends: %s',
    (origin) => {
      expect(namesOf(() => loadConfig({ PRAMAAN_DESK_ORIGIN: origin }))).toEqual(['PRAMAAN_DESK_ORIGIN'])
    },
  )
})

describe('settings that will do', () => {
  it.each([
    'postgres://u:p@h/d',
    'postgresql://u:p%40@[::1]:5432/d?sslmode=verify-full',
    'postgres://u:p@h/d?uselibpqcompat=true&sslmode=require',
    'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/d',
    'socket:/var/run/postgresql?db=d',
    '/var/run/postgresql d',
  ])('%s is an address', (url) => {
    expect(loadConfig({ API_DATABASE_URL: url }).apiDatabaseUrl).toBe(url)
  })

  it.each(['prefer', 'require', 'verify-ca'])('sslmode=%s is verify-full, without a warning of the client', (mode) => {
    const warned = vi.spyOn(process, 'emitWarning')
    const { apiDatabaseUrl } = loadConfig({ API_DATABASE_URL: `postgres://u:p@h/d?sslmode=${mode}&ssl=true` })
    expect([apiDatabaseUrl, warned.mock.calls]).toEqual(['postgres://u:p@h/d?sslmode=verify-full&ssl=true', []])
  })

  it.each([
    ...['redis://h:6379', 'rediss://u:p%25@h:6380/1', '/var/run/redis.sock', 'h:6379', '6379'],
    'redis://:p@a:1,redis://:p@b:2/0',
  ])('%s is one of Redis', (url) => {
    expect(loadConfig({ REDIS_URL: url }).redisUrl).toBe(url)
  })

  it('an owner without a password is no matter where both logins are given', () => {
    const given = { PIPELINE_DATABASE_URL: 'postgres://a:p@h/d', API_DATABASE_URL: 'postgres://b:p@h/d' }
    expect(loadConfig({ DATABASE_URL: 'postgres://u@h/d', ...given }).apiDatabaseUrl).toBe(given.API_DATABASE_URL)
  })
})

describe('who acts where nobody is named', () => {
  const account = () => 'meera'
  const none = (): string => {
    throw new Error('ENOENT: no such entry in passwd')
  }

  it.each([
    ['the user', { USER: 'asha', LOGNAME: 'bashir' }, account, 'asha'],
    ['the login', { LOGNAME: 'bashir' }, account, 'bashir'],
    ['the account where the environment says nothing', {}, account, 'meera'],
    ['the account where it is empty', { USER: '', LOGNAME: '' }, account, 'meera'],
    ['nobody in particular without an entry in passwd', { HOME: '/home/secret-name' }, none, 'operator'],
  ])('is %s', (_what, environment, of, name) => {
    expect(systemActor(environment, of)).toBe(name)
  })
})
