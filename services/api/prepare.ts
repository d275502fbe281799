/** How often it is looked whether the instance is quiet, and for how long nothing may have been asked. */
const QUIET_MS = 25

/**
 * Does the steps one after the other, each in a moment when nothing was asked for a while: each holds the event loop for longer than a
 * request takes, and whoever needs one earlier does it then. Gives how to stop.
 */
export function prepareWhenQuiet(
  steps: readonly (() => Promise<unknown>)[],
  quietMs: () => number,
  onError: (error: Error) => void,
): () => void {
  const left = [...steps]
  let timer: NodeJS.Timeout
  const look = async (): Promise<void> => {
    if (quietMs() >= QUIET_MS) await left.shift()?.().catch(onError)
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
