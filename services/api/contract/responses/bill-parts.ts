import { z } from 'zod'
import { lineEvidence } from './evidence.ts'
import { named } from './registry.ts'
import { count, decimal, month, paise, word } from './scalars.ts'

/** The parts of an answer that stand apart from the base tariff (contract 2.7). */

const blocked = z.array(word).describe('Components of the scheme that are in no amount')
export const subsidy = named(
  'Subsidy',
  'What the evaluated entitlement takes off. Evaluated only where billing_days was given.',
  z.discriminatedUnion('status', [
    z.object({ status: z.literal('not_evaluated'), blocked }),
    z.object({ status: z.literal('not_applicable'), blocked }),
    z.object({ status: z.literal('blocked'), scheme: word, billing_days: count, blocked }),
    z.object({
      status: z.literal('applied'),
      scheme: word,
      billing_days: count,
      entitlement_units: count,
      covered_units: decimal,
      energy_waived_paise: paise,
      fixed_waived_paise: paise,
      amount_paise: paise.describe('At least 0: what is taken off'),
      blocked,
    }),
  ]),
)

const fppasPart = z.object({
  kind: z.enum(['base', 'periodic']).nullable(),
  period: month,
  rate: decimal,
  value_unit: z.enum(['percent', 'paise_per_unit']),
  amount_paise: paise,
  evidence: lineEvidence,
})
export const fppas = named(
  'Fppas',
  'Fuel and power-purchase adjustment: applied only from an approved version of exactly the month asked for',
  z.discriminatedUnion('status', [
    z.object({ status: z.literal('blocked'), reason: word }),
    z.object({ status: z.literal('applied'), period: month, amount_paise: paise, parts: z.array(fppasPart).min(1) }),
  ]),
)

export const electricityDuty = named(
  'ElectricityDuty',
  'Duty by statute: shown beside where its rate is verified, never inside the base or the payable',
  z.discriminatedUnion('status', [
    z.object({ status: z.literal('blocked'), reason: word }),
    z.object({
      status: z.literal('statutory_rate_shown'),
      reason: z.literal('shown_beside_never_included'),
      description: word,
      rate: decimal,
      amount_paise: paise,
      evidence: lineEvidence,
    }),
  ]),
)

export const ancillaryCharges = named(
  'AncillaryCharges',
  'Meter rent, arrears, penalties and the like: in no amount',
  z.object({ status: z.literal('blocked'), reason: word }),
)

export const finalPayable = named(
  'FinalPayable',
  'What may be shown as payable. Null unless the parts named in `includes` make it up; see `excludes`.',
  z.object({
    amount_paise: paise.nullable(),
    status: z.enum(['complete', 'partial', 'unavailable']),
    includes: z.array(word),
    excludes: z.array(word),
    reason: word.optional(),
  }),
)

export const disclosure = named(
  'Disclosure',
  'What must be known of an answer to show it honestly',
  z.object({ code: z.string().regex(/^[A-Z0-9_]+$/), message: word }),
)

export const grossMetering = named(
  'GrossMetering',
  'What a rooftop plant feeds in, in units. It is never turned into money.',
  z.object({
    generation_units: decimal.nullable(),
    settlement: z.object({ status: z.literal('blocked'), reason: word }),
  }),
)
