import type { Hold } from '../../releases/engine/language/holds.ts'
import type { CalculateBody } from '../../releases/engine/request/body.ts'
import { releaseAsked } from '../../releases/engine/request/choose-release.ts'
import { chargesIn } from '../../releases/record/figures.ts'
import { GRADES, type Grade } from '../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { bodyOf, type Draft, draftText, readBody } from './calculation/draft.ts'
import {
  bodyOutcome,
  engineOutcome,
  gateOfPlan,
  type Outcome,
  outcomeText,
  referenceOutcome,
  sameOutcome,
  type Tested,
} from './calculation/outcome.ts'
import { type Found, failing } from './gate.ts'
import { domainsOf } from './requests/domains.ts'
import { draftsGenerator } from './requests/generate-inputs.ts'
import { type Random, seededRandom } from './requests/random.ts'
import { shrink } from './requests/shrink.ts'

const FAULTS = ['not_compiled', 'disagrees', 'category_unreached'] as const
type F = (typeof FAULTS)[number]

/**
 * Number of plans with one component on hold, for charges and for rules, in addition to the one without holds: enough
 * to test holds, few enough to compile at the start.
 */
const HELD_PLANS = 6

/** Refusals because the release, licensee or day is unknown; the reference does not evaluate these. */
const EARLY: ReadonlySet<string> = new Set([
  'STATE_NOT_RELEASED',
  'INVALID_EFFECTIVE_DATE',
  'UNSUPPORTED_OPERATION',
  'LICENSEE_REQUIRED',
  'LICENSEE_NOT_SUPPORTED',
  'DISTRICT_LICENSEE_MISMATCH',
])

/**
 * Paths that a hold can name: every charge; every quantity and adjustment and each of their cases; the scheme and the
 * periods.
 */
export function holdablePaths(record: ReleaseRecord): {
  readonly charges: readonly string[]
  readonly rules: readonly string[]
} {
  const { quantities, rules } = record
  return {
    charges: chargesIn(record).map(({ path }) => path),
    rules: [
      ...quantities.map(({ quantity_id: id }) => `quantities/${id}`),
      ...rules.adjustments.flatMap(({ adjustment_id: id, cases }) => [
        `rules/adjustments/${id}`,
        ...cases.map(({ case_id: of }) => `rules/adjustments/${id}/${of}`),
      ]),
      ...(rules.subsidy === null ? [] : ['rules/subsidy']),
      ...rules.fppas_periods.map(({ period_id: id }) => `rules/fppas_periods/${id}`),
    ],
  }
}

/** How both evaluators get a request. */
type Setting = Tested & { readonly holds: readonly string[]; readonly floor: Grade }

function settingsOf({ engine, release }: Tested, record: ReleaseRecord, random: Random): () => Setting {
  const held = Object.values(holdablePaths(record)).flatMap((paths) =>
    Array.from({ length: Math.min(HELD_PLANS, paths.length) }, () => {
      const component = random.pick(paths) ?? ''
      const hold: Hold = { component, reason: 'gate' }
      return { engine, release: engine.compile(record, [hold]), holds: [component] }
    }),
  )
  const open = { engine, release, holds: [] }
  return () => {
    const chosen = random.percent(10) ? (random.pick(held) ?? open) : open
    const floor = random.percent(70) ? 'specimen' : (random.pick(GRADES) ?? 'specimen')
    return { ...chosen, floor }
  }
}

type Both = { readonly engine: Outcome; readonly reference: Outcome }

/** Both answers; null if the reference does not evaluate such requests, such as one whose days name no release. */
function answers(record: ReleaseRecord, setting: Setting, draft: Draft): Both | null {
  // Each request is evaluated once, so its body is not cached.
  const body = bodyOf(record.state_code, draft) as CalculateBody
  const { holds, floor } = setting
  const outcome = bodyOutcome(setting, body, floor)
  if (!outcome.ok && (EARLY.has(outcome.code) || !releaseAsked([setting.release], body).ok)) return null
  return { engine: outcome, reference: referenceOutcome(record, draft, floor, holds, body) }
}

/** The finding for a request on which they differ, shrunk as far as possible, first by removing floor and hold. */
function disagreement(
  record: ReleaseRecord,
  plain: Setting,
  setting: Setting,
  draft: Draft,
  quantities: ReadonlyMap<string, number>,
): Found<F> {
  const differs = (each: Setting) => (tried: Draft) => {
    if (!readBody(bodyOf(record.state_code, tried)).ok) return false
    const both = answers(record, each, tried)
    return both !== null && !sameOutcome(both.engine, both.reference)
  }
  const least = [plain, { ...setting, floor: 'specimen' as const }].find((each) => differs(each)(draft)) ?? setting
  const smallest = shrink(draft, quantities, differs(least))
  const both = answers(record, least, smallest)
  const path = `categories/${smallest['subcategory_code']}`
  const setup = [`floor=${least.floor}`, ...least.holds.map((hold) => `hold=${hold}`)].join('; ')
  const asked = `${draftText(smallest)}; ${setup}`
  return failing(
    path,
    'disagrees',
    `reference evaluator: ${both === null ? 'not asked' : outcomeText(both.reference)}`,
    `engine: ${both === null ? 'not asked' : outcomeText(both.engine)}`,
    asked,
  )
}

/**
 * Gate 24: the reference evaluator, an independent implementation in exact rational arithmetic, gives the same lines,
 * totals and grade, or the same refusal with its details, on at least 10,000 generated requests and on all regression
 * cases. A finding is the smallest request on which they differ, with both answers (docs/design/release.md#gates,
 * docs/design/engine.md#two-evaluators).
 */
export const calculationReferenceAgrees = gateOfPlan(
  'calculation.reference_agrees',
  FAULTS,
  (tested, { record }, { seed, generatedInputs }) => {
    const random = seededRandom(seed)
    const domains = domainsOf(record)
    const quantities = new Map(domains.flatMap((domain) => [...domain.quantities]))
    const plain: Setting = { ...tested, holds: [], floor: 'specimen' }
    const findings = new Map<string, Found<F>>()
    /** False if the reference did not evaluate it. */
    const compare = (setting: Setting, draft: Draft): boolean => {
      const code = String(draft['subcategory_code'])
      // One finding per category: the first disagreement is shrunk, the others would repeat it.
      if (findings.has(code)) return true
      const both = answers(record, setting, draft)
      if (both === null) return false
      if (!sameOutcome(both.engine, both.reference)) {
        findings.set(code, disagreement(record, plain, setting, draft, quantities))
      }
      return true
    }
    const asked = record.cases.filter(
      ({ inputs }) => readBody(bodyOf(record.state_code, inputs)).ok && compare(plain, inputs),
    )
    const makeDraft = draftsGenerator(domains, random)
    const makeSetting = settingsOf(tested, record, random)
    for (let index = 0; index < generatedInputs; index += 1) {
      const draft = makeDraft()
      if (compare(makeSetting(), draft)) continue
      // Generated requests are never refused before their category is looked up.
      const outcome = outcomeText(engineOutcome(tested, draft))
      const path = `categories/${draft['subcategory_code']}`
      const expected = 'a request that reaches its category'
      findings.set(
        String(draft['subcategory_code']),
        failing(path, 'category_unreached', expected, outcome, draftText(draft)),
      )
    }
    return { checked: asked.length + generatedInputs, findings: [...findings.values()] }
  },
  { heavy: true },
)
