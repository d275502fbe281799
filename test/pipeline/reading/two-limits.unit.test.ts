import { describe, expect, it } from 'vitest'
import { refused, SHOPS } from './shops.ts'

describe('a sentence of two limits', () => {
  const UP_TO = 'not less than Rs 130 up to 2 kW of load'
  const ABOVE = 'not less than Rs 80 per kW above 2 kW of load'
  const BOTH = `The fixed charges of LT-II Shops are ${UP_TO}, and ${ABOVE}.`
  const least = (id: string, when: string, printed: string, unit: string, quote: string): string =>
    `,,,,${id},other,Monthly minimum,${when},fixed,,${printed},,${unit},"${quote}"`
  const first = least('least', 'connected_load<=2', '130', 'Rs/connection', UP_TO)
  const NOT = '"not" of the sentence declared in readings.yaml (sentences)'

  it('of which each is read by its own charge: passes', async () => {
    const second = least('least-kw', 'connected_load>2', '80', 'Rs/kW', ABOVE)
    expect((await refused(`${SHOPS} ${BOTH}`, [first, second])).filter((each) => each === NOT)).toEqual([])
  })

  it('of which only one is read: refused', async () => {
    expect(await refused(`${SHOPS} ${BOTH}`, [first])).toContain(NOT)
  })
})
