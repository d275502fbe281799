import type { Figure, Quotation, Unit } from '../../../../releases/record/figure.ts'
import { lineOf } from './texts.ts'

export const quoted = (source_id: string, page: number, line: number): Quotation => ({
  source_id,
  locator: { page, line, section: null },
  quote: lineOf(source_id, page, line),
})

/** A figure of the sample sheet at a line: Rs 6.10 printed as `6.10`. */
export function sheetFigure(
  line: number,
  printed: string,
  value: string,
  unit: Unit,
  rest: Partial<Figure> = {},
): Figure {
  return {
    grade: 'transcription',
    value,
    unit,
    printed,
    printed_unit: unit,
    ...quoted('XX-SHEET', 1, line),
    citations: ['A public reading of the order'],
    carried: null,
    derivation: null,
    held: null,
    ...rest,
  }
}

export function specimenFigure(line: number, printed: string, value: string, unit: Unit): Figure {
  const evidence = { ...quoted('XX-SPECIMEN', 1, line), citations: [] }
  return sheetFigure(1, printed, value, unit, { grade: 'specimen', ...evidence })
}
