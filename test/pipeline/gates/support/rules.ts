import type { Rules, Solar } from '../../../../releases/record/rules.ts'
import { buildAdjustment } from '../../../support/record-builder.ts'
import { quoted, sheetFigure, specimenFigure } from './figures.ts'

type Profile = Rules['complete_payable'][number]

const PERIOD = { effective_from: '2026-04-01', effective_to: '2027-03-31' }

export function sampleRules(): Rules {
  return {
    adjustments: [
      buildAdjustment(
        'TOD',
        'factor',
        [
          ['tod_period=peak', 'add', specimenFigure(2, '103', '103', 'percent')],
          ['tod_period=normal', 'none', null],
        ],
        { applies_to: ['SL'], description: 'Time of day' },
      ),
    ],
    subsidy: {
      scheme: 'Free units',
      applies_to: ['DS'],
      unit: 'kWh',
      base_days: 30,
      monthly_units: sheetFigure(12, '125', '125', 'kWh'),
      entitlements: [{ billing_days: 25, units: sheetFigure(12, '104', '104', 'kWh') }],
      rounding_status: 'as published',
      energy_within: sheetFigure(12, '0.00', '0', 'Rs/kWh'),
      fixed_within: sheetFigure(12, '0.00', '0', 'Rs/connection'),
      blocked: [],
      conditions: [{ text: 'one scheme for all', evidence: quoted('XX-SHEET', 1, 12) }],
      ...PERIOD,
    },
    fppas_periods: [
      {
        period_id: 'FPPAS-2026-04',
        kind: null,
        period: '2026-04',
        recovery_month: '2026-06',
        licensee_code: null,
        status: 'specimen',
        value_unit: 'percent',
        figure: specimenFigure(3, '1.00', '1', 'percent'),
        basis: ['energy'],
        applies_to: [],
      },
    ],
    fppas_month: null,
    duty: null,
    solar: [],
    complete_payable: [],
    facts: [
      {
        fact_id: 'REBATE',
        group: 'rebate',
        key: 'digital',
        applies_to: 'all',
        period: 'FY 2026-27',
        text: 'Rebate for digital payment',
        figure_value: '1.5',
        figure_unit: 'percent',
        grade: 'transcription',
        evidence: quoted('XX-SHEET', 1, 13),
      },
    ],
  }
}

/** A solar rule for the whole state, cited from the sheet; the sample itself has none. */
export function sampleSolar(rest: Partial<Solar> = {}): Solar {
  return {
    arrangement: 'net_metering',
    licensees: [],
    name: 'Net metering',
    citation: 'Regulations',
    closing: 'carried',
    year_end_month: null,
    closing_at_year_end: null,
    grade: 'transcription',
    evidence: quoted('XX-SHEET', 1, 13),
    disclosures: [],
    ...rest,
  }
}

/** A profile cited from the original; the sample itself has none. */
export function sampleProfile(rest: Partial<Profile> = {}): Profile {
  return {
    profile: 'HOME',
    licensee_code: 'XX_ONE',
    subcategory_codes: ['DS'],
    description: 'Homes',
    evidence: quoted('XX-ORDER', 2, 2),
    ...rest,
  }
}
