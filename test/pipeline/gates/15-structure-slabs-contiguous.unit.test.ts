import { describe, expect, it } from 'vitest'
import { structureSlabsContiguous } from '../../../pipeline/gates/15-structure-slabs-contiguous.ts'
import type { Charge, Step } from '../../../releases/record/charge.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { buildAdjustment, buildFigure, buildQuantity, buildValue, conditions } from '../../support/record-builder.ts'
import { chargeOf, findingsOf, rowOf } from './support/sample.ts'

/** Bounds of the steps of R-DS's energy charge. */
const slabs =
  (...bounds: (readonly [from: string, to: string | null])[]) =>
  (record: ReleaseRecord): void => {
    const energy = chargeOf(record, 'R-DS', 'energy')
    energy.steps = bounds.map(([from, to]): Step => ({ from, to, figure: energy.steps[0]!.figure }))
  }

const bands =
  (fixed: Partial<Charge>, ...bounds: (readonly [from: string, to: string | null])[]) =>
  (record: ReleaseRecord): void => {
    const charge = chargeOf(record, 'R-DS', 'fixed')
    const { figure } = charge.steps[0]!
    Object.assign(charge, { steps: bounds.map(([from, to]) => ({ from, to, figure })), ...fixed })
  }

const on = (record: ReleaseRecord, rowId: string, text: string): void => {
  rowOf(record, rowId).conditions = conditions(text)
}

describe('structure.slabs_contiguous fails when', () => {
  it.each([
    [
      'the first slab does not begin at 0',
      slabs(['1', '100'], ['100', null]),
      'energy/0 | the first step from 0 | it starts at 1',
    ],
    ['slabs leave a gap', slabs(['0', '100'], ['101', null]), 'energy/1 | a step from 100 | gap: it starts at 101'],
    ['slabs overlap', slabs(['0', '100'], ['99', null]), 'energy/1 | a step from 100 | overlap: it starts at 99'],
    [
      'a slab follows an open one',
      slabs(['0', null], ['100', null]),
      'energy/1 | a step from nothing: the one before is open | overlap: it starts at 100',
    ],
    [
      'the last slab is closed and the row has no bound',
      slabs(['0', '100']),
      'energy/0 | the last step open, because the row has no upper bound | it ends at 100',
    ],
    ['a slab is empty', slabs(['0', '0'], ['0', null]), 'energy/0 | a step that ends after it begins | 0 to 0'],
    [
      'a bound is finer than a thousandth',
      slabs(['0', '0.0001'], ['0.0001', null]),
      'energy/0 | bounds with at most three decimals | 0 to 0.0001',
    ],
    ['bands leave a gap', bands({}, ['0', '2'], ['4', null]), 'fixed/1 | a step from 2 | gap: it starts at 4'],
    [
      'a flat charge has two steps',
      bands({ method: 'flat' }, ['0', '2'], ['2', null]),
      'fixed/1 | one step, because its method is flat (or blank): telescopic or whole has several | 2',
    ],
    ['there are no steps', bands({}), 'fixed | at least one step | none'],
    [
      'a band has nothing to choose it by',
      bands({ steps_by: null }, ['0', null]),
      'fixed/0 | steps_by: what chooses the step | whole without steps_by',
    ],
    [
      'a telescopic charge per connection divides nothing',
      bands({ method: 'telescopic', steps_by: null }, ['0', null]),
      'fixed/0 | per: what its steps divide | telescopic without per',
    ],
    [
      'telescopic steps are to divide something else',
      bands({ method: 'telescopic', per: 'contract_demand_kva' }, ['0', null]),
      'fixed/0 | telescopic steps that divide `per` itself | steps_by connected_load',
    ],
    [
      'edges by name do not begin at 0',
      slabs(['100', 'load_parts'], ['load_parts', null]),
      'energy/0 | the first step from 0 | it starts at 100',
    ],
    [
      'edges by name do not meet',
      slabs(['0', 'load_parts'], ['connected_load', null]),
      'energy/1 | a step from load_parts | it starts at connected_load',
    ],
    [
      'the last step of edges by name is closed',
      slabs(['0', 'load_parts'], ['load_parts', 'connected_load']),
      'energy/1 | the last step open, because edges have names | it ends at connected_load',
    ],
    [
      'an edge by name follows an open step',
      slabs(['0', null], ['load_parts', null]),
      'energy/1 | a step from nothing: the one before is open | it starts at load_parts',
    ],
    [
      "another row's steps end before this row does",
      (record: ReleaseRecord) => {
        const slabRate = chargeOf(record, 'R-SL', 'energy')
        slabRate.steps[0]!.to = '500'
        const rates_of = { row_id: 'R-SL', charge_id: 'energy', multiple: buildFigure('2', 'times') }
        Object.assign(chargeOf(record, 'R-DS', 'energy'), { rates_of, steps: [], method: 'flat' })
      },
      'energy/0 | the last step open, because the row has no upper bound | it ends at 500',
    ],
    [
      'a telescopic fixed charge begins where the range does, though its shares count from 0',
      (record: ReleaseRecord) => {
        on(record, 'R-DS', 'connected_load>5')
        bands({ method: 'telescopic', per: 'connected_load' }, ['5', null])(record)
      },
      'fixed/0 | the first step from 0 | it starts at 5',
    ],
  ] as const)('%s', async (_, edit, expected) => {
    const findings = await findingsOf(structureSlabsContiguous, edit)
    expect(findings).toContain(`rows/R-DS/${expected}`)
  })

  it('slabs end before or after the bound of the row', async () => {
    for (const end of ['40', '60']) {
      expect(
        await findingsOf(structureSlabsContiguous, (record) => {
          on(record, 'R-DS', 'energy_units<=50')
          slabs(['0', end])(record)
        }),
      ).toEqual([`rows/R-DS/energy/0 | the last step up to 50 | it ends at ${end}`])
    }
  })
})

describe('structure.slabs_contiguous fails when the steps of an adjustment', () => {
  const stepped =
    (...slabs: (readonly [to: string | null, rate: string])[]) =>
    ({ rules }: ReleaseRecord): void => {
      const value = buildValue('percent', slabs, { method: 'whole', steps_by: 'power_factor' })
      rules.adjustments = [buildAdjustment('PF', 'percent', [['', 'add', [value]]], { applies_to: ['SL'] })]
    }

  it('leave a gap', async () => {
    const findings = await findingsOf(structureSlabsContiguous, (record) => {
      stepped(['0.7', '2'], ['0.9', '1'])(record)
      record.rules.adjustments[0]!.cases[0]!.values[0]!.steps[1]!.from = '0.8'
    })
    expect(findings).toEqual(['rules/adjustments/PF/CASE-1/1 | a step from 0.7 | gap: it starts at 0.8'])
  })

  it('leave a gap in the cap', async () => {
    const findings = await findingsOf(structureSlabsContiguous, (record) => {
      stepped([null, '1'])(record)
      const cap = buildValue(
        'per_bill',
        [
          ['5', '100'],
          [null, '200'],
        ],
        { method: 'whole', steps_by: 'connected_load' },
      )
      cap.steps[1]!.from = '6'
      record.rules.adjustments[0]!.cap = cap
    })
    expect(findings).toEqual(['rules/adjustments/PF/cap/1 | a step from 5 | gap: it starts at 6'])
  })

  it('are two and flat', async () => {
    const findings = await findingsOf(structureSlabsContiguous, (record) => {
      stepped(['0.7', '2'], [null, '1'])(record)
      record.rules.adjustments[0]!.cases[0]!.values[0]!.method = 'flat'
    })
    expect(findings).toEqual([
      'rules/adjustments/PF/CASE-1/1 | one step, because its method is flat (or blank): telescopic or whole has several | 2',
    ])
  })

  it('are none; and passes steps that begin and end where the surcharge does', async () => {
    expect(await findingsOf(structureSlabsContiguous, stepped())).toEqual([
      'rules/adjustments/PF/CASE-1 | at least one step | none',
    ])
    expect(await findingsOf(structureSlabsContiguous, stepped(['0.7', '2'], ['0.9', '1']))).toEqual([])
  })
})

describe('structure.slabs_contiguous, for charges of one component on one quantity,', () => {
  const DOUBLED = 'one charge of a component on one quantity, or together_with'
  const second =
    (more: Partial<Charge>, first: Partial<Charge> = {}) =>
    (record: ReleaseRecord): void => {
      const row = rowOf(record, 'R-SL')
      Object.assign(row.charges[0]!, first)
      row.charges.push({
        ...row.charges[0]!,
        charge_id: 'second',
        when: [],
        effective_from: null,
        effective_to: null,
        ...more,
      })
    }

  it.each<[string, (record: ReleaseRecord) => void, string]>([
    ['that both always hold', second({}), 'any input'],
    ['of which one holds sometimes', second({ when: conditions('connected_load>5') }), 'connected_load=5.001'],
    [
      'whose conditions share an edge',
      second({ when: conditions('connected_load>=5') }, { when: conditions('connected_load<=5') }),
      'connected_load=5',
    ],
    ['whose days overlap', second({ effective_from: '2026-09-30' }, { effective_to: '2026-09-30' }), 'any input'],
  ])('fails two %s', async (_, edit, example) => {
    expect(await findingsOf(structureSlabsContiguous, edit)).toEqual([
      `rows/R-SL/second | ${DOUBLED} | energy and second both apply to ${example}`,
    ])
  })

  it.each<[string, (record: ReleaseRecord) => void]>([
    ['one names the other', second({ together_with: ['energy'] })],
    ['the other names it', second({}, { together_with: ['second'] })],
    [
      'their conditions exclude each other',
      second({ when: conditions('connected_load>5') }, { when: conditions('connected_load<=5') }),
    ],
    ['their days do', second({ effective_from: '2026-10-01' }, { effective_to: '2026-09-30' })],
    ['they count other quantities', second({ per: 'connected_load' })],
    ['they are of other components', second({ component: 'other' })],
    ['one is beside the bill', second({ side: 'beside' })],
    ['one is a minimum of the other', second({ minimum_of: ['energy'] })],
  ])('passes them where %s', async (_, edit) => {
    expect(await findingsOf(structureSlabsContiguous, edit)).toEqual([])
  })

  it('fails two minimums of the same charges', async () => {
    const findings = await findingsOf(structureSlabsContiguous, (record) => {
      second({ minimum_of: ['energy'] })(record)
      const { charges } = rowOf(record, 'R-SL')
      charges.push({ ...charges.at(-1)!, charge_id: 'third' })
    })
    expect(findings).toEqual([`rows/R-SL/third | ${DOUBLED} | second and third both apply to any input`])
  })
})

describe('structure.slabs_contiguous passes', () => {
  it.each([
    ['slabs that end exactly at the bound of the row', '<=', '50', ['0', '50']],
    ['slabs that end a thousandth below an excluded bound', '<', '50', ['0', '49.999']],
    ['an open slab under a bound', '<=', '50', ['0', null]],
  ] as const)('%s', async (_, op, value, bound) => {
    expect(
      await findingsOf(structureSlabsContiguous, (record) => {
        on(record, 'R-DS', `energy_units${op}${value}`)
        slabs(bound)(record)
      }),
    ).toEqual([])
  })

  it('bands that begin where the row does', async () => {
    expect(
      await findingsOf(structureSlabsContiguous, (record) => {
        on(record, 'R-DS', 'energy_units>50')
        bands({ steps_by: 'energy_units' }, ['50', '300'], ['300', null])(record)
      }),
    ).toEqual([])
  })

  it.each([
    ['edges by name', slabs(['0', 'load_parts'], ['load_parts', null])],
    ['decimals and a name', slabs(['0', '50'], ['50', 'load_parts'], ['load_parts', null])],
  ] as const)('%s that meet', async (_, edit) => {
    expect(await findingsOf(structureSlabsContiguous, edit)).toEqual([])
  })

  it('steps that end where the conditions of the charge itself do', async () => {
    const findings = await findingsOf(structureSlabsContiguous, (record) => {
      slabs(['0', '50'])(record)
      chargeOf(record, 'R-DS', 'energy').when = conditions('energy_units<=50')
    })
    expect(findings).toEqual([])
  })

  it('steps that end where the row does, under another name of the quantity', async () => {
    const findings = await findingsOf(structureSlabsContiguous, (record) => {
      record.quantities.push(buildQuantity('monthly_units', 'energy_units'))
      on(record, 'R-DS', 'monthly_units<=50')
      slabs(['0', '50'])(record)
    })
    expect(findings).toEqual([])
  })
})
