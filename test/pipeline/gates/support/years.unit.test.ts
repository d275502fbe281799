import { expect, test } from 'vitest'
import { yearsOutside } from '../../../../pipeline/gates/text/furniture.ts'

test.each([
  'Energy Charge 2025 (P/kWh)',
  '2025',
  'Tariff for 2025 | Energy Charge',
  'Rates of 2024: energy',
  'Energy Charge (2028)',
])('%s names a year that is not of 2026-27', (heading) => {
  expect(yearsOutside(heading, '2026-27')).toHaveLength(1)
})

test.each([
  'Energy Charge 2026 (P/kWh)',
  'Energy Charge 2027 (P/kWh)',
  'Energy Charge FY 2025-26',
  'Tariff under the Electricity Act, 2023',
  'Tariff Regulations, 2022 | Energy Charge',
  'as in the order of 2025 | Energy Charge',
  'Gazette notification No. 12 of 2025',
  'above 2025 kVA',
  'Contract demand 2000 to 2020 kW',
  'Effective from 1 April, 2026',
  'Rs 2,025',
  'HT-2025',
  'Energy Charge 2025 - 26',
  'Energy Charge 2025 \u2013 2026',
  'dated 12 May 2025',
])('%s names none, or one by other forms', (heading) => {
  expect(yearsOutside(heading, '2026-27')).toEqual([])
})
