/** Maximum time of calculating before other requests are handled. A single step takes well under a millisecond. */
const TURN_MS = 1

/** Runs the steps of a calculation in turns of the event loop, so that no other request waits more than 2 ms for it. */
export async function inTurns<Result>(steps: Generator<undefined, Result>, nowMs: () => number): Promise<Result> {
  for (let began = nowMs(); ; ) {
    const step = steps.next()
    if (step.done) return step.value
    if (nowMs() - began < TURN_MS) continue
    await new Promise(setImmediate)
    began = nowMs()
  }
}
