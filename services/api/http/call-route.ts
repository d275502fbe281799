import { checkScope } from '../checks/access.ts'
import { sendFailure } from '../checks/failures.ts'
import { DirectReply } from '../reply/direct-reply.ts'
import type { ApiReply, ApiRequest } from '../reply/exchange.ts'
import type { Route } from '../route.ts'
import type { Answering } from '../services.ts'
import { logAccess } from './access-log.ts'
import { answer, checkFields } from './answer-route.ts'

/** Answer of a route. `body` is the envelope as JSON text. */
type RouteAnswer = { readonly status: number; readonly body: string }

/**
 * Calls a route for a request that was already admitted and counted: scope, state, fields and handler are those of the
 * route. `given`: the parameters of its query, or its body.
 */
export function callRoute(
  services: Answering,
  route: Route,
  { id, ip, apiKey, protocol }: Pick<ApiRequest, 'apiKey' | 'id' | 'ip' | 'protocol'>,
  given: Readonly<Record<string, unknown>>,
): Promise<RouteAnswer> {
  const { method, path, scope, body } = route
  const request: ApiRequest = {
    ...{ id, ip, apiKey, protocol, method, headers: {}, params: null },
    raw: { destroyed: false, httpVersion: '1.1', rawHeaders: [], url: path },
    ...(body === undefined ? { query: given } : { query: {}, body: given }),
    routeOptions: { config: { route } },
    startedAtMs: services.nowMs(),
    takesBrotli: false,
  }
  return new Promise((resolve) => {
    const texts: string[] = []
    const end = (): void => {
      logAccess(services, request, reply)
      resolve({ status: reply.statusCode, body: texts.join('') })
    }
    const reply = new DirectReply(request, textSink(texts, end), {})
    const run = async (): Promise<void> => {
      if (apiKey !== null && !checkScope(scope, apiKey, request, reply)) return
      if (checkFields(services, route, request, reply)) await answer(services, route, request, reply)
    }
    run().catch((error: Error) => void sendFailure(services, error, request, reply))
  })
}

/** Collects the written text. Calls `onEnd` when complete. */
function textSink(texts: string[], onEnd: () => void): ApiReply['raw'] {
  return {
    writeHead: () => {},
    write: (bytes) => texts.push(bytes.toString()),
    end: (last) => {
      if (last !== undefined) texts.push(last.toString())
      onEnd()
    },
  }
}
