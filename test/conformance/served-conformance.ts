import { describe, expect, test } from 'vitest'
import { calculateAt, type Served } from '../states/served.ts'
import type { Json } from '../support/api-call.ts'
import { AMOUNTS, BILLS, judge, linesAnswered, type PrintedBill } from './judge.ts'

type Request = Readonly<Record<string, unknown>>

/** Printed lines by the names of `actual_bill`. */
const PARTS: Readonly<Record<string, string>> = {
  fixed: 'fixed_charge_paise',
  energy: 'energy_charge_paise',
  wheeling: 'wheeling_charge_paise',
  time_of_day: 'time_of_day_paise',
  fuel_adjustment: 'fuel_adjustment_paise',
  electricity_duty: 'electricity_duty_paise',
}

function billOf({ printed_paise, total_paise }: PrintedBill): Record<string, number> {
  const lines = Object.entries(printed_paise).flatMap(([name, paise]) => {
    const part = PARTS[name]
    return part === undefined || paise === undefined ? [] : [[part, paise] as const]
  })
  return { ...Object.fromEntries(lines), total_paise }
}

/** Amounts printed by other people, requested from the API once all states serve. */
export function conformanceTests(of: () => Served): void {
  const asked = async (request: Request): Promise<Json> => {
    const { status, data, code } = await calculateAt(of(), request)
    return status === 200 ? data : code
  }

  describe('amounts that other people printed', () => {
    test.each(AMOUNTS.map((amount) => [amount.id, amount] as const))(
      '%s has its recorded verdict',
      async (_id, amount) => {
        const { verdict, code } = judge(amount, await asked(amount.request))
        expect({ verdict, code }).toEqual({ verdict: amount.verdict, code: amount.code ?? null })
        if (amount.whole_units === undefined) return
        const whole = { ...amount.request, energy_units: amount.whole_units }
        expect(judge(amount, await asked(whole)).verdict).toBe('agrees')
      },
    )

    test.each(BILLS.map((bill) => [bill.id, bill] as const))('%s is reproduced line by line', async (_id, bill) => {
      expect(linesAnswered(bill, await asked(bill.request))).toEqual(bill.printed_paise)
    })

    test.each(BILLS.map((bill) => [bill.id, bill] as const))(
      '%s: a real bill has nothing to explain',
      async (_id, bill) => {
        const { verification } = await asked({ ...bill.request, actual_bill: billOf(bill), explain: true })
        expect(verification.lines.map(({ status }: Json) => status)).not.toContain('mismatch')
        expect([verification.verdict, verification.explanations]).toEqual(['inconclusive', []])
      },
    )
  })
}
