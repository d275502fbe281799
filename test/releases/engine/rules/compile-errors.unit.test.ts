import { describe } from 'vitest'
import { buildFigure, buildSubsidy, type RecordParts } from '../../../support/record-builder.ts'
import { type Refused, refuses } from '../compile-errors.ts'

const free = buildSubsidy({ 30: '125' })
const entitled = (units: ReturnType<typeof buildFigure>, days = [30]): RecordParts => ({
  rules: { subsidy: { ...free, entitlements: days.map((billing_days) => ({ billing_days, units })) } },
})

const SUBSIDIES: readonly Refused[] = [
  [
    'in anything but units',
    'rules/subsidy/entitlements/30',
    'is in Rs; kWh is needed here',
    entitled(buildFigure('125', 'Rs')),
  ],
  ['that stands twice', 'rules/subsidy/entitlements/30', 'stands twice', entitled(buildFigure('125', 'kWh'), [30, 30])],
  [
    'finer than a thousandth',
    'rules/subsidy/entitlements/30',
    'more than three decimals',
    entitled(buildFigure('125.0001', 'kWh')),
  ],
]

describe('an entitlement', () => refuses(SUBSIDIES))
