import { expect, test } from 'vitest'
import { calculateBody } from '../../../releases/engine/request/body.ts'
import { inexactQuantities } from '../../../releases/engine/request/normalise.ts'
import { ask } from '../../../releases/published/ask.ts'
import { bodyFields, validatorOf } from '../../../services/api/checks/validation.ts'
import { ask as asked } from '../../../services/api/site/browser/ask.ts'
import { choicesOf, otherYearOf } from '../../../services/api/site/browser/choices.ts'
import { planOf, shippedPlan } from '../../support/definitions.ts'
import { recordOf } from '../engine/bill.ts'

test('an unknown or missing field is named with its rule, as the API does; a wrong one in words', () => {
  expect(ask([], { state_code: 'BR', units: 1, '': 1, energy_units: '1,000' }, 'derived')).toMatchObject({
    code: 'INVALID_REQUEST_FIELD',
    details: {
      fields: expect.arrayContaining([
        { field: '/units', rule: 'unknown', message: 'units is not a field of this request' },
        { field: '/', rule: 'unknown', message: '"" is not a field of this request' },
        { field: '/subcategory_code', rule: 'required', message: 'subcategory_code is required' },
        expect.objectContaining({ field: '/energy_units', rule: 'quantity' }),
      ]),
    },
  })
})

const GOOD = { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200 }

test.each([
  { energy_units: '1,000' },
  { energy_units: -1 },
  { energy_units: null },
  { state_code: 'Bihar' },
  { state_code: 10 },
  { subcategory_code: '' },
  { subcategory_code: 'X'.repeat(1_000) },
  { billing_days: 1.5 },
  { load_unit: 'watt' },
  { payment: [] },
  { payment: { by_due_date: 'yes' } },
  { selectors: { bill_month: '' } },
  { selectors: {} },
  { energy_by_zone: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`zone_${index}`, 1])) },
  { energy_by_zone: { peak: 'much' } },
  { bill_period: { from: '2026-04-01' } },
  { units: 1 },
  { energy_by_zone: { 'Bad Name': 1 } },
  { selectors: { 'a/b': 'x', ok: 1 } },
  { bill_period: { from: '2026-04-01', to: '2026-04-30', '': 1 } },
  { billing_month: 'June' },
  { energy_units: 200.0001, x: 1 },
  { phase: null, billing_days: null, energy_by_zone: '1e3' },
  { licensee_code: 'sbpdcl' },
  { subcategory_code: 7, units: 1, state_code: 'b' },
])('%o is refused in the words of the API', (fields) => {
  const body = { ...GOOD, ...fields }
  const validate = validatorOf(calculateBody)
  expect(validate(body)).toBe(false)
  const asked = ask([], body, 'derived')
  expect(asked).toMatchObject({
    ok: false,
    details: { fields: bodyFields(validate.errors ?? [], inexactQuantities(body)) },
  })
})

const year = (release_id: string, effective_from: string, effective_to: string) =>
  planOf(recordOf({ release_id, effective_from, effective_to } as never))

test('the form dates an earlier year itself, unless a field of it says the day', () => {
  const release = 'BR-2025-26-TEST-V1'
  const plans = [year(release, '2025-04-01', '2026-03-31'), year('BR-2026-27-TEST-V1', '2026-04-01', '2027-03-31')]
  const form = (values: Record<string, string>): Record<string, unknown> => {
    const { body } = choicesOf(plans, { state: 'BR', release, licensee: '', code: 'DOM', values }) ?? {}
    const answer = ask(plans, { ...body, energy_units: '100', connected_load: '1' }, 'specimen')
    expect(answer).toMatchObject({ ok: true, from: { record: { release_id: release } } })
    return body ?? {}
  }
  expect(form({})).toMatchObject({ effective_on: '2026-03-31' })
  const dated = form({ 'bill_period.from': '2025-05-01', 'bill_period.to': '2025-05-31' })
  expect(dated).not.toHaveProperty('effective_on')
  expect(dated).toMatchObject({
    bill_period: { from: '2025-05-01', to: '2025-05-31' },
  })
})

test('the form says if a day makes the answer one of another year than the chosen one', () => {
  const release = 'BR-2025-26-TEST-V1'
  const later = { release_id: 'BR-2026-27-TEST-V1', effective_from: '2026-04-01', effective_to: '2027-03-31' }
  const plans = [
    year(release, '2025-04-01', '2026-03-31'),
    planOf(recordOf({ ...later, financial_year: '2026-27' } as never)),
  ]
  const yearOf = (effective_on: string, units = '100'): string | null => {
    const choices = choicesOf(plans, { state: 'BR', release, licensee: '', code: 'DOM', values: { effective_on } })!
    return otherYearOf(choices, asked(plans, { ...choices.body, energy_units: units, connected_load: '1' }))
  }
  expect([yearOf('2025-05-01'), yearOf('2026-05-01'), yearOf('2026-05-01', 'x')]).toEqual([null, '2026-27', null])
})

test('the form offers no input that every request is refused with', async () => {
  const plan = await shippedPlan('MH/2026-27')
  const category = plan.record.categories.find(({ optional_inputs: all }) =>
    all.some(({ field }) => field === 'profile'),
  )!
  const chosen = { state: 'MH', licensee: category.licensee_code ?? '', code: category.subcategory_code, values: {} }
  const names = choicesOf([plan], chosen)?.fields.map(({ name }) => name)
  expect(names).toContain('bill_period.from')
  expect(names).not.toContain('profile')
})

test('the form offers the districts of the licensee, and names the units of the category', async () => {
  const form = async (folder: string, licensee: string, code: string) =>
    choicesOf([await shippedPlan(folder)], { state: folder.slice(0, 2), licensee, code, values: {} })
  const rajasthan = await form('RJ/2026-27', 'RJ_JDVVNL', 'GENERAL_DOMESTIC')
  const districts = rajasthan?.fields.find(({ name }) => name === 'district')?.words
  expect(districts).toContain('Jodhpur')
  expect(districts).not.toContain('Jaipur')
  const pumps = await form('MH/2026-27', 'MH_MSEDCL', 'LT-IV-A')
  expect(pumps?.fields.find(({ name }) => name === 'connected_load')).toMatchObject({ unit: 'HP' })
  expect([rajasthan?.unit, (await form('MH/2026-27', 'MH_MSEDCL', 'HT-I-A'))?.unit]).toEqual(['kWh', 'kVAh'])
})

test('a refusal lists everything that is missing, and what a value looks like, as the API does', async () => {
  const plans = [await shippedPlan('GJ/2026-27')]
  const fieldsOf = (body: object) => {
    const asked = ask(plans, body, 'derived')
    return asked.ok ? [] : (asked.details['fields'] as { field: string; message: string }[])
  }
  const alone = { state_code: 'GJ', subcategory_code: 'DOMESTIC_URBAN', energy_units: 200 }
  expect(fieldsOf(alone).map(({ field }) => field)).toEqual(
    expect.arrayContaining(['/connected_load', '/billing_date', '/meter_mode']),
  )
  const wrong = fieldsOf({ ...alone, licensee_code: 'dgvcl' })
  expect(wrong.map(({ field }) => field)).toEqual(expect.arrayContaining(['/licensee_code', '/connected_load']))
  expect(wrong[0]?.message).toMatch(/^licensee_code must be a code such as GJ_DGVCL/)
})
