import type { ReleaseRecord } from '../../releases/record/record.ts'
import { code, licenseeCode } from '../../releases/record/text.ts'
import { type Candidate, type Finding, type Gate, verdict } from './gate.ts'
import { finding } from './support/finding.ts'
import { groupBy } from './support/group-by.ts'
import { categoryKey, categoryPath } from './support/groups.ts'

/** A code: what it names, where it stands, what it must differ from its like in, and the codes whose form counts. */
type Coded = {
  readonly kind: string
  readonly path: string
  readonly key: string
  readonly codes: readonly string[]
  readonly form: typeof code
}

const simple = (kind: string, path: string, key: string): Coded => ({ kind, path, key, codes: [key], form: code })

function codesOf({ sources, licensees, categories, rows, rules, blocked_components, cases }: ReleaseRecord): Coded[] {
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
    ...rules.adjustments.flatMap(({ adjustment_id, options }) => [
      simple('adjustment', `rules/adjustments/${adjustment_id}`, adjustment_id),
      ...options.map(({ when }) =>
        simple('adjustment option', `rules/adjustments/${adjustment_id}/${when}`, `${adjustment_id}.${when}`),
      ),
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

function repeated(candidate: Candidate, coded: readonly Coded[]): Finding[] {
  return [...groupBy(coded, ({ kind, key }) => `${kind} ${key}`)].flatMap(([name, same]) =>
    same.length < 2 ? [] : [finding(candidate, same[0].path, `one ${name}`, `${same.length} have this code`)],
  )
}

function malformed(candidate: Candidate, coded: readonly Coded[]): Finding[] {
  return coded.flatMap(({ kind, path, codes, form }) =>
    codes
      .filter((text) => !form.safeParse(text).success)
      .map((text) => finding(candidate, path, `a well-formed ${kind} code`, `"${text}"`)),
  )
}

/** Gate 11: codes of every kind are well formed, and no two of a kind are the same. */
export const schemaCodesUnique: Gate = {
  name: 'schema.codes_unique',
  heavy: false,
  check(candidate) {
    const coded = codesOf(candidate.record)
    const findings = [...malformed(candidate, coded), ...repeated(candidate, coded)]
    return verdict('schema.codes_unique', coded.length, findings)
  },
}
