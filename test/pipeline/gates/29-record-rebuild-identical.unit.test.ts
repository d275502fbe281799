import { describe, expect, it } from 'vitest'
import { recordRebuildIdentical } from '../../../pipeline/gates/29-record-rebuild-identical.ts'
import { canonicalBytes, canonicalHash } from '../../../releases/record/canonical.ts'
import { energyOf, judge, sampleRecord } from './support/sample.ts'

describe('record.rebuild_identical fails when', () => {
  it('the log and the stored sources give another record, and shows where they part', async () => {
    const other = sampleRecord()
    energyOf(other, 'R-DS').value = '6.18'
    const { findings, passed } = await judge(recordRebuildIdentical, () => {}, {
      rebuild: async () => canonicalBytes(other),
    })
    expect(passed).toBe(false)
    expect(findings).toHaveLength(1)
    expect(findings[0]?.expected).toContain(`sha256 ${canonicalHash(sampleRecord())}, at byte `)
    expect(findings[0]?.found).toContain(`rebuilt: sha256 ${canonicalHash(other)}, there "`)
  })

  it('the rebuilt bytes are only the beginning of the record', async () => {
    const rebuild = async () => canonicalBytes(sampleRecord()).subarray(0, -1)
    expect((await judge(recordRebuildIdentical, () => {}, { rebuild })).passed).toBe(false)
  })
})

describe('record.rebuild_identical', () => {
  it('does not turn a broken rebuild into a verdict', async () => {
    const rebuild = async () => Promise.reject(new Error('connection lost'))
    await expect(judge(recordRebuildIdentical, () => {}, { rebuild })).rejects.toThrow('connection lost')
  })
})
