import type { Quotation } from '../../../releases/record/figure.ts'
import type { Finding } from '../../gates/gate.ts'
import { type Position, positionText, shown } from './node.ts'

/** What is gathered while the files of one definition are read. */
export class Reading {
  readonly findings: Finding[] = []
  /** Public citations by id (sources.yaml). */
  readonly citations = new Map<string, string>()
  /** Statements of no change by id (release.yaml). */
  readonly statements = new Map<string, Quotation>()
  /** True when a part is missing that nothing honest can stand in for, so that no record can be made. */
  broken = false
  readonly #reported = new Set<string>()

  /** What is written once for several licensees is read once for each of them, and is reported once. */
  report(at: Position, expected: string, found: string, evidence: string | null = null): void {
    const where = positionText(at)
    const said = JSON.stringify([where, expected, found])
    if (!this.#reported.has(said)) this.findings.push({ where, expected, found, evidence })
    this.#reported.add(said)
  }

  /** The text of a citation; the id itself, and a finding, when there is no such citation. */
  citation(id: string, at: Position): string {
    const text = this.citations.get(id)
    if (text === undefined)
      this.report(at, `the id of a citation of sources.yaml (${names(this.citations)})`, shown(id))
    return text ?? id
  }

  /** The quotation of a statement; null, and a finding, when there is no such statement. */
  statement(id: string, at: Position): Quotation | null {
    const quotation = this.statements.get(id)
    if (quotation === undefined) {
      this.report(at, `the id of a statement of release.yaml (${names(this.statements)})`, shown(id))
    }
    return quotation ?? null
  }
}

const NAMED = 8

function names(known: ReadonlyMap<string, unknown>): string {
  if (known.size === 0) return 'there are none'
  const ids = [...known.keys()]
  return ids.slice(0, NAMED).join(', ') + (ids.length > NAMED ? ', …' : '')
}
