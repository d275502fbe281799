import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.ts'
import { nodeBinary } from '../node-process.ts'
import { processInfo } from './process-table.ts'

/** A server program: its command, account and stop signals. */
export type ServerSpec = {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** The whole environment; default: the parent's. */
  readonly env?: Readonly<Record<string, string>>
  readonly uid?: number
  readonly gid?: number
  /** What it reads from its standard input, such as a password: unlike its arguments, no other user sees it. */
  readonly input?: string
  /** Sent in order, each if the server outlives the grace period after the previous one. SIGKILL always comes last. */
  readonly stopSignals: readonly NodeJS.Signals[]
}

/** Messages of the owner process about its server. */
export type OwnerMessage =
  | { readonly kind: 'spawned'; readonly pid: number }
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'ended'; readonly how: string }

export type OwnedServer = {
  /** Process id of the server itself, not of its owner. */
  readonly pid: number
  /** Stops the server with its stop signals; resolves when it and its owner are gone. May be repeated. */
  stop(): Promise<void>
}

type Started =
  | { readonly ok: true; readonly server: OwnedServer }
  | { readonly ok: false; readonly how: string; readonly output: string }

const OWNER = fileURLToPath(new URL('./owner-child.ts', import.meta.url))
const KEPT_LINES = 40

/**
 * Starts a server under an owner process of its own, and returns once a line of its output matches `ready`.
 *
 * The owner has its own session, so that the terminal's Ctrl-C only reaches this process, which stops its servers after
 * finishing its work. The owner has an IPC channel to this process, so that a server also ends when this process is
 * killed with SIGKILL. `log` gets the server's lines. A server that ends before it is ready is returned as a value with
 * its last lines; throws only if the owner itself cannot be started. Source: docs/design/architecture.md#local-stack.
 */
async function startOwned(spec: ServerSpec, options: LaunchOptions): Promise<Started> {
  const owner = spawn(nodeBinary(), ['--disable-warning=ExperimentalWarning', OWNER], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const exited = new Promise<string>((resolve) =>
    owner.once('exit', (code, signal) => resolve(signal === null ? `with code ${code}` : `by ${signal}`)),
  )
  const output: string[] = []
  const keep = (line: string) => {
    output.push(line)
    if (output.length > KEPT_LINES) output.shift()
    options.log(line)
  }
  owner.stderr?.on('data', (chunk: Buffer) => keep(chunk.toString().trimEnd()))

  const outcome = await untilReady(owner, spec, options.ready, keep)
  if (!outcome.ok) {
    await exited
    return { ok: false, how: outcome.how, output: output.join('\n') }
  }
  const { pid } = outcome
  let stopping = false
  const stop = async () => {
    stopping = true
    if (owner.connected) owner.send('stop', () => {})
    await exited
  }
  const startedAt = processInfo(pid)?.startedAt
  let how: string | null = null
  owner.on('message', (message: OwnerMessage) => {
    if (message.kind === 'ended') how = message.how
  })
  exited.then((ownersEnd) => {
    // If the owner is killed, its server keeps running and must be stopped here.
    if (how === null && processInfo(pid)?.startedAt === startedAt) endOrphan(pid, spec.stopSignals)
    if (!stopping) options.onEnd?.(how ?? `the process that owns it ended ${ownersEnd}`)
  })
  return { ok: true, server: { pid, stop } }
}

function endOrphan(pid: number, [signal = 'SIGKILL']: readonly NodeJS.Signals[]): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended in the meantime.
  }
}

type Outcome = { readonly ok: true; readonly pid: number } | { readonly ok: false; readonly how: string }

function untilReady(owner: ChildProcess, spec: ServerSpec, ready: RegExp, keep: (line: string) => void) {
  return new Promise<Outcome>((resolve, reject) => {
    let pid = 0
    owner.once('error', reject)
    owner.once('exit', (code, signal) => resolve({ ok: false, how: `its owner ended (${signal ?? code})` }))
    owner.on('message', (message: OwnerMessage) => {
      if (message.kind === 'spawned') pid = message.pid
      else if (message.kind === 'ended') resolve({ ok: false, how: message.how })
      else {
        keep(message.text)
        if (ready.test(message.text)) resolve({ ok: true, pid })
      }
    })
    owner.send(spec, () => {})
  })
}

export type LaunchOptions = {
  readonly ready: RegExp
  /** Matches errors of a failed start that are temporary. */
  readonly passes: RegExp
  /** How long to retry after those; default two seconds. */
  readonly patienceMs?: number
  readonly log: (line: string) => void
  /** Called once, with the way it ended, if the server ends unexpectedly. */
  readonly onEnd?: (how: string) => void
}

const TRY_AGAIN_FOR_MS = 2_000
const BETWEEN_ATTEMPTS_MS = 100

/**
 * Starts a server on `port`, or on a free one if that is undefined. A start that fails with an error matching `passes`
 * is retried for a while: a free port may be taken between choosing and using it, and the server of a killed run takes
 * a moment to end. Throws with the server's last output if it does not start.
 */
export async function launch(
  port: number | undefined,
  specFor: (port: number) => ServerSpec,
  options: LaunchOptions,
): Promise<{ readonly server: OwnedServer; readonly port: number }> {
  const giveUpAt = performance.now() + (options.patienceMs ?? TRY_AGAIN_FOR_MS)
  for (;;) {
    const chosen = port ?? (await freePort())
    const spec = specFor(chosen)
    const started = await startOwned(spec, options)
    if (started.ok) return { server: started.server, port: chosen }
    if (performance.now() > giveUpAt || !options.passes.test(started.output)) {
      throw new Error(`${spec.command} did not start on port ${chosen} (${started.how}):\n${started.output}`)
    }
    await pause(BETWEEN_ATTEMPTS_MS)
  }
}
