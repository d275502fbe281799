import { z } from 'zod'
import { conditionSchema } from '../../../releases/record/condition.ts'
import { toScaled } from '../../../releases/record/decimal.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { gradeRank } from '../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { FixedCharge, Row, Step } from '../../../releases/record/row.ts'
import { chargeEvidence, figureStep } from '../contract/responses/evidence.ts'
import {
  date,
  decimal,
  financialYear,
  hash,
  licenseeCode,
  named,
  stateCode,
  tier,
  word,
} from '../contract/responses/scalars.ts'
import type { SentBy } from '../json-text.ts'
import { type Held, holdOf } from './held-record.ts'

const condition = named('Condition', 'When a row applies', conditionSchema)
const to = decimal.nullable().describe('Inclusive; null: open')
const slab = named(
  'Slab',
  'Units above `from_units` up to and including `to_units`; the first slab includes 0',
  z.object({ from_units: decimal, to_units: to, ...figureStep }),
)
const band = named(
  'Band',
  'Quantities above `from` up to and including `to`; the first band includes 0',
  z.object({ from: decimal, to, ...figureStep }),
)
const energyCharge = z.object({ slabs: z.array(slab).min(1), unit: word })
const wheelingCharge = z.object({ ...figureStep, unit: word })
const fixedCharge = named(
  'FixedCharge',
  'A charge by month, whatever the consumption',
  z.object({
    basis: word.describe('What the rate is multiplied by'),
    method: z.enum(['flat', 'band', 'telescopic']),
    or_part: z.boolean().describe('The basis is counted in whole units, a begun one as a whole'),
    part_size: decimal.nullable().describe('How much of the basis is one part; null: one'),
    band_by: word.nullable().describe('The quantity that chooses the band'),
    bands: z.array(band).min(1),
    unit: word,
  }),
)
const adjustment = named(
  'TariffAdjustment',
  'What POST /calculate changes at the base tariff when a selector asks for it',
  z.object({
    adjustment_id: word,
    kind: z.enum(['factor', 'surcharge', 'step']),
    selector: word.describe('The request field that selects an option'),
    options: z.array(
      z.object({
        when: word,
        effect: z.enum(['add', 'subtract', 'none']),
        value: decimal.nullable(),
        unit: word.nullable(),
        specimen: z.boolean(),
      }),
    ),
  }),
)

export const tariffRowSchema = named(
  'TariffRow',
  "A schedule row: one licensee's category or variant, with its slabs inside",
  z.object({
    row_id: word,
    state_code: stateCode,
    licensee_code: licenseeCode.nullable(),
    financial_year: financialYear,
    effective_from: date,
    effective_to: date,
    category_id: word.nullable(),
    state_subcategory_code: word,
    raw_category_label: word,
    canonical_category_code: word,
    layer: word,
    supply_type: word,
    area_type: word,
    slab_type: word,
    conditions: z.array(condition),
    energy_charge: energyCharge.nullable(),
    wheeling_charge: wheelingCharge.nullable(),
    fixed_charge: fixedCharge.nullable(),
    adjustments: z.array(adjustment),
    evidence: z.object({
      energy_charge: chargeEvidence.nullable(),
      wheeling_charge: chargeEvidence.nullable(),
      fixed_charge: chargeEvidence.nullable(),
    }),
    note: word.nullable(),
    verification_tier: tier,
    row_sha256: hash.describe('Of the canonical row without this field'),
    fixture_sha256: hash.describe("Of the canonical array of this row's regression cases"),
    source_sha256: hash.nullable(),
  }),
)
export type TariffRow = SentBy<typeof tariffRowSchema>

/** Whole paise of an exact rupee rate, or null when it has a fraction of a paisa or no value. */
function paiseOf(value: string | null): number | null {
  const paise = value === null ? null : toScaled(value, 2)
  return paise === null ? null : Number(paise)
}

/** A figure as the record has it, marked where it must not be used. */
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

/** Evidence of a charge: that of its weakest figure, and of every figure where they differ in place. */
function evidenceView(figures: readonly Figure[]): SentBy<typeof chargeEvidence> | null {
  const [first] = [...figures].sort((a, b) => gradeRank(b.grade) - gradeRank(a.grade))
  if (first === undefined) return null
  const { grade, source_id, locator, quote, citations, carried, derivation } = first
  const parts = figures.map((figure) => ({
    grade: figure.grade,
    source_id: figure.source_id,
    locator: figure.locator,
    quote: figure.quote,
  }))
  return {
    grade,
    source_id,
    locator,
    quote,
    citations,
    carried,
    derivation,
    ...(figures.length > 1 ? { figures: parts } : {}),
  }
}

function fixedView(fixed: FixedCharge, holdAt: (place: string) => Held | null): SentBy<typeof fixedCharge> {
  const bands = fixed.bands.map(({ from, to, figure }, index) => {
    return { from, to, ...figureView(figure, holdAt(`fixed/${index}`)) }
  })
  return {
    basis: fixed.basis,
    method: fixed.method,
    or_part: fixed.or_part,
    part_size: fixed.part_size,
    band_by: fixed.band_by,
    bands,
    unit:
      fixed.part_size === null ? `Rs/${fixed.basis}/month` : `Rs per ${fixed.part_size} ${fixed.basis} or part/month`,
  }
}

/** A Tariff row of GET /tariffs: one licensee's category or variant with its slabs inside (contract 2.6). */
export function tariffRow(record: ReleaseRecord, row: Row): TariffRow {
  const { energy, wheeling, fixed } = row
  const holdAt = (place: string): Held | null => holdOf(record, `rows/${row.row_id}/${place}`)
  const category = record.categories.find(
    ({ subcategory_code, licensee_code }) =>
      subcategory_code === row.subcategory_code && licensee_code === row.licensee_code,
  )
  const adjustments = record.rules.adjustments.filter(({ applies_to }) => applies_to.includes(row.subcategory_code))
  const firstSource = energy?.slabs[0]?.figure.source_id ?? fixed?.bands[0]?.figure.source_id ?? null
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
    conditions: row.conditions,
    energy_charge:
      energy === null
        ? null
        : {
            slabs: energy.slabs.map((slab, index) => stepView(slab, holdAt(`energy/${index}`))),
            unit: `Rs/${energy.unit}`,
          },
    wheeling_charge:
      wheeling === null ? null : { ...figureView(wheeling.figure, holdAt('wheeling/0')), unit: `Rs/${wheeling.unit}` },
    fixed_charge: fixed === null ? null : fixedView(fixed, holdAt),
    adjustments: adjustments.map(({ adjustment_id, kind, selector, options }) => ({
      adjustment_id,
      kind,
      selector,
      options: options.map(({ when, effect, figure }) => ({
        when,
        effect,
        value: figure?.value ?? null,
        unit: figure?.unit ?? null,
        specimen: figure?.grade === 'specimen',
      })),
    })),
    evidence: {
      energy_charge: evidenceView(energy?.slabs.map(({ figure }) => figure) ?? []),
      wheeling_charge: evidenceView(wheeling === null ? [] : [wheeling.figure]),
      fixed_charge: evidenceView(fixed?.bands.map(({ figure }) => figure) ?? []),
    },
    note: row.note,
    verification_tier: record.tier,
    row_sha256: row.row_sha256,
    fixture_sha256: row.fixture_sha256,
    source_sha256: record.sources.find(({ source_id }) => source_id === firstSource)?.sha256 ?? null,
  }
}
