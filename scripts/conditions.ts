import { execFile } from 'node:child_process'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = new URL('../', import.meta.url)

/** The conditions of a run in one line: ratios carry over to other machines, absolute figures do not. */
export async function conditionsText(date: Date): Promise<string> {
  const all = cpus()
  const memory = `${Math.round(totalmem() / 1e9)} GB`
  const cpu = `${all[0]?.model.trim() ?? 'unknown processor'}, ${all.length} cores, ${memory}`
  return `${cpu}; ${type()} ${release()}; Node ${process.version}; commit ${await commitText()}; ${date.toISOString()}`
}

/** Load average: the mean number of running or waiting processes in the last minute. */
export function loadAverage(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100
}

async function commitText(): Promise<string> {
  const git = async (...args: string[]): Promise<string> => (await run('git', args, { cwd: ROOT })).stdout.trim()
  try {
    const dirty = (await git('status', '--porcelain')) === '' ? '' : ' with changes'
    return `${await git('rev-parse', '--short', 'HEAD')}${dirty}`
  } catch {
    return 'unknown'
  }
}
