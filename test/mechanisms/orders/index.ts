import type { Order } from '../support/order.ts'
import { BILL_ROUNDING } from './bill-rounding.ts'
import { BILLING_DEMAND } from './billing-demand.ts'
import { BIMONTHLY_BY_DAYS_ORDER, BIMONTHLY_ORDER } from './bimonthly.ts'
import { CAPPED_REBATE } from './capped-rebate.ts'
import { COMPUTED_LOAD_FACTOR } from './computed-load-factor.ts'
import { SOCIETY, STREET_LIGHTS } from './counted-things.ts'
import { DEMAND_BY_HOURS } from './demand-by-hours.ts'
import { DUTY, DUTY_AND_CESS } from './duty.ts'
import { ENERGY_BY_ZONE } from './energy-by-zone.ts'
import { EXCESS_DEMAND, EXCESS_IN_PERCENT } from './excess-demand.ts'
import { FEE_TABLE } from './fee-table.ts'
import { FREE_BLOCK } from './free-block.ts'
import { HIGHEST_DEMAND } from './highest-demand.ts'
import { KWH_BESIDE_KVAH } from './kwh-beside-kvah.ts'
import { LARGE_QUANTITY } from './large-quantity.ts'
import { LATE_PAYMENT } from './late-payment.ts'
import { MINIMUM } from './minimum.ts'
import { PART_OF_STEPS } from './part-of-steps.ts'
import { PAYMENT_REBATES } from './payment-rebates.ts'
import { PER_PHASE } from './per-phase.ts'
import { POWER_FACTOR } from './power-factor.ts'
import { POWER_FACTOR_FALL } from './power-factor-fall.ts'
import {
  BY_DAYS_ORDER,
  BY_MONTHS_ORDER,
  LOADS_BY_DAYS_ORDER,
  ROUNDED_MONTHS_ORDER,
  TWO_MONTHS_ORDER,
} from './prorated.ts'
import { SEASONAL } from './seasonal.ts'
import { SEASONAL_MONTHS } from './seasonal-months.ts'
import { SEVERAL_LICENSEES } from './several-licensees.ts'
import { STATED_LOAD_FACTOR } from './stated-load-factor.ts'
import { TEMPORARY } from './temporary.ts'
import { THREE_PART } from './three-part.ts'
import { TWO_PART } from './two-part.ts'
import { UNMETERED } from './unmetered.ts'
import { WHOLE_UNITS } from './whole-units.ts'

/** Every invented order, for tests that apply to all of them. */
export const ORDERS: Readonly<Record<string, Order>> = {
  BILL_ROUNDING,
  BILLING_DEMAND,
  BIMONTHLY_BY_DAYS_ORDER,
  BIMONTHLY_ORDER,
  BY_DAYS_ORDER,
  BY_MONTHS_ORDER,
  CAPPED_REBATE,
  COMPUTED_LOAD_FACTOR,
  DEMAND_BY_HOURS,
  DUTY,
  DUTY_AND_CESS,
  ENERGY_BY_ZONE,
  EXCESS_DEMAND,
  EXCESS_IN_PERCENT,
  FEE_TABLE,
  FREE_BLOCK,
  HIGHEST_DEMAND,
  KWH_BESIDE_KVAH,
  LARGE_QUANTITY,
  LATE_PAYMENT,
  LOADS_BY_DAYS_ORDER,
  MINIMUM,
  PART_OF_STEPS,
  PAYMENT_REBATES,
  PER_PHASE,
  POWER_FACTOR,
  POWER_FACTOR_FALL,
  ROUNDED_MONTHS_ORDER,
  SEASONAL,
  SEASONAL_MONTHS,
  SEVERAL_LICENSEES,
  SOCIETY,
  STATED_LOAD_FACTOR,
  STREET_LIGHTS,
  TEMPORARY,
  THREE_PART,
  TWO_MONTHS_ORDER,
  TWO_PART,
  UNMETERED,
  WHOLE_UNITS,
}
