import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

type ProcessInfo = {
  readonly command: string
  /**
   * Start time of the process as the system writes it: together with the pid it identifies a process, since pids are
   * reused.
   */
  readonly startedAt: string
}

/** State of a process in the system; null if there is none or it is a zombie. */
export function processInfo(pid: number): ProcessInfo | null {
  return existsSync('/proc/self/stat') ? fromProc(pid) : fromPs(pid)
}

function fromProc(pid: number): ProcessInfo | null {
  try {
    // The name in parentheses may contain spaces and parentheses, so fields are counted from its end (proc(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state] = fields
    const startedAt = fields[19]
    if (state === 'Z' || state === 'X' || startedAt === undefined) return null
    return { command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(), startedAt }
  } catch {
    return null
  }
}

function fromPs(pid: number): ProcessInfo | null {
  try {
    const line = execFileSync('ps', ['-o', 'state=,lstart=,command=', '-p', String(pid)], { encoding: 'utf8' })
    const match = /^\s*(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/.exec(line.trim())
    if (!match?.[1] || !match[2] || match[1].startsWith('Z')) return null
    return { command: match[3] ?? '', startedAt: match[2] }
  } catch {
    return null
  }
}
