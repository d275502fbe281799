import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Mutation } from './mutations.ts'

export type Verdict = {
  /** `by time`: the tests did not come to an end. `equivalent`: nothing could be noticed (equivalents.ts). */
  readonly noticed: 'by a test' | 'by time' | 'no' | 'equivalent'
  /** What noticed, or how many files of tests did not. */
  readonly by: string
  readonly ms: number
}

/**
 * Verdicts as they are given, a line each, so that a run that was stopped goes on where it was. One is kept for a mutation
 * of the same file with the same text.
 */
export class Verdicts {
  readonly #path: string
  readonly #root: string
  readonly #known = new Map<string, Verdict>()

  constructor(path: string, root: string) {
    this.#path = path
    this.#root = root
    mkdirSync(dirname(path), { recursive: true })
    const lines = existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : []
    for (const line of lines) {
      if (line === '') continue
      const { of, ...verdict } = JSON.parse(line) as Verdict & { readonly of: string }
      this.#known.set(of, verdict)
    }
  }

  /** What was noticed stays noticed; what was not may be by now, by a test that is new. */
  noticed(mutation: Mutation): Verdict | undefined {
    const known = this.#known.get(this.#of(mutation))
    return known?.noticed === 'by a test' || known?.noticed === 'by time' ? known : undefined
  }

  add(mutation: Mutation, verdict: Verdict): void {
    const of = this.#of(mutation)
    this.#known.set(of, verdict)
    appendFileSync(this.#path, `${JSON.stringify({ of, ...verdict })}\n`)
  }

  #of({ file, start, end, replacement }: Mutation): string {
    const text = readFileSync(join(this.#root, file), 'utf8')
    return createHash('sha256').update(`${file}\n${start} ${end} ${replacement}\n${text}`).digest('hex')
  }
}
