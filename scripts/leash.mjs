import cluster from 'node:cluster'
import { isMainThread, Worker, workerData } from 'node:worker_threads'

/**
 * A preload (`node --import leash.mjs?parent=PID`): kills the process when that parent is gone, in every case. It uses
 * a separate thread, since a program that hangs, or whose output fails repeatedly, does not react.
 */
const LOOK_EVERY_MS = 200

const isWatch = !isMainThread && typeof workerData?.leashedTo === 'number'
if (isWatch) {
  setInterval(() => {
    if (process.ppid !== workerData.leashedTo) process.kill(process.pid, 'SIGKILL')
  }, LOOK_EVERY_MS)
} else if (isMainThread) {
  // A child of such a program has that program as its parent, and ends with it.
  const leashedTo = cluster.isWorker ? process.ppid : Number(new URL(import.meta.url).searchParams.get('parent'))
  new Worker(new URL(import.meta.url), { workerData: { leashedTo }, execArgv: [] }).unref()
}
