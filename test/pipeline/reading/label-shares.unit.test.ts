import { describe, expect, it } from 'vitest'
import { header, label, replaced, twoSteps } from './edits.ts'
import { judged } from './invented-order.ts'

/** Steps whose edge is a share of the units, or a multiple of the load, in labels and in headers. */

describe('an edge that is a share of the units', () => {
  const of = async (first: string, rest: string, formula = 'energy_units * 60 / 100') => {
    const found = await judged('csv', (parts) => {
      twoSteps(first, rest, 'first_units')(parts)
      const evidence = { source_id: 'ORDER', page: 1, quote: first }
      const quantity = { quantity_id: 'first_units', unit: 'kWh', description: 'The first units', evidence }
      parts.rules = JSON.stringify({
        quantities: [{ ...quantity, formula }],
        adjustments: [],
      })
    })
    expect(found.get('intake')).toEqual([])
    return (found.get('evidence.figure_in_quote') ?? [])
      .filter(({ found: where }) => where.startsWith('rows/'))
      .map(({ expected }) => expected)
  }

  it('is printed as that share, and the rest as what is left of it: passes', async () => {
    expect(await of('first 60% of the units', 'remaining 40% of the units')).toEqual([])
    expect(await of('first 60 percent of the units', 'remaining units')).toEqual([])
    expect(await of('= < 60%', '> 60%')).toEqual([])
  })

  it.each([
    ['first 60 units', 'remaining units', 'edges or a bound up to 60, as in "'],
    ['first 50% of the units', 'remaining 50% of the units', '50 of the label as an edge or a bound'],
    ['remaining 60% of the units', 'first 40% of the units', 'a further step, as in the header'],
    ['first 60% of the units', 'remaining 40 units', '40 of the label as an edge or a bound'],
    ['> 60%', 'remaining units', 'a step above 60%, as in "'],
    ['60% or more', 'remaining units', 'a step above 60%, as in "'],
    ['= < 60%', '= < 60 % of the units', 'a step up to 60 %, as in "'],
    ['first 60% of the units', 'not exceeding 60 percent', 'a step up to 60 percent, as in "'],
  ])('%s, %s: refused', async (first, rest, expected) => {
    expect(await of(first, rest)).toContainEqual(expect.stringContaining(expected))
  })

  const PER_KW = '200 * connected_load'

  it.each([
    ['up to 200 units per kW', 'above 200 units per kW'],
    ['first 200 units per kW of connected load', 'remaining units'],
    ['0-200 units/kW', '>200 units/kW'],
    ['up to 200 kWh/kW/month', 'balance units'],
    ['first 200 hours of use', 'above 200 hours of use'],
    ["up to 200 hours' use of the connected load", 'balance units'],
  ])('is printed as a multiple of the load, %s, and %s: passes', async (first, rest) => {
    expect(await of(first, rest, PER_KW)).toEqual([])
  })

  it.each([
    ['up to 300 units per kW', 'remaining units', 'edges or a bound up to 300, as in "'],
    ['201-400 units per kW', 'remaining units', 'edges or a bound up to 400, as in "'],
    ['up to 200 units per kVA', 'remaining units', 'edges or a bound up to 200, as in "'],
    ['first 300 hours of use', 'remaining units', 'edges or a bound up to 300, as in "'],
    ['first 200 hours', 'remaining units', 'edges or a bound up to 200, as in "'],
    ['above 200 hours of use', 'remaining units', 'a step above 200 hours of use, as in "'],
    ['up to 200 units', 'remaining units', 'edges or a bound up to 200, as in "'],
    ['above 200 units per kW', 'remaining units', 'a step above 200 units per kW, as in "'],
    ['up to 200 units per kW', 'up to 200 units/kW', 'a step up to 200 units/kW, as in "'],
  ])('as another multiple, on another side or of another unit, %s, and %s: refused', async (first, rest, expected) => {
    expect(await of(first, rest, PER_KW)).toContainEqual(expect.stringContaining(expected))
  })
})

it.each([
  ['201-400 units per kW', []],
  ['200-400 units/kW', []],
  ['200 to 400 kWh per kW', []],
  ['300-400 units per kW', ['edges or a bound above 300, as in "']],
  ['201-300 units per kW', ['edges or a bound up to 300, as in "']],
])('the second step of three, of a load: %s', async (middle, expected) => {
  const found = await judged('csv', (parts) => {
    label('<=100 units/month', '0-200 units per kW')(parts)
    label('>100, <=300 units/month', middle)(parts)
    label('>300 units/month', 'above 400 units per kW')(parts)
    for (const [edge, name] of [
      ['100', 'first_units'],
      ['300', 'first_two'],
    ]) {
      parts.rows = parts.rows.replaceAll(new RegExp(`(?<=^DOM.*energy.*),${edge}(?=,)`, 'gm'), `,${name}`)
      parts.readings = parts.readings.replaceAll(new RegExp(`(from|to): ${edge}(?=[ ,])`, 'g'), `$1: ${name}`)
    }
    const quantity = (quantity_id: string, formula: string, quote: string) => ({
      ...{ quantity_id, unit: 'kWh', description: 'The first units', formula },
      evidence: { source_id: 'ORDER', page: 1, quote },
    })
    const quantities = [
      quantity('first_units', '200 * connected_load', '0-200 units per kW'),
      quantity('first_two', '400 * connected_load', 'above 400 units per kW'),
    ]
    parts.rules = JSON.stringify({ quantities, adjustments: [] })
  })
  expect(found.get('intake')).toEqual([])
  const asked = (found.get('evidence.figure_in_quote') ?? []).map(({ expected: wanted }) => wanted)
  if (expected.length === 0) expect(asked).toEqual([])
  for (const each of expected) expect(asked).toContainEqual(expect.stringContaining(each))
})

describe('a column for a share of the units', () => {
  const of = async (low: string, high: string, isSwapped = false) => {
    const [first, rest] = [low, high].map((words) => `Energy Charge ${words} (P/kVAh)`)
    const [under, above] = isSwapped ? [rest, first] : [first, rest]
    const found = await judged('csv', (parts) => {
      header('Energy Charge (P/kVAh)', first!)(parts)
      parts.table = parts.table.map((line) => {
        const isHigh = /^E?HT /u.test(line[0]!)
        return [
          line[0]!,
          isHigh ? 'Supply' : line[1]!,
          ...line.slice(2),
          line[0] === 'Category' ? rest! : isHigh ? '475.00' : '',
        ]
      })
      const column = (name: string, edges: string): string =>
        `      "${name}": { charge: energy, unit: P/kVAh, ${edges} }\n`
      const columns = column(under!, 'from: 0, to: first_units') + column(above!, 'from: first_units')
      parts.readings = replaced(parts.readings, `      "${first}": { charge: energy, unit: P/kVAh }\n`, columns)
      for (const id of ['HT-IND', 'EHT-IND']) {
        const row = new RegExp(`^(${id},.*,energy),,,,,(.*)$`, 'm')
        const last = `${id},,,,,,,,energy,,,first_units,,order,ORDER,,,,,,`
        parts.rows = parts.rows.replace(row, `$1,telescopic,,0,first_units,$2\n${last}`)
      }
      const evidence = { source_id: 'ORDER', page: 1, quote: low }
      const quantity = { quantity_id: 'first_units', unit: 'kVAh', description: 'The first units', evidence }
      const formula = 'energy_units * 60 / 100'
      parts.rules = JSON.stringify({ quantities: [{ ...quantity, formula }], adjustments: [] })
    })
    return [...found.values()].flat().map(({ expected }) => expected)
  }

  it.each([
    ['up to 60% of the units', 'above 60% of the units'],
    ['for the first 60% of the units', 'for the remaining units'],
    ['= < 60%', '> 60%'],
  ])('%s, and one %s: passes as printed, and not exchanged', async (low, high) => {
    expect(await of(low, high)).toEqual([])
    expect(await of(low, high, true)).toContainEqual(expect.stringContaining('a step up to 60%, as in "'))
  })

  it('of another share, or of other than units: refused', async () => {
    expect(await of('up to 50% of the units', 'above 60% of the units')).toContainEqual(
      expect.stringContaining('edges or a bound up to 50, as in "'),
    )
    expect(await of('up to 60% of the units', 'for the remaining hours')).toContainEqual(
      expect.stringContaining('"remaining"'),
    )
  })
})
