import type { Category } from '../../releases/record/category.ts'
import type { RegressionCase } from '../../releases/record/record.ts'
import type { Finding } from '../gates/gate.ts'
import type { Covered, DeclaredWords, Dismissed, ReadFigure, TableReading } from '../gates/reading.ts'
import { CASES_FILE, readCases } from './definition/cases.ts'
import { FIGURES_FILE, readFiguresFile } from './definition/figures.ts'
import { type MapNode, mapNode } from './definition/node.ts'
import {
  CATEGORIES_FILE,
  NO_READINGS,
  READINGS_FILE,
  RELEASE_FILE,
  RULES_FILE,
  readCategories,
  readReadings,
  readRelease,
  readRules,
  readSources,
  SOURCES_FILE,
} from './definition/parts.ts'
import { Reading } from './definition/reading.ts'
import { ROWS_FILE, readRows } from './definition/rows.ts'
import type { DeclaredSource, ReleaseFile, RowLines, RulesFile } from './definition/schemas.ts'
import { readYamlMap } from './definition/yaml-file.ts'
import { checkAdjustments } from './language/adjustments.ts'
import { checkCharges } from './language/charges.ts'
import { checkApplicability } from './language/conditions.ts'
import { checkDeclared } from './language/declared.ts'
import type { Language, Problem } from './language/language.ts'
import { Names } from './language/names.ts'
import { checkQuantities } from './language/quantities.ts'

/** The files of a definition; its sources are in the subfolder `sources/`. */
export const DEFINITION_FILES = [
  RELEASE_FILE,
  SOURCES_FILE,
  CATEGORIES_FILE,
  ROWS_FILE,
  RULES_FILE,
  CASES_FILE,
] as const

/** Files of a definition that reads tables: the readings, and the resulting figures. */
export const READING_FILES = [READINGS_FILE, FIGURES_FILE] as const

/** Input declarations of a definition without release.yaml. */
const NOTHING_DECLARED = { selectors: [], zones: [] }

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

export type DefinitionRead = { readonly definition: Definition | null; readonly findings: readonly Finding[] }

/** The sources that a definition declares, from sources.yaml alone; null if it cannot be read without findings. */
export function readDeclaredSources(files: ReadonlyMap<string, string>): Pick<Definition, 'sources' | 'where'> | null {
  const reading = new Reading()
  const node = readYamlMap(SOURCES_FILE, files.get(SOURCES_FILE) ?? '', reading)
  if (node === null) return null
  const sources = readSources(node, reading)
  return reading.broken || reading.findings.length > 0 ? null : { sources, where: (path) => reading.places.where(path) }
}

/**
 * Reads a release definition from the contents of its files, by path inside its folder. Pure: the same files always
 * give the same definition. Every problem is a finding with file, line and column, and all are reported at once: a
 * mistake in one place does not prevent reading the rest. `definition` is null only if release.yaml or sources.yaml
 * cannot be parsed at all. Format: docs/release-definition.md.
 */
export function readDefinition(files: ReadonlyMap<string, string>): DefinitionRead {
  const reading = new Reading()
  const textOf = (file: string): string | null => {
    const text = files.get(file) ?? null
    // The place of a part without entries.
    reading.places.add(file.replace(/\.\w+$/, ''), { file, line: 1, column: 1 })
    if (text === null) reading.report({ file, line: 1, column: 1 }, `the file ${file}`, 'it is missing')
    reading.broken ||= text === null
    return text
  }
  const mapOf = (file: string): MapNode | null => {
    const text = textOf(file)
    const node = text === null ? null : readYamlMap(file, text, reading)
    reading.broken ||= node === null
    return node
  }

  const releaseNode = mapOf(RELEASE_FILE)
  const sourcesNode = mapOf(SOURCES_FILE)
  // Ids are resolved while reading, so their definitions are read first.
  const sources = sourcesNode === null ? [] : readSources(sourcesNode, reading)
  const release = releaseNode === null ? null : readRelease(releaseNode, reading)
  const categoriesNode = mapOf(CATEGORIES_FILE)
  const categories = categoriesNode === null ? [] : readCategories(categoriesNode, reading)
  const readingsText = files.get(READINGS_FILE)
  const readingsNode = readingsText === undefined ? null : readYamlMap(READINGS_FILE, readingsText, reading)
  const tables = readingsNode === null ? NO_READINGS : readReadings(readingsNode, reading)
  const { readings } = tables
  const figures = readFiguresFile(files.get(FIGURES_FILE) ?? '', readings, sources, reading)
  // A figure that the readings produce and the file does not have is missing there.
  reading.places.add('figures', { file: FIGURES_FILE, line: 1, column: null })
  for (const [name, { at }] of reading.figures) reading.places.add(`figures/${name}`, at)
  const rowsText = textOf(ROWS_FILE)
  const rows = rowsText === null ? [] : readRows(rowsText, categories, reading)
  const rulesNode = mapOf(RULES_FILE) ?? mapNode({ file: RULES_FILE, line: 1, column: 1 }, {})
  const rules = readRules(rulesNode, reading)
  reading.reportUntaken()
  const casesText = textOf(CASES_FILE)
  const rowIds = new Set(rows.map(({ row_id }) => row_id))
  const cases = casesText === null ? [] : readCases(casesText, rowIds, release ?? NOTHING_DECLARED, reading)

  const { findings } = reading
  if (release === null || sourcesNode === null) return { definition: null, findings }
  // Unreadable parts cannot be checked, and their placeholders would be reported as errors.
  if (!reading.broken) {
    const said = { ...release, quantities: rules.quantities, categories, rows, rules }
    for (const { path, expected, found } of checkLanguage(said))
      reading.report(reading.places.position(path), expected, found)
  }
  const where = (path: string): string => reading.places.where(path)
  const complete = !reading.broken
  const definition = { release, sources, categories, ...tables, figures, rows, rules, cases, findings, complete, where }
  return { definition, findings }
}

/**
 * Faults of a record in the tariff language: unknown names, cycles, wrong order, and days with no case or two cases.
 * Pure; works on a record or on a definition.
 */
export function checkLanguage(language: Language): Problem[] {
  const names = new Names(language)
  return [checkDeclared, checkQuantities, checkApplicability, checkCharges, checkAdjustments].flatMap((check) =>
    check(language, names),
  )
}
