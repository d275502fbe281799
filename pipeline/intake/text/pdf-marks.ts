import type { getResolvedPDFJS } from 'unpdf'

/** The steps of drawing a page, as returned by the library. */
export type Drawing = { readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[] }

/** The numbers of the steps, by their names. */
type Steps = Awaited<ReturnType<typeof getResolvedPDFJS>>['OPS']

/** A thin level line, in points of the page as it is shown: its ends from the left, and its distance from the top. */
export type Rule = { readonly left: number; readonly right: number; readonly y: number }

/** A thin straight line, such as the border of a cell, in points of the page as it is shown. */
export type Ruling = {
  readonly level: boolean
  /** From the top for a level one, otherwise from the left. */
  readonly at: number
  readonly from: number
  readonly to: number
}

export type Marks = {
  /** Lines that are drawn level or upright: strokes, and thin filled boxes. */
  readonly rulings: readonly Ruling[]
  /** Lines that may strike text, which includes those of annotations, from the top. */
  readonly rules: readonly Rule[]
  /** Whether text is written that a reader does not see, such as the text behind a scan. */
  readonly hasInvisible: boolean
}

export type Matrix = readonly [number, number, number, number, number, number]
const isMatrix = (value: unknown): value is Matrix =>
  (Array.isArray(value) || ArrayBuffer.isView(value)) && (value as ArrayLike<number>).length === 6

/** Two transforms, the second one first; the first alone if the second is none. */
export function times(a: Matrix, given: unknown): Matrix {
  if (!isMatrix(given)) return a
  const [b0, b1, b2, b3, b4, b5] = given
  return [
    a[0] * b0 + a[2] * b1,
    a[1] * b0 + a[3] * b1,
    a[0] * b2 + a[2] * b3,
    a[1] * b2 + a[3] * b3,
    a[0] * b4 + a[2] * b5 + a[4],
    a[1] * b4 + a[3] * b5 + a[5],
  ]
}

/** Modes 3 and 7 draw no letters (ISO 32000-1, 9.3.6). */
const INVISIBLE: ReadonlySet<unknown> = new Set([3, 7])
/** Thicker than a line through text, in points. */
const THICKEST = 1.6

const isShown = (glyphs: unknown): boolean =>
  Array.isArray(glyphs) &&
  glyphs.some((glyph: unknown) => {
    const text = typeof glyph === 'object' && glyph !== null && 'unicode' in glyph ? String(glyph.unicode) : ''
    return text.trim() !== ''
  })

type Point = readonly [number, number]

const placed = (matrix: Matrix, x: number, y: number): Point => [
  matrix[0] * x + matrix[2] * y + matrix[4],
  matrix[1] * x + matrix[3] * y + matrix[5],
]

function ruleOf(bounds: unknown, matrix: Matrix): Rule | null {
  if (!ArrayBuffer.isView(bounds) && !Array.isArray(bounds)) return null
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = bounds as unknown as readonly number[]
  const [[ax, ay], [bx, by]] = [placed(matrix, x1, y1), placed(matrix, x2, y2)]
  if (Math.abs(ay - by) > THICKEST || Math.abs(ax - bx) <= Math.abs(ay - by)) return null
  return { left: Math.min(ax, bx), right: Math.max(ax, bx), y: (ay + by) / 2 }
}

/** The parts of a path (as moves, lines, curves and ends); the points of a curve are its end alone. */
function partsOf(data: unknown, matrix: Matrix): Point[][] {
  if (!ArrayBuffer.isView(data) && !Array.isArray(data)) return []
  const numbers = Array.from(data as unknown as ArrayLike<number>)
  const parts: Point[][] = []
  for (let at = 0; at < numbers.length; ) {
    const step = numbers[at] ?? END
    const count = COORDINATES[step]
    if (count === undefined) return []
    const [x = 0, y = 0] = numbers.slice(at + 1 + count - 2, at + 1 + count)
    const point = placed(matrix, x, y)
    const [begin] = parts.at(-1) ?? []
    if (step === 0) parts.push([point])
    else if (step !== END) parts.at(-1)?.push(point)
    else if (begin !== undefined) parts.at(-1)?.push(begin)
    at += 1 + count
  }
  return parts
}

/** How many numbers follow each step of a path: move, line, curve, quadratic curve, end. */
const COORDINATES: readonly number[] = [2, 2, 6, 4, 0]
const END = 4
const THIN = 2

function rulingOf([ax, ay]: Point, [bx, by]: Point): Ruling[] {
  const [across, down] = [Math.abs(ax - bx), Math.abs(ay - by)]
  if (Math.min(across, down) > THIN || Math.max(across, down) <= THIN) return []
  if (across > down) return [{ level: true, at: (ay + by) / 2, from: Math.min(ax, bx), to: Math.max(ax, bx) }]
  return [{ level: false, at: (ax + bx) / 2, from: Math.min(ay, by), to: Math.max(ay, by) }]
}

/** The straight lines of a part of a path: its sides if they are drawn, and a filled box that is as thin as a line. */
function rulingsOf(points: readonly Point[], isStroked: boolean): Ruling[] {
  // Not by spreading: a drawing may have more points than a call takes.
  const cornerOf = (side: (a: number, b: number) => number): Point =>
    points.reduce(([x, y], point) => [side(x, point[0]), side(y, point[1])])
  const thin = points.length === 0 ? [] : rulingOf(cornerOf(Math.min), cornerOf(Math.max))
  if (thin.length > 0 || !isStroked) return thin
  return points.slice(1).flatMap((point, index) => rulingOf(points[index] ?? point, point))
}

/** Lines and invisible text of a page, from the steps of drawing it. `shown`: how the page is turned to be shown. Pure. */
export function marksOf({ fnArray, argsArray }: Drawing, steps: Steps, shown: Matrix): Marks {
  const rules: Rule[] = []
  const rulings: Ruling[] = []
  const painting = new Map([steps.fill, steps.eoFill].map((each) => [each as unknown, false]))
  for (const each of [steps.stroke, steps.closeStroke, steps.fillStroke, steps.eoFillStroke]) painting.set(each, true)
  for (const each of [steps.closeFillStroke, steps.closeEOFillStroke]) painting.set(each, true)
  let hasInvisible = false
  let state = { matrix: shown, mode: 0 as unknown }
  const saved: (typeof state)[] = []
  for (const [index, step] of fnArray.entries()) {
    const given = argsArray[index]
    const args: readonly unknown[] = Array.isArray(given) ? given : []
    switch (step) {
      case steps.save:
        saved.push(state)
        break
      case steps.restore:
      case steps.paintFormXObjectEnd:
      case steps.endAnnotation:
        state = saved.pop() ?? state
        break
      case steps.transform:
        state = { ...state, matrix: times(state.matrix, args) }
        break
      case steps.paintFormXObjectBegin:
        saved.push(state)
        state = { ...state, matrix: times(state.matrix, args[0]) }
        break
      case steps.beginAnnotation:
        saved.push(state)
        state = { ...state, matrix: times(times(state.matrix, args[2]), args[3]) }
        break
      case steps.setTextRenderingMode:
        state = { ...state, mode: args[0] }
        break
      case steps.showText:
        if (INVISIBLE.has(state.mode) && isShown(args[0])) hasInvisible = true
        break
      case steps.constructPath: {
        const rule = ruleOf(args[2], state.matrix)
        if (rule !== null) rules.push(rule)
        const isStroked = painting.get(args[0])
        const [data] = Array.isArray(args[1]) ? (args[1] as unknown[]) : []
        if (isStroked === undefined) break
        for (const points of partsOf(data, state.matrix))
          for (const ruling of rulingsOf(points, isStroked)) rulings.push(ruling)
        break
      }
      default:
    }
  }
  return { rules: rules.sort((a, b) => a.y - b.y), rulings, hasInvisible }
}

/** The middle of letters, in shares of their height above the base line: lower lines underline, higher ones divide. */
const [LOWEST, HIGHEST] = [0.15, 0.55]
/** The least part of a line or of a word that is struck. */
const COMMON = 0.6

/** Whether a line goes through a run of text that is level on the page as it is shown. Lengths are in points. */
export function isStruck(transform: Matrix, width: number, { rules }: Marks, shown: Matrix): boolean {
  if (rules.length === 0) return false
  const [, b, c, d, x, y] = times(shown, transform)
  const size = Math.hypot(c, d)
  if (Math.abs(b) > 0.01 || Math.abs(c) > 0.01) return false
  // Only those at its height are looked at: a page may have many lines, and many runs of text.
  for (let index = firstFrom(rules, y - size * HIGHEST); index < rules.length; index += 1) {
    const { left, right, y: at } = rules[index] as Rule
    if (at > y - size * LOWEST) return false
    const shared = Math.min(right, x + width) - Math.max(left, x)
    if (shared > 0 && shared >= COMMON * Math.min(right - left, width)) return true
  }
  return false
}

/** Index of the first line that is not above `y`. */
function firstFrom(rules: readonly Rule[], y: number): number {
  let [low, high] = [0, rules.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rules[middle]?.y ?? y) < y) low = middle + 1
    else high = middle
  }
  return low
}
