import { listening } from '../platform/listen-refusal.ts'
import { StartRefusal } from '../platform/start.ts'
import { builtDesk, createDeskApp } from './app.ts'
import { type DeskParts, newDesk } from './desk.ts'

export type RunningDesk = { readonly origin: string; close(): Promise<void> }

/** The loopback host name for which passkeys are enrolled; the desk listens only there. */
const HOST = 'localhost'

/**
 * Starts the desk. `origin` null: its address is http://localhost and its port. Throws StartRefusal if the port is not
 * available or the pages cannot be built.
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
  return {
    origin: desk.origin,
    close: async () => {
      desk.waiting.close()
      await app.close()
    },
  }
}
