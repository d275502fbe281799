import { expect, it } from 'vitest'
import { runProgram } from '../../../support/child.ts'

it('several processes of which none may start end with the reason', async () => {
  const nowhere = { API_DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d', REDIS_URL: 'redis://127.0.0.1:1' }
  const env = { ...nowhere, PORT: '0', PRAMAAN_TRUST: '/none/trust.json' }
  const { code, stderr } = await runProgram('services/api/main.ts', env, ['--processes', '2'])
  expect(code).toBe(1)
  expect(stderr).toContain('TRUST_MISSING: trust file /none/trust.json not found')
  expect(stderr).toContain('a process ended with 1 before it was listening')
  expect(stderr).not.toContain('    at ')
})
