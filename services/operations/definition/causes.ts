import { GATE_NAMES, type GateName } from '../../../pipeline/gates/gate.ts'
import { figuresOfRow } from '../../../releases/record/figures.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { findingText } from '../refusal.ts'

/** A finding with its gate, the part of the record that it is about, and its place in the files. */
export type GateFinding = {
  readonly gate: GateName
  /** A path in the record: `rows/BR-DS-II/energy/0`; null: the definition could not be read there. */
  readonly path: string | null
  readonly where: string
  readonly expected: string
  readonly found: string
  readonly evidence: string | null
}

/** Findings with one presumed cause: the findings closest to it, and their consequences. */
export type Cause = {
  readonly subject: string
  readonly findings: readonly GateFinding[]
  readonly follow: readonly GateFinding[]
}

/**
 * How close the findings of a gate are to a cause. Unreadable parts and wrong periods come first, then faults of a document, of the
 * figures read from it, of their meaning, and last of the results.
 */
const NEARNESS: readonly (readonly GateName[])[] = [
  GATE_NAMES.filter((name) => name.startsWith('schema.')),
  ['source.bytes_match', 'source.identity_complete', 'source.text_reproducible', 'source.in_force', 'source.cited'],
  ['evidence.figures_cited', 'evidence.quote_found', 'evidence.figure_in_quote', 'evidence.grade_supported'],
  GATE_NAMES.filter((name) => name.startsWith('structure.')),
]
const nearness = (gate: GateName): number => {
  const at = NEARNESS.findIndex((gates) => gates.includes(gate))
  return at < 0 ? NEARNESS.length : at
}

/** Subject of a finding: a row, a rule, a source, a category, a quantity; for a case, its row. */
function subjectOf(path: string | null, rowOfCase: ReadonlyMap<string, string>): string {
  if (path === null) return 'definition'
  const [kind = '', name = '', part = ''] = path.split('/')
  if (kind === 'cases') return rowOfCase.has(name) ? `rows/${rowOfCase.get(name)}` : path
  if (kind === 'figures') return part === '' ? `figures/${name}` : `rows/${name}`
  if (kind === 'rules') return `rules/${name}/${part}`
  return name === '' ? kind : `${kind}/${name}`
}

/** Dependencies of each part of a record, by subject: a fault there also causes findings here. */
function groundsOf(record: ReleaseRecord): (subject: string) => readonly string[] {
  const rows = new Map(record.rows.map((row) => [`rows/${row.row_id}`, row]))
  return (subject) => {
    const row = rows.get(subject)
    if (row === undefined) return ['definition']
    const sources = figuresOfRow(row).map(({ figure }) => `sources/${figure.source_id}`)
    const named = row.charges.flatMap(({ per, steps_by, rates_of }) => [
      ...[per, steps_by].flatMap((name) => (name === null ? [] : [`quantities/${name}`])),
      ...(rates_of === null ? [] : [`rows/${rates_of.row_id}`]),
    ])
    const adjustments = record.rules.adjustments
      .filter(({ applies_to }) => applies_to.includes(row.subcategory_code))
      .map(({ adjustment_id }) => `rules/adjustments/${adjustment_id}`)
    return ['definition', ...sources, `categories/${row.subcategory_code}`, ...named, ...adjustments]
  }
}

/** The keys that findings of the files name: a value without one is missing wherever it is inherited. */
const keysNamed = (findings: readonly GateFinding[]): ReadonlySet<string> =>
  new Set(findings.flatMap(({ expected }) => [...expected.matchAll(/`([a-z_]+)`/gu)].map(([, key = '']) => key)))

/**
 * Findings grouped by presumed cause, causes with the most findings first. If a part that another depends on has
 * findings closer to a cause, the other's findings follow from it. This only sorts them: no finding is left out.
 */
export function causesOf(record: ReleaseRecord, findings: readonly GateFinding[]): Cause[] {
  const rowOfCase = new Map(record.cases.map(({ case_id, row_id }) => [case_id, row_id]))
  const bySubject = Map.groupBy(findings, ({ path }) => subjectOf(path, rowOfCase))
  const nearestOf = (subject: string): number =>
    Math.min(...(bySubject.get(subject) ?? []).map(({ gate }) => nearness(gate)), Number.POSITIVE_INFINITY)
  const grounds = groundsOf(record)
  const unread = keysNamed(bySubject.get('definition') ?? [])
  const isInherited = ({ path, gate }: GateFinding): boolean =>
    nearness(gate) > 0 || path === 'release' || unread.has(path?.split('/').at(-1) ?? '')
  const rootOf = (subject: string): string => {
    if (unread.size > 0 && bySubject.get(subject)?.every(isInherited) === true) return 'definition'
    const below = grounds(subject).filter((ground) => ground !== subject && nearestOf(ground) < nearestOf(subject))
    const [root] = below.sort((a, b) => nearestOf(a) - nearestOf(b))
    return root ?? subject
  }
  const groups = new Map<string, GateFinding[]>()
  for (const [subject, own] of bySubject) {
    const root = rootOf(subject)
    groups.set(root, [...(groups.get(root) ?? []), ...own])
  }
  return [...groups]
    .map(([subject, all]): Cause => {
      const nearest = Math.min(...all.map(({ gate }) => nearness(gate)))
      const isNearest = ({ gate, path }: GateFinding): boolean =>
        subject === 'definition' ? path === null : nearness(gate) === nearest
      return { subject, findings: all.filter(isNearest), follow: all.filter((each) => !isNearest(each)) }
    })
    .sort(
      (a, b) =>
        firstNearness(a) - firstNearness(b) ||
        rank(a) - rank(b) ||
        b.follow.length - a.follow.length ||
        (a.subject < b.subject ? -1 : 1),
    )
}

/** What could not be read, then the release as a whole: the same finding in a part may only repeat it. */
const rank = ({ subject }: Cause): number => (subject === 'definition' ? 0 : subject === 'release' ? 1 : 2)

const firstNearness = ({ findings: [first] }: Cause): number => (first === undefined ? 0 : nearness(first.gate))

/** Maximum number of findings shown per cause, unless all are asked for. */
const MOST_SHOWN = 5

/** Causes as numbered lines: of each its nearest findings and a count of the rest, which `rest` says how to see; null: all. */
export function causeLines(causes: readonly Cause[], rest: string | null): string[] {
  return causes.flatMap(({ subject, findings, follow }, index) => {
    const all = [...findings, ...follow]
    const shown = rest === null ? all : findings.slice(0, MOST_SHOWN)
    const left = all.slice(shown.length)
    const more = rest === null || left.length === 0 ? [] : [`  ${restText(left)} (${rest})`]
    return [`${index + 1}. ${subject}`, ...shown.map(findingText), ...more]
  })
}

function restText(left: readonly GateFinding[]): string {
  const counts = [...Map.groupBy(left, ({ gate }) => gate)].map(([gate, { length }]) => `${length} of ${gate}`)
  const what = left.length === 1 ? 'probably a consequence' : 'most of them consequences'
  return `and ${left.length} more, ${what}: ${counts.join(', ')}`
}
