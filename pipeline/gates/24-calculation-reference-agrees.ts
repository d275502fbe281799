import type { Hold, Plan } from '../../releases/engine/compile/plan.ts'
import type { Inputs } from '../../releases/engine/types.ts'
import { GRADES, type Grade } from '../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import type { Candidate, Finding, Gate } from './gate.ts'
import { inputsOfCase } from './support/case-inputs.ts'
import { componentPaths } from './support/components.ts'
import { domainsOf } from './support/domains.ts'
import { inputsText } from './support/fields.ts'
import { finding } from './support/finding.ts'
import { inputsGenerator } from './support/generate-inputs.ts'
import { ENGINE, type Engine, engineOutcome, outcomeText, referenceOutcome, withPlan } from './support/outcome.ts'
import { partsByCode } from './support/parts-by-code.ts'
import { type Random, seededRandom } from './support/random.ts'
import { shrink } from './support/shrink.ts'

const NAME = 'calculation.reference_agrees'

/** However few are asked for, a release is judged on this many (release design 3.3). */
const LEAST_INPUTS = 10_000

/** Plans with one component on hold, beside the one without: enough to meet holds, few enough to compile at once. */
const HELD_PLANS = 8

/** How a request is put to both evaluators. */
type Setting = { readonly plan: Plan; readonly holds: readonly string[]; readonly floor: Grade }

function settingsOf(engine: Engine, record: ReleaseRecord, plan: Plan, random: Random): () => Setting {
  const paths = componentPaths(record)
  const held = Array.from({ length: Math.min(HELD_PLANS, paths.length) }, () => {
    const component = random.pick(paths) ?? ''
    const hold: Hold = { component, reason: 'gate' }
    return { plan: engine.compile(record, [hold]), holds: [component] }
  })
  const open = { plan, holds: [] }
  return () => {
    const chosen = random.percent(10) ? (random.pick(held) ?? open) : open
    const floor = random.percent(70) ? 'specimen' : (random.pick(GRADES) ?? 'specimen')
    return { ...chosen, floor }
  }
}

type PartOf = ReturnType<typeof partsByCode>

function answers(engine: Engine, partOf: PartOf, { plan, holds, floor }: Setting, inputs: Inputs) {
  const reference = outcomeText(referenceOutcome(partOf(inputs.subcategoryCode), inputs, floor, holds))
  return { engine: outcomeText(engineOutcome(engine, plan, inputs, floor)), reference }
}

/** The finding for a request on which they differ, shrunk as far as it goes; first of all without floor and hold. */
function disagreement(
  engine: Engine,
  candidate: Candidate,
  partOf: PartOf,
  open: Plan,
  setting: Setting,
  inputs: Inputs,
): Finding {
  const differs = (each: Setting) => (tried: Inputs) => {
    const both = answers(engine, partOf, each, tried)
    return both.engine !== both.reference
  }
  const plainer: Setting = { plan: open, holds: [], floor: 'specimen' }
  const least = [plainer, { ...setting, floor: 'specimen' as const }].find((each) => differs(each)(inputs)) ?? setting
  const smallest = shrink(inputs, differs(least))
  const both = answers(engine, partOf, least, smallest)
  const path = `categories/${smallest.subcategoryCode}`
  const setup = [`floor=${least.floor}`, ...least.holds.map((hold) => `hold=${hold}`)].join('; ')
  const asked = `${inputsText(smallest)}; ${setup}`
  return finding(candidate, path, `reference evaluator: ${both.reference}`, `engine: ${both.engine}`, asked)
}

export function referenceAgreesWith(engine: Engine): Gate {
  return {
    name: NAME,
    heavy: true,
    check: (candidate, { seed, generatedInputs }) =>
      withPlan(engine, candidate, NAME, (plan) => {
        const { record } = candidate
        const partOf = partsByCode(record)
        const random = seededRandom(seed)
        const findings = new Map<string, Finding>()
        const compare = (setting: Setting, inputs: Inputs): void => {
          // One finding a category: the first disagreement is shrunk, the rest would say the same.
          if (findings.has(inputs.subcategoryCode)) return
          const both = answers(engine, partOf, setting, inputs)
          if (both.engine === both.reference) return
          findings.set(inputs.subcategoryCode, disagreement(engine, candidate, partOf, plan, setting, inputs))
        }
        for (const each of record.cases) {
          const given = inputsOfCase(each)
          if (given.ok) compare({ plan, holds: [], floor: 'specimen' }, given.inputs)
        }
        const makeInputs = inputsGenerator(domainsOf(record), random)
        const makeSetting = settingsOf(engine, record, plan, random)
        const generated = Math.max(LEAST_INPUTS, generatedInputs)
        for (let index = 0; index < generated; index += 1) compare(makeSetting(), makeInputs())
        return { checked: record.cases.length + generated, findings: [...findings.values()] }
      }),
  }
}

/**
 * Gate 24: the reference evaluator, written apart in exact rational arithmetic straight from the record, gives the same
 * lines, totals, grade or refusal on at least 10,000 generated requests and on all regression cases. A finding is the
 * smallest request on which they differ, with both answers (release design 3.3, engine 4.5).
 */
export const calculationReferenceAgrees = referenceAgreesWith(ENGINE)
