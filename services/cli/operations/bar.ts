import { SingleBar } from 'cli-progress'
import type { Progress } from './gate-run.ts'
import type { ReleaseView } from './release-view.ts'

/** A progress bar for a gate run on a terminal; otherwise one line at its end. Always on stderr. */
export function gateProgress(release: ReleaseView): Progress {
  const name = `${release.release_id}@${release.revision}`
  if (!process.stderr.isTTY) {
    let shown = false
    return (done, total) => {
      if (shown || done < total) return
      shown = true
      process.stderr.write(`${name}: ${done} of ${total} gates\n`)
    }
  }
  const bar = new SingleBar({
    format: `${name} {bar} {value}/{total} gates  {gate}`,
    hideCursor: true,
    stopOnComplete: true,
    stream: process.stderr,
  })
  let started = false
  return (done, total, last) => {
    if (!started) bar.start(total, 0, { gate: '' })
    started = true
    bar.update(done, { gate: last ?? '' })
  }
}
