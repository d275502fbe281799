import { describe, expect, it } from 'vitest'
import { bodyOf } from '../../pipeline/gates/calculation/draft.ts'
import { domainsOf } from '../../pipeline/gates/requests/domains.ts'
import { draftsGenerator } from '../../pipeline/gates/requests/generate-inputs.ts'
import { seededRandom } from '../../pipeline/gates/requests/random.ts'
import { resolveRequest } from '../../releases/engine/answer-request.ts'
import type { CalculateBody } from '../../releases/engine/request/body.ts'
import { canonicalHash } from '../../releases/record/canonical.ts'
import type { Charge } from '../../releases/record/charge.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { FOLDERS, planOf, shippedRecord } from '../support/definitions.ts'
import { ask, type Body } from './ask.ts'

/** Required numbers of a release: schedule rows, and categories with all figures. */
const SIZES: Readonly<Record<string, { rows: number; supported: number }>> = {
  'BR/2026-27': { rows: 34, supported: 32 },
  'GJ/2026-27': { rows: 8, supported: 8 },
  'JH/2026-27': { rows: 8, supported: 8 },
  'MH/2026-27': { rows: 57, supported: 50 },
  'OD/2025-26': { rows: 212, supported: 168 },
  'OD/2026-27': { rows: 8, supported: 8 },
  'RJ/2026-27': { rows: 3, supported: 3 },
  'TS/2026-27': { rows: 6, supported: 2 },
}

const records = new Map<string, ReleaseRecord>()
for (const folder of FOLDERS) records.set(folder, (await shippedRecord(folder)).record)
const recordOf = (folder: string): ReleaseRecord => records.get(folder)!

it('eight definitions are shipped', () => {
  expect(FOLDERS).toEqual(Object.keys(SIZES).sort())
})

describe.each(FOLDERS)('%s', (folder) => {
  it('has its rows, and counts the categories it supports', () => {
    const { rows, declared } = recordOf(folder)
    expect({ rows: rows.length, supported: declared.supported_subcategories }).toEqual(SIZES[folder])
  })

  it('has at least three regression cases per row, each with its working', () => {
    const { rows, cases } = recordOf(folder)
    for (const { row_id, fixture_sha256 } of rows) {
      const own = cases.filter((each) => each.row_id === row_id)
      expect([row_id, own.length >= 3]).toEqual([row_id, true])
      expect(new Set(own.map(({ inputs }) => JSON.stringify(inputs))).size).toBe(own.length)
      expect(canonicalHash(own)).toBe(fixture_sha256)
    }
    for (const { working, expected, row_id } of cases) {
      expect(rows.map((row) => row.row_id)).toContain(row_id)
      if ('refusal' in expected) continue
      const paise = expected.final_payable_paise ?? expected.base_tariff_paise
      expect(working).toContain((paise / 100).toFixed(2))
    }
  })

  it('answers each of them through the whole of POST /calculate with exactly its paise, or its refusal', () => {
    const record = recordOf(folder)
    const serving = [planOf(record)]
    for (const { case_id, inputs, expected } of record.cases) {
      const body = bodyOf(record.state_code, inputs) as Body
      const asked = ask(body, { floor: 'specimen', serving })
      if ('refusal' in expected) {
        expect([case_id, asked.code]).toEqual([case_id, expected.refusal])
        continue
      }
      expect([case_id, asked.code]).toEqual([case_id, null])
      if (asked.code !== null) continue
      const { subsidy_paise, fppas_paise, final_payable_paise, beside_paise, ...amounts } = expected
      const { calculation, subsidy, fppas, final_payable, beside } = asked.data
      expect({ case_id, ...calculation }).toMatchObject({ case_id, ...amounts })
      if (beside_paise !== undefined) expect([case_id, beside?.total_paise]).toEqual([case_id, beside_paise])
      if (subsidy_paise !== undefined) expect(subsidy.amount_paise).toBe(subsidy_paise)
      if (fppas_paise !== undefined) expect(fppas.amount_paise).toBe(fppas_paise)
      if (final_payable_paise !== undefined) expect(final_payable.amount_paise).toBe(final_payable_paise)
    }
  })

  it('lists what every request needs among what each category requires', () => {
    const { categories, request } = recordOf(folder)
    for (const { subcategory_code, required_inputs } of categories) {
      expect([subcategory_code, required_inputs]).toEqual([subcategory_code, expect.arrayContaining(request.required)])
    }
  })

  it('rests on sources that are each cited, with an address', () => {
    for (const { source_id, url, issuer, title } of recordOf(folder).sources) {
      for (const said of [source_id, url, issuer, title]) expect(said.trim()).not.toBe('')
    }
  })
})

/** How a charge is computed: `fixed whole per kW by monthly_units`. */
function kindOf({ component, method, unit, unit_label, steps_by }: Charge): string {
  return `${component} ${method} per ${unit_label ?? unit}${steps_by === null ? '' : ` by ${steps_by}`}`
}

describe('charge kinds', () => {
  const KINDS = [
    'energy flat per kVAh',
    'energy flat per kWh',
    'energy telescopic per kVAh',
    'energy telescopic per kWh',
    'fixed flat per HP',
    'fixed flat per connection',
    'fixed flat per kVA',
    'fixed flat per kW',
    'fixed telescopic per 10 kW or part',
    'fixed telescopic per kW',
    'fixed whole per connection by connected_load_kw',
    'fixed whole per connection by fixed_charge_basis_units',
    'fixed whole per connection by monthly_units',
    'fixed whole per kW by monthly_units',
    'other flat per connection',
    'wheeling flat per kVAh',
    'wheeling flat per kWh',
  ]
  const ADJUSTMENTS = [
    'add factor',
    'add per_bill',
    'add per_unit',
    'add percent',
    'subtract per_unit',
    'subtract percent',
  ]

  /** How often each kind is priced among as many requests as in gate 24, generated in the same way. */
  function priced(): Map<string, number> {
    const times = new Map<string, number>()
    const count = (kind: string): void => void times.set(kind, (times.get(kind) ?? 0) + 1)
    for (const record of records.values()) {
      const serving = [planOf(record)]
      const next = draftsGenerator(domainsOf(record), seededRandom(20260401))
      const charges = new Map(record.rows.map((row) => [row.row_id, row.charges.map(kindOf)]))
      const effects = new Map(
        record.rules.adjustments.flatMap(({ adjustment_id, cases }) =>
          cases.map(({ case_id, effect, values }) => [
            `rules/adjustments/${adjustment_id}/${case_id}`,
            `${effect} ${values[0]?.kind}`,
          ]),
        ),
      )
      for (let index = 0; index < 10_000; index += 1) {
        const resolved = resolveRequest(serving, bodyOf(record.state_code, next()) as CalculateBody, 'specimen')
        if (!resolved.ok) continue
        const { row, lines } = resolved.calculation
        for (const kind of charges.get(row.rowId) ?? []) count(kind)
        for (const { step } of lines) {
          const effect = effects.get(step.rate.path)
          if (effect !== undefined) count(effect)
        }
      }
    }
    return times
  }

  it('those of all shipped rows that can be priced are known, and gate 24 prices each of them ten times or more', () => {
    const times = priced()
    expect([...times.keys()].sort()).toEqual([...KINDS, ...ADJUSTMENTS].sort())
    for (const [kind, count] of times) expect([kind, count >= 10]).toEqual([kind, true])
  })

  it('and the only one that no answer has is that of the pump sets whose zones nobody has published', () => {
    const charges = [...records.values()].flatMap(({ rows }) => rows.flatMap((row) => row.charges))
    const used = new Set(charges.map(kindOf))
    expect([...used].filter((kind) => !KINDS.includes(kind))).toEqual(['wheeling flat per HP'])
  })
})
