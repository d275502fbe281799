import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Begun, Tracing } from '../../platform/tracing.ts'

/** One span per request, from its first check to the end of its answer. A caller's `traceparent` is ignored. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const begun = new WeakMap<FastifyRequest, Begun>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.config.route?.path ?? 'none'
    const name = `${request.method} ${route}`
    const span = tracing.begin(name, {
      'http.request.method': request.method,
      'http.route': route,
      'pramaan.request_id': request.id,
    })
    begun.set(request, span)
    span.run(done)
  })
  // A body is read in callbacks of its connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = begun.get(request)
    if (span === undefined) done()
    else span.run(done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    begun.get(request)?.end({
      'http.response.status_code': reply.statusCode,
      ...(request.apiKey === null ? {} : { 'pramaan.key_id': request.apiKey.keyId }),
    })
    done()
  })
}
