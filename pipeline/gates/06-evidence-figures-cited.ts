import { statesNumbers } from '../../releases/record/expression.ts'
import type { Figure } from '../../releases/record/figure.ts'
import { figuresOf } from '../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { type Failing, type Found, failing, gate } from './gate.ts'
import { sourcesById } from './record/sources.ts'
import { isBlank } from './text/blank.ts'

const FAULTS = [
  'no_source',
  'no_page',
  'no_quote',
  'no_citation',
  'held_with_value',
  'held_without_reason',
  'held_without_remedy',
  'no_value',
  'not_printed',
  'no_printed_unit',
  'reason_without_hold',
  'formula_uncited',
  'part_uncited',
  'typed_from_a_sheet',
] as const
type F = (typeof FAULTS)[number]

function faultsOfEvidence(figure: Figure): Failing<F>[] {
  const faults: Failing<F>[] = []
  if (isBlank(figure.source_id)) faults.push(['no_source', 'source_id', 'no source'])
  if (!Number.isInteger(figure.locator.page) || figure.locator.page < 1) {
    faults.push(['no_page', 'a locator with a page from 1', `page ${figure.locator.page}`])
  }
  if (isBlank(figure.quote)) faults.push(['no_quote', 'quote', 'no quote'])
  const needsCitation = figure.grade !== 'specimen' && figure.grade !== 'held'
  if (needsCitation && figure.citations.every(isBlank)) {
    faults.push(['no_citation', `a public citation, because its grade is ${figure.grade}`, 'no citation'])
  }
  return faults
}

function faultsOfHeld({ value, held }: Figure): Failing<F>[] {
  const faults: Failing<F>[] = []
  if (value !== null) faults.push(['held_with_value', 'no value, because the figure is held', `value ${value}`])
  if (held === null || isBlank(held.reason))
    faults.push(['held_without_reason', 'held_reason', 'a held figure without a reason'])
  if (held === null || isBlank(held.unblocked_by)) {
    faults.push(['held_without_remedy', 'unblocked_by', 'a held figure that does not say what would release it'])
  }
  return faults
}

function faultsOfValue({ value, printed, printed_unit, held, grade }: Figure): Failing<F>[] {
  const faults: Failing<F>[] = []
  if (value === null) faults.push(['no_value', `a value, because its grade is ${grade}`, 'no value'])
  if (isBlank(printed)) faults.push(['not_printed', 'printed', 'no printed figure'])
  if (isBlank(printed_unit)) faults.push(['no_printed_unit', 'printed_unit', 'no printed unit'])
  if (held !== null)
    faults.push(['reason_without_hold', `no held_reason, because its grade is ${grade}`, `held: ${held.reason}`])
  return faults
}

/**
 * A line of a sheet has the numbers of several columns: only a cell says which of them the figure of a row is. A specimen
 * and a held figure are no rates.
 */
function faultOfSheet(path: string, { grade, cell, source_id }: Figure, isSheet: boolean): Failing<F>[] {
  if (!isSheet || cell !== undefined || !path.startsWith('rows/') || grade === 'specimen' || grade === 'held') return []
  const expected = 'a cell, read by readings.yaml into figures.csv: the source is a sheet (CSV)'
  return [['typed_from_a_sheet', expected, `a quote of a line of ${source_id}`]]
}

/** Numbers and roundings of formulas, and how a part of a stepped charge is priced, must be printed somewhere. */
function uncitedFormulas(record: ReleaseRecord): Found<F>[] {
  const { quantities, rules } = record
  return [
    ...quantities
      .filter(({ evidence, cases }) => evidence === null && cases.some(({ formula }) => statesNumbers(formula)))
      .map(({ quantity_id }) => {
        const expected = 'evidence, because its formula contains numbers or rounds'
        return failing(`quantities/${quantity_id}`, 'formula_uncited', expected, 'no evidence')
      }),
    ...rules.adjustments
      .filter(({ part }) => part !== null && part.by !== null && part.evidence === null)
      .map(({ adjustment_id, part }) => {
        const expected = `evidence for the part of a charge that counts by ${part?.by}`
        return failing(`rules/adjustments/${adjustment_id}/part`, 'part_uncited', expected, 'no evidence')
      }),
  ]
}

/**
 * Gate 6: every figure (rows, quantities, rules, entitlements) has source, locator and quote; one that is neither
 * specimen nor held has a citation; a held one has no value, but a reason and what would release it. A figure of a row
 * in a sheet names its cell. A formula with numbers of its own has evidence (docs/design/release.md#evidence-grades,
 * docs/design/release.md#gates).
 */
export const evidenceFiguresCited = gate('evidence.figures_cited', FAULTS, ({ record }) => {
  const figures = figuresOf(record)
  const sources = sourcesById(record)
  const findings = figures.flatMap(({ path, figure }): Found<F>[] => {
    const rest = figure.grade === 'held' ? faultsOfHeld(figure) : faultsOfValue(figure)
    const ofSheet = faultOfSheet(path, figure, sources.get(figure.source_id)?.media_type === 'text/csv')
    return [...faultsOfEvidence(figure), ...rest, ...ofSheet].map((fault) =>
      failing(path, ...fault, isBlank(figure.quote) ? null : figure.quote),
    )
  })
  const { quantities, rules } = record
  const checked = figures.length + quantities.length + rules.adjustments.length
  return { checked, findings: [...findings, ...uncitedFormulas(record)] }
})
