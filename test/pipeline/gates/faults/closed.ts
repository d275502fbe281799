import { closedBlockedAbsent } from '../../../../pipeline/gates/26-closed-blocked-absent.ts'
import { closedUnknownRefused } from '../../../../pipeline/gates/27-closed-unknown-refused.ts'
import { ENGINE, type Engine } from '../../../../pipeline/gates/calculation/outcome.ts'
import type { AnswerPlan } from '../../../../releases/engine/answer/answer-plan.ts'
import type { Hold } from '../../../../releases/engine/language/holds.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { buildFigure, buildFppas, buildRecord } from '../../../support/record-builder.ts'
import { addingToEnergy, askedAbout, faulty, zooRecord } from '../calculation-support.ts'
import { edit, type Fixture, type TableOf } from './fixture.ts'

const NOT_COMPILED = edit(({ rows }) => (rows[0]!.charges[1]!.per = 'no_such_quantity'))

/** An engine that ignores a hold on some paths. */
const heedless = (path: RegExp): Fixture => ({
  gate: closedBlockedAbsent.with({
    ...ENGINE,
    compile: (record: ReleaseRecord, holds: readonly Hold[] = []) =>
      ENGINE.compile(
        record,
        holds.filter(({ component }) => !path.test(component)),
      ),
  }),
})
/** An engine that adds an FPPAS to the bill of a month that nobody named. */
const adding = faulty((result, { billing_month: month, billing_days: days }) =>
  result.ok && month === undefined && days === undefined && result.fppas === null ? { ...result, fppas: [] } : result,
)
const asked = (code: string, more: object): Fixture => ({
  gate: closedBlockedAbsent.with(askedAbout((body) => (body.subcategory_code === code ? { ...body, ...more } : body))),
})

/** A simple release that declares a part of the bill as blocked. */
const blocked = (stands_for: 'fppas' | 'electricity_duty') => (): ReleaseRecord =>
  buildRecord({
    blocked_components: [
      {
        component: 'current_part',
        reason: 'not_verified',
        explanation: 'It is not included.',
        unblocked_by: 'the order',
        stands_for,
        evidence: null,
      },
    ],
  })

/** The bill's own date asks for the tariff of July, whose FPPAS is not approved. */
const byDate = (): ReleaseRecord =>
  buildRecord({
    request: { required: ['billing_date'], optional: [], licensee_from_district: false },
    rules: {
      fppas_month: 'billing_date',
      fppas_periods: [buildFppas('4.5', { status: 'historical_evidence', recovery_month: '2026-07' })],
    },
  })

/** An engine that has an FPPAS of July anyway, unless it is held. */
const unheld = faulty((result, { billing_date: day }) =>
  result.ok && day?.startsWith('2026-07') === true ? { ...result, fppas: [] } : result,
)
const inJuly: Engine = {
  ...ENGINE,
  resolve: (release, body, floor) => (release.context.holds.length > 0 ? ENGINE : unheld).resolve(release, body, floor),
}

const isSpoilt = ({ record }: AnswerPlan): boolean =>
  record.rules.fppas_periods.some(({ period_id, figure }) => period_id === 'OLD' && figure.value !== '4.5')
/** An engine that applies a historical period. */
const counting: Engine = {
  ...ENGINE,
  resolve: (release, body, floor) =>
    (isSpoilt(release) ? addingToEnergy(1, () => true) : ENGINE).resolve(release, body, floor),
}

export const blockedAbsent: TableOf<typeof closedBlockedAbsent> = {
  sound: zooRecord,
  faults: {
    not_compiled: NOT_COMPILED,
    interference: { gate: closedBlockedAbsent.with(counting) },
    unselected_amount: [
      asked('DOM', { billing_days: 30 }),
      { gate: closedBlockedAbsent.with(adding), beside: ['held_fppas'] },
    ],
    unselected_line: [asked('SLABS', { tod_period: 'peak' }), asked('DEMAND', { meter_type: 'ht' })],
    unapproved_fppas: { sound: byDate, gate: closedBlockedAbsent.with(inJuly) },
    month_matters: { gate: closedBlockedAbsent.with(addingToEnergy(1, (body) => body.billing_month === '2026-07')) },
    held_beside: heedless(/\/meter_rent$/),
    held_charge: heedless(/^rows\/DOM\/fixed$/),
    held_quantity: heedless(/^quantities\/billing_demand$/),
    held_adjustment: heedless(/^rules\/adjustments\/RTS$/),
    held_fppas: heedless(/^rules\/fppas_periods$/),
    held_scheme: heedless(/^rules\/subsidy$/),
    held_period: heedless(/^rules\/fppas_periods\/APPROVED$/),
    below_floor: {
      gate: closedBlockedAbsent.with({
        ...ENGINE,
        resolve: (release, body) => ENGINE.resolve(release, body, 'specimen'),
      }),
    },
    blocked_fppas: {
      sound: blocked('fppas'),
      ...edit(({ rules }) => rules.fppas_periods.push(buildFppas('9.75', { period_id: 'JUNE' }))),
    },
    blocked_duty: {
      sound: blocked('electricity_duty'),
      ...edit(({ rules }) => {
        rules.duty = { description: 'duty', energy_unit: 'kWh', figure: buildFigure('0.06', 'Rs/kWh') }
      }),
    },
  },
}

/** Enough requests to detect each of these faults. */
const ENOUGH = 1_500

export const unknownRefused: TableOf<typeof closedUnknownRefused> = {
  sound: zooRecord,
  gate: closedUnknownRefused.with(ENGINE, ENOUGH),
  faults: {
    not_compiled: NOT_COMPILED,
    no_row_reached: edit(({ licensees }) => {
      for (const licensee of licensees) Object.assign(licensee, { status: 'held', reason: 'not read' })
    }),
    answered: {
      gate: closedUnknownRefused.with(
        askedAbout(({ load_unit: _unit, ...body }) => body),
        ENOUGH,
      ),
    },
    another_refusal: {
      gate: closedUnknownRefused.with(
        faulty((result) =>
          !result.ok && result.code === 'CATEGORY_NOT_APPLICABLE' ? { ...result, code: 'RATE_NOT_VERIFIED' } : result,
        ),
        ENOUGH,
      ),
    },
    another_field: {
      gate: closedUnknownRefused.with(
        faulty((result) =>
          !result.ok && result.code === 'INVALID_REQUEST_FIELD'
            ? { ...result, details: { fields: [{ field: '/elsewhere', rule: 'enum' }] } }
            : result,
        ),
        ENOUGH,
      ),
    },
  },
}
