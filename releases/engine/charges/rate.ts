import { formatExact, parseDecimal } from '../../record/decimal.ts'
import type { Figure } from '../../record/figure.ts'
import { weakest } from '../../record/grade.ts'
import { CompileError } from '../language/compile-error.ts'
import { isHeldFigure } from '../language/holds.ts'
import type { Evidence, Rate } from '../types.ts'

/** More decimals than any order prints; finer rates could not be handled as whole numbers. */
const MOST_PLACES = 12

/**
 * Turns a figure into a rate: rupees to paise, percent unchanged. Null if the figure is held. Throws CompileError if
 * the figure is not in `unit`, or cannot be a safe integer at its scale (gate 12).
 */
export function compileRate(figure: Figure, unit: string, path: string): Rate | null {
  if (figure.unit !== unit) {
    const example = figure.unit === 'times' && unit === 'percent' ? ', such as the value 200 for two times' : ''
    throw new CompileError(path, `is in ${figure.unit}; ${unit} is needed here${example}`)
  }
  if (figure.value === null || isHeldFigure(figure)) return null
  const exact = parseDecimal(figure.value)
  if (exact === null) throw new CompileError(path, `${figure.value} is not exact decimal text`)
  return rateOf(exact.digits, exact.scale, unit, path, evidenceOf(figure))
}

/**
 * Another charge's rate, multiplied exactly by a figure in times or, as a hundredth, in percent; it depends on both
 * figures. Null if the multiple is held.
 */
export function multipliedRate(rate: Rate, multiple: Figure, path: string): Rate | null {
  if (multiple.unit !== 'times' && multiple.unit !== 'percent')
    throw new CompileError(path, `is in ${multiple.unit}; times or percent is needed here`)
  if (multiple.value === null || isHeldFigure(multiple)) return null
  const [own, times] = [parseDecimal(rate.text), parseDecimal(multiple.value)]
  if (own === null || times === null) throw new CompileError(path, `${multiple.value} is not exact decimal text`)
  const evidence = { ...rate.evidence, grade: weakest([rate.grade, multiple.grade]), multiple: evidenceOf(multiple) }
  const places = own.scale + times.scale + (multiple.unit === 'percent' ? 2 : 0)
  const product = parseDecimal(formatExact(own.digits * times.digits, places))
  if (product === null) throw new CompileError(path, 'has no decimal text')
  return rateOf(product.digits, product.scale, 'Rs', path, evidence)
}

function rateOf(digits: bigint, places: number, unit: string, path: string, evidence: Evidence): Rate {
  const shift = unit.startsWith('Rs') ? 2 : 0
  const scalePlaces = Math.max(0, places - shift)
  const scaled = digits * 10n ** BigInt(Math.max(0, shift - places))
  if (scalePlaces > MOST_PLACES) throw new CompileError(path, `has more than ${MOST_PLACES + shift} decimals`)
  const limit = BigInt(Number.MAX_SAFE_INTEGER)
  if (scaled > limit || scaled < -limit) throw new CompileError(path, 'is too large for an amount in paise')
  const paise = shift === 2 && scalePlaces === 0 ? Number(scaled) : null
  const text = formatExact(digits, places)
  return { scaled: Number(scaled), scale: 10 ** scalePlaces, text, paise, grade: evidence.grade, path, evidence }
}

/** Evidence fields of a figure in an answer. */
export function evidenceOf({ grade, source_id, locator, quote, citations }: Figure): Evidence {
  return { grade, source_id, locator, quote, citations }
}
