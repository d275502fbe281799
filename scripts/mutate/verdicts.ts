import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { sha256 } from '#digest'
import type { Mutation } from './mutations.ts'

export type Verdict = {
  /** `by time`: the tests timed out. `equivalent`: undetectable (equivalents.ts). */
  readonly noticed: 'by a test' | 'by time' | 'no' | 'equivalent'
  /** The test that failed, or the number of test files that passed. */
  readonly by: string
  readonly ms: number
}

/**
 * Verdicts written one per line, so that an interrupted run can be continued. A verdict is reused for a mutation of the
 * same file with the same text.
 */
export class Verdicts {
  readonly #path: string
  readonly #known = new Map<string, Verdict>()

  constructor(path: string) {
    this.#path = path
    mkdirSync(dirname(path), { recursive: true })
    const lines = existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : []
    for (const line of lines) {
      if (line === '') continue
      const { of, ...verdict } = JSON.parse(line) as Verdict & { readonly of: string }
      this.#known.set(of, verdict)
    }
  }

  /** A detected mutation stays detected; an undetected one may be detected later by a new test. */
  noticed(mutation: Mutation): Verdict | undefined {
    const known = this.#known.get(keyOf(mutation))
    return known?.noticed === 'by a test' || known?.noticed === 'by time' ? known : undefined
  }

  add(mutation: Mutation, verdict: Verdict): void {
    const of = keyOf(mutation)
    this.#known.set(of, verdict)
    appendFileSync(this.#path, `${JSON.stringify({ of, ...verdict })}\n`)
  }
}

const keyOf = ({ file, text, start, end, replacement }: Mutation): string =>
  sha256(`${file}\n${start} ${end} ${replacement}\n${text}`)
