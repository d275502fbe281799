import { LINE_GROUPS } from '../../releases/engine/adjustments/adjustment.ts'
import { inputOf } from '../../releases/engine/input-names.ts'
import { name } from '../../releases/record/expression.ts'
import { chargesIn } from '../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { code, licenseeCode } from '../../releases/record/text.ts'
import { type Found, failing, gate } from './gate.ts'
import { categoryKey, categoryPath, groupBy } from './record/groups.ts'

const FAULTS = ['repeated', 'malformed', 'ambiguous'] as const
type F = (typeof FAULTS)[number]

/** A code: the named object, its place, the codes it must differ from, and the codes with the same form. */
type Coded = {
  readonly kind: string
  readonly path: string
  readonly key: string
  readonly codes: readonly string[]
  readonly form: Pick<typeof code, 'safeParse'>
}

const simple = (kind: string, path: string, key: string): Coded => ({ kind, path, key, codes: [key], form: code })

/** A code that only has to differ from others of the same part. */
const inside = (kind: string, path: string, part: string, key: string): Coded => ({
  ...simple(kind, path, key),
  key: `${part}.${key}`,
})

function codesOf(record: ReleaseRecord): Coded[] {
  const { sources, licensees, selectors, zones, quantities, categories, rows, rules, blocked_components, cases } =
    record
  return [
    ...sources.map(({ source_id }) => simple('source', `sources/${source_id}`, source_id)),
    ...licensees.map((licensee) => ({
      ...simple('licensee', `licensees/${licensee.code}`, licensee.code),
      form: licenseeCode,
    })),
    ...categories.map((category) => ({
      ...simple('category', categoryPath(category), categoryKey(category)),
      codes: [category.subcategory_code, ...(category.category_id === null ? [] : [category.category_id])],
    })),
    ...rows.map(({ row_id }) => simple('row', `rows/${row_id}`, row_id)),
    ...chargesIn(record).map(({ path, row, charge }) => inside('charge', path, row.row_id, charge.charge_id)),
    ...selectors.flatMap(({ selector, words }) => [
      simple('selector', `selectors/${selector}`, selector),
      ...words.map((word) => ({ ...inside('word', `selectors/${selector}`, selector, word), codes: [] })),
    ]),
    ...zones.map((zone) => simple('zone', 'zones', zone)),
    ...quantities.flatMap(({ quantity_id: id, figures }) => [
      { ...simple('quantity', `quantities/${id}`, id), form: name },
      ...figures.map(({ figure_id }) => ({
        ...inside('figure', `quantities/${id}/${figure_id}`, id, figure_id),
        form: name,
      })),
    ]),
    ...rules.adjustments.flatMap(({ adjustment_id: id, order, cases: own }) => [
      simple('adjustment', `rules/adjustments/${id}`, id),
      simple('adjustment of order', `rules/adjustments/${id}`, String(order)),
      ...own.map(({ case_id }) => inside('adjustment case', `rules/adjustments/${id}/${case_id}`, id, case_id)),
    ]),
    ...(rules.subsidy?.entitlements ?? []).map(({ billing_days }) =>
      simple('entitlement', `rules/subsidy/entitlements/${billing_days}`, String(billing_days)),
    ),
    ...rules.fppas_periods.map(({ period_id }) =>
      simple('FPPAS period', `rules/fppas_periods/${period_id}`, period_id),
    ),
    ...rules.complete_payable.map(({ profile, licensee_code }) => ({
      ...simple('profile', `rules/complete_payable/${profile}`, `${licensee_code}/${profile}`),
      codes: [profile],
    })),
    ...rules.facts.map(({ fact_id }) => simple('fact', `rules/facts/${fact_id}`, fact_id)),
    ...blocked_components.map(({ component }) =>
      simple('blocked component', `blocked_components/${component}`, component),
    ),
    ...cases.map(({ case_id }) => simple('case', `cases/${case_id}`, case_id)),
  ]
}

function repeated(coded: readonly Coded[]): Found<F>[] {
  return [...groupBy(coded, ({ kind, key }) => `${kind} ${key}`)].flatMap(([name, same]) =>
    same.length < 2 ? [] : [failing(same[0].path, 'repeated', `one ${name}`, `there are ${same.length}`)],
  )
}

function malformed(coded: readonly Coded[]): Found<F>[] {
  return coded.flatMap(({ kind, path, codes, form }) =>
    codes
      .filter((text) => !form.safeParse(text).success)
      .map((text) => failing(path, 'malformed', `a well-formed ${kind} code`, `"${text}"`)),
  )
}

type Meaning = { readonly path: string; readonly name: string; readonly taken: string | undefined }

/** Names in formulas, conditions and bases with two meanings. */
function meanings(record: ReleaseRecord): Meaning[] {
  const { selectors, zones, quantities, rules } = record
  const input = (name: string): string | undefined => (inputOf(name) === null ? undefined : 'an input')
  const ids = new Set(quantities.map(({ quantity_id }) => quantity_id))
  const charges = new Set(chargesIn(record).map(({ charge }) => charge.charge_id))
  const lines = (name: string): string | undefined => (LINE_GROUPS.includes(name) ? 'a sum of lines' : undefined)
  return [
    ...selectors.map(({ selector: name }) => ({ path: `selectors/${name}`, name, taken: input(name) })),
    ...zones.map((name) => ({ path: 'zones', name, taken: input(name) })),
    ...quantities.flatMap(({ quantity_id, figures }) => [
      { path: `quantities/${quantity_id}`, name: quantity_id, taken: input(quantity_id) },
      ...figures.map(({ figure_id: name }) => ({
        path: `quantities/${quantity_id}/${name}`,
        name,
        taken: ids.has(name) ? 'a quantity' : input(name),
      })),
    ]),
    ...chargesIn(record).map(({ path, charge: { charge_id: name, component, minimum_of } }) => ({
      path,
      name,
      taken: name === (minimum_of === null ? component : 'minimum') ? undefined : lines(name),
    })),
    ...rules.adjustments.map(({ adjustment_id: name }) => ({
      path: `rules/adjustments/${name}`,
      name,
      taken: charges.has(name) ? 'a charge' : lines(name),
    })),
  ]
}

function ambiguous(record: ReleaseRecord): Found<F>[] {
  return meanings(record).flatMap(({ path, name, taken }) =>
    taken === undefined ? [] : [failing(path, 'ambiguous', 'a unique name', `${name} names ${taken} as well`)],
  )
}

/** Gate 11: codes of every kind are well formed and unique within their kind, and no name has two meanings. */
export const schemaCodesUnique = gate('schema.codes_unique', FAULTS, ({ record }) => {
  const coded = codesOf(record)
  const findings = [...malformed(coded), ...repeated(coded), ...ambiguous(record)]
  return { checked: coded.length, findings }
})
