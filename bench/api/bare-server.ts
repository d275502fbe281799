import fastify from 'fastify'

/** What everything about the API is compared with: the same framework with one route and nothing else. Argument: port. */
const app = fastify({ logger: false })
app.get('/', () => ({ hello: 'world' }))
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) })
process.on('SIGTERM', () => {
  app.close().finally(() => process.exit(0))
})
