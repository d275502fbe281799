import { inRupees } from '../../../../releases/engine/answer/working.ts'

const rupees = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Paise as rupees with Indian grouping: 12345600 → ₹1,23,456.00. Exact: a safe integer of paise has two decimals. */
export function money(paise: number): string {
  const sign = paise < 0 ? '−' : ''
  const whole = Math.trunc(Math.abs(paise) / 100)
  const rest = String(Math.abs(paise) % 100).padStart(2, '0')
  return `${sign}₹${rupees.format(whole).slice(0, -3)}.${rest}`
}

/** A rate or a share of a bill in rupees: 3.5 → ₹3.50. */
export const rate = (decimal: string): string => `₹${inRupees(decimal)}`
