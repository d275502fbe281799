import { expect, it } from 'vitest'
import { milliOf } from '../../../../pipeline/gates/calculation/draft.ts'
import { referenceOutcome } from '../../../../pipeline/gates/calculation/outcome.ts'
import { domainsOf } from '../../../../pipeline/gates/requests/domains.ts'
import { fitsOf } from '../../../../pipeline/gates/requests/fitting.ts'
import { draftsGenerator } from '../../../../pipeline/gates/requests/generate-inputs.ts'
import { variantsOf } from '../../../../pipeline/gates/requests/probes.ts'
import { seededRandom } from '../../../../pipeline/gates/requests/random.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import { buildAdjustment, buildRecord, conditions } from '../../../support/record-builder.ts'
import { zooRecord } from '../zoo-record.ts'

/** A request for each row of a record, from which gates 21 to 27 make theirs. */

const fitsIn = (record: ReleaseRecord) =>
  domainsOf(record).flatMap((domain) => fitsOf(domain).fits.map((fit) => ({ domain, fit })))

it('is one that the row prices', () => {
  const record = zooRecord()
  const priced = fitsIn(record)
    // A held figure has no price.
    .filter(({ fit }) => fit.row.row_id !== 'HELD')
    .map(({ fit }) => {
      const outcome = referenceOutcome(record, fit.draft)
      return { row: fit.row.row_id, by: outcome.ok ? outcome.rowId : outcome.code }
    })

  expect(priced.length).toBeGreaterThan(10)
  expect(priced.filter(({ row, by }) => row !== by)).toEqual([])
})

it('differs from that of the row beside it in what the conditions ask', () => {
  const record = buildRecord({
    rows: ['single', 'three'].map((word) => ({ row_id: word, conditions: conditions(`phase=${word}`) })),
  })
  const [single, three] = fitsIn(record).map(({ fit }) => fit.draft)
  expect([single?.['phase'], three]).toEqual(['single', { ...single, phase: 'three' }])
})

it('keeps the word of its row where every optional input is given at once', () => {
  const record = buildRecord({
    rows: ['single', 'three'].map((word) => ({ row_id: word, conditions: conditions(`phase=${word}`) })),
    rules: {
      adjustments: ['payment.digital', 'payment.prepaid'].map((flag, index) =>
        buildAdjustment(`REBATE-${index}`, 'percent', [[`${flag}=true`, 'subtract', '1']], { order: index + 1 }),
      ),
    },
  })
  for (const { domain, fit } of fitsIn(record)) {
    const all = variantsOf(domain, fit).find((patch) => Object.keys(patch).length > 1)
    expect(Object.keys(all ?? {}).sort()).toEqual(['payment.digital', 'payment.prepaid'])
  }
})

it('is varied to no quantity above the largest that is accepted', () => {
  const slabs = domainsOf(zooRecord()).filter(({ category }) => category.subcategory_code === 'SLABS')
  const few = slabs.map((domain) => ({ ...domain, quantities: new Map([...domain.quantities, ['energy_units', 20]]) }))
  const draw = draftsGenerator(few, seededRandom(7))
  const units = Array.from({ length: 2_000 }, draw).map((draft) => milliOf(draft, 'energy_units') ?? 0)
  expect(Math.max(...units)).toBe(20)
})
