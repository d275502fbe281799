import getPort from 'get-port'
import { type Answer, type CallOptions, send } from './api-call.ts'
import { type ServiceProcess, startService } from './faults-process.ts'

/** An API instance as a process of its own. */
export type ApiProcess = {
  readonly process: ServiceProcess
  readonly origin: string
  call(path: string, options?: CallOptions): Promise<Answer>
  /** The value of a metric without labels, as the metrics listener shows it now. */
  metric(name: string): Promise<number>
}

export async function startApiProcess(where: {
  readonly apiUrl: string
  readonly redisUrl: string
}): Promise<ApiProcess> {
  const metricsPort = await getPort({ host: '127.0.0.1' })
  const environment = {
    API_DATABASE_URL: where.apiUrl,
    REDIS_URL: where.redisUrl,
    PORT: '0',
    METRICS_PORT: String(metricsPort),
    TRUST_PROXY: 'true',
  }
  const process = await startService('services/api/main.ts', environment, 'listening')
  const origin = `http://127.0.0.1:${process.ready['port']}`
  return {
    process,
    origin,
    call: (path, options) => send(origin, path, options),
    metric: async (name) => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
      if (found === undefined) throw new Error(`no metric ${name}`)
      return Number(found)
    },
  }
}
