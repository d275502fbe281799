import type { CalculateBody } from '../../releases/engine/request/body.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import {
  buildAdjustment,
  buildCharge,
  buildEnergy,
  buildQuantity,
  buildRecord,
  conditions,
  formula,
} from '../../test/support/record-builder.ts'

/** Units for which the zones of INDUSTRIAL_BILL leave room; the bench's first body has these. */
export const LEAST_INDUSTRIAL_UNITS = 40_000

/** A recorded demand, a stated load factor, a prompt payment rebate, a lagging power factor. */
export const INDUSTRIAL_BILL: CalculateBody = {
  state_code: 'BR',
  subcategory_code: 'DOM',
  energy_units: LEAST_INDUSTRIAL_UNITS,
  contract_demand_kva: 200,
  recorded_demand_kva: 187.5,
  load_factor_percent: 72.5,
  power_factor: 0.86,
  peak_demand_kva: 9_000,
  offpeak_demand_kva: 12_000,
  payment: { by_due_date: true },
}

/**
 * An invented industrial tariff: a customer charge, demand on the larger of recorded and 80 percent of contract, energy in
 * slabs by the stated load factor, units by zone, and four adjustments.
 */
export function industrialRecord(): ReleaseRecord {
  const firstUnits = buildQuantity('first_units', '', {
    cases: [
      {
        formula: formula('energy_units'),
        when: conditions('load_factor_percent<=60'),
        effective_from: null,
        effective_to: null,
      },
      {
        formula: formula('energy_units * 60 / load_factor_percent'),
        when: conditions('load_factor_percent>60'),
        effective_from: null,
        effective_to: null,
      },
    ],
  })
  return buildRecord({
    quantities: [
      buildQuantity('billing_demand', 'max(recorded_demand_kva, contract_demand_kva * 0.8)'),
      firstUnits,
      buildQuantity('shortfall', 'max(0, 90 - power_factor * 100)'),
      // Two demands replace the units of two zones, so that each request may have any units.
      buildQuantity('peak_units', 'min(energy_units, peak_demand_kva)'),
      buildQuantity('offpeak_units', 'min(energy_units, offpeak_demand_kva)'),
    ],
    rows: [
      {
        fixed: null,
        energy: buildEnergy('telescopic', [
          ['first_units', '5.85'],
          [null, '4.75'],
        ]),
        more: [
          buildCharge('customer', 'flat', 'connection', [[null, '250']]),
          buildCharge('demand', 'flat', 'kVA', [[null, '250']], { component: 'fixed', per: 'billing_demand' }),
        ],
      },
    ],
    rules: {
      adjustments: [
        buildAdjustment('PEAK', 'per_unit', [['', 'add', [value('0.30', 'peak_units')]]], { order: 1 }),
        buildAdjustment('OFF-PEAK', 'per_unit', [['', 'subtract', [value('0.20', 'offpeak_units')]]], { order: 2 }),
        buildAdjustment(
          'POWER-FACTOR',
          'percent',
          [
            [
              '',
              'add',
              [
                {
                  kind: 'percent',
                  per: null,
                  method: 'telescopic',
                  steps_by: 'shortfall',
                  steps: buildCharge('steps', 'telescopic', 'kWh', [
                    ['5', '0.5'],
                    [null, '1'],
                  ]).steps.map((step) => ({
                    ...step,
                    figure: { ...step.figure, unit: 'percent' as const, printed_unit: 'percent' },
                  })),
                },
              ],
            ],
          ],
          { order: 3, of: ['energy', 'fixed'] },
        ),
        buildAdjustment('PROMPT', 'percent', [['payment.by_due_date=true', 'subtract', '1']], {
          order: 4,
          of: ['base_tariff'],
        }),
      ],
    },
  })
}

function value(rate: string, per: string) {
  return {
    kind: 'per_unit' as const,
    per,
    method: 'flat' as const,
    steps_by: null,
    steps: buildCharge('steps', 'flat', 'kWh', [[null, rate]]).steps,
  }
}
