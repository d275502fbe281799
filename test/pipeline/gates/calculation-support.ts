import { caseResultsText } from '../../../pipeline/gates/calculation/case-results.ts'
import { ENGINE, type Engine } from '../../../pipeline/gates/calculation/outcome.ts'
import type { Candidate, Gate, Means, Verdict } from '../../../pipeline/gates/gate.ts'
import { writeAnswer } from '../../../releases/engine/answer/write-answer.ts'
import type { Resolved } from '../../../releases/engine/answer-request.ts'
import type { Calculation } from '../../../releases/engine/calculation.ts'
import type { CalculateBody } from '../../../releases/engine/request/body.ts'
import type { Refusal } from '../../../releases/engine/types.ts'
import { canonicalBytes } from '../../../releases/record/canonical.ts'
import { type ReleaseRecord, recordSchema } from '../../../releases/record/record.ts'

export { zooRecord } from './zoo-record.ts'

export function candidateOf(record: ReleaseRecord): Candidate {
  const where = (path: string): string => `at:${path}`
  return {
    record,
    bytes: canonicalBytes(record),
    intakeFindings: [],
    declaredSources: new Map(),
    readings: [],
    sentences: [],
    covers: [],
    figures: [],
    where,
  }
}

/** The data access of gates 20 to 27; the rest is not set. */
export function calculationMeans(rest: Partial<Means> = {}): Means {
  const absent = async (): Promise<never> => {
    throw new Error('no gate of calculation asks for this')
  }
  const calculateElsewhere = async (bytes: Uint8Array): Promise<string> =>
    caseResultsText(recordSchema.parse(JSON.parse(new TextDecoder().decode(bytes))))
  const io = { bytes: absent, pages: absent, extract: absent, reread: absent, rebuild: absent, recordSchema: {} }
  return { ...io, calculateElsewhere, seed: 20_260_401, generatedInputs: 0, ...rest }
}

export async function judge(gate: Gate, record: ReleaseRecord, means: Partial<Means> = {}): Promise<Verdict> {
  return gate.check(candidateOf(record), calculationMeans(means))
}

export type Result = Calculation | Refusal<string>

/** An engine whose results, and the answers written from them, are altered by `spoil`. */
export function faulty(spoil: (result: Result, body: CalculateBody) => Result): Engine {
  const resolve: Engine['resolve'] = (release, body, floor) => {
    const resolved = ENGINE.resolve(release, body, floor)
    const result = spoil(resolved.ok ? resolved.calculation : resolved, body)
    if (!result.ok) return result
    if (!resolved.ok) throw new Error('a refusal cannot be spoilt into an answer')
    return { ...resolved, calculation: result } satisfies Resolved
  }
  return { ...ENGINE, resolve, answer: answering(resolve) }
}

/** An engine that gets an altered body, such as one with its fault removed. */
export function askedAbout(change: (body: CalculateBody) => CalculateBody): Engine {
  const resolve: Engine['resolve'] = (release, body, floor) => ENGINE.resolve(release, change(body), floor)
  return { ...ENGINE, resolve, answer: answering(resolve) }
}

function answering(resolve: Engine['resolve']): Engine['answer'] {
  return (release, body, floor) => {
    const resolved = resolve(release, body, floor)
    return resolved.ok ? { ok: true, ...writeAnswer(resolved, body), from: release } : resolved
  }
}

/** An engine that adds to the energy charge, its line and the totals, for the bills chosen by `when`. */
export function addingToEnergy(paise: number, when: (body: CalculateBody) => boolean): Engine {
  return faulty((result, body) => {
    if (!result.ok || result.energyPaise === null || result.basePaise === null || !when(body)) return result
    const [first, ...rest] = result.lines
    const lines = first === undefined ? [] : [{ ...first, amountPaise: first.amountPaise + paise }, ...rest]
    return { ...result, lines, energyPaise: result.energyPaise + paise, basePaise: result.basePaise + paise }
  })
}

/** Units of a body in thousandths. */
export const milliOf = ({ energy_units }: CalculateBody): number => Math.round(Number(energy_units) * 1000)
