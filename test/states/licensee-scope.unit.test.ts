import { describe, expect, it } from 'vitest'
import type { AnswerPlan } from '../../releases/engine/answer/answer-plan.ts'
import { answerRequest } from '../../releases/engine/answer-request.ts'
import { tariffRow } from '../../services/api/snapshot/tariff-row.ts'
import { ask, recordOf, SERVING } from './ask.ts'
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
    expect(ask(EXAMPLES.JH, { serving: [own] }).code, 'and by its name alone').toBeNull()
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

describe('a row of GET /tariffs', () => {
  const rows = recordOf('MH').rows.map((row) => tariffRow(recordOf('MH'), row, new Map()))
  const having = (id: string) => rows.filter(({ adjustments }) => adjustments.some((each) => each.adjustment_id === id))

  it('shows the adjustments of its own licensee alone', () => {
    for (const { adjustment_id: id, licensees } of recordOf('MH').rules.adjustments) {
      const found = new Set(having(id).map(({ licensee_code }) => licensee_code))
      expect([id, [...found]]).toEqual([id, licensees])
    }
  })

  it('shows the words that a request gives, and the names of cases where no word selects one', () => {
    const optionsOf = (id: string) => {
      const [row] = having(id)
      const found = row!.adjustments.find(({ adjustment_id }) => adjustment_id === id)!
      return [found.selector, found.options.map(({ when, conditions }) => [when, conditions])]
    }
    expect(optionsOf('MH-MUNICIPAL')).toEqual([
      'selectors.municipal_corporation',
      [
        ['yes', undefined],
        ['no', undefined],
      ],
    ])
    expect(optionsOf('MH-TOD-HT1A-EVENING')).toEqual([
      'supply_level',
      [
        ['ehv', undefined],
        ['ht', undefined],
      ],
    ])
    expect(optionsOf('MH-FAC-HT1A')[0]).toBeNull()
    expect(optionsOf('MH-FAC-HT1A')[1]).toContainEqual(['2026-04', ['supply_level=ht']])
  })
})
