import type { RouteSpec } from '../contract/route-spec.ts'

const OPEN = { scope: null, query: null, body: null, defaultState: null } as const

/** GET /livez: this process answers. */
export const livez: RouteSpec = {
  ...OPEN,
  method: 'GET',
  path: '/livez',
  handle: (_services, _request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }),
}

/** GET /readyz: 200 when what can serve does; 503 before, and while a release is missing. */
export const readyz: RouteSpec = {
  ...OPEN,
  method: 'GET',
  path: '/readyz',
  handle: ({ snapshot }, _request, reply) => {
    const { loaded, problems, byState } = snapshot()
    const ready = loaded && byState.size > 0 && problems.every(({ servingOlder }) => servingOlder)
    reply.header('cache-control', 'no-store')
    return ready
      ? reply.send({ status: 'ok' })
      : reply.code(503).header('retry-after', '1').send({ status: 'unavailable' })
  },
}
