import { readFileSync } from 'node:fs'

/** USER_HZ: what Linux counts processor time in for its users, on every architecture that runs Node. */
const TICKS_PER_SECOND = 100

/** Processor time a process has used so far with all its threads, in milliseconds; null where there is no /proc. */
export function cpuMs(pid: number): number | null {
  const stat = contentOf(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The name in brackets may hold spaces and brackets of its own, so fields are counted from its end (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}

/** Resident memory of a process in MB (10^6 bytes); null where there is no /proc. */
export function residentMb(pid: number): number | null {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(contentOf(`/proc/${pid}/status`) ?? '')?.[1]
  return kilobytes === undefined ? null : (Number(kilobytes) * 1024) / 1e6
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
