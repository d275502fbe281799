import { type Inputs, MAX_QUANTITY_MILLI } from '../../../releases/engine/types.ts'
import type { Domain } from './domains.ts'
import { blankInputs, type Draft, QUANTITY_KEYS, WORD_KEYS } from './fields.ts'
import { fitsOf } from './fitting.ts'
import { optionInputs } from './probes.ts'
import type { Random } from './random.ts'

const SELECTORS = ['tod_period', 'rts_voltage_mode', 'apply_htss_11kv_surcharge'] as const

/** A quantity in thousandths: at an edge, whole, fractional, nought, the largest, or of any size. */
function quantity(edges: readonly number[], random: Random): number {
  const kind = random.below(100)
  if (kind < 30) {
    const point = (random.pick(edges) ?? 0) + random.below(3) - 1
    return Math.min(Math.max(point, 0), MAX_QUANTITY_MILLI)
  }
  if (kind < 55) return random.below(1000) * 1000
  if (kind < 80) return random.below(2_000_000)
  if (kind < 84) return 0
  if (kind < 88) return MAX_QUANTITY_MILLI - random.below(2)
  return random.below(10 ** (1 + random.below(10)))
}

/**
 * Makes requests over all categories of a record, most of them such as the category reads, some with something missing,
 * unknown or not read, so that amounts and refusals are both met.
 */
export function inputsGenerator(domains: readonly Domain[], random: Random): () => Inputs {
  const all = domains.map((domain) => ({ domain, fits: fitsOf(domain).fits }))
  return () => {
    const chosen = random.pick(all)
    if (chosen === undefined) return blankInputs('NONE', null)
    const { domain, fits } = chosen
    const { subcategory_code: code, licensee_code: licensee } = domain.category
    const inputs: Draft = { ...(random.pick(fits)?.inputs ?? blankInputs(code, licensee)) }
    varyQuantities(inputs, domain, random)
    varyWords(inputs, domain, random)
    select(inputs, domain, random)
    if (random.percent(2)) inputs.subcategoryCode = `${code}-X`
    if (random.percent(2)) inputs.licenseeCode = licensee === null ? 'XX_OTHER' : null
    if (random.percent(10)) inputs.loadUnit = random.percent(80) ? domain.category.load_unit : 'hp'
    return inputs
  }
}

function varyQuantities(inputs: Draft, { edges }: Domain, random: Random): void {
  for (const key of QUANTITY_KEYS) {
    const isGiven = inputs[key] !== null
    if (isGiven ? random.percent(85) : random.percent(4)) inputs[key] = quantity(edges[key], random)
    if (isGiven && key !== 'energyUnitsMilli' && random.percent(3)) inputs[key] = null
  }
}

function varyWords(inputs: Draft, { words }: Domain, random: Random): void {
  for (const key of WORD_KEYS) {
    const isGiven = inputs[key] !== null
    if (isGiven && random.percent(30)) inputs[key] = random.pick([...words[key], 'elsewhere', null]) ?? null
    if (!isGiven && random.percent(2)) inputs[key] = 'elsewhere'
  }
}

function select(inputs: Draft, { options, days, subsidised, months }: Domain, random: Random): void {
  for (const selector of SELECTORS) {
    const whens = options.get(selector) ?? []
    const when = random.percent(4) ? 'false' : random.pick(whens)
    if (when !== undefined && random.percent(whens.length > 0 ? 35 : 2))
      Object.assign(inputs, optionInputs(selector, when))
  }
  if (random.percent(subsidised ? 50 : 3)) inputs.billingDays = random.pick([...days, ...days, 31]) ?? 30
  if (random.percent(subsidised || months.length > 0 ? 30 : 2)) inputs.billingMonth = random.pick(months) ?? '2026-06'
}
