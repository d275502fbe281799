import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { type OwnedServer, type ServerSpec, startOwned } from './owner.ts'

const TRY_AGAIN_FOR_MS = 2_000
const BETWEEN_ATTEMPTS_MS = 100

/**
 * Starts a server on `port`, or on a free one when that is undefined. A start that fails for a reason matching
 * `passes` is tried again for two seconds: a free port may be taken between choosing and using it, and the server of a
 * killed run needs a moment to be gone. Throws when the server does not come up, with its last words.
 */
export async function launch(
  port: number | undefined,
  specFor: (port: number) => ServerSpec,
  options: { readonly ready: RegExp; readonly passes: RegExp; readonly log: (line: string) => void },
): Promise<{ readonly server: OwnedServer; readonly port: number }> {
  const giveUpAt = performance.now() + TRY_AGAIN_FOR_MS
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
