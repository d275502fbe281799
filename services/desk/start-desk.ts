import { listening } from '../platform/listen-refusal.ts'
import { StartRefusal } from '../platform/start.ts'
import { createDeskApp } from './app.ts'
import { builtDesk } from './build.ts'
import { type DeskParts, newDesk } from './desk.ts'

export type RunningDesk = { readonly origin: string; readonly port: number; close(): Promise<void> }

/** The loopback by the name that passkeys are enrolled for; nothing else is ever listened on. */
const HOST = 'localhost'

/**
 * Starts the desk. `origin` null: it is found at http://localhost and its port. Throws StartRefusal where the port cannot be
 * had, and where the pages cannot be made.
 */
export async function startDesk(
  parts: DeskParts,
  { port, origin }: { readonly port: number; readonly origin: string | null },
): Promise<RunningDesk> {
  if (port === 0 && origin === null)
    throw new StartRefusal(
      'SETTINGS_WRONG',
      'DESK_PORT: 0 needs PRAMAAN_DESK_ORIGIN: passkeys are enrolled for one address',
    )
  await builtDesk()
  const desk = newDesk(parts, origin ?? `http://${HOST}:${port}`)
  const app = await createDeskApp(desk)
  await listening('DESK_PORT', HOST, port, () => app.listen({ host: HOST, port }))
  const address = app.server.address()
  return {
    origin: desk.origin,
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: async () => {
      desk.waiting.close()
      await app.close()
    },
  }
}
