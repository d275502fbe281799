import { dirname, join } from 'node:path'
import getPort from 'get-port'
import type { SigningKey } from '../../../releases/proof/sign/signing-key.ts'
import { type ServiceProcess, startService } from '../../../scripts/service-process.ts'
import { type Answer, type CallOptions, send } from '../../support/api-call.ts'
import { trustFiles } from '../../support/people.ts'

/** An API instance as a process of its own. */
export type ApiProcess = {
  readonly process: ServiceProcess
  readonly origin: string
  call(path: string, options?: CallOptions): Promise<Answer>
  /** The value of a metric, named with its labels as they are shown, as the metrics listener shows it now. */
  metric(name: string): Promise<number>
}

export async function startApiProcess(where: {
  readonly apiUrl: string
  readonly redisUrl: string
  /** Who signs the log that it serves from. */
  readonly signer: SigningKey
  /** False: clients reach it without a proxy between. */
  readonly trustProxy?: boolean
  /** How many files and connections it may have open. */
  readonly openFiles?: number
  /** A home with a trust file in it; a new one when left out. */
  readonly home?: string
  /** More than one: the API of a parent with so many children. */
  readonly processes?: number
}): Promise<ApiProcess> {
  const metricsPort = await getPort({ host: '127.0.0.1' })
  const home = where.home ?? dirname((await trustFiles(where.signer)).seenPath)
  const environment = {
    PRAMAAN_TRUST: join(home, 'trust.json'),
    PRAMAAN_HOME: home,
    API_DATABASE_URL: where.apiUrl,
    REDIS_URL: where.redisUrl,
    PORT: '0',
    METRICS_PORT: String(metricsPort),
    TRUST_PROXY: String(where.trustProxy ?? true),
  }
  const { openFiles, processes = 1 } = where
  const args = processes === 1 ? [] : ['--processes', String(processes)]
  const ready = processes === 1 ? 'listening' : 'all processes listen'
  const process = await startService('services/api/main.ts', environment, ready, {
    args,
    ...(openFiles === undefined ? {} : { openFiles }),
  })
  const origin = `http://127.0.0.1:${process.ready['port']}`
  return {
    process,
    origin,
    call: (path, options) => send(origin, path, options),
    metric: async (name) => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      const found = text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1)
      if (found === undefined) throw new Error(`no metric ${name}`)
      return Number(found)
    },
  }
}
