import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** Output of a program run in a folder; if it fails, the test fails with that output. */
export async function runScript(folder: string, file: string): Promise<string> {
  const child = spawn(process.execPath, [file], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${stderr}`)
  return stdout
}
