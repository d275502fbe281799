import { type LaunchOptions, launch, type OwnedServer, type ServerSpec } from './owner.ts'

/** Callbacks for a server that is kept running. */
export type KeptUp = {
  /** It ended unexpectedly, in this way, and is being restarted. */
  readonly onDeath: (how: string) => void
  readonly onBack: () => void
  /** It cannot be restarted, or ended repeatedly, and stays down. */
  readonly onGivenUp: (reason: string) => void
}

const MOST_DEATHS = 5
const WITHIN_MS = 60_000
/** The port or memory of the previous process may take a moment to be released. */
const PATIENCE_MS = 30_000

/**
 * Starts a server with `launch` and restarts it on the same port if it ends unexpectedly. `prepare` runs before each
 * start. Without `kept` it is started once.
 */
export async function launchKept(
  port: number | undefined,
  specFor: (port: number) => ServerSpec,
  options: LaunchOptions,
  kept: KeptUp | undefined,
  prepare: () => Promise<void> = async () => {},
): Promise<{ readonly server: OwnedServer; readonly port: number }> {
  let stopping = false
  let deathsMs: number[] = []
  let restarting: Promise<void> = Promise.resolve()
  const again = async (how: string, { onDeath, onBack, onGivenUp }: KeptUp): Promise<void> => {
    const now = performance.now()
    deathsMs = [...deathsMs.filter((at) => now - at < WITHIN_MS), now]
    onDeath(how)
    if (deathsMs.length >= MOST_DEATHS) {
      onGivenUp(`it ended ${MOST_DEATHS} times within a minute`)
      return
    }
    try {
      await prepare()
      current = await launch(chosen, specFor, { ...options, onEnd, patienceMs: PATIENCE_MS })
      onBack()
    } catch (error) {
      onGivenUp(error instanceof Error ? error.message : String(error))
    }
  }
  const onEnd = (how: string): void => {
    if (!stopping && kept !== undefined) restarting = again(how, kept)
  }
  let current = await launch(port, specFor, { ...options, onEnd })
  const chosen = current.port
  const server = {
    get pid() {
      return current.server.pid
    },
    stop: async () => {
      stopping = true
      await restarting
      await current.server.stop()
    },
  }
  return { server, port: chosen }
}
