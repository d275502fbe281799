import type { ReleaseRecord } from '../../releases/record/record.ts'
import { BAD_DAYS } from './bad-requests/bad-days.ts'
import { BAD_FIELDS } from './bad-requests/bad-fields.ts'
import { BAD_PLACES } from './bad-requests/bad-places.ts'
import type { BadRequest, Place, Spoil } from './bad-requests/bad-request.ts'
import { bodyOf, readBody } from './calculation/draft.ts'
import { bodyOutcome, fieldsOf, gateOfPlan, type Outcome, outcomeText, type Tested } from './calculation/outcome.ts'
import { type Found, failing } from './gate.ts'
import { domainsOf } from './requests/domains.ts'
import { edgesAt } from './requests/edges.ts'
import { fitsOf } from './requests/fitting.ts'
import { type Random, seededRandom } from './requests/random.ts'

const FAULTS = ['not_compiled', 'no_row_reached', 'answered', 'another_refusal', 'another_field'] as const
type F = (typeof FAULTS)[number]

/** The outcome of a body at POST /calculate: refused by its schema, or the result of the checks after it. */
function outcomeAt(tested: Tested, body: unknown): Outcome {
  const read = readBody(body)
  if (read.ok) return bodyOutcome(tested, read.body)
  const fields = read.problems.map(({ field }) => ({ field, rule: 'schema' }))
  return { ok: false, code: 'INVALID_REQUEST_FIELD', details: { fields } }
}

/**
 * The same with a cache, because bodies often repeat. A body without a unique JSON text (NaN becomes `null`) is not
 * cached.
 */
function outcomesOf(tested: Tested): (body: unknown) => Outcome {
  const known = new Map<string, Outcome>()
  return (body) => {
    const text = JSON.stringify(body)
    const before = known.get(text)
    if (before !== undefined) return before
    const outcome = outcomeAt(tested, body)
    if (!text.includes('null')) known.set(text, outcome)
    return outcome
  }
}

/** True if the refusal is the expected one: its code and, for a refusal of fields, the field and the rule. */
function isCalledFor({ code, field }: BadRequest, outcome: Outcome): boolean {
  if (outcome.ok || outcome.code !== code) return false
  if (field === undefined) return true
  const [pointer, rule] = field
  const named = fieldsOf(outcome)
  return rule === null ? named.some((each) => each.startsWith(`${pointer} `)) : named.includes(`${pointer} ${rule}`)
}

const SPOILS: readonly Spoil[] = [...BAD_PLACES, ...BAD_DAYS, ...BAD_FIELDS]

/** Attempts before another place is used. */
const TRIES = 200

/** Makes requests with one fault each, over all categories of a record. Null if no row of the record can be reached. */
export function badRequests(record: ReleaseRecord, random: Random): () => BadRequest | null {
  const places = domainsOf(record).flatMap((domain) =>
    fitsOf(domain).fits.map((fit): Place => ({ ...fit, domain, edges: edgesAt(domain, fit.draft) })),
  )
  return () => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const place = random.pick(places)
      if (place === undefined) return null
      const bad = random.pick(SPOILS)?.(place, random) ?? null
      if (bad === null) continue
      const { draft, body, ...rest } = bad
      return { ...rest, body: body ?? bodyOf(record.state_code, draft) }
    }
    return null
  }
}

/**
 * Gate 27: at least 10,000 generated bodies, each with one fault, get the expected typed refusal, with the field and
 * the rule if it is about a field: never a number, never an exception (docs/design/release.md#gates).
 */
export const closedUnknownRefused = gateOfPlan(
  'closed.unknown_refused',
  FAULTS,
  (tested, { record }, { seed, generatedInputs }) => {
    const makeBad = badRequests(record, seededRandom(seed))
    const findings = new Map<string, Found<F>>()
    const outcomeOf = outcomesOf(tested)
    for (let index = 0; index < generatedInputs; index += 1) {
      const bad = makeBad()
      if (bad === null) {
        findings.set('', failing('rows', 'no_row_reached', 'a row that some request can reach', 'there is none'))
        break
      }
      const outcome = outcomeOf(bad.body)
      if (isCalledFor(bad, outcome) || findings.has(bad.why)) continue
      // One finding per kind of fault.
      const { why, code, field } = bad
      const path = `categories/${String((bad.body as Record<string, unknown>)['subcategory_code'])}`
      const named = field === undefined ? '' : `: ${field[0]} ${field[1] ?? ''}`
      const expected = `${why}: refused ${code}${named}`
      const fault = outcome.ok ? 'answered' : outcome.code === code ? 'another_field' : 'another_refusal'
      findings.set(why, failing(path, fault, expected, outcomeText(outcome), JSON.stringify(bad.body)))
    }
    return { checked: generatedInputs, findings: [...findings.values()] }
  },
  { heavy: true },
)
