import type { Quotation } from '../../../releases/record/figure.ts'
import type { Finding } from '../../gates/gate.ts'
import type { ReadFigure } from '../../gates/reading.ts'
import { type Position, positionText, shown } from './node.ts'
import { SourceMap } from './source-map.ts'

/** State collected while the files of one definition are read. */
export class Reading {
  readonly findings: Finding[] = []
  readonly places = new SourceMap()
  /** Public citations by id (sources.yaml). */
  readonly citations = new Map<string, string>()
  /** Statements of no change by id (release.yaml). */
  readonly statements = new Map<string, Quotation>()
  /** Figures that were read from tables (figures.csv), by name, with the line of each. */
  readonly figures = new Map<string, { readonly figure: ReadFigure; readonly at: Position }>()
  /** There is no figures.csv yet: one finding, and none for each figure that its rows then miss. */
  figuresMissing = false
  readonly #taken = new Set<string>()
  /** True if a part without a placeholder is missing, so that there is no record. */
  broken = false
  readonly #reported = new Set<string>()

  /** A part written once for several licensees is read for each of them, but its faults are reported once. */
  report(at: Position, expected: string, found: string, evidence: string | null = null): void {
    const where = positionText(at)
    const said = JSON.stringify([where, expected, found])
    if (!this.#reported.has(said)) this.findings.push({ where, expected, found, evidence })
    this.#reported.add(said)
  }

  /** Text of a citation; the id itself, and a finding, if there is no such citation. */
  citation(id: string, at: Position): string {
    const text = this.citations.get(id)
    if (text === undefined)
      this.report(at, `the id of a citation of sources.yaml (${names(this.citations)})`, shown(id))
    return text ?? id
  }

  /** The figure from a table with this name; null if there is none. */
  take(name: string): ReadFigure | null {
    this.#taken.add(name)
    return this.figures.get(name)?.figure ?? null
  }

  /** Figures read from a table that the definition does not use, such as those of an omitted charge. */
  reportUntaken(): void {
    for (const [name, { figure, at }] of this.figures) {
      if (this.#taken.has(name)) continue
      const { printed, printed_unit: unit } = figure
      this.report(
        at,
        `a line of rows.csv, or a figure of rules.yaml, that is ${name}`,
        `nothing takes ${printed} ${unit}`,
      )
    }
  }

  /** Quotation of a statement; null, and a finding, if there is no such statement. */
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
