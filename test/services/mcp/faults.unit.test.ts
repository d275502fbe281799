import { expect, test } from 'vitest'
import { createApiServer } from '../../../services/api/http/server.ts'
import { LocalLimiter } from '../../../services/api/limits/local-limiter.ts'
import { createMetrics } from '../../../services/api/metrics.ts'
import type { Services } from '../../../services/api/services.ts'
import { SCOPES } from '../../../services/keys/key.ts'
import { newKey } from '../../../services/keys/key-format.ts'
import { createLogger } from '../../../services/platform/logger.ts'
import { message } from '../../support/agent.ts'

const KEY = {
  keyId: 'key_1',
  scopes: new Set(SCOPES),
  states: new Set(['all']),
  origins: new Set(),
  perMinute: 60,
  burst: 20,
  evidenceFloor: 'derived',
  endsAtMs: null,
}

test('an internal error during an agent’s request is logged, with the id of the answer', async () => {
  const lines: string[] = []
  const limiter = new LocalLimiter(() => 0)
  const api = createApiServer({
    snapshot: () => {
      throw new Error('torn')
    },
    keys: { find: () => ({ status: 'known', key: KEY }), isNew: () => false },
    limiter: { admit: async (...asked: Parameters<LocalLimiter['admit']>) => limiter.admit(...asked) },
    anonymous: limiter,
    metrics: createMetrics(),
    log: createLogger('faulty', 'error', { write: (line) => void lines.push(line) }),
    trustProxy: false,
    codeVersion: 'test',
    host: '127.0.0.1',
    tracing: null,
    replicaTooOldMinutes: () => null,
    nowMs: () => 0,
  } as unknown as Services)
  try {
    const { statusCode, headers, body } = await (await api.framework()).inject({
      method: 'POST',
      url: '/mcp',
      headers: { 'x-api-key': newKey(), accept: 'application/json, text/event-stream' },
      payload: message('tools/call', { name: 'states' }),
    })
    expect(statusCode).toBe(200)
    expect(body).toContain('INTERNAL_SERVER_ERROR')
    expect(body).not.toContain('torn')
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 50,
        request_id: headers['x-request-id'],
        err: expect.objectContaining({ message: expect.stringContaining('torn') }),
      }),
    ])
  } finally {
    await api.close()
  }
})
