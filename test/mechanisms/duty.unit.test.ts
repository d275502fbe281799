import { describe, expect, it } from 'vitest'
import { DUTY, DUTY_AND_CESS } from './orders/duty.ts'
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

describe('a cess on the tariff and its duty', () => {
  const shop = { selectors: { consumer: 'shop' } }
  showsWorked(DUTY_AND_CESS, [
    {
      body: { energy_units: 50, ...shop },
      working: '50 x 7.85 = 392.50; duty 35.325, 35.33; cess 2 percent of 427.83 = 8.5566, 8.56; beside 43.89',
      amounts: { energy: 39_250, fixed: 0, base: 39_250, beside: 4_389 },
    },
    {
      body: { energy_units: 100, ...shop },
      working: '100 x 7.85 = 785.00; duty 70.65; cess 3 percent of 855.65 = 25.6695, 25.67; beside 96.32',
      amounts: { energy: 78_500, fixed: 0, base: 78_500, beside: 9_632 },
    },
    {
      body: { energy_units: 200, ...shop },
      working: '200 x 7.85 = 1570.00; duty 141.30; cess 3 percent of 1711.30 is above 40.00; beside 181.30',
      amounts: { energy: 157_000, fixed: 0, base: 157_000, beside: 18_130 },
    },
  ])

  it('is left out with the duty, and a bill that has both is not called wrong', async () => {
    const bill = { electricity_duty_paise: 7_065, total_paise: 88_132 }
    const { beside, disclosures, verification } = await ask(DUTY_AND_CESS, { energy_units: 100, actual_bill: bill })
    expect(beside).toBeUndefined()
    expect(disclosures).toContainEqual({
      code: 'SELECTORS_CONSUMER_NOT_GIVEN',
      message: 'selectors.consumer was not given. Not included: Electricity duty; Cess.',
    })
    expect(verification?.lines.map(({ status }) => status)).toEqual(['not_asked', 'not_asked'])
  })
})
