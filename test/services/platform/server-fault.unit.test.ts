import { expect, it } from 'vitest'
import { withRemedy } from '../../../services/platform/server-fault.ts'

it.each([
  ['28P01', 'no entry', 'API_DATABASE_URL: no entry: correct user or password; `npm run migrate` sets those'],
  ['42P01', 'no table', 'API_DATABASE_URL: no table: run `npm run migrate`'],
  ['ECONNREFUSED', '', 'API_DATABASE_URL: ECONNREFUSED: nothing listens there'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unverified', 'API_DATABASE_URL: unverified: name the CA of its certificate'],
  ['57014', 'cancelled', 'cancelled'],
])('a log says what to do about an error of Postgres: %s', (code, message, said) => {
  const line = withRemedy('API_DATABASE_URL', Object.assign(new Error(message), { code }))
  expect(line.slice(0, said.length)).toBe(said)
})
