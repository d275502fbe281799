import type { SolarBody } from '../releases/engine/solar/body.ts'
import { compareSolar } from '../releases/engine/solar/compare.ts'
import { writeComparison } from '../releases/engine/solar/write-comparison.ts'
import { answerPlan } from './support/answer-plan.ts'
import { biharRecord } from './support/bihar.ts'
import { BIHAR_ANSWER, biharAnswer } from './support/bihar-answer.ts'
import { perSecond, requestSet } from './support/per-second.ts'
import type { BenchRow } from './support/row.ts'

const MONTHS = 12
const FIRST_YEAR = 2026
/** April: a financial year's. */
const FIRST_MONTH = 4

/** The year of a 3 kW house; what it uses, makes and feeds in differs by month and by request. */
function yearOf(index: number): SolarBody {
  return {
    state_code: 'BR',
    subcategory_code: 'DS-II',
    connected_load: 3,
    arrangement: 'net_metering',
    periods: Array.from({ length: MONTHS }, (_, month) => {
      const generation = 150 + ((index * 7 + month * 31) % 250)
      return {
        month: monthText(month),
        consumption_units: (200_000 + index * 317 + month * 4_501) / 1000,
        generation_units: generation,
        export_units: Math.floor(generation / 2),
      }
    }),
  }
}

function monthText(month: number): string {
  const at = FIRST_MONTH - 1 + month
  return `${FIRST_YEAR + Math.floor(at / MONTHS)}-${String((at % MONTHS) + 1).padStart(2, '0')}`
}

/**
 * The whole `data` of POST /solar-savings over twelve months, beside a whole answer of one bill: both sides of each month
 * are billed, so 24 bills are in it. Throws when a request is refused.
 */
export async function benchSolar({ answers = 500 } = {}): Promise<BenchRow[]> {
  const serving = [answerPlan(await biharRecord())]
  const bodies = requestSet(yearOf)
  const text = (body: SolarBody): number => {
    const result = compareSolar(serving, body, 'derived')
    if (!result.ok) throw new Error(`refused: ${JSON.stringify(result)}`)
    return writeComparison(result, body).length
  }
  const bill = await biharAnswer('solar', answers)
  const value = perSecond(answers, bodies, text)
  return [
    bill,
    {
      part: 'solar',
      name: 'solar comparison, 12 months',
      value,
      unit: 'per s',
      baseline: BIHAR_ANSWER,
      ratio: value / bill.value,
      target: null,
      note: `canonical text of \`data\`: ${2 * MONTHS} bills and a credit ledger in each`,
    },
  ]
}
