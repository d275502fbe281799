import type { FigureView, RowChange } from '../../releases/record/row-changes.ts'

const amount = (figure: FigureView | null, none: string): string =>
  figure === null ? none : `${figure.value ?? 'held'} ${figure.unit} (${figure.grade}, ${figure.source_id})`

/** A row's change as readable text: its old and new figures, and which other fields differ. */
export function rowText({ change, before_row_id: was, after_row_id: is, figures, fields }: RowChange): string {
  const name = was === is || was === null || is === null ? (is ?? was) : `${was} -> ${is}`
  return [
    `  ${name}: ${change}`,
    ...figures.map(
      ({ part, before, after }) => `      ${part}: ${amount(before, '(not there)')} -> ${amount(after, '(gone)')}`,
    ),
    ...(fields.length === 0 ? [] : [`      also: ${fields.join(', ')}`]),
  ].join('\n')
}
