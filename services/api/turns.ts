/** How long one turn of the event loop calculates before others get theirs. A step is well under a millisecond itself. */
const TURN_MS = 1

/** Runs the steps of a calculation in turns of the event loop: no other request waits for more than 2 ms of it. */
export async function inTurns<Result>(steps: Generator<undefined, Result>, nowMs: () => number): Promise<Result> {
  for (let began = nowMs(); ; ) {
    const step = steps.next()
    if (step.done) return step.value
    if (nowMs() - began < TURN_MS) continue
    await new Promise(setImmediate)
    began = nowMs()
  }
}
