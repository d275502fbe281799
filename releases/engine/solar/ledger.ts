/** One month's units, in thousandths. `import` is what the grid delivered. */
export type MonthUnits = {
  readonly month: string
  readonly consumption: number
  readonly generation: number
  readonly export: number
}

/**
 * One month of the credit ledger, in thousandths. Credit in + export = used + out, always. What is out is in the next month's
 * credit in, unless a year of the rule ends between them.
 */
export type LedgerMonth = {
  readonly month: string
  readonly imported: number
  readonly exported: number
  readonly creditIn: number
  readonly creditUsed: number
  readonly creditOut: number
  readonly billed: number
}

/** Units delivered by the grid: consumption less the plant's units that were not exported. */
export function importOf({ consumption, generation, export: exported }: MonthUnits): number {
  return consumption - (generation - exported)
}

/** True if what is left after a month is carried to the next: false where the rule settles it at the end of its year. */
export type IsCarried = (month: string) => boolean

/**
 * Net metering, month by month (docs/design/contract.md#solar-savings): net = import - export - credit in; a positive
 * net is billed, a negative one is carried. Example: import 100, export 150, credit in 20: billed 0, used 100, credit
 * out 70.
 */
export function netLedger(
  months: readonly MonthUnits[],
  openingCredit: number,
  isCarried: IsCarried = () => true,
): LedgerMonth[] {
  let credit = openingCredit
  return months.map((units) => {
    const imported = importOf(units)
    const creditIn = credit
    const net = imported - units.export - creditIn
    const creditOut = Math.max(0, -net)
    credit = isCarried(units.month) ? creditOut : 0
    const creditUsed = Math.min(imported, units.export + creditIn)
    return {
      month: units.month,
      imported,
      exported: units.export,
      creditIn,
      creditUsed,
      creditOut,
      billed: Math.max(0, net),
    }
  })
}

/**
 * Gross metering: all consumption is imported and billed, all generation is exported. No export is ever used: the units
 * accumulate until a settlement.
 */
export function grossLedger(months: readonly MonthUnits[], isCarried: IsCarried = () => true): LedgerMonth[] {
  let credit = 0
  return months.map(({ month, consumption, generation }) => {
    const creditIn = credit
    const creditOut = creditIn + generation
    credit = isCarried(month) ? creditOut : 0
    return {
      month,
      imported: consumption,
      exported: generation,
      creditIn,
      creditUsed: 0,
      creditOut,
      billed: consumption,
    }
  })
}
