import { ticks } from 'd3-array'
import { line } from 'd3-shape'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Point } from './ask.ts'
import { money } from './money.ts'

/** A curve of the base tariff over units, the units at which a slab ends, and what a unit is: kWh or kVAh. */
export type Drawn = { readonly points: readonly Point[]; readonly edges: readonly number[]; readonly unit: string }

const HEIGHT = 300
const MARGIN = { top: 16, right: 20, bottom: 40 }
/** Between a label and the line that it belongs to. */
const GAP = 8

/** Room for a label in the widest common font of 12 pixels: 8 for a digit or ₹, 4 for a comma. */
const roomFor = (label: string): number => 4 * (label.length + label.replaceAll(',', '').length)

/** A linear scale from 0..most to pixels. */
const scale =
  (most: number, from: number, to: number) =>
  (value: number): number =>
    from + (most === 0 ? 0 : value / most) * (to - from)

/** An element and its width in pixels, so that text has the same size on a narrow screen. */
export function useWidth() {
  const element = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(720)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    const observer = new ResizeObserver(() => setWidth(Math.max(280, current.clientWidth)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return [element, width] as const
}

type Props = { readonly drawn: readonly (Drawn | null)[]; readonly units: number | null; readonly most: number }

/** The bill by units: one curve per side that has one, slab edges as thin lines, and a mark at the units of an answer (null: none). */
export function Chart({ drawn, units, most }: Props) {
  const [figure, width] = useWidth()
  const known = drawn.flatMap((side) => side?.points ?? []).filter(({ paise }) => paise !== null)
  if (known.length === 0) return <figure ref={figure} />
  const [one, two] = drawn
  const across = ticks(0, most, Math.min(6, Math.floor(width / 90)))
  const highest = Math.max(...known.map(({ paise }) => paise ?? 0))
  const at = known.map((point) => point.units)
  const upwards = ticks(0, highest, 5)
  // The axis ends at a grid line at or above the highest point.
  if ((upwards.at(-1) ?? 0) < highest) upwards.push((upwards.at(-1) ?? 0) + (upwards[1] ?? 0))
  const top = Math.max(highest, ...upwards)
  const amounts = upwards.map((paise) => ({ paise, label: money(paise).slice(0, -3) }))
  const left = GAP + Math.max(...amounts.map(({ label }) => roomFor(label)))
  const x = scale(most, left, width - MARGIN.right)
  const y = scale(top, HEIGHT - MARGIN.bottom, MARGIN.top)
  const path = line<Point>()
    .defined(({ paise }) => paise !== null)
    .x((point) => x(point.units))
    .y(({ paise }) => y(paise ?? 0))
  return (
    <figure class="chart" ref={figure}>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`Base tariff from ${Math.min(...at)} to ${Math.max(...at)} units, up to ${money(highest)}`}
      >
        {amounts.map(({ paise, label }) => (
          <g class="tick">
            <line x1={left} x2={width - MARGIN.right} y1={y(paise)} y2={y(paise)} />
            <text x={left - GAP} y={y(paise) + 4} text-anchor="end">
              {label}
            </text>
          </g>
        ))}
        {across.map((each) => (
          <text class="below" x={x(each)} y={HEIGHT - MARGIN.bottom + 18} text-anchor="middle">
            {each.toLocaleString('en-IN')}
          </text>
        ))}
        <text class="below" x={width - MARGIN.right} y={HEIGHT - 4} text-anchor="end">
          units
        </text>
        {drawn.map((each, side) =>
          each?.edges.map((edge) => (
            <line class={`edge side-${side}`} x1={x(edge)} x2={x(edge)} y1={MARGIN.top} y2={HEIGHT - MARGIN.bottom} />
          )),
        )}
        {drawn.map((each, side) => each && <path class={`curve side-${side}`} d={path([...each.points]) ?? ''} />)}
        {units !== null && units <= most && (
          <line class="asked" x1={x(units)} x2={x(units)} y1={MARGIN.top} y2={HEIGHT - MARGIN.bottom} />
        )}
      </svg>
      <figcaption>
        Base tariff by units of a bill
        {drawn.length > 1 && (
          <>
            : {drawn[0] && <span class="key side-0">A, solid</span>}
            {drawn.every((each) => each !== null) && ', '}
            {drawn[1] && <span class="key side-1">B, dashed</span>}
          </>
        )}
        .{drawn.some((each) => each !== null && each.edges.length > 0) && ' Thin lines show where a slab ends.'}
        {one && two && one.unit !== two.unit && (
          <>
            {' '}
            A is in {one.unit} and B in {two.unit}, which are never converted: the same number of units is not the same
            consumption.
          </>
        )}
      </figcaption>
    </figure>
  )
}
