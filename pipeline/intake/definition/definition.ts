import type { Category } from '../../../releases/record/category.ts'
import type { RegressionCase } from '../../../releases/record/record.ts'
import type { Finding } from '../../gates/gate.ts'
import type { Covered, DeclaredWords, Dismissed, ReadFigure, TableReading } from '../../gates/reading.ts'
import type { DeclaredSource, ReleaseFile, RowLines, RulesFile } from './schemas.ts'

/** A parsed release definition, before its sources are registered. */
export type Definition = {
  readonly release: ReleaseFile
  readonly sources: readonly DeclaredSource[]
  readonly categories: readonly Category[]
  /** Readings of the tables of its sources, and the figures in figures.csv. */
  readonly readings: readonly TableReading[]
  readonly covers: readonly Covered[]
  readonly dismissed: readonly Dismissed[]
  readonly figures: readonly ReadFigure[]
  /** Words of cited sentences that do not change the figures read from them, with the reasons. */
  readonly sentences: readonly DeclaredWords[]
  readonly rows: readonly RowLines[]
  readonly rules: RulesFile
  readonly cases: readonly RegressionCase[]
  /** All problems found while reading. */
  readonly findings: readonly Finding[]
  /** False if a part without a safe placeholder is missing: then there is no record. */
  readonly complete: boolean
  /** `file:line` of a part, by its path in the record. */
  readonly where: (path: string) => string
}
