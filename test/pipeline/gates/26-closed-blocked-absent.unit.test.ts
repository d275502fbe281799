import { describe, expect, it } from 'vitest'
import { blockedAbsentWith, closedBlockedAbsent } from '../../../pipeline/gates/26-closed-blocked-absent.ts'
import { ENGINE, type Engine } from '../../../pipeline/gates/support/outcome.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { faulty, judge, zooRecord } from './calculation-support.ts'

/** An engine that reads the record as if `edit` had been made in it. */
const reading = (edit: (record: ReleaseRecord) => ReleaseRecord): Engine => ({
  ...ENGINE,
  compile: (record, holds) => ENGINE.compile(edit(record), holds),
})

const usingHeldFigures = reading((record) => ({
  ...record,
  rows: record.rows.map((row) => ({
    ...row,
    energy: row.energy && {
      ...row.energy,
      slabs: row.energy.slabs.map((slab) => ({
        ...slab,
        figure: { ...slab.figure, grade: 'transcription', held: null, value: slab.figure.value ?? '5' },
      })),
    },
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
  const { findings } = await judge(blockedAbsentWith(engine), zooRecord())
  return findings.map(({ where, expected }) => `${where} ${expected}`)
}

describe('closed.blocked_absent', () => {
  it('passes a release with held, listed, specimen and unapproved figures', async () => {
    const verdict = await judge(closedBlockedAbsent, zooRecord())
    expect(verdict.findings).toEqual([])
    expect(verdict.checked).toBeGreaterThan(500)
  })

  it('catches an amount made from a held figure', async () => {
    const found = await expectations(usingHeldFigures)
    expect(found).toContain('at:rows/HELD/energy held: refused RATE_NOT_VERIFIED')
    expect(found.some((each) => each.startsWith('at:rows/HELD whatever held or unapproved figures say'))).toBe(true)
  })

  it('catches an FPPAS period that is only historical evidence in a payable', async () => {
    const found = await expectations(usingUnapprovedPeriods)
    expect(found.some((each) => each.startsWith('at:rules/fppas_periods (recovered in 2026-07) as without'))).toBe(true)
  })

  it('catches a hold that is not heeded, on a component, an adjustment, the scheme and a period', async () => {
    const found = await expectations({ ...ENGINE, compile: (record) => ENGINE.compile(record) })
    expect(found).toContain('at:rows/DOM/fixed held: refused RATE_NOT_VERIFIED')
    expect(found).toContain('at:rules/adjustments/ADJ-RTS_VOLTAGE_MODE above_base on hold: refused RATE_NOT_VERIFIED')
    expect(found).toContain('at:rules/subsidy on hold: no subsidy, no payable')
    expect(found).toContain('at:rules/fppas_periods/APPROVED on hold: no FPPAS')
  })

  it('catches a listed component that is priced, and a specimen below the floor', async () => {
    const unlisted = reading((record) => ({ ...record, component_holds: [] }))
    expect((await judge(blockedAbsentWith(unlisted), zooRecord())).passed).toBe(true)
    const priced = faulty((result) =>
      result.ok && result.row.rowId === 'LISTED' ? { ...result, fixedPaise: 5000, basePaise: 55_000 } : result,
    )
    expect(await expectations(priced)).toContain(
      'at:rows/LISTED/fixed held: fixed and base null, or refused RATE_NOT_VERIFIED',
    )
    const floorless: Engine = { ...ENGINE, calculate: (plan, inputs) => ENGINE.calculate(plan, inputs, 'specimen') }
    expect(await expectations(floorless)).toContain('at:rows/URBAN floor derived: refused EVIDENCE_BELOW_FLOOR')
  })

  it('catches what was not asked for', async () => {
    const eager: Engine = {
      ...ENGINE,
      calculate: (plan, inputs, floor) =>
        ENGINE.calculate(plan, inputs.subcategoryCode === 'SLABS' ? { ...inputs, todPeriod: 'peak' } : inputs, floor),
    }
    expect(await expectations(eager)).toContain('at:rows/SLABS no adjustment line unless selected')
  })
})
