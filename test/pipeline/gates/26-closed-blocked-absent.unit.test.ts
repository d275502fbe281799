import { describe, expect, it } from 'vitest'
import { closedBlockedAbsent } from '../../../pipeline/gates/26-closed-blocked-absent.ts'
import { ENGINE, type Engine } from '../../../pipeline/gates/calculation/outcome.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { buildEnergy, buildFigure, buildFppas, buildRecord } from '../../support/record-builder.ts'
import { askedAbout, faulty, judge, zooRecord } from './calculation-support.ts'

/** An engine that reads the record as if it had been edited by `edit`. */
const reading = (edit: (record: ReleaseRecord) => ReleaseRecord): Engine => ({
  ...ENGINE,
  compile: (record, holds) => ENGINE.compile(edit(record), holds),
})

const usingHeldFigures = reading((record) => ({
  ...record,
  rows: record.rows.map((row) => ({
    ...row,
    charges: row.charges.map((charge) => ({
      ...charge,
      steps: charge.steps.map((step) => ({
        ...step,
        figure: { ...step.figure, grade: 'transcription', held: null, value: step.figure.value ?? '5' },
      })),
    })),
  })),
}))

const usingUnapprovedPeriods = reading((record) => ({
  ...record,
  rules: {
    ...record.rules,
    fppas_periods: record.rules.fppas_periods.map((period) => ({ ...period, status: 'approved_exact_month' })),
  },
}))

async function expectations(engine: Engine): Promise<string[]> {
  const { findings } = await judge(closedBlockedAbsent.with(engine), zooRecord())
  return findings.map(({ where, expected }) => `${where} ${expected}`)
}

type Part = ReleaseRecord['blocked_components'][number]['stands_for']
const blocked = (component: string, stands_for: Part): ReleaseRecord['blocked_components'][number] => ({
  component,
  reason: 'not_verified',
  explanation: 'It is not included.',
  unblocked_by: 'the order',
  stands_for,
  evidence: null,
})

const DUTY: NonNullable<ReleaseRecord['rules']['duty']> = {
  description: 'six paise a unit',
  energy_unit: 'kWh',
  figure: buildFigure('0.06', 'Rs/kWh'),
}

describe('closed.blocked_absent, for what a blocked component stands for,', () => {
  const judgeBlocked = async (part: Part, edit: Partial<ReleaseRecord['rules']>, unit: 'kWh' | 'kVAh' = 'kWh') => {
    const energy = buildEnergy('flat', [[null, '5']], { unit })
    const rows = [{}, { row_id: 'HT', subcategory_code: 'HT', energy }]
    const record = buildRecord({ rows, rules: edit, blocked_components: [blocked('current_part', part)] })
    const { findings } = await judge(closedBlockedAbsent, record)
    return findings.map(({ where, expected, found }) => `${where} | ${expected} | ${found}`)
  }
  const REMEDY = 'remove current_part from blocked_components, or the rule from the answer'

  it('catches an approved FPPAS period', async () => {
    expect(await judgeBlocked('fppas', { fppas_periods: [buildFppas('9.75', { period_id: 'JUNE' })] })).toEqual([
      `at:rules/fppas_periods/JUNE | no approved period while current_part is blocked for FPPAS: ${REMEDY} | rules/fppas_periods/JUNE: status approved_exact_month`,
    ])
  })

  it('catches a duty on the only unit that rows are billed in', async () => {
    expect(await judgeBlocked('electricity_duty', { duty: DUTY })).toEqual([
      `at:rules/duty | no duty while current_part is blocked for it and no row is billed in another unit: ${REMEDY} | rules/duty: 0.06 Rs/kWh on every row`,
    ])
  })

  it('passes a duty on kWh where the component speaks for rows in kVAh, and a period that is only evidence', async () => {
    expect(await judgeBlocked('electricity_duty', { duty: DUTY }, 'kVAh')).toEqual([])
    const evidence = buildFppas('9.75', { status: 'historical_evidence' })
    expect(await judgeBlocked('fppas', { fppas_periods: [evidence] })).toEqual([])
  })

  it('passes either where the component stands for another part, or for none', async () => {
    expect(await judgeBlocked('fppas', { duty: DUTY })).toEqual([])
    expect(await judgeBlocked(null, { duty: DUTY, fppas_periods: [buildFppas('9.75')] })).toEqual([])
  })
})

describe('closed.blocked_absent', () => {
  it('passes a release with held, listed, specimen and unapproved figures', async () => {
    const verdict = await judge(closedBlockedAbsent, zooRecord())
    expect(verdict.findings).toEqual([])
    expect(verdict.checked).toBeGreaterThan(500)
  })

  it('catches an amount made from a held figure', async () => {
    const found = await expectations(usingHeldFigures)
    expect(found).toContain('at:rows/HELD/energy held: refused RATE_NOT_VERIFIED')
    expect(found.some((each) => each.startsWith('at:rows/HELD whatever the held or unapproved figures are'))).toBe(true)
  })

  it('catches an FPPAS period that is only historical evidence in a payable', async () => {
    const found = await expectations(usingUnapprovedPeriods)
    expect(found.some((each) => each.startsWith('at:rules/fppas_periods (recovered in 2026-07)'))).toBe(true)
  })

  it('catches an ignored hold on a component, a quantity, an adjustment, the scheme and a period, and beside', async () => {
    const found = await expectations({ ...ENGINE, compile: (record) => ENGINE.compile(record) })
    expect(found).toContain('at:rows/DOM/fixed held: refused RATE_NOT_VERIFIED')
    expect(found).toContain('at:rules/adjustments/RTS on hold: refused RATE_NOT_VERIFIED')
    expect(found).toContain('at:rules/adjustments/DIGITAL held: no line beside')
    expect(found).toContain('at:quantities/billing_demand on hold: refused RATE_NOT_VERIFIED')
    expect(found).toContain('at:rows/DEMAND/meter_rent held: no line beside')
    expect(found).toContain('at:rows/ZONED/temporary held: refused RATE_NOT_VERIFIED')
    expect(found).toContain('at:rules/subsidy on hold: no subsidy, no payable')
    expect(found).toContain('at:rules/fppas_periods/APPROVED on hold: no FPPAS')
  })

  it('catches a listed component that is priced, and a specimen below the floor', async () => {
    const unlisted = reading((record) => ({ ...record, component_holds: [] }))
    expect((await judge(closedBlockedAbsent.with(unlisted), zooRecord())).passed).toBe(true)
    const priced = faulty((result) =>
      result.ok && result.row.rowId === 'LISTED' ? { ...result, fixedPaise: 5000, basePaise: 55_000 } : result,
    )
    expect(await expectations(priced)).toContain(
      'at:rows/LISTED/fixed held: fixed and base null, or refused RATE_NOT_VERIFIED',
    )
    const floorless: Engine = { ...ENGINE, resolve: (release, body) => ENGINE.resolve(release, body, 'specimen') }
    expect(await expectations(floorless)).toContain('at:rows/URBAN floor derived: refused EVIDENCE_BELOW_FLOOR')
  })

  it('catches unrequested parts, in the base and beside it', async () => {
    const eager = askedAbout((body) => {
      if (body.subcategory_code === 'SLABS') return { ...body, tod_period: 'peak' }
      if (body.subcategory_code === 'DEMAND') return { ...body, meter_type: 'ht' }
      return body.subcategory_code === 'DOM' ? { ...body, billing_days: 30 } : body
    })
    const found = await expectations(eager)
    expect(found).toContain('at:rows/SLABS no adjustment line or charge beside unless selected')
    expect(found).toContain('at:rows/DEMAND no adjustment line or charge beside unless selected')
    expect(found).toContain('at:rows/OWN nothing that the request does not select')
  })

  it('catches a held charge beside that is priced', async () => {
    const priced = faulty((result) => {
      const line = result.ok && result.row.rowId === 'ZONED' ? result.lines[0] : undefined
      if (!result.ok || line === undefined) return result
      const made = { ...line, step: { ...line.step, id: 'service' } }
      return { ...result, beside: { lines: [made], totalPaise: made.amountPaise } }
    })
    expect(await expectations(priced)).toContain('at:rows/ZONED/service held: no line beside')
  })
})
