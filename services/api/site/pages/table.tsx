import type { ComponentChildren } from 'preact'

type Column = string | { readonly amount: string }

type Props = {
  readonly label: string
  /** Column headers; those of amounts are aligned right. */
  readonly columns: readonly Column[]
  readonly children: ComponentChildren
}

/** A table that scrolls sideways on narrow screens, also with the keyboard. */
export function Table({ label, columns, children }: Props) {
  return (
    <section class="scroll" aria-label={label} tabindex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) =>
              typeof column === 'string' ? (
                <th scope="col">{column}</th>
              ) : (
                <th scope="col" class="amount">
                  {column.amount}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
