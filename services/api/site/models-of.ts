import { readFile } from 'node:fs/promises'
import { isDomesticWithSlabs } from '../../../releases/record/category.ts'
import { type Charge, rangeOf } from '../../../releases/record/charge.ts'
import type { Figure, Locator } from '../../../releases/record/figure.ts'
import { figuresOfCharge, figuresOfRow } from '../../../releases/record/figures.ts'
import { type Grade, weakest } from '../../../releases/record/grade.ts'
import { holdConcerns } from '../../../releases/record/holds.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import type { Source } from '../../../releases/record/source.ts'
import { once } from '../../platform/once.ts'
import { type NamedFigure, ruleFiguresOf, statementsOf } from '../snapshot/rule-figures.ts'
import type { ServingRelease, Snapshot } from '../snapshot/serving-release.ts'
import type {
  EvidenceModel,
  FigureModel,
  GlossaryModel,
  HomeModel,
  ReleaseModel,
  ReleasePageModel,
  RowModel,
} from './models.ts'

export const inService = ({ byState }: Snapshot): ServingRelease[] => [...byState.values()].flat()

export const ofRecord = (record: ReleaseRecord) => ({
  releaseId: record.release_id,
  state: record.state_code,
  stateName: record.state_name,
  year: record.financial_year,
  note: record.note,
})

/** Holds of a record, and those signed since. */
export function holdsOf(
  { holds, component_holds: ofComponents }: ReleaseRecord,
  signed: ReleaseModel['holds'] = [],
): ReleaseModel['holds'] {
  return [...[...holds, ...ofComponents].map(({ path, reason }) => ({ component: path, reason })), ...signed]
}

function releaseModel({ pointer, record, catalogue, gates, regressionCases }: ServingRelease): ReleaseModel {
  return {
    revision: pointer.revision,
    sha256: pointer.release_sha256,
    standing: 'serving',
    stage: pointer.stage,
    from: pointer.effective_from,
    to: pointer.effective_to,
    ...ofRecord(record),
    grades: catalogue.evidence,
    gates,
    cases: regressionCases,
    holds: holdsOf(record, pointer.holds),
  }
}

/** Everything in service, by name of the state, then by year. */
export function homeModel(snapshot: Snapshot): HomeModel {
  const serving = inService(snapshot)
  const releases = serving
    .map(releaseModel)
    .sort((a, b) => a.stateName.localeCompare(b.stateName) || (a.from < b.from ? -1 : 1))
  const slabbed = new Set(
    serving.filter(({ record }) => record.categories.some(isDomesticWithSlabs)).map(({ record }) => record.state_code),
  )
  const opensOn = releases.find(({ state }) => slabbed.has(state)) ?? releases[0]
  return {
    releases,
    opensOn: opensOn?.state ?? null,
    unavailable: snapshot.problems.filter(({ servingOlder }) => !servingOlder).map(({ scope }) => scope),
  }
}

const gradeOf = (row: Row): Grade => weakest(figuresOfRow(row).map(({ figure }) => figure.grade))

const rowModel = (row: Row): RowModel => ({
  id: row.row_id,
  sha256: row.row_sha256,
  label: row.raw_category_label,
  licensee: row.licensee_code,
  weakest: gradeOf(row),
})

/** A release in service; null if none has that hash. */
export function servingModel(
  snapshot: Snapshot,
  sha256: string,
): { readonly record: ReleaseRecord; readonly release: ReleaseModel } | null {
  const found = inService(snapshot).find(({ pointer }) => pointer.release_sha256 === sha256)
  return found === undefined ? null : { record: found.record, release: releaseModel(found) }
}

/** The page of a release, in service or not. `made`: its history; null if that cannot be read. */
export function releasePageModel(
  record: ReleaseRecord,
  release: ReleaseModel,
  made: ReleasePageModel['made'],
): ReleasePageModel {
  return {
    release,
    made,
    sources: record.sources,
    rows: record.rows.map(rowModel),
    blocked: record.blocked_components.map(({ component, explanation, unblocked_by }) => ({
      component,
      explanation,
      unblockedBy: unblocked_by,
    })),
  }
}

export const placeOf = ({ page, line, section }: Locator): string =>
  [`page ${page}`, line === null ? null : `line ${line}`, section].filter((part) => part !== null).join(', ')

function becauseOf({ derivation, carried, held }: Figure): string | null {
  if (derivation !== null) {
    const inputs = derivation.inputs.map(({ value, what, year }) => `${value} is ${what} (${year})`)
    return `Calculated as ${derivation.formula}, where ${inputs.join('; ')}.`
  }
  if (carried !== null) return `Figure of ${carried.from_year}, carried forward by: “${carried.statement.quote}”`
  return held === null ? null : `${held.reason} Needed: ${held.unblocked_by}`
}

/** The charge and step of a figure: `Energy charge, above 50 up to 200`. */
function nameOf({ label, steps }: Charge, index: number): string {
  const step = steps[index]
  if (step === undefined) return `${label}, multiple`
  if (steps.length === 1 && step.to === null) return label
  return `${label}, ${rangeOf(step)}`
}

const sourceOf = ({ sources }: ReleaseRecord, sourceId: string): Source | null =>
  sources.find(({ source_id: id }) => id === sourceId) ?? null

/** A specimen's number is not shown, because it is not a tariff. */
function figureModel(record: ReleaseRecord, { what, path, figure }: NamedFigure): FigureModel {
  const { cell: _cell, ...shown } = figure
  return {
    what,
    path,
    figure:
      figure.grade === 'specimen'
        ? { ...shown, value: null, printed: null, quote: 'A placeholder, from no public document.' }
        : figure,
    place: placeOf(figure.locator),
    source: sourceOf(record, figure.source_id),
    because: becauseOf(figure),
  }
}

export function evidenceModel(snapshot: Snapshot, sha256: string): EvidenceModel | null {
  for (const serving of inService(snapshot)) {
    if (!serving.hasRow(sha256)) continue
    const row = serving.record.rows.find(({ row_sha256: hash }) => hash === sha256)
    if (row !== undefined) return evidenceOf(serving.record, row, releaseModel(serving))
  }
  return null
}

export function evidenceOf(record: ReleaseRecord, row: Row, release: EvidenceModel['release']): EvidenceModel {
  const figures = row.charges.flatMap((charge) =>
    figuresOfCharge(row.row_id, charge).map((each, index) =>
      figureModel(record, { ...each, what: nameOf(charge, index) }),
    ),
  )
  const rules = ruleFiguresOf(record, row).map((each) => figureModel(record, each))
  const statements = statementsOf(record, row).map(({ what, quotation: { quote, locator, source_id: id } }) => {
    return { what, quote, place: placeOf(locator), source: sourceOf(record, id) }
  })
  const shown = [`rows/${row.row_id}`, ...rules.map(({ path }) => path)]
  const holds = release.holds.filter(({ component }) => shown.some((path) => holdConcerns(component, path)))
  return { row: rowModel(row), release: { ...release, holds }, figures, rules, statements }
}

const GLOSSARY = new URL('../../../docs/glossary.md', import.meta.url)

/** The entries of docs/glossary.md; its headings are the terms. */
export const glossaryModel = once(async (): Promise<GlossaryModel> => {
  const text = await readFile(GLOSSARY, 'utf8')
  const entries = text.split(/^## /m).slice(1)
  return {
    entries: entries.map((entry) => {
      const [term = '', ...rest] = entry.split('\n')
      return { term: term.trim(), meaning: rest.join(' ').replaceAll(/[*`]/g, '').trim() }
    }),
  }
})
