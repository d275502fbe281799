/** The parts of a line of an answer that its working shows (docs/design/contract.md#answer-fields). */
type Working = {
  readonly quantity: string
  readonly unit: string
  readonly rate: string
  readonly rate_kind?: string | undefined
  /** Of a line that fills up to a minimum. */
  readonly minimum_paise?: number | undefined
  /** The shares at each rate, if the amount is not quantity × rate. */
  readonly steps?: readonly { readonly quantity: string; readonly rate: string }[] | undefined
}

/** How a line's amount follows from its quantity and rate, in words; `rupees` writes a decimal of rupees. */
export function workingOf(
  { quantity, unit, rate, rate_kind, minimum_paise: minimum, steps }: Working,
  rupees: (decimal: string) => string,
): string {
  const percent =
    steps === undefined ? `${rate} %` : `(${steps.map((each) => `${each.quantity} × ${each.rate} %`).join(' + ')})`
  switch (rate_kind) {
    case undefined: {
      const parts = steps ?? [{ quantity, rate }]
      const product = parts.map((each) => `${each.quantity} ${unit} × ${rupees(each.rate)}`).join(' + ')
      return minimum === undefined ? product : `${product}, less the charges that it is the minimum of`
    }
    case 'percent':
      return `${percent} of ${rupees(quantity)}`
    case 'factor':
      return `${rupees(quantity)} to ${percent} of it`
    case 'per_bill':
      return `${rupees(rate)} a bill`
    default:
      return `${rupees(quantity)} to a multiple of ${rupees(rate)}`
  }
}

const grouped = new Intl.NumberFormat('en-IN')

/** Exact rupees with Indian grouping and at least two decimals: 34753.3 → 34,753.30, 0.125 → 0.125. */
export function inRupees(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return `${grouped.format(Number(whole))}.${fraction.padEnd(2, '0')}`
}
