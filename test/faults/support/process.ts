import { dirname, join } from 'node:path'
import { vi } from 'vitest'
import type { SigningKey } from '../../../releases/proof/sign/signing-key.ts'
import { type ServiceProcess, startService } from '../../../scripts/service-process.ts'
import { freePort } from '../../../services/platform/free-port.ts'
import { type Answer, type CallOptions, send } from '../../support/api-call.ts'
import { PATIENCE } from '../../support/patience.ts'
import { trustFiles } from '../../support/people.ts'

/** An API instance as a separate process. */
export type ApiProcess = {
  readonly process: ServiceProcess
  readonly origin: string
  call(path: string, options?: CallOptions): Promise<Answer>
  /** The present value of a metric, named with its labels, from the metrics listener. */
  metric(name: string): Promise<number>
}

/**
 * An instance without processor time says so, before it counts anything: by its overload guard, or since Postgres took
 * longer for a key than the second that it waits (docs/design/contract.md#checks).
 */
export const isTurnedAway = ({ status, code }: Answer): boolean =>
  status === 503 && ['SERVICE_OVERLOADED', 'VERIFIED_RUNTIME_UNAVAILABLE'].includes(code ?? '')

/** Repeats a request until the instance had the processor time to answer it. */
export const untilAnswered = (ask: () => Promise<Answer>): Promise<Answer> =>
  vi.waitUntil(async () => {
    const answer = await ask()
    return isTurnedAway(answer) ? false : answer
  }, PATIENCE)

export async function startApiProcess(where: {
  readonly apiUrl: string
  readonly redisUrl: string
  /** The signer of the log that it serves from. */
  readonly signer: SigningKey
  /** False: clients connect without a proxy. */
  readonly trustProxy?: boolean
  /** Maximum number of open files and connections. */
  readonly openFiles?: number
  /** A home with a trust file; default: a new one. */
  readonly home?: string
  /** If more than one: the number of child processes of the API. */
  readonly processes?: number
}): Promise<ApiProcess> {
  const metricsPort = await freePort()
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
