import { answerRequest } from '../../releases/engine/answer-request.ts'
import type { CalculateBody } from '../../releases/engine/request/body.ts'
import { answerPlan } from './answer-plan.ts'
import { biharRecord } from './bihar.ts'
import { perSecond, requestSet } from './per-second.ts'
import type { BenchRow, PartName } from './row.ts'

/** What the other answers in process are compared with. */
export const BIHAR_ANSWER = 'whole answer, DS-II bill'

/** The whole `data` of POST /calculate for a DS-II bill, as the baseline of a part. Answers a second. */
export async function biharAnswer(part: PartName, answers: number): Promise<BenchRow> {
  const serving = [answerPlan(await biharRecord())]
  const bodies = requestSet((index): CalculateBody => {
    return { state_code: 'BR', subcategory_code: 'DS-II', energy_units: (index * 317) / 1000, connected_load: 2 }
  })
  const value = perSecond(answers, bodies, (body) => {
    const result = answerRequest(serving, body, 'derived')
    return result.ok ? result.dataText.length : Number.NaN
  })
  const shared = { part, unit: 'per s', baseline: 'is one', ratio: null, target: null } as const
  return { ...shared, name: BIHAR_ANSWER, value, note: 'canonical text of `data` with calculation_sha256' }
}
