import getPort, { portNumbers } from 'get-port'

const FIRST = 10_000
const LAST = 31_000
const TRIED = 100

/**
 * A free port for a program that opens it seconds later: from a range that systems do not use for outgoing connections, one of
 * which could take it meanwhile.
 */
export function freePort(host = '127.0.0.1'): Promise<number> {
  const from = FIRST + Math.floor(Math.random() * (LAST - FIRST - TRIED))
  return getPort({ host, port: portNumbers(from, from + TRIED) })
}
