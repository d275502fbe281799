import { expect, it } from 'vitest'
import { isLost, isSilence, redisLine, withRemedy } from '../../../services/platform/server-fault.ts'

it.each([
  ['28P01', 'no entry', 'API_DATABASE_URL: no entry: correct user or password; `npm run migrate` sets those'],
  ['42P01', 'no table', 'API_DATABASE_URL: no table: run `npm run migrate`'],
  ['ECONNREFUSED', '', 'API_DATABASE_URL: ECONNREFUSED: nothing listens there'],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'unable',
    'API_DATABASE_URL: its certificate is of a CA that is not known here: name',
  ],
  ['25006', 'cannot execute INSERT', 'API_DATABASE_URL: cannot execute INSERT: it can only be read: use the primary'],
  ['42883', 'no function', 'API_DATABASE_URL: no function: run `npm run migrate`'],
  ['28000', 'no client certificate', 'API_DATABASE_URL: no client certificate: correct the user, let it in'],
  [
    'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
    'alert 48\n',
    'API_DATABASE_URL: it does not know the CA of the client certificate: give',
  ],
  [
    'ERR_SSL_NEW',
    'C0:error:0A000410:SSL routines:read_bytes:handshake failure:../ssl.c:9:alert 40\n',
    'TLS: handshake failure',
  ],
  [
    '53100',
    'No space left on device',
    'API_DATABASE_URL: No space left on device: the disk of Postgres is full: make room',
  ],
  ['57014', 'cancelled', 'cancelled'],
])('a log says what to do about an error of Postgres: %s', (code, message, said) => {
  const line = withRemedy('API_DATABASE_URL', Object.assign(new Error(message), { code }))
  expect(line.slice(0, said.length)).toBe(said)
})

it('a Redis that answers with a certificate nobody knows is not said to be stopped', () => {
  const error = Object.assign(new Error('self-signed'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' })
  expect(redisLine(error)).toContain(
    'REDIS_URL: its certificate is of a CA that is not known here: name the CA of its certificate',
  )
  expect(redisLine(new Error('refused'))).toContain('REDIS_URL: refused: start Redis')
})

it('a server that refuses has answered, and one that is not there or not ready has not', () => {
  const silent = (code?: string) => isSilence(Object.assign(new Error('x'), code === undefined ? {} : { code }))
  expect(['ECONNREFUSED', '57P03', undefined].map(silent)).toEqual([true, true, true])
  expect(['28P01', '42P01', 'SELF_SIGNED_CERT_IN_CHAIN', 'ENOTFOUND'].map(silent)).toEqual([false, false, false, false])
})

it('a server that ends a connection is lost, and one that refuses a statement is not', () => {
  const lost = (message: string, code?: string) => isLost(Object.assign(new Error(message), code && { code }))
  expect([lost('read', 'ECONNRESET'), lost('ended', '57P01'), lost('Connection terminated unexpectedly')]).toEqual([
    ...[true, true, true],
  ])
  expect([lost('denied', '42501'), lost('a bug')]).toEqual([false, false])
})
