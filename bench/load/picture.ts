import { max } from 'd3-array'
import type { Sent } from './open-loop.ts'
import { quantilesOf } from './report.ts'
import type { LoadOutcome } from './run.ts'

const WIDTH = 960
const LEFT = 64
const RIGHT = 16
const HEIGHT = 170
const GAP = 50
const TOP = 40
const BUCKETS = 120

type Point = readonly [seconds: number, value: number]
type Curve = { readonly name: string; readonly colour: string; readonly points: readonly Point[] }
type Panel = { readonly title: string; readonly curves: readonly Curve[]; readonly logarithmic: boolean }

/** Latency, requests without a good answer, and memory over a run, as SVG; lines across all show promotions. */
export function pictureOf({ run, memory, promotions }: LoadOutcome, seconds: number): string {
  const width = seconds / BUCKETS
  const buckets = Map.groupBy(run.sent, ({ plannedMs }) => Math.floor(plannedMs / 1000 / width))
  const per = (value: (sent: readonly Sent[]) => number): Point[] =>
    [...buckets].sort(([a], [b]) => a - b).map(([bucket, sent]) => [(bucket + 0.5) * width, value(sent)])
  const refused = (sent: readonly Sent[]): number => sent.filter(({ status }) => status === 0 || status >= 500).length
  const panels: Panel[] = [
    {
      title: 'latency from the planned time, ms',
      logarithmic: true,
      curves: [
        { name: 'p50', colour: '#1b6ca8', points: per((sent) => quantilesOf(sent).p50) },
        { name: 'p99', colour: '#c2571a', points: per((sent) => quantilesOf(sent).p99) },
      ],
    },
    {
      title: 'answers of 5xx or none',
      logarithmic: false,
      curves: [{ name: 'in each part', colour: '#a3122a', points: per(refused) }],
    },
    {
      title: 'resident memory of the API, MB',
      logarithmic: false,
      curves: [
        { name: 'resident', colour: '#2c7a4b', points: memory.map(({ atMs, mb }) => [atMs / 1000, mb] as const) },
      ],
    },
  ]
  const height = TOP + panels.length * (HEIGHT + GAP)
  const x = (at: number): number => LEFT + (Math.min(at, seconds) / seconds) * (WIDTH - LEFT - RIGHT)
  const marks = promotions.map(({ atMs }) => {
    const at = x(atMs / 1000).toFixed(1)
    return `<line x1="${at}" x2="${at}" y1="${TOP - 12}" y2="${height - GAP}" stroke="#777" stroke-dasharray="3 4"/><text x="${at}" y="${TOP - 16}" text-anchor="middle">promotion</text>`
  })
  const drawn = panels.map((panel, index) => drawPanel(panel, TOP + index * (HEIGHT + GAP), seconds, x))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="#222">
<rect width="100%" height="100%" fill="#fff"/>
${[...marks, ...drawn].join('\n')}
</svg>
`
}

function drawPanel({ title, curves, logarithmic }: Panel, top: number, seconds: number, x: (at: number) => number) {
  const values = curves.flatMap(({ points }) => points.map(([, value]) => value))
  const ceiling = logarithmic
    ? 10 ** Math.ceil(Math.log10(Math.max(10, max(values) ?? 1)))
    : (max(values) ?? 0) * 1.1 || 1
  const share = (value: number): number =>
    logarithmic ? Math.log10(Math.max(1, value)) / Math.log10(ceiling) : value / ceiling
  const y = (value: number): number => top + HEIGHT - share(value) * HEIGHT
  const ticks = logarithmic ? powersTo(ceiling) : [0, ceiling / 2, ceiling]
  const grid = ticks.map(
    (tick) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}" stroke="#ddd"/><text x="${LEFT - 8}" y="${(y(tick) + 4).toFixed(1)}" text-anchor="end">${Math.round(tick).toLocaleString('en')}</text>`,
  )
  const times = [0, 0.25, 0.5, 0.75, 1].map(
    (part) => `<text x="${x(part * seconds)}" y="${top + HEIGHT + 16}" text-anchor="middle">${part * seconds} s</text>`,
  )
  const lines = curves.map(({ colour, points }) => {
    const path = points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="1.5"/>`
  })
  const names = curves.map(({ name, colour }) => `<tspan fill="${colour}" dx="10">${name}</tspan>`).join('')
  const heading = `<text x="${LEFT}" y="${top - 4}" font-weight="bold">${title}${names}</text>`
  return [heading, ...grid, ...times, ...lines].join('\n')
}

function powersTo(ceiling: number): number[] {
  return Array.from({ length: Math.round(Math.log10(ceiling)) + 1 }, (_, power) => 10 ** power)
}
