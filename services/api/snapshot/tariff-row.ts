import type { Boxes } from '../../../pipeline/store/layouts.ts'
import { type Adjustment, appliesTo } from '../../../releases/record/adjustment.ts'
import { areAskedAlike } from '../../../releases/record/category.ts'
import type { Charge, Step } from '../../../releases/record/charge.ts'
import { toScaled } from '../../../releases/record/decimal.ts'
import { type Condition, conditionText, wordsOf } from '../../../releases/record/expression.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfCharge, type PathFigure } from '../../../releases/record/figures.ts'
import { gradeRank } from '../../../releases/record/grade.ts'
import { type Parts, partsOf } from '../../../releases/record/quantity.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { cellOf, type chargeEvidence, evidenceOf } from '../contract/responses/evidence.ts'
import type {
  adjustment,
  ConditionView,
  fixedCharge,
  otherCharge,
  slab,
  TariffRow,
} from '../contract/responses/tariff-row.ts'
import type { SentBy } from '../reply/json-text.ts'
import { type Held, holdOf } from './held-record.ts'

/** Whole paise of an exact rupee rate, or null if it has a fraction of a paisa or no value. */
function paiseOf(value: string | null): number | null {
  const paise = value === null ? null : toScaled(value, 2)
  return paise === null ? null : Number(paise)
}

/** A figure as in the record, marked if it must not be used. */
function figureView({ value, printed, printed_unit, grade, held: own }: Figure, hold: Held | null) {
  const held = own ?? hold
  return {
    rate: value,
    rate_paise: paiseOf(value),
    printed,
    printed_unit,
    specimen: grade === 'specimen',
    ...(held === null ? {} : { held }),
  }
}

function stepView({ from, to, figure }: Step, hold: Held | null): SentBy<typeof slab> {
  return { from_units: from, to_units: to, ...figureView(figure, hold) }
}

/** Evidence of a charge: that of its weakest figure, and of every figure if their positions differ. */
function evidenceView(rowId: string, charge: Charge | null, boxes: Boxes): SentBy<typeof chargeEvidence> | null {
  const all = charge === null ? [] : figuresOfCharge(rowId, charge)
  const [first] = all.toSorted((a, b) => gradeRank(b.figure.grade) - gradeRank(a.figure.grade))
  if (first === undefined) return null
  const cellAt = ({ path, figure }: PathFigure) => cellOf(figure, boxes.get(path) ?? null)
  const parts = all.map((each) => ({
    grade: each.figure.grade,
    source_id: each.figure.source_id,
    locator: each.figure.locator,
    quote: each.figure.quote,
    cell: cellAt(each),
  }))
  return {
    ...evidenceOf(first.figure),
    derivation: first.figure.derivation,
    cell: cellAt(first),
    ...(all.length > 1 ? { figures: parts } : {}),
  }
}

type HoldAt = (place: string) => Held | null

const BASIS: Readonly<Record<string, string>> = { kw: 'kW', hp: 'HP' }

/** A fixed charge as shown in the catalogue: counted parts of a load, and the quantity that selects its step. */
function fixedView(record: ReleaseRecord, row: Row, fixed: Charge, holdAt: HoldAt): SentBy<typeof fixedCharge> {
  const bands = fixed.steps.map(({ from, to, figure }, index) => {
    return { from, to, ...figureView(figure, holdAt(`${fixed.charge_id}/${index}`)) }
  })
  const quantity = record.quantities.find(({ quantity_id: id }) => id === fixed.per)
  const parts: Parts | null = quantity === undefined ? null : partsOf(quantity)
  const category = record.categories.find((each) => areAskedAlike(row, each))
  const basis = parts === null ? fixed.unit : (BASIS[category?.load_unit ?? ''] ?? fixed.unit)
  const partSize = parts === null || parts.size === '1' ? null : parts.size
  return {
    basis,
    method: fixed.method === 'whole' ? 'band' : fixed.method,
    or_part: parts !== null,
    part_size: partSize,
    band_by: fixed.steps_by,
    bands,
    unit: partSize === null ? `Rs/${basis}/month` : `Rs per ${partSize} ${basis} or part/month`,
  }
}

const ordinary = (charge: Charge): boolean =>
  charge.side === 'base' &&
  charge.when.length === 0 &&
  charge.effective_from === null &&
  charge.rates_of === null &&
  charge.minimum_of === null &&
  charge.steps.every(({ from, to }) => /^\d/.test(from) && (to === null || /^\d/.test(to)))

/** The charge shown in a separate view: the row's only ordinary one of the component. */
function soleCharge({ charges }: Row, component: Charge['component']): Charge | null {
  const [only, ...others] = charges.filter((charge) => charge.component === component && ordinary(charge))
  return only !== undefined &&
    others.length === 0 &&
    charges.every((each) => each === only || each.component !== component)
    ? only
    : null
}

function otherView(rowId: string, charge: Charge, holdAt: HoldAt, boxes: Boxes): SentBy<typeof otherCharge> {
  const { charge_id, component, side, label, method, per, unit, steps_by, steps, rates_of, minimum_of, when } = charge
  return {
    charge_id,
    component,
    side,
    label,
    method,
    per,
    unit: `Rs/${unit}`,
    steps_by,
    steps: steps.map(({ from, to, figure }, index) => ({
      from,
      to,
      ...figureView(figure, holdAt(`${charge_id}/${index}`)),
    })),
    rates_of:
      rates_of === null
        ? null
        : { ...rates_of, multiple: figureView(rates_of.multiple, holdAt(`${charge_id}/multiple`)) },
    minimum_of,
    conditions: when.map(conditionText),
    effective_from: charge.effective_from,
    effective_to: charge.effective_to,
    evidence: evidenceView(rowId, charge, boxes),
  }
}

const KINDS = {
  factor: 'factor',
  percent: 'surcharge',
  per_unit: 'step',
  per_bill: 'per_bill',
  round_half_up: 'rounding',
  round_up: 'rounding',
  round_down: 'rounding',
} as const

/**
 * The input whose word alone selects the case of an adjustment, and the word of each case, if each has one of its own
 * (`tod_period=peak`). If one word has several cases, their days select one.
 */
function selectorOf({ cases }: Adjustment): { readonly selector: string | null; readonly words: string[] } {
  const asked = cases.map(({ when: [only, ...others] }) =>
    only !== undefined && 'field' in only && others.length === 0 ? wordsOf([only])[0] : undefined,
  )
  const selector = asked[0]?.[0] ?? null
  const words = asked.flatMap((each) => (each?.[0] === selector && each[1].length === 1 ? each[1] : []))
  const isEach = words.length === cases.length && new Set(words).size === cases.length
  return isEach ? { selector, words } : { selector: null, words: [] }
}

function adjustmentView(record: ReleaseRecord, rule: Adjustment): SentBy<typeof adjustment> {
  const kinds = [...new Set(rule.cases.flatMap(({ values }) => values.map(({ kind }) => KINDS[kind])))]
  const [kind, ...otherKinds] = kinds
  const { selector, words } = selectorOf(rule)
  return {
    adjustment_id: rule.adjustment_id,
    kind: kind === undefined || otherKinds.length > 0 ? 'several' : kind,
    selector,
    ...(rule.side === 'base' ? {} : { side: rule.side }),
    options: rule.cases.map(({ case_id, when, effect, values }, index) => {
      const figures = values.flatMap(({ steps }) => steps.map(({ figure }) => figure))
      const [figure] = figures
      const shown = figures.length === 1 ? figure : undefined
      const own = figures.find(({ held }) => held !== null)?.held ?? null
      const held = own ?? holdOf(record, `rules/adjustments/${rule.adjustment_id}/${case_id}`)
      return {
        when: words[index] ?? case_id,
        ...(selector === null ? { conditions: when.map(conditionText) } : {}),
        effect,
        value: shown?.value ?? null,
        unit: shown?.unit ?? null,
        specimen: figures.some(({ grade }) => grade === 'specimen'),
        ...(held === null ? {} : { held }),
      }
    }),
  }
}

/** Descriptive facts are shown as conditions too. */
function conditionView(shown: Condition): ConditionView {
  if ('all' in shown) return { all: shown.all.map(conditionView) }
  if ('any' in shown) return { any: shown.any.map(conditionView) }
  if ('not' in shown) return { not: conditionView(shown.not) }
  const { field, op, value } = shown
  return { field, op, value }
}

/**
 * A Tariff row of GET /tariffs: one licensee's category or variant with its slabs inside
 * (docs/design/contract.md#tariffs). `boxes`: positions of cells on their pages.
 */
export function tariffRow(record: ReleaseRecord, row: Row, boxes: Boxes): TariffRow {
  const holdAt = (place: string): Held | null => holdOf(record, `rows/${row.row_id}/${place}`)
  const [energy, wheeling, fixed] = [soleCharge(row, 'energy'), soleCharge(row, 'wheeling'), soleCharge(row, 'fixed')]
  const others = row.charges.filter((charge) => ![energy, wheeling, fixed].includes(charge))
  const category = record.categories.find((each) => areAskedAlike(row, each))
  const adjustments = record.rules.adjustments.filter((each) => appliesTo(each, row))
  const firstSource = energy?.steps[0]?.figure.source_id ?? fixed?.steps[0]?.figure.source_id ?? null
  const wheelingFigure = wheeling?.steps[0]?.figure ?? null
  return {
    row_id: row.row_id,
    state_code: record.state_code,
    licensee_code: row.licensee_code,
    financial_year: record.financial_year,
    effective_from: row.effective_from,
    effective_to: row.effective_to,
    category_id: row.category_id,
    state_subcategory_code: row.subcategory_code,
    raw_category_label: row.raw_category_label,
    canonical_category_code: category?.canonical_category_code ?? row.canonical_category_code,
    layer: row.layer,
    supply_type: row.supply_type,
    area_type: row.area_type,
    slab_type: row.slab_type,
    conditions: row.conditions.map(conditionView),
    energy_charge:
      energy === null
        ? null
        : {
            slabs: energy.steps.map((slab, index) => stepView(slab, holdAt(`${energy.charge_id}/${index}`))),
            unit: `Rs/${energy.unit}`,
          },
    wheeling_charge:
      wheeling === null || wheelingFigure === null
        ? null
        : { ...figureView(wheelingFigure, holdAt(`${wheeling.charge_id}/0`)), unit: `Rs/${wheeling.unit}` },
    fixed_charge: fixed === null ? null : fixedView(record, row, fixed, holdAt),
    ...(others.length === 0
      ? {}
      : { other_charges: others.map((charge) => otherView(row.row_id, charge, holdAt, boxes)) }),
    adjustments: adjustments.map((each) => adjustmentView(record, each)),
    evidence: {
      energy_charge: evidenceView(row.row_id, energy, boxes),
      wheeling_charge: evidenceView(row.row_id, wheeling, boxes),
      fixed_charge: evidenceView(row.row_id, fixed, boxes),
    },
    note: row.note,
    verification_tier: record.tier,
    row_sha256: row.row_sha256,
    fixture_sha256: row.fixture_sha256,
    source_sha256: record.sources.find(({ source_id }) => source_id === firstSource)?.sha256 ?? null,
  }
}
