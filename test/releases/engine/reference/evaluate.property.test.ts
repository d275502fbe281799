import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GRADES } from '../../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { forEvery } from '../../../support/for-every.ts'
import { runsOf } from '../../../support/tier.ts'
import {
  buildCharge,
  buildChosen,
  buildEnergy,
  buildFigure,
  buildFixed,
  buildParts,
  buildRecord,
  buildSteps,
  buildSubsidy,
  buildWheeling,
  type Slabs,
} from './builder.ts'
import { amounts, answer, evaluate } from './support.ts'

const RUNS = { numRuns: runsOf({ normal: 200, nightly: 5_000 }) }

/** Thousandths of a rupee as decimal text: rates of up to Rs 20.000. */
const milliRupees = fc.nat({ max: 20_000 })
const asRupees = (milli: number) => `${Math.floor(milli / 1000)}.${String(milli % 1000).padStart(3, '0')}`
const rate = milliRupees.map(asRupees)
const unitsMilli = fc.nat({ max: 2_000_000 })
/** Units as text and as a number. */
const units = fc.tuple(unitsMilli, fc.boolean()).map(([milli, asText]) => (asText ? asRupees(milli) : milli / 1000))
const edges = fc
  .uniqueArray(fc.integer({ min: 1, max: 1_000 }), { minLength: 0, maxLength: 4 })
  .map((list) => list.sort((a, b) => a - b))
const slabs: fc.Arbitrary<Slabs> = edges.chain((list) =>
  fc.tuple(...[...list.map(String), null].map((to) => rate.map((value) => [to, value] as const))),
)

const rich = fc
  .record({ slabs, wheeling: rate, perKw: rate, step: rate, least: rate, orPart: fc.boolean() })
  .map(({ slabs: steps, wheeling, perKw, step, least, orPart }) =>
    buildRecord({
      quantities: [buildParts('load_parts', 'connected_load')],
      rows: [
        {
          energy: buildEnergy('telescopic', steps),
          wheeling: buildWheeling(wheeling),
          fixed: buildFixed('flat', orPart ? 'load_parts' : 'connected_load', [[null, perKw]]),
          charges: [
            buildCharge('least', { per: null, steps: buildSteps([[null, least]]), minimum_of: ['energy', 'fixed'] }),
            buildCharge('rent', { side: 'beside', per: 'energy_kwh', steps: buildSteps([[null, perKw]]) }),
          ],
        },
      ],
      rules: {
        subsidy: buildSubsidy({ 30: '125' }),
        adjustments: [
          buildChosen('factor', 'tod_period', [['off_peak', 'add', '97']], { of: ['energy', 'fixed'] }),
          buildChosen('per_unit', 'rts_voltage_mode', [['above_base', 'subtract', step]]),
        ],
      },
    }),
  )
/** Given inputs without some keys. */
const chosen = fc.record(
  {
    energy_units: units,
    connected_load: fc.nat({ max: 100 }),
    tod_period: fc.constant('off_peak'),
    rts_voltage_mode: fc.constant('above_base'),
    billing_days: fc.constant(30),
    energy_kwh: units,
  },
  { requiredKeys: ['energy_units', 'connected_load'] },
)

describe('the reference evaluator', () => {
  it('gives lines that sum to the base tariff and to each charge, in safe integers', () => {
    forEvery(RUNS, rich, chosen, (record, inputs) => {
      const bill = answer(record, inputs)
      const sum = (component: string) => amounts(bill, component).reduce((total, amount) => total + amount, 0)
      expect(bill.energyChargePaise).toBe(sum('energy'))
      expect(bill.wheelingChargePaise).toBe(sum('wheeling'))
      expect(bill.fixedChargePaise).toBe(sum('fixed'))
      expect(bill.adjustmentsPaise ?? 0).toBe(sum('adjustment'))
      expect(bill.minimumPaise).toBe(sum('minimum'))
      expect(bill.besidePaise ?? 0).toBe(sum('rent'))
      expect(bill.notGiven.includes('energy_kwh')).toBe(!('energy_kwh' in inputs))
      if (inputs.energy_kwh === undefined) expect(bill.beside).toEqual([])
      expect(bill.baseTariffPaise).toBe(bill.lines.reduce((total, line) => total + line.amountPaise, 0))
      expect(bill.lines.every((line) => Number.isSafeInteger(line.amountPaise))).toBe(true)
      if (bill.subsidyPaise !== null) {
        expect(bill.finalPayablePaise).toBe((bill.baseTariffPaise ?? Number.NaN) - bill.subsidyPaise)
      }
    })
  })

  it('is continuous at a telescopic edge: a thousandth of a unit costs its own rate and no more', () => {
    forEvery(RUNS, fc.integer({ min: 1, max: 1_000 }), milliRupees, milliRupees, (edge, below, above) => {
      const steps = [
        [String(edge), asRupees(below)],
        [null, asRupees(above)],
      ] as const
      const record = buildRecord({ rows: [{ energy: buildEnergy('telescopic', steps), fixed: null }] })
      const at = (milli: number) => answer(record, { energy_units: milli / 1000 }).energyChargePaise ?? Number.NaN
      const [before, on, after] = [at(edge * 1000 - 1), at(edge * 1000), at(edge * 1000 + 1)]
      // A thousandth of a unit at r thousandths of a rupee is r / 10,000 paise.
      expect(after - on).toBe(Math.floor((above + 5_000) / 10_000))
      expect(Math.abs(on - before - below / 10_000)).toBeLessThanOrEqual(1)
    })
  })

  it('agrees with integer arithmetic worked without fractions', () => {
    forEvery(RUNS, milliRupees, unitsMilli, (rateMilli, units) => {
      const record = buildRecord({
        rows: [{ energy: buildEnergy('flat', [[null, asRupees(rateMilli)]]), fixed: null }],
      })
      // units/1000 × rate/1000 rupees × 100 = product / 10,000 paise, half up.
      const expected = Number((BigInt(rateMilli) * BigInt(units) + 5_000n) / 10_000n)
      expect(answer(record, { energy_units: units / 1000 }).energyChargePaise).toBe(expected)
    })
  })

  it('changes by at most a paisa when a slab is split in two of equal rate', () => {
    forEvery(RUNS, rate, fc.integer({ min: 1, max: 1_000 }), unitsMilli, (value, edge, units) => {
      const charge = (steps: Slabs) =>
        answer(buildRecord({ rows: [{ energy: buildEnergy('telescopic', steps), fixed: null }] }), {
          energy_units: units / 1000,
        }).energyChargePaise ?? Number.NaN
      const whole = charge([[null, value]])
      const split = charge([
        [String(edge), value],
        [null, value],
      ])
      expect(Math.abs(whole - split)).toBeLessThanOrEqual(1)
    })
  })

  it('never costs less for more units', () => {
    forEvery(RUNS, slabs, unitsMilli, unitsMilli, (steps, one, other) => {
      const record = buildRecord({ rows: [{ energy: buildEnergy('telescopic', steps) }] })
      const base = (milli: number) => answer(record, { energy_units: milli / 1000 }).baseTariffPaise ?? Number.NaN
      expect(base(Math.min(one, other))).toBeLessThanOrEqual(base(Math.max(one, other)))
    })
  })

  it('never changes an amount when the floor is raised, it only refuses', () => {
    const grade = fc.constantFrom(...GRADES.filter((each) => each !== 'held'))
    forEvery(RUNS, grade, fc.constantFrom(...GRADES), units, (held, floor, energy_units) => {
      const energy = buildEnergy('flat', [[null, buildFigure('7.42', 'Rs/kWh', held)]])
      const record = buildRecord({ rows: [{ energy }] })
      const low = evaluate(record, { energy_units }, { floor: 'held' })
      const raised = evaluate(record, { energy_units }, { floor })
      if (raised.ok) expect(raised).toEqual(low)
      else expect(raised.code).toBe('EVIDENCE_BELOW_FLOOR')
      expect(low.ok).toBe(true)
    })
  })

  it('answers or refuses whatever it is asked, and does not throw', () => {
    const quantity = fc.oneof(units, fc.constant('10000000'), fc.constant(0))
    const anything = fc.record(
      {
        subcategory_code: fc.constantFrom('DOM', 'DOM', 'DOM', 'NO', '__proto__'),
        licensee_code: fc.constant('BR_NBPDCL'),
        energy_units: quantity,
        connected_load: quantity,
        load_unit: fc.constantFrom('kw', 'hp'),
        contract_demand_kva: quantity,
        energy_kwh: quantity,
        billing_days: fc.constantFrom(30, 30, 31),
        billing_month: fc.constant('2026-06'),
        bill_period: fc.constant({ from: '2026-06-01', to: '2026-06-30' }),
        tod_period: fc.constantFrom('off_peak', 'peak'),
        payment: fc.constantFrom({}, { digital: true }),
        selectors: fc.constantFrom({}, { constructor: 'x' }),
        energy_by_zone: fc.dictionary(fc.string(), units),
      },
      { requiredKeys: ['subcategory_code', 'energy_units'] },
    )
    const record: ReleaseRecord = fc.sample(rich, { numRuns: 1, seed: 7 })[0]!
    const simple = fc.record(
      { energy_units: quantity, connected_load: quantity, billing_days: fc.constantFrom(30, 31) },
      { requiredKeys: ['energy_units', 'connected_load'] },
    )
    const seen = new Set<string>()
    forEvery(RUNS, fc.oneof(anything, simple), (body) => {
      const result = evaluate(record, body)
      expect(result.ok ? Number.isSafeInteger(result.baseTariffPaise) : typeof result.code === 'string').toBe(true)
      seen.add(result.ok ? 'answered' : result.code)
    })
    expect([...seen].sort()).toEqual([
      'INVALID_REQUEST_FIELD',
      'SUBCATEGORY_NOT_FOUND',
      'UNSUPPORTED_BILLING_DAYS',
      'answered',
    ])
  })
})
