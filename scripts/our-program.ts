import { fileURLToPath } from 'node:url'
import { compileCache, nodeBinary } from '../services/platform/node-process.ts'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const LEASH = new URL('./leash.mjs', import.meta.url).href

/** What to tell Node so that a program does not outlive this process, even one that is killed by SIGKILL. */
export function leash(): readonly string[] {
  return ['--import', `${LEASH}?parent=${process.pid}`]
}

/** What to tell Node to run one of our mains, and the environment that it then has: this one alone. */
export function ofOurs(main: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  return {
    command: nodeBinary(),
    args: ['--disable-warning=ExperimentalWarning', ...leash(), main, ...args],
    env: { PATH: process.env['PATH'] ?? '', ...compileCache(), ...env },
  }
}
