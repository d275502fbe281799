import type { ReleaseRecord } from '../../record/record.ts'
import type { Input } from '../input.ts'
import { inputOf, kindOf } from '../input-names.ts'
import { INPUTS, LARGEST_COUNT, LARGEST_QUANTITY } from '../inputs.ts'

/** The value of a name that is not a quantity of the release: a quantity in thousandths, a count or a word. */
export type Named =
  /** `least` null: it may be negative. */
  | { readonly kind: 'quantity' | 'count'; readonly least: number | null; readonly largest: number }
  /** `words` null: any text. */
  | { readonly kind: 'word'; readonly words: readonly string[] | null }

/** An input of the table, or a zone or selector that the release declares; null: the name is unknown. */
export function inputNamed(record: Pick<ReleaseRecord, 'selectors' | 'zones'>, name: string): Named | null {
  const whole = inputOf(name)
  const kind = kindOf(name)
  if (whole === null || kind === null) return null
  const input: Input = INPUTS[whole]
  if (input.kind === 'declared') return declared(record, input.of, name.slice(whole.length + 1))
  if (input.kind === 'quantity') return { kind: 'quantity', least: 0, largest: input.largest ?? LARGEST_QUANTITY }
  if (input.kind === 'count') return countOf(input.least)
  if (kind === 'flag') return { kind: 'word', words: ['true', 'false'] }
  return { kind: 'word', words: input.kind === 'word' ? input.words : null }
}

function countOf(least: number | undefined): Named {
  if (least === undefined) return { kind: 'count', least: null, largest: Number.MAX_SAFE_INTEGER }
  return { kind: 'count', least, largest: LARGEST_COUNT }
}

function declared(
  { zones, selectors }: Pick<ReleaseRecord, 'selectors' | 'zones'>,
  of: 'words' | 'quantities',
  part: string,
): Named | null {
  if (of === 'quantities')
    return zones.includes(part) ? { kind: 'quantity', least: 0, largest: LARGEST_QUANTITY } : null
  const selector = selectors.find((each) => each.selector === part)
  return selector === undefined ? null : { kind: 'word', words: selector.words }
}
