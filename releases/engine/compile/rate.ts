import { parseDecimal } from '../../record/decimal.ts'
import type { Figure } from '../../record/figure.ts'
import { type Evidence, MAX_QUANTITY_MILLI, type Rate } from '../types.ts'
import { isHeldFigure } from './holds.ts'

/** A figure that cannot be compiled: the definition uses what the engine does not have. A gate's error, never a guess. */
export class CompileError extends Error {
  readonly path: string
  constructor(path: string, message: string) {
    super(`${path}: ${message}`)
    this.name = 'CompileError'
    this.path = path
  }
}

/**
 * Turns a figure into a rate: rupees to paise, percent as it is. Null when the figure is held.
 * Throws CompileError when the figure is not in `unit`, or when the largest accepted quantity times the rate could leave
 * the safe integers (gate 12).
 */
export function compileRate(figure: Figure, unit: string, path: string): Rate | null {
  if (figure.unit !== unit) throw new CompileError(path, `is in ${figure.unit}; ${unit} is needed here`)
  if (figure.value === null || isHeldFigure(figure)) return null
  const exact = parseDecimal(figure.value)
  if (exact === null) throw new CompileError(path, `value ${figure.value} is not a decimal`)
  const isMoney = unit.startsWith('Rs')
  const shift = isMoney ? 2 : 0
  const places = Math.max(0, exact.scale - shift)
  const scaled = Number(exact.digits * 10n ** BigInt(Math.max(0, shift - exact.scale)))
  const divisor = 1000 * 10 ** places
  if (!Number.isSafeInteger(MAX_QUANTITY_MILLI * Math.abs(scaled) + divisor)) {
    throw new CompileError(path, `value ${figure.value} times the largest quantity is not a safe integer`)
  }
  return {
    scaled,
    divisor,
    text: figure.value,
    paise: isMoney && places === 0 ? scaled : null,
    grade: figure.grade,
    path,
    evidence: evidenceOf(figure),
  }
}

/** What an answer shows of a figure it used. */
export function evidenceOf({ grade, source_id, locator, quote, citations }: Figure): Evidence {
  return { grade, source_id, locator, quote, citations }
}
