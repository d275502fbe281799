import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Prompts on the terminal and returns the line typed, without echo. */
export async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await new Promise((resolve) => lines.question('', resolve))
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
