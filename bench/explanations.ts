import { compileAnswerPlan } from '../releases/engine/answer/answer-plan.ts'
import { answerRequest } from '../releases/engine/answer-request.ts'
import { explainedAnswer } from '../releases/engine/explain/explain-bill.ts'
import type { CalculateBody } from '../releases/engine/request/body.ts'
import type { ReleaseRecord } from '../releases/record/record.ts'
import { atMost, type BenchRow, baseRow, median } from './support/report.ts'

const MOST_MS = 20
const PERIOD = { from: '2026-05-01', to: '2026-05-31' }
const CONTEXT = { releaseSha256: '0'.repeat(64), revision: 1, stage: 'reference', logPosition: 1, holds: [] } as const

/**
 * Processor time to explain a bill of each release whose energy charge is wrong by 37 rupees, which no error explains,
 * so that all are tried; and the number of calculations. Processor time, so that other work on the machine does not
 * count.
 */
export function benchExplanations(
  bills: readonly (readonly [ReleaseRecord, CalculateBody])[],
  rounds = 25,
): BenchRow[] {
  return bills.map(([record, bill]) => {
    const serving = [compileAnswerPlan(record, CONTEXT)]
    const dated: CalculateBody = { ...bill, energy_units: 250, bill_period: PERIOD }
    const plain = answerRequest(serving, dated, 'derived')
    if (!plain.ok) throw new Error(`${record.release_id}: ${plain.code}`)
    const { calculation } = JSON.parse(plain.dataText) as { calculation: { energy_charge_paise: number } }
    const actual_bill = { energy_charge_paise: calculation.energy_charge_paise + 3_700 }
    const ms: number[] = []
    let steps = 0
    for (let round = 0; round < rounds; round += 1) {
      const before = process.cpuUsage()
      steps = 0
      const tried = explainedAnswer(serving, { ...dated, actual_bill, explain: true }, 'derived')
      for (let step = tried.next(); !step.done; step = tried.next()) steps += 1
      const { user, system } = process.cpuUsage(before)
      ms.push((user + system) / 1000)
    }
    const value = median(ms)
    return baseRow(`explanation, ${record.release_id}`, value, 'ms/bill', {
      target: atMost(value, MOST_MS),
      note: `${steps} calculations`,
    })
  })
}
