import { validatorOf } from '../checks/validation.ts'
import { ROUTES } from '../routes/index.ts'

/** Time after a start in which nothing is prepared for rare requests: it would delay callers who come at once. */
export const FIRST_CALLERS_MS = 6_000

/** Preparatory work, about a second in total: first for calculations, then the framework and its parts. */
export function preparations(framework: () => Promise<unknown>, isPublic: boolean): (() => Promise<unknown>)[] {
  const schemas = ROUTES.flatMap(({ body, query }) => [body ?? [], query ?? []].flat())
  return [
    ...schemas.map((schema) => async () => validatorOf(schema)),
    framework,
    async () => (await import('../http/mcp.ts')).agentLibrary(),
    ...(isPublic ? [async () => (await import('../site/build.ts')).builtSite()] : []),
    ...ROUTES.flatMap(({ prepare }) => prepare ?? []),
  ]
}

/** How often to check for idleness, and how long the instance must have been idle. */
const QUIET_MS = 25

/**
 * Runs the steps one by one, each when there are no requests: most block the event loop longer than a request would, and
 * a request that needs a step earlier runs it then. Returns a function that stops it.
 */
export function prepareWhenQuiet(
  steps: readonly (() => Promise<unknown>)[],
  quietMs: () => number,
  onError: (error: Error) => void,
): () => void {
  const left = [...steps]
  let timer: NodeJS.Timeout
  const look = async (): Promise<void> => {
    while (left.length > 0 && quietMs() >= QUIET_MS) {
      await left.shift()?.().catch(onError)
      // Requests that arrived meanwhile come first.
      await new Promise((resolve) => void setImmediate(resolve))
    }
    wait()
  }
  const wait = (): void => {
    if (left.length > 0) timer = setTimeout(look, QUIET_MS)
  }
  wait()
  return () => {
    left.length = 0
    clearTimeout(timer)
  }
}
