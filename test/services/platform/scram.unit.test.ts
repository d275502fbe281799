import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { scramVerifier } from '../../../services/platform/roles.ts'

/** The exchange of RFC 7677 section 3: user `user`, password `pencil`. */
const SALT = 'W22ZaJ0SNY7soEsUEjb6gQ=='
const NONCE = 'rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0'
const PROOF = 'dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ='
const SERVER_SIGNATURE = '6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4='
const AUTH_MESSAGE = ['n=user,r=rOprNGfwEbeRWgbNEkqO', `r=${NONCE},s=${SALT},i=4096`, `c=biws,r=${NONCE}`].join(',')

test('the verifier accepts the client and proves the server of the example in RFC 7677', () => {
  const [scheme, salted, keys] = scramVerifier('pencil', Buffer.from(SALT, 'base64')).split('$')
  expect([scheme, salted]).toEqual(['SCRAM-SHA-256', `4096:${SALT}`])
  const [storedKey, serverKey] = keys!.split(':').map((key) => Buffer.from(key, 'base64'))
  const signature = createHmac('sha256', storedKey!).update(AUTH_MESSAGE).digest()
  const clientKey = Buffer.from(PROOF, 'base64').map((byte, index) => byte ^ signature[index]!)
  expect(createHash('sha256').update(clientKey).digest()).toEqual(storedKey)
  expect(createHmac('sha256', serverKey!).update(AUTH_MESSAGE).digest('base64')).toBe(SERVER_SIGNATURE)
})
