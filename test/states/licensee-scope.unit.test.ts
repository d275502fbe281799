import { describe, expect, it } from 'vitest'
import type { AnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import { answerRequest } from '../../releases/engine/answer-request.ts'
import { ask, SERVING } from './ask.ts'
import { EXAMPLES } from './examples.ts'

const [statewide] = SERVING.RJ
/** The same record, promoted for only one licensee. */
const ajmerOnly: AnswerPlan = { ...statewide!, context: { ...statewide!.context, scope: 'RJ_AVVNL' } }

const ajmer = { ...EXAMPLES.RJ, licensee_code: 'RJ_AVVNL', district: 'Ajmer' }

const speaker = (serving: readonly AnswerPlan[], body: typeof ajmer | typeof EXAMPLES.RJ): AnswerPlan | null => {
  const answer = answerRequest(serving, body, 'derived')
  return answer.ok ? answer.from : null
}

describe('a release promoted for one licensee', () => {
  it('answers for that licensee, named', () => {
    expect(ask(ajmer, { serving: [ajmerOnly] }).code).toBeNull()
  })

  it('answers for that licensee, found by its district where the state routes by one', () => {
    const { licensee_code, ...byDistrict } = { ...EXAMPLES.JH, district: 'Ranchi' }
    const own = { ...SERVING.JH[0], context: { ...SERVING.JH[0].context, scope: licensee_code } }
    const others = { ...own, context: { ...own.context, scope: 'JH_TSL' } }
    expect(ask(byDistrict, { serving: [own] }).code).toBeNull()
    expect(ask(byDistrict, { serving: [others] }).code).toBe('STATE_NOT_RELEASED')
  })

  it('never answers for another', () => {
    expect(ask(EXAMPLES.RJ).code).toBeNull()
    expect(ask(EXAMPLES.RJ, { serving: [ajmerOnly] }).code).toBe('STATE_NOT_RELEASED')
  })

  it('comes before that of the whole state for its own licensee, whichever is listed first', () => {
    for (const serving of [
      [ajmerOnly, statewide!],
      [statewide!, ajmerOnly],
    ]) {
      expect(speaker(serving, ajmer)).toBe(ajmerOnly)
      expect(speaker(serving, EXAMPLES.RJ)).toBe(statewide)
    }
  })
})
