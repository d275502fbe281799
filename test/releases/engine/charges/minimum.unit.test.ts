import { describe, expect, it } from 'vitest'
import { compared } from '../../../support/compared.ts'
import { planOf } from '../../../support/definitions.ts'
import { buildAdjustment, buildCharge, buildEnergy, buildFixed } from '../../../support/record-builder.ts'
import { linesOf, priced, problems, recordOfRow } from '../bill.ts'

/** At least Rs 100 a kW for energy and fixed charge together: the line is the amount by which they fall short of it. */
describe('a minimum of Rs 100 a kW', () => {
  const minimum = buildCharge('least', 'flat', 'kW', [[null, '100']], { minimum_of: ['energy', 'fixed'] })
  const rows = { energy: buildEnergy('flat', [[null, '5']]), fixed: buildFixed('flat', 'connection', [[null, '50']]) }
  const record = recordOfRow({ ...rows, more: [minimum] })

  it.each([
    ['10', '2', 'least 2 x 100 = 10000', 20_000], // 5000 + 5000 of 20000
    ['30', '2', 'least 2 x 100 = 0', 20_000], // exactly reached
    ['30.002', '2', 'least 2 x 100 = 0', 20_001], // exceeded by a paisa
    ['29.998', '2', 'least 2 x 100 = 1', 20_000],
    ['0', '0', 'least 0 x 100 = 0', 5000],
  ])('%s units, %s kW: %s', (energy_units, connected_load, line, base) => {
    const result = priced(record, { energy_units, connected_load })
    expect(linesOf(record, { energy_units, connected_load }).at(-1)).toBe(line)
    expect(result.basePaise).toBe(base)
    expect(result.lines.at(-1)).toMatchObject({
      step: { component: 'minimum' },
      minimumPaise: Number(connected_load) * 10_000,
    })
  })

  it('comes after all other base charges, whatever its place in the row', () => {
    const first = recordOfRow({ charges: [minimum, rows.energy, rows.fixed] })
    expect(priced(first, { connected_load: 2 }).lines.map(({ step }) => step.id)).toEqual(['energy', 'fixed', 'least'])
  })

  it('has a sum of its own, null where the row has none', () => {
    expect(priced(record, { energy_units: 10, connected_load: 2 }).minimumPaise).toBe(10_000)
    expect(priced(recordOfRow(rows)).minimumPaise).toBeNull()
  })

  it('looks only at the charges that it names', () => {
    const ofEnergy = recordOfRow({ ...rows, more: [{ ...minimum, minimum_of: ['energy'] }] })
    expect(priced(ofEnergy, { energy_units: 10, connected_load: 2 }).minimumPaise).toBe(15_000)
  })

  it('of several lines is one line, each of them rounded, in its first step', () => {
    const stepped = buildCharge(
      'least',
      'telescopic',
      'kW',
      [
        ['1', '0.005'],
        [null, '0.015'],
      ],
      { minimum_of: ['energy'] },
    )
    const record = recordOfRow({ energy: buildEnergy('flat', [[null, '0']]), fixed: null, more: [stepped] })
    // 1 x 0.5 = 1 and 1 x 1.5 = 2 paise.
    const { lines } = priced(record, { connected_load: 2 })
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatchObject({ amountPaise: 3, minimumPaise: 3, step: { slab: { from: '0', to: '1' } } })
  })

  it.each([['minimum'], ['least'], ['second']])(
    'is unknown while a charge that it names is held, and so is what is based on it: %s',
    (of) => {
      const more = [minimum, buildCharge('second', 'flat', 'kW', [[null, '1']], { minimum_of: ['least'] })]
      const record = recordOfRow(
        { ...rows, more },
        {
          component_holds: [{ path: 'rows/ROW/fixed', reason: 'not published' }],
          rules: { adjustments: [buildAdjustment('A', 'percent', [['', 'add', '10']], { of: [of] })] },
        },
      )
      const body = { energy_units: 10, connected_load: 2 }
      const result = priced(record, body)
      expect(result.lines.map(({ step }) => step.id)).toEqual(['energy'])
      expect(result).toMatchObject({ minimumPaise: null, adjustmentsPaise: null, basePaise: null })
      const both = compared(planOf(record), { state_code: 'BR', subcategory_code: 'DOM', ...body }, 'specimen')
      expect(both?.engine).toEqual(both?.reference)
    },
  )

  it('needs what it reads, as any base charge does', () => {
    expect(problems(record)).toEqual(['required /connected_load'])
  })
})
