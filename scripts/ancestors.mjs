import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 100

/**
 * Sends this process SIGTERM, once, when its parent is gone, or with `generations` 2 its grandparent: a parent killed
 * by SIGKILL cannot pass the signal on. Grandparents are only known on systems with /proc.
 */
export function endWithAncestors(generations) {
  const lineage = () => {
    const parent = process.ppid
    return generations === 1 ? parent : `${parent} ${parentOf(parent)}`
  }
  const first = lineage()
  const watch = setInterval(() => {
    if (lineage() === first) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  watch.unref()
}

/**
 * How many generations above npm is: it starts a script through a shell, which may or may not have replaced itself with
 * our command.
 */
export function generationsToNpm() {
  const command = read(`/proc/${process.ppid}/cmdline`)?.split('\0') ?? []
  return /(^|\/)\w*sh$/.test(command[0] ?? '') && command.includes('-c') ? 2 : 1
}

/** Field 4 of /proc/<pid>/stat, counted from the end of the name in parentheses (proc(5)). */
function parentOf(pid) {
  const stat = read(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
