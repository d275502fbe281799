import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import { NO_CLUSTER, startLocal } from './local-deployment.ts'

// deploy/run-local: all processes of a multi-machine deployment on this machine, without Docker; SIGINT or SIGTERM
// stops them in order, and no data is kept.

const BIHAR = join(import.meta.dirname, '../releases/states/BR/2026-27')
const STOP_PATIENCE_MS = 60_000

const starting = startLocal([BIHAR], (line) => console.log(line))
closeWithGrace({ delay: STOP_PATIENCE_MS, logger: false, skip: ['beforeExit'] }, async ({ err, signal }) => {
  console.log(err === undefined ? `stopping (${signal})` : `stopping: ${err.message}`)
  // Wait for services that are still starting, because only then is it known what must be stopped.
  await (await starting.catch(() => null))?.stop()
  console.log('stopped')
})
const local = await starting
if (local === null) {
  console.error(`cannot start: ${NO_CLUSTER}`)
  process.exit(1)
}
console.log(`\nAPIs: ${local.apis.map(({ origin, on }) => `${origin} (${on})`).join(', ')}`)
console.log(`Postgres: ${local.primary.url}`)
console.log(`replica: ${local.replica.url}`)
console.log(`Redis: ${local.redisUrl}`)
console.log(`key: ${local.key}`)
console.log(`\nCtrl-C stops everything. Nothing is kept.`)
// The servers and processes below do not keep the event loop alive.
setInterval(() => {}, 1 << 30)
