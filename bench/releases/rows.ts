import { atMost, type BenchRow, median, numberText } from '../support/row.ts'
import type { SnapshotSize } from './snapshot-process.ts'
import type { StartCost } from './start-process.ts'

const MOST_MB = 1
const MOST_START_S = 3

/** What serves at one moment, and what it costs. */
export type Loaded = {
  readonly releases: number
  readonly rows: number
  /** Of all records, as they are hashed. */
  readonly recordBytes: number
  readonly size: SnapshotSize
  /** Of API processes, one after the other. */
  readonly starts: readonly StartCost[]
}

const megabytes = (bytes: number): number => bytes / 1e6

/** The difference between two moments, a release; `from` null: all there is. */
function each(to: Loaded, from: Loaded | null) {
  const count = to.releases - (from?.releases ?? 0)
  const share = (of: (loaded: Loaded) => number): number => (of(to) - (from === null ? 0 : of(from))) / count
  return {
    heldMb: megabytes(share(({ size }) => size.heldBytes)),
    residentMb: megabytes(share(({ size }) => size.residentBytes)),
    content: `each ${numberText(share(({ rows }) => rows))} rows, ${numberText(megabytes(share((of) => of.recordBytes)))} MB of record`,
  }
}

const loadText = ({ releases, size: { loadMs, loadCpuMs } }: Loaded): string =>
  `${releases} loaded in ${numberText(loadMs)} ms, ${numberText(loadCpuMs)} ms of processor`

const startSeconds = ({ starts }: Loaded): number => median(starts.map(({ ms }) => ms)) / 1000
const processorText = ({ starts }: Loaded): string =>
  `${numberText(median(starts.map(({ cpuMs }) => cpuMs)) / 1000)} s of processor`

/** Rows of the shipped releases, and of the synthetic ones that came on top of them. */
export function releaseRows(few: Loaded, all: Loaded): BenchRow[] {
  const shipped = `${few.releases} shipped releases`
  const synthetic = `${all.releases - few.releases} synthetic releases`
  const [own, more] = [each(few, null), each(all, few)]
  type Rest = Pick<BenchRow, 'target' | 'note'>
  const base = (name: string, unit: string, value: number, rest: Rest): BenchRow => {
    return { part: 'releases', name, unit, value, baseline: 'is one', ratio: null, ...rest }
  }
  const beside = (first: BenchRow, name: string, value: number, rest: Rest): BenchRow => {
    return { ...first, name, value, baseline: first.name, ratio: value / first.value, ...rest }
  }
  const held = base(`${shipped}, held by each`, 'MB', own.heldMb, {
    target: atMost(own.heldMb, MOST_MB),
    note: `${own.content}; heap and buffers after collection`,
  })
  const resident = base(`${shipped}, resident for each`, 'MB', own.residentMb, {
    target: null,
    note: `with what the collector keeps; ${loadText(few)}`,
  })
  const start = base(`API start with ${shipped}`, 's', startSeconds(few), {
    target: null,
    note: `process start to a 200 of /readyz, median of ${few.starts.length}; ${processorText(few)}`,
  })
  return [
    held,
    resident,
    start,
    beside(held, `${synthetic}, held by each`, more.heldMb, {
      target: atMost(more.heldMb, MOST_MB),
      note: `${more.content}; 3 cases a row; signed and logged, but no gate judged them`,
    }),
    beside(resident, `${synthetic}, resident for each`, more.residentMb, {
      target: null,
      note: `with what the collector keeps; ${loadText(all)}`,
    }),
    beside(start, `API start with ${synthetic} more`, startSeconds(all), {
      target: atMost(startSeconds(all), MOST_START_S),
      note: `every record hashed and its signature verified; ${processorText(all)}`,
    }),
  ]
}
