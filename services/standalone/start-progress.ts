import { MultiBar, type SingleBar } from 'cli-progress'
import { GATE_NAMES } from '../../pipeline/gates/gate.ts'
import { gateProgress, type Progress, type RunState } from '../operations/gate-run.ts'
import type { ReleaseView } from '../operations/release-view.ts'
import { printLine, withControlsShown } from '../platform/terminal.ts'

const say = (line: string): void => printLine(process.stdout, line)

type StartProgress = {
  readonly progress: (release: ReleaseView) => Progress
  /** Prints a line, above the bar if there is one. */
  say(line: string): void
  /** Removes the bar. */
  stop(): void
}

/**
 * Progress of releases whose gates run at the same time: one bar for all of them in a terminal, otherwise a line for
 * each.
 */
export function startProgress(): StartProgress {
  if (!process.stdout.isTTY || !process.stderr.isTTY) return { progress: gateProgress, say, stop: () => {} }
  const bars = new MultiBar({
    format: '  {bar} {passed} of {total} gates pass{failures}  {gate}',
    barsize: 16,
    hideCursor: true,
    clearOnComplete: true,
    linewrap: true,
    stream: process.stderr,
  })
  const runs = new Map<string, RunState>()
  let bar: SingleBar | null = null
  const show = (): void => {
    const states = [...runs.values()]
    const passed = states.reduce((sum, state) => sum + state.passed, 0)
    const failed = states.reduce((sum, state) => sum + state.failed, 0)
    // It fits 80 columns.
    const said =
      failed === 0
        ? { passed, failures: '', gate: states.at(-1)?.last ?? '' }
        : { passed, failures: `, ${failed} failed`, gate: '' }
    const total = states.length * GATE_NAMES.length
    bar ??= bars.create(total, 0, said)
    bar.setTotal(total)
    bar.update(passed, said)
  }
  return {
    progress:
      ({ release_id, revision }) =>
      (state) => {
        runs.set(`${release_id}@${revision}`, state)
        show()
      },
    say: (line) => {
      if (bar === null) say(line)
      else bars.log(`${withControlsShown(line)}\n`)
    },
    stop: () => {
      // It prints the lines that are still waiting.
      bars.update()
      bars.stop()
    },
  }
}
