import fastify from 'fastify'

/**
 * What everything about the API is compared with: the same framework with one route and nothing else. Argument: port.
 * `/like` says what HTTP itself costs of an answer: it takes any body, does nothing, and sends a status, the headers and a
 * text of the lengths that its query names.
 */
const app = fastify({ logger: false })
app.get('/', () => ({ hello: 'world' }))

type Like = { readonly status: string; readonly bytes: string; readonly headers: string }
const like = new Map<string, { text: string; headers: Record<string, string> }>()
app.route<{ Querystring: Like }>({
  method: ['GET', 'POST'],
  url: '/like',
  handler: ({ url, query: { status, bytes, headers } }, reply) => {
    let answer = like.get(url)
    if (answer === undefined) {
      const names = Array.from({ length: Number(headers) }, (_, index) => [`x-like-${index}`, 'x'.repeat(24)] as const)
      answer = { text: 'x'.repeat(Number(bytes)), headers: Object.fromEntries(names) }
      like.set(url, answer)
    }
    reply.code(Number(status)).headers(answer.headers)
    return status === '304' ? reply.send() : reply.type('application/json; charset=utf-8').send(answer.text)
  },
})

await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) })
process.on('SIGTERM', () => {
  app.close().finally(() => process.exit(0))
})
