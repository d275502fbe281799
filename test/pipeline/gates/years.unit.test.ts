import { expect, it } from 'vitest'
import { yearsIn } from '../../../pipeline/gates/text/furniture.ts'

it.each([
  ['Tariff for 2025-26', ['2025-26']],
  ['Tariff for F.Y. 2025-2026', ['2025-26']],
  ['Tariff for 2025/26 and 2026\u201327', ['2025-26', '2026-27']],
  ["Tariff for 2025-'26", ['2025-26']],
  ['Tariff for FY 25-26', ['2025-26']],
  ['Tariff for FY26', ['2025-26']],
  ["Tariff for FY '26", ['2025-26']],
  ['Tariff for FY 2026', ['2025-26']],
  ['with effect from 01.04.2025', ['2025-26']],
  ['up to 31/03/2026', ['2025-26']],
  ['for 03/2026', ['2025-26']],
  ['Case No. 03/2026', []],
  ['Petition No.12/2026', []],
  ['from 2025-04-01', ['2025-26']],
  ['from 1st April 2025', ['2025-26']],
  ['from April 1, 2025', ['2025-26']],
  ['Jan. 2026', ['2025-26']],
  ['April 1999-00', []],
  ['Order dated 24.03.2025', []],
  ['Order dated 24th March 2025', []],
  ['issued on 2025-03-24', []],
  ['serials 2010-15', []],
  ['2025-26-27', []],
  ['kW 2025 to 2030', []],
])('%s names %j', (text, years) => {
  expect(yearsIn(text)).toEqual(years)
})
