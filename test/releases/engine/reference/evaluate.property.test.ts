import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { referenceEvaluate } from '../../../../releases/engine/reference/evaluate.ts'
import { GRADES } from '../../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import {
  buildAdjustment,
  buildEnergy,
  buildFigure,
  buildFixed,
  buildInputs,
  buildRecord,
  buildSubsidy,
  buildWheeling,
  type Slabs,
} from '../../../support/record-builder.ts'
import { amounts, answer } from './support.ts'

const RUNS = { numRuns: 500 }

/** Thousandths of a rupee as decimal text: rates of up to Rs 20.000. */
const milliRupees = fc.nat({ max: 20_000 })
const asRupees = (milli: number) => `${Math.floor(milli / 1000)}.${String(milli % 1000).padStart(3, '0')}`
const rate = milliRupees.map(asRupees)
const unitsMilli = fc.nat({ max: 2_000_000 })
const edges = fc
  .uniqueArray(fc.integer({ min: 1, max: 1_000 }), { minLength: 0, maxLength: 4 })
  .map((list) => list.sort((a, b) => a - b))
const slabs: fc.Arbitrary<Slabs> = edges.chain((list) =>
  fc.tuple(...[...list.map(String), null].map((to) => rate.map((value) => [to, value] as const))),
)

const rich = fc
  .record({ slabs, wheeling: rate, perKw: rate, step: rate, orPart: fc.boolean() })
  .map(({ slabs: steps, wheeling, perKw, step, orPart }) =>
    buildRecord({
      rows: [
        {
          energy: buildEnergy('telescopic', steps),
          wheeling: buildWheeling(wheeling),
          fixed: buildFixed('flat', 'kW', [[null, perKw]], { or_part: orPart }),
        },
      ],
      rules: {
        subsidy: buildSubsidy({ 30: '125' }),
        adjustments: [
          buildAdjustment('factor', 'tod_period', [['off_peak', 'add', '97']], { base: ['energy', 'fixed'] }),
          buildAdjustment('step', 'rts_voltage_mode', [['above_base', 'subtract', step]]),
        ],
      },
    }),
  )
const chosen = fc.record({
  energyUnitsMilli: unitsMilli,
  connectedLoadMilli: fc.nat({ max: 100_000 }),
  todPeriod: fc.constantFrom('off_peak', null),
  rtsVoltageMode: fc.constantFrom('above_base', null),
  billingDays: fc.constantFrom(30, null),
})

describe('the reference evaluator', () => {
  it('gives lines that sum to the base tariff and to each charge, in safe integers', () => {
    fc.assert(
      fc.property(rich, chosen, (record, inputs) => {
        const bill = answer(record, inputs)
        const sum = (component: string) => amounts(bill, component).reduce((total, amount) => total + amount, 0)
        expect(bill.energyChargePaise).toBe(sum('energy'))
        expect(bill.wheelingChargePaise).toBe(sum('wheeling'))
        expect(bill.fixedChargePaise).toBe(sum('fixed'))
        expect(bill.adjustmentsPaise ?? 0).toBe(sum('adjustment'))
        expect(bill.baseTariffPaise).toBe(bill.lines.reduce((total, line) => total + line.amountPaise, 0))
        expect(bill.lines.every((line) => Number.isSafeInteger(line.amountPaise))).toBe(true)
        if (bill.subsidyPaise !== null) {
          expect(bill.finalPayablePaise).toBe((bill.baseTariffPaise ?? Number.NaN) - bill.subsidyPaise)
        }
      }),
      RUNS,
    )
  })

  it('is continuous at a telescopic edge: a thousandth of a unit costs its own rate and no more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), milliRupees, milliRupees, (edge, below, above) => {
        const steps = [
          [String(edge), asRupees(below)],
          [null, asRupees(above)],
        ] as const
        const record = buildRecord({ rows: [{ energy: buildEnergy('telescopic', steps), fixed: null }] })
        const at = (milli: number) => answer(record, { energyUnitsMilli: milli }).energyChargePaise ?? Number.NaN
        const [before, on, after] = [at(edge * 1000 - 1), at(edge * 1000), at(edge * 1000 + 1)]
        // A thousandth of a unit at r thousandths of a rupee is r / 10,000 paise.
        expect(after - on).toBe(Math.floor((above + 5_000) / 10_000))
        expect(Math.abs(on - before - below / 10_000)).toBeLessThanOrEqual(1)
      }),
      RUNS,
    )
  })

  it('agrees with integer arithmetic worked without fractions', () => {
    fc.assert(
      fc.property(milliRupees, unitsMilli, (rateMilli, units) => {
        const record = buildRecord({
          rows: [{ energy: buildEnergy('flat', [[null, asRupees(rateMilli)]]), fixed: null }],
        })
        // units/1000 × rate/1000 rupees × 100 = product / 10,000 paise, half up.
        const expected = Number((BigInt(rateMilli) * BigInt(units) + 5_000n) / 10_000n)
        expect(answer(record, { energyUnitsMilli: units }).energyChargePaise).toBe(expected)
      }),
      RUNS,
    )
  })

  it('changes by at most a paisa when a slab is split in two of equal rate', () => {
    fc.assert(
      fc.property(rate, fc.integer({ min: 1, max: 1_000 }), unitsMilli, (value, edge, units) => {
        const charge = (steps: Slabs) =>
          answer(buildRecord({ rows: [{ energy: buildEnergy('telescopic', steps), fixed: null }] }), {
            energyUnitsMilli: units,
          }).energyChargePaise ?? Number.NaN
        const whole = charge([[null, value]])
        const split = charge([
          [String(edge), value],
          [null, value],
        ])
        expect(Math.abs(whole - split)).toBeLessThanOrEqual(1)
      }),
      RUNS,
    )
  })

  it('never costs less for more units', () => {
    fc.assert(
      fc.property(slabs, unitsMilli, unitsMilli, (steps, one, other) => {
        const record = buildRecord({ rows: [{ energy: buildEnergy('telescopic', steps) }] })
        const base = (milli: number) => answer(record, { energyUnitsMilli: milli }).baseTariffPaise ?? Number.NaN
        expect(base(Math.min(one, other))).toBeLessThanOrEqual(base(Math.max(one, other)))
      }),
      RUNS,
    )
  })

  it('never changes an amount when the floor is raised, it only refuses', () => {
    const grade = fc.constantFrom(...GRADES.filter((each) => each !== 'held'))
    fc.assert(
      fc.property(grade, fc.constantFrom(...GRADES), unitsMilli, (held, floor, energyUnitsMilli) => {
        const energy = buildEnergy('flat', [[null, buildFigure('7.42', 'Rs/kWh', held)]])
        const record = buildRecord({ rows: [{ energy }] })
        const inputs = buildInputs({ energyUnitsMilli })
        const low = referenceEvaluate(record, inputs, { floor: 'held', holds: [] })
        const raised = referenceEvaluate(record, inputs, { floor, holds: [] })
        expect([low, { ok: false, code: 'EVIDENCE_BELOW_FLOOR' }]).toContainEqual(raised)
        expect(low.ok).toBe(true)
      }),
      RUNS,
    )
  })

  it('answers or refuses whatever it is handed as inputs, and does not throw', () => {
    const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
      fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
    const milli = fc.oneof({ weight: 9, arbitrary: unitsMilli }, { weight: 1, arbitrary: fc.double() })
    const anything = fc.record({
      subcategoryCode: fc.constantFrom('DOM', 'DOM', 'DOM', 'NO', '__proto__'),
      licenseeCode: fc.constantFrom(null, 'BR_NBPDCL'),
      energyUnitsMilli: milli,
      connectedLoadMilli: milli,
      loadUnit: fc.constantFrom(null, 'kw' as const, 'hp' as const),
      contractDemandMilli: fc.option(milli),
      fixedChargeBasisUnitsMilli: rarely(milli),
      areaType: rarely(fc.string()),
      phase: rarely(fc.string()),
      supplyLevel: rarely(fc.string()),
      billingDays: fc.constantFrom(null, 30, 31, Number.NaN),
      billingMonth: fc.constantFrom(null, '2026-06', 'June'),
      todPeriod: fc.constantFrom(null, 'off_peak', ''),
      rtsVoltageMode: fc.constantFrom(null, 'above_base', 'constructor'),
      applyHtss11kvSurcharge: rarely(fc.boolean()),
    })
    const record: ReleaseRecord = fc.sample(rich, { numRuns: 1, seed: 7 })[0]!
    const seen = new Set<string>()
    fc.assert(
      fc.property(anything, (inputs) => {
        const result = referenceEvaluate(record, inputs, { floor: 'specimen', holds: [] })
        expect(result.ok ? Number.isSafeInteger(result.baseTariffPaise) : typeof result.code === 'string').toBe(true)
        seen.add(result.ok ? 'answered' : result.code)
      }),
      RUNS,
    )
    expect(seen).toContain('answered')
    expect(seen).toContain('UNSUPPORTED_BILLING_DAYS')
  })
})
