import { figure, printedAs } from '../../mechanisms/support/order.ts'
import { adjustments, kase, meaning, type Rule } from './judged-schedule.ts'
import { S, X1, X2 } from './text-by-load-factor.ts'

/** The quantities and adjustments of schedule-by-load-factor.ts. */
const RULES: readonly Rule[] = [
  [
    'PF-INCENTIVE',
    'base',
    'HV-3.1',
    'energy',
    kase(
      'above',
      'power_factor>0.95',
      'subtract',
      `{ kind: percent, method: telescopic, steps_by: pf_rise, steps: [{ from: "0", to: null, figure: ${figure('1', 'percent', S.pf)} }] }`,
    ),
  ],
  [
    'PF-PENALTY',
    'base',
    'HV-3.1',
    'energy',
    kase(
      'below',
      'power_factor<0.90',
      'add',
      `{ kind: percent, method: telescopic, steps_by: pf_fall, steps: [{ from: "0", to: null, figure: ${figure('1', 'percent', S.pen)} }] }`,
    ),
  ],
  [
    'TOD-PEAK',
    'base',
    'HV-3.1',
    'energy',
    kase('peak', '', 'add', `{ kind: percent, figure: { read: tod-peak, grade: order, citations: [ORDER] } }`),
    '    part: { charge_id: energy, quantity: energy_by_zone.peak, by: average_rate, evidence: ' +
      printedAs('on the energy charge for the energy consumed during the period') +
      ' }\n    stands_for: time_of_day\n',
  ],
  [
    'TOD-OFF',
    'base',
    'HV-3.1',
    'energy',
    kase('off', '', 'subtract', `{ kind: percent, figure: { read: tod-off, grade: order, citations: [ORDER] } }`),
    '    part: { charge_id: energy, quantity: energy_by_zone.off_peak, by: average_rate, evidence: ' +
      printedAs('on the energy charge for the energy consumed during the period') +
      ' }\n    stands_for: time_of_day\n',
  ],
  [
    'PREPAID',
    'base',
    'LV-1.1, LV-2.2',
    '',
    kase(
      'prepaid',
      'meter_type=prepaid',
      'subtract',
      `{ kind: per_unit, per: energy_units, figure: ${meaning('25', 'P/kWh', '0.25', 'Rs/kWh', S.prepaid)} }`,
    ),
  ],
  [
    'TEMPORARY',
    'base',
    'LV-2.2',
    'energy, fixed',
    kase(
      'temporary',
      'connection=temporary',
      'add',
      `{ kind: factor, figure: ${meaning('1.25', 'times', '125', 'percent', S.temp)} }`,
    ) + kase('regular', 'connection=regular', 'none', ''),
  ],
  [
    'FPPAS',
    'beside',
    'LV-1.1, LV-2.2, LV-5.1, HV-3.1',
    '',
    `      - { case_id: may, effective_from: 2026-05-01, effective_to: 2026-05-31, effect: add, description: may, values: [{ kind: per_unit, per: energy_units, figure: ${meaning('22', 'P/kWh', '0.22', 'Rs/kWh', S.fppas)} }] }\n`,
    '    stands_for: fuel_adjustment\n',
  ],
  [
    'ONLINE',
    'beside',
    'LV-1.1, LV-2.2, LV-5.1',
    'bill',
    kase(
      'online',
      'payment.digital=true and payment.by_due_date=true',
      'subtract',
      `{ kind: percent, figure: ${figure('0.5', 'percent', S.online)} }`,
    ),
    `    cap: { kind: per_bill, figure: ${figure('20', 'Rs', S.online)} }\n`,
  ],
  [
    'DPS',
    'beside',
    'LV-1.1, LV-2.2, LV-5.1, HV-3.1',
    'bill',
    kase('late', 'payment.by_due_date=false', 'add', `{ kind: percent, figure: ${figure('1.25', 'percent', S.dps)} }`),
  ],
]
export const rules = `quantities:
  - quantity_id: load_parts
    unit: number
    description: "Parts of 0.1 kW"
    formula: "max(1, ceil(energy_units / 15, 1))"
    evidence: ${printedAs(S.every15)}
  - quantity_id: load_factor
    unit: percent
    description: "Load factor"
    cases: [{ when: "contract_demand_kva>0", formula: "energy_units * 100 / (contract_demand_kva * power * hours)" }]
    figures:
      - { figure_id: power, figure: ${figure('0.90', 'number', S.lf)} }
      - { figure_id: hours, figure: ${figure('720', 'hours', S.lf)} }
    evidence: ${printedAs(S.lf)}
  - quantity_id: first_units
    unit: kWh
    description: "Units up to a load factor of 50 percent"
    cases:
      - { when: "load_factor<=50", formula: "energy_units" }
      - { when: "load_factor>50", formula: "energy_units * 50 / load_factor" }
    evidence: ${printedAs('Energy charge for consumption up to 50% load factor (paise per unit)')}
  - quantity_id: billing_demand
    unit: kVA
    description: "Billing demand"
    formula: "ceil(max(recorded_demand_kva, share * contract_demand_kva), 1)"
    figures: [{ figure_id: share, figure: ${figure('90', 'percent', S.bd)} }]
    evidence: ${printedAs(`${S.bd} ${S.round}`)}
  - quantity_id: excess_to_130
    unit: kVA
    description: "Demand above 115 up to 130 percent"
    formula: "max(0, min(recorded_demand_kva, upper * contract_demand_kva) - lower * contract_demand_kva)"
    figures:
      - { figure_id: lower, figure: ${figure('115', 'percent', X1)} }
      - { figure_id: upper, figure: ${figure('130', 'percent', X1)} }
    evidence: ${printedAs(S.ex1)}
  - quantity_id: excess_above_130
    unit: kVA
    description: "Demand above 130 percent"
    formula: "max(0, recorded_demand_kva - lower * contract_demand_kva)"
    figures: [{ figure_id: lower, figure: ${figure('130', 'percent', X2)} }]
    evidence: ${printedAs(S.ex2)}
  - quantity_id: pf_rise
    unit: percent
    description: "Percent above 95"
    formula: "max(0, power_factor * 100 - 95)"
    evidence: ${printedAs(S.pf)}
  - quantity_id: pf_fall
    unit: percent
    description: "Percent below 90"
    formula: "max(0, 90 - power_factor * 100)"
    evidence: ${printedAs(S.pen)}
adjustments:
${adjustments(RULES)}`
