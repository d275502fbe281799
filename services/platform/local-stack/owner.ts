import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import getPort from 'get-port'
import { nodeBinary } from '../node-process.ts'
import { processInfo } from './process-table.ts'

/** A server program to run: what to spawn, as whom, and how it is asked to end. */
export type ServerSpec = {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** The whole environment; the parent's when absent. */
  readonly env?: Readonly<Record<string, string>>
  readonly uid?: number
  readonly gid?: number
  /** Sent in this order, the next one only when the server outlives the grace period. SIGKILL is the last, always. */
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
  /** Ends the server by its stop signals; returns when it and its owner are gone. Repeating it is harmless. */
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
 * The owner has its own session, so the terminal's Ctrl-C reaches this process alone, which stops its servers when
 * the work in flight is done; and it holds an IPC channel to this process, so that a server ends even when this
 * process is killed with SIGKILL. `log` gets the server's lines. A server that ends before it is ready is a value,
 * with the last lines it wrote; throws only when the owner itself cannot be run. Source:
 * docs/design/architecture.md#local-stack.
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
    // An owner that is killed leaves its server behind, with nobody to end it.
    if (how === null && processInfo(pid)?.startedAt === startedAt) endOrphan(pid, spec.stopSignals)
    if (!stopping) options.onEnd?.(how ?? `the process that owns it ended ${ownersEnd}`)
  })
  return { ok: true, server: { pid, stop } }
}

function endOrphan(pid: number, [signal = 'SIGKILL']: readonly NodeJS.Signals[]): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended meanwhile.
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
  /** Reasons for a failed start that pass by themselves. */
  readonly passes: RegExp
  /** How long those are waited for; two seconds when not given. */
  readonly patienceMs?: number
  readonly log: (line: string) => void
  /** Told once, with the manner, when the server ends although nobody asked it to. */
  readonly onEnd?: (how: string) => void
}

const TRY_AGAIN_FOR_MS = 2_000
const BETWEEN_ATTEMPTS_MS = 100

/**
 * Starts a server on `port`, or on a free one when that is undefined. A start that fails for a reason matching
 * `passes` is tried again for a while: a free port may be taken between choosing and using it, and the server of a
 * killed run needs a moment to be gone. Throws when the server does not come up, with its last words.
 */
export async function launch(
  port: number | undefined,
  specFor: (port: number) => ServerSpec,
  options: LaunchOptions,
): Promise<{ readonly server: OwnedServer; readonly port: number }> {
  const giveUpAt = performance.now() + (options.patienceMs ?? TRY_AGAIN_FOR_MS)
  for (;;) {
    const chosen = port ?? (await getPort({ host: '127.0.0.1' }))
    const spec = specFor(chosen)
    const started = await startOwned(spec, options)
    if (started.ok) return { server: started.server, port: chosen }
    if (performance.now() > giveUpAt || !options.passes.test(started.output)) {
      throw new Error(`${spec.command} did not start on port ${chosen} (${started.how}):\n${started.output}`)
    }
    await pause(BETWEEN_ATTEMPTS_MS)
  }
}
