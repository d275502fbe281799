import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export type ToolRun = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** Runs a program of an installed package, by its path in node_modules, until it ends. */
export async function runTool(path: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<ToolRun> {
  const file = fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url))
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, stdout, stderr }
}
