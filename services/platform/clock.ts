/** The clock of this machine. Everything outside services/platform is handed a time or this function. */
export function systemNow(): Date {
  return new Date()
}

/** Milliseconds since 1970-01-01T00:00:00Z. */
export function systemNowMs(): number {
  return Date.now()
}
