import type { Rate } from './types.ts'

/**
 * quantity × rate in paise, rounded once, half up (towards +infinity): floor(x + 1/2).
 * Exact while quantityMilli × scaled + divisor / 2 < 2^53, which `compileRate` proves for the largest accepted input;
 * floor of a double quotient of integers below 2^53 is the exact floor.
 * Source: engine 4.1, rounding `half_up_per_line_to_paise`.
 */
export function price(quantityMilli: number, rate: Rate): number {
  return Math.floor((quantityMilli * rate.scaled + rate.divisor / 2) / rate.divisor)
}

/** The same for an amount to subtract: half up of the negative product. */
export function priceNegative(quantityMilli: number, rate: Rate): number {
  return Math.floor((-quantityMilli * rate.scaled + rate.divisor / 2) / rate.divisor)
}

/** `percent` of an amount in paise, half up. A percent rate's divisor is 1000 × 10^places; here 100 × 10^places. */
export function percentOf(amountPaise: number, rate: Rate): number {
  const divisor = rate.divisor / 10
  return Math.floor((amountPaise * rate.scaled + divisor / 2) / divisor)
}
