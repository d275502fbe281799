import { execFile } from 'node:child_process'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = new URL('../../', import.meta.url)

/** The circumstances of a run: ratios travel from machine to machine, absolute figures do not. */
export type Conditions = {
  readonly date: string
  readonly commit: string
  readonly cpu: string
  readonly cores: number
  readonly memoryGb: number
  readonly system: string
  readonly node: string
}

export async function conditionsAt(date: Date): Promise<Conditions> {
  const all = cpus()
  return {
    date: date.toISOString(),
    commit: await commitText(),
    cpu: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memoryGb: Math.round(totalmem() / 1e9),
    system: `${type()} ${release()}`,
    node: process.version,
  }
}

/** How busy the machine is: the mean number of processes that ran or wanted to in the last minute. */
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
