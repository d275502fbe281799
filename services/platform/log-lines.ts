import { write, writeSync } from 'node:fs'
import { systemNow } from './clock.ts'
import { writeFault } from './file-fault.ts'

/** Lines are buffered briefly and written together, since single writes would delay the requests they report. */
const TOGETHER_BYTES = 4_096
const TOGETHER_MS = 250
/** A reader that is this far behind does not keep up: newer lines are lost. */
const MOST_WAITING_BYTES = 4 * 1024 ** 2
/** Pause before a full pipe is tried again, and how often at the end of a process, which does not wait for its reader. */
const FULL_PIPE_MS = 20
const FULL_PIPE_TRIES = 50

const NEWLINE = 10
const NOTHING = Buffer.alloc(0)
const PAUSE = new Int32Array(new SharedArrayBuffer(4))

export type LogLines = {
  write(line: string): void
  /** Writes at once what is left. */
  flushSync(): void
}

/**
 * Writes lines to a file descriptor. If that fails, because its disk is full or its reader has ended, the lines are lost
 * and the process goes on; after the next lines that can be written, one says how many were lost. Instead of pino's own
 * destination, which tries a failed write again forever when it is flushed.
 */
export function logLines(fd: number): LogLines {
  let waiting: string[] = []
  let waitingBytes = 0
  let sending: Buffer | null = null
  let inFlight = false
  let isTimed = false
  let lost = 0
  let fault = ''
  /** The last line was written in part, so the next one begins a new line. */
  let isTorn = false

  const add = (line: string): void => {
    waiting.push(line)
    waitingBytes += line.length
  }
  const lose = (lines: number, why: string): void => {
    lost += lines
    fault = why
  }
  const take = (): Buffer | null => {
    if (waiting.length === 0) return null
    const bytes = Buffer.from(`${isTorn ? '\n' : ''}${waiting.join('')}`)
    waiting = []
    waitingBytes = 0
    return bytes
  }
  /** What remains of `bytes` after `count` of them were written. */
  const restOf = (bytes: Buffer, count: number): Buffer | null => {
    if (count > 0) isTorn = bytes[count - 1] !== NEWLINE
    if (count < bytes.length) return bytes.subarray(count)
    if (lost > 0) add(lostLine(lost, fault))
    lost = 0
    return null
  }
  const later = (ms: number): void => {
    if (isTimed) return
    isTimed = true
    setTimeout(() => {
      isTimed = false
      send()
    }, ms).unref()
  }
  const send = (): void => {
    if (inFlight) return
    const bytes = sending ?? take()
    if (bytes === null) return
    inFlight = true
    write(fd, bytes, (error, count) => {
      inFlight = false
      const mayRetry = isFullPipe(error)
      sending = mayRetry ? bytes : error === null ? restOf(bytes, count) : null
      if (mayRetry) return later(FULL_PIPE_MS)
      if (error !== null) lose(linesIn(bytes), writeFault(error))
      if (sending !== null || waitingBytes >= TOGETHER_BYTES) send()
      else if (waiting.length > 0) later(TOGETHER_MS)
    })
  }
  const sendNow = (bytes: Buffer): void => {
    let tries = 0
    for (let rest = bytes; rest.length > 0; ) {
      try {
        rest = restOf(rest, writeSync(fd, rest)) ?? NOTHING
      } catch (error) {
        tries += 1
        if (!isFullPipe(error) || tries > FULL_PIPE_TRIES) {
          lose(linesIn(rest), writeFault(error))
          return
        }
        Atomics.wait(PAUSE, 0, 0, FULL_PIPE_MS)
      }
    }
  }
  return {
    write: (line) => {
      if (waitingBytes > MOST_WAITING_BYTES) return lose(1, 'its reader is too slow')
      add(line)
      if (waitingBytes >= TOGETHER_BYTES && sending === null) send()
      else later(TOGETHER_MS)
    },
    flushSync: () => {
      if (sending !== null && !inFlight) sendNow(sending)
      if (!inFlight) sending = null
      for (let bytes = take(); bytes !== null; bytes = take()) sendNow(bytes)
    },
  }
}

const isFullPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY')

const linesIn = (bytes: Buffer): number => bytes.reduce((lines, byte) => lines + (byte === NEWLINE ? 1 : 0), 0)

/** In the form of the other lines. */
function lostLine(lost: number, fault: string): string {
  const time = systemNow().toISOString()
  return `${JSON.stringify({ level: 40, time, name: 'log', lost, err: fault, msg: 'lines of this log were lost' })}\n`
}
