import { describe, expect, it } from 'vitest'
import { DUTY } from './orders/duty.ts'
import { ask, disclosed, refusal } from './support/ask.ts'
import { showsWorked } from './support/shows.ts'

describe('a duty in percent beside the base tariff', () => {
  showsWorked(DUTY, [
    {
      body: { energy_units: 120, connected_load: 3, selectors: { consumer: 'shop' } },
      working: '120 x 7.85 = 942.00; 3 x 95.00 = 285.00; beside 9 percent of 942.00 = 84.78',
      amounts: { energy: 94_200, fixed: 28_500, base: 122_700, beside: 8_478 },
    },
    {
      body: { energy_units: 120, connected_load: 3, selectors: { consumer: 'state_office' } },
      working: '942.00; 285.00; an office of the state pays no duty',
      amounts: { energy: 94_200, fixed: 28_500, base: 122_700 },
    },
    {
      body: { energy_units: '33.3', connected_load: 1, selectors: { consumer: 'shop' } },
      working: '33.3 x 7.85 = 261.405, 261.41; 95.00; 9 percent of the rounded 261.41 = 23.5269, 23.53',
      amounts: { energy: 26_141, fixed: 9_500, base: 35_641, beside: 2_353 },
    },
  ])

  it('is left out, with a disclosure, if it cannot be chosen', async () => {
    const body = { energy_units: 120, connected_load: 3 }
    expect((await ask(DUTY, body)).beside).toBeUndefined()
    expect(await disclosed(DUTY, body)).toContain('SELECTORS_CONSUMER_NOT_GIVEN')
  })

  it('accepts the words of its release, and no other selector', async () => {
    const body = { energy_units: 120, connected_load: 3 }
    expect(await refusal(DUTY, { ...body, selectors: { consumer: 'temple' } })).toMatchObject({
      details: { fields: ['/selectors/consumer enum'] },
    })
    expect(await refusal(DUTY, { ...body, selectors: { scheme: 'shop' } })).toMatchObject({
      details: { fields: ['/selectors/scheme not_applicable'] },
    })
  })
})
