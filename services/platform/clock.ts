/** The clock of this machine. Code outside services/platform gets a time or this function as an argument. */
export function systemNow(): Date {
  return new Date()
}

/** Milliseconds since 1970-01-01T00:00:00Z. */
export function systemNowMs(): number {
  return Date.now()
}
