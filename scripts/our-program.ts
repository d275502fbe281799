import { fileURLToPath } from 'node:url'
import { compileCache, nodeBinary } from '../services/platform/node-process.ts'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const LEASH = new URL('./leash.mjs', import.meta.url).href

/** Node arguments that end a program with this process, even if it is killed with SIGKILL. */
export function leash(): readonly string[] {
  return ['--import', `${LEASH}?parent=${process.pid}`]
}

/** Node arguments and the complete environment to run one of our programs. */
export function ofOurs(main: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  return {
    command: nodeBinary(),
    args: ['--disable-warning=ExperimentalWarning', ...leash(), main, ...args],
    env: { PATH: process.env['PATH'] ?? '', ...compileCache(), ...env },
  }
}
