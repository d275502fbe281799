import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '../../services/platform/free-port.ts'
import { launch, type OwnedServer } from '../../services/platform/local-stack/owner.ts'
import { nativeServer } from '../../services/platform/local-stack/valkey.ts'

export type ClusterNode = {
  readonly port: number
  /** Process id of the server itself. */
  readonly pid: number
  /** Kills it with SIGKILL. */
  kill(): Promise<void>
  /** Starts it again, empty, with its previous name in the cluster. */
  start(): Promise<void>
}

export type LocalCluster = {
  /** As in REDIS_URL. */
  readonly url: string
  readonly nodes: readonly ClusterNode[]
  stop(): Promise<void>
}

const MASTERS = 3
const SLOTS = 16_384
/** A master that does not answer for this long is replaced by its replica. */
const NODE_TIMEOUT_MS = 2_000
const PATIENCE_MS = 120_000
const LOOK_EVERY_MS = 50

/**
 * Starts a cluster of three masters with one replica each on 127.0.0.1: valkey-server or redis-server of version 7 or
 * later from PATH, in memory, without eviction. Null if PATH has neither. A failed master is replaced by its replica,
 * with the counts that were replicated; the other masters' keys are served meanwhile. Ends with this process.
 */
export async function startRedisCluster(log: (line: string) => void): Promise<LocalCluster | null> {
  const command = await nativeServer([7, 0])
  if (command === null) return null
  const home = await mkdtemp(join(tmpdir(), 'pramaan-cluster-'))
  await using starting = new AsyncDisposableStack()
  starting.defer(() => rm(home, { recursive: true, force: true }))
  const nodes: StartedNode[] = []
  for (let index = 0; index < 2 * MASTERS; index += 1) {
    const node = await startNode(command, await mkdtemp(join(home, 'node-')), log)
    starting.defer(node.stop)
    nodes.push(node)
  }
  await form(nodes)
  const started = starting.move()
  const url = nodes.map(({ port }) => `redis://127.0.0.1:${port}`).join(',')
  return { url, nodes, stop: () => started.disposeAsync() }
}

type StartedNode = ClusterNode & { readonly busPort: number; stop(): Promise<void> }

async function startNode(command: string, directory: string, log: (line: string) => void): Promise<StartedNode> {
  const [port, busPort] = [await freePort(), await freePort()]
  const settings = {
    port,
    'cluster-port': busPort,
    'cluster-enabled': 'yes',
    'cluster-node-timeout': NODE_TIMEOUT_MS,
    'cluster-require-full-coverage': 'no',
    bind: '127.0.0.1',
    save: '',
    appendonly: 'no',
    'maxmemory-policy': 'noeviction',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const begin = async (): Promise<OwnedServer> => {
    const spec = () => ({ command, args, cwd: directory, stopSignals: ['SIGTERM'] as const })
    return (await launch(port, spec, { ready: /Ready to accept connections/, passes: /address already in use/i, log }))
      .server
  }
  let server = await begin()
  return {
    port,
    busPort,
    get pid() {
      return server.pid
    },
    kill: async () => {
      process.kill(server.pid, 'SIGKILL')
      await server.stop()
    },
    start: async () => {
      server = await begin()
    },
    stop: () => server.stop(),
  }
}

/** Joins the nodes, and assigns slots to the masters and a replica to each. */
async function form(nodes: readonly { readonly port: number; readonly busPort: number }[]): Promise<void> {
  const clients = nodes.map(({ port }) => new Redis({ host: '127.0.0.1', port, retryStrategy: null }))
  try {
    const [first, ...others] = clients
    if (first === undefined) return
    for (const [index] of others.entries()) {
      const { port, busPort } = nodes[index + 1] ?? { port: 0, busPort: 0 }
      await first.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort)
    }
    await untilEach(clients, async (client) => knownNodes(await client.cluster('INFO')) === nodes.length)
    const ids = await Promise.all(clients.map((client) => client.cluster('MYID')))
    for (let master = 0; master < MASTERS; master += 1) {
      const [from, below] = [master, master + 1].map((part) => Math.floor((part * SLOTS) / MASTERS))
      await clients[master]?.call('CLUSTER', 'ADDSLOTSRANGE', from ?? 0, (below ?? SLOTS) - 1)
    }
    // A replica must know that its master is one.
    await untilEach(clients, async (client) => isWhole(await client.cluster('INFO')))
    for (const [index, replica] of clients.slice(MASTERS).entries()) {
      await replica.call('CLUSTER', 'REPLICATE', String(ids[index]))
    }
    await untilEach(clients.slice(MASTERS), async (client) =>
      /^master_link_status:up/m.test(await client.info('replication')),
    )
    await untilEach(clients, async (client) => isWhole(await client.cluster('INFO')))
  } finally {
    for (const client of clients) client.disconnect()
  }
}

const knownNodes = (info: unknown): number => Number(/^cluster_known_nodes:(\d+)/m.exec(String(info))?.[1])
const isWhole = (info: unknown): boolean =>
  /^cluster_state:ok/m.test(String(info)) && /^cluster_slots_ok:16384/m.test(String(info))

async function untilEach(clients: readonly Redis[], is: (client: Redis) => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS
  while (!(await Promise.all(clients.map(is))).every(Boolean)) {
    if (performance.now() > giveUpAt) throw new Error('the nodes of the cluster did not agree in time')
    await pause(LOOK_EVERY_MS)
  }
}
