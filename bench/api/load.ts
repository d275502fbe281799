import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { nodeBinary } from '../../services/platform/node-process.ts'

const LOAD_PROCESS = fileURLToPath(new URL('./load-process.ts', import.meta.url))

/** One request of those a connection sends in turn, over and over. */
export type LoadRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type LoadOptions = {
  readonly origin: string
  readonly requests: readonly LoadRequest[]
  readonly connections: number
  readonly seconds: number
  /** Instead of a time: this many requests. */
  readonly amount: number | null
}

export type LoadResult = {
  readonly requests: number
  readonly seconds: number
  readonly errors: number
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>
}

/** Puts a server under load from a process of its own. Throws when an answer has another status than expected. */
export async function putUnderLoad(options: LoadOptions, expectedStatus: number): Promise<LoadResult> {
  const child = spawn(nodeBinary(), ['--disable-warning=ExperimentalWarning', LOAD_PROCESS], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(options))
  const result = JSON.parse(await text(child.stdout)) as LoadResult
  const others = Object.keys(result.statuses).filter((status) => status !== String(expectedStatus))
  if (others.length > 0 || result.errors > 0 || result.requests === 0) {
    const [first] = options.requests
    throw new Error(`${first?.method} ${first?.path}: ${expectedStatus} expected, got ${JSON.stringify(result)}`)
  }
  return result
}
