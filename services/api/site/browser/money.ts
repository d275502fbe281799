const rupees = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Paise as rupees with Indian grouping: 12345600 → ₹1,23,456.00. Exact: a safe integer of paise has two decimals. */
export function money(paise: number): string {
  const sign = paise < 0 ? '−' : ''
  const whole = Math.trunc(Math.abs(paise) / 100)
  const rest = String(Math.abs(paise) % 100).padStart(2, '0')
  return `${sign}₹${rupees.format(whole).slice(0, -3)}.${rest}`
}

/** A rate in rupees, exact decimal text, with at least two decimals: 3.5 → ₹3.50, 0.125 → ₹0.125. */
export function rate(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return `₹${whole}.${fraction.padEnd(2, '0')}`
}
