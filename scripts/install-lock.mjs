import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_AGAIN_MS = 100

/**
 * Takes a lock: a directory that contains the pid of its process. Waits while that process lives, calling `onWait`
 * once; takes over the lock of a dead one. Returns `{release()}`.
 */
export async function takeLock(path, onWait) {
  mkdirSync(dirname(path), { recursive: true })
  for (let told = false; ; ) {
    if (create(path)) return { release: () => remove(path) }
    const pid = holderOf(path)
    if (pid !== null && !isAlive(pid)) {
      discard(path, pid)
      continue
    }
    if (!told) onWait()
    told = true
    await pause(LOOK_AGAIN_MS)
  }
}

/** A rename does not replace a directory that is not empty, so the lock appears whole or not at all. */
function create(path) {
  const draft = `${path}.${randomUUID()}`
  mkdirSync(draft)
  writeFileSync(join(draft, 'pid'), String(process.pid))
  try {
    renameSync(draft, path)
    return true
  } catch {
    rmSync(draft, { recursive: true, force: true })
    return false
  }
}

/** Moved away first: a directory that is being emptied would be replaced by the lock of another process. */
function remove(path) {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  rmSync(aside, { recursive: true, force: true })
}

function holderOf(path) {
  try {
    return Number(readFileSync(join(path, 'pid'), 'utf8'))
  } catch {
    return null
  }
}

/** If two processes find the same dead lock, the slower must not remove the lock that the faster has taken. */
function discard(path, deadPid) {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
    if (holderOf(aside) === deadPid) rmSync(aside, { recursive: true, force: true })
    else renameSync(aside, path)
  } catch {
    // Another process was faster: the next check finds its result.
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
