import { expect, it } from 'vitest'
import { type Edit, judged, said } from './support/cited-rule.ts'
import { sourceOf } from './support/sample.ts'

/** Lines of a sheet with several numbers, of which a rule reads one. */

const inSheet: Edit = (record) => void Object.assign(sourceOf(record, 'XX-ORDER'), { media_type: 'text/csv' })

const DAY = 'units from 9 to 17 h are billed with 15.00 percent added'
const MONTH = 'fuel adjustment of April 2026: 0.90 Rs/kWh added'
it.each([
  [DAY, '15.00', 'percent', 'percent', null],
  [DAY, '17', 'percent', 'percent', 'printed 15.00'],
  [DAY, '9', 'percent', 'percent', 'printed 15.00'],
  [MONTH, '0.90', 'Rs/kWh', 'Rs/kWh', null],
  [MONTH, '2026', 'Rs/kWh', 'Rs/kWh', 'printed 0.90'],
  // Numbers of a list share their unit, and one without a unit may have it in another field.
  ['5 and 6 percent more in peak and solar hours', '5', 'percent', 'percent', null],
  ['Rs 5, 6 or 7 per kWh by zone', '6', 'Rs/kWh', 'Rs/kWh', null],
  ['peak hours from 18 to 22 h: 20 more', '20', 'P/kWh', 'Rs/kWh', null],
])('"%s" read as %s %s', async (line, printed, printedUnit, unit, expected) => {
  const value = printedUnit === 'P/kWh' ? '0.2' : String(Number(printed))
  const { sentence } = await judged(`rule,says\nTOD,"${line}"`, line, [
    said(printed, printedUnit, value, unit),
    inSheet,
  ])
  const found = sentence.flatMap((each) => /printed [\d.]+(?=, which)/u.exec(each)?.[0] ?? [])
  expect(found).toEqual(expected === null ? [] : [expected])
})
