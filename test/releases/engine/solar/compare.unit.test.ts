import { describe, expect, it } from 'vitest'
import type { SolarBody } from '../../../../releases/engine/solar/body.ts'
import { compareSolar } from '../../../../releases/engine/solar/compare.ts'
import { writeComparison } from '../../../../releases/engine/solar/write-comparison.ts'
import type { ReleaseRecord } from '../../../../releases/record/record.ts'
import type { Solar } from '../../../../releases/record/rules.ts'
import { planOf } from '../../../support/definitions.ts'
import { quoteOnSheet } from '../../../support/figure-builder.ts'
import {
  buildCharge,
  buildEnergy,
  buildFigure,
  buildFixed,
  buildProration,
  conditions,
} from '../../../support/record-builder.ts'
import { recordOfRow } from '../bill.ts'

const NET: Solar = {
  arrangement: 'net_metering',
  licensees: [],
  name: 'Net metering',
  citation: 'Regulation 1',
  closing: 'carried',
  year_end_month: '03',
  closing_at_year_end: 'lapses',
  grade: 'order',
  evidence: quoteOnSheet('units are netted'),
  disclosures: [],
}
const record = (row: Parameters<typeof recordOfRow>[0] = {}) => {
  const made = recordOfRow(row)
  return { ...made, rules: { ...made.rules, solar: [NET] } }
}
const month = (name: string, consumption: number, generation: number, exported: number) => ({
  month: name,
  consumption_units: consumption,
  generation_units: generation,
  export_units: exported,
})

const BODY = {
  state_code: 'BR',
  subcategory_code: 'DOM',
  arrangement: 'net_metering' as const,
  periods: [month('2026-06', 100, 60, 40), month('2026-07', 100, 60, 40)],
}

function compare(of: ReleaseRecord, parts: Partial<SolarBody> = {}) {
  return compareSolar([planOf(of)], { ...BODY, ...parts }, 'specimen')
}

describe('months without and with a plant', () => {
  it('are billed on what is used, and on what the ledger leaves', () => {
    // 100 used of which 20 from the roof: 80 imported, 40 exported, 40 billed.
    expect(compare(record())).toMatchObject({
      ok: true,
      before: [
        { billed: 100_000, paise: 55_000 },
        { billed: 100_000, paise: 55_000 },
      ],
      after: [
        { billed: 40_000, paise: 25_000 },
        { billed: 40_000, paise: 25_000 },
      ],
      closing: { units: 0, treatment: 'carried' },
    })
  })

  it.each([
    ['2027-03', {}, 'lapses'],
    ['2027-02', {}, 'carried'],
    ['2027-03', { closing_at_year_end: null }, 'carried'],
    ['2027-03', { year_end_month: null }, 'carried'],
    ['2026-12', { year_end_month: '12' }, 'lapses'],
  ] as const)('ending in %s, with this remaining credit: %o: %s', (last, rule, treatment) => {
    const made = record()
    const solar = { ...made, rules: { ...made.rules, solar: [{ ...NET, ...rule }] } }
    // 100 used of which 50 from the roof: 50 imported, 70 exported, 20 left.
    expect(compare(solar, { periods: [month(last, 100, 120, 70)] })).toMatchObject({
      closing: { units: 20_000, treatment },
    })
  })

  it.each([
    ['lapses', '25', 40_000, 'lapses'],
    ['settlement_blocked', '25', 40_000, 'is settled'],
    ['carried', null, 15_000, ''],
  ] as const)(
    'begin without credit after a year of the rule ends within them: %s',
    (treatment, ended, billed, says) => {
      const made = record()
      const rule = { ...NET, year_end_month: '09', closing_at_year_end: treatment }
      // September: 50 imported, 75 exported, 25 left. October: 80 imported, 40 exported.
      const body = { ...BODY, periods: [month('2026-09', 100, 125, 75), month('2026-10', 100, 60, 40)] }
      const compared = compare({ ...made, rules: { ...made.rules, solar: [rule] } }, body)
      const creditIn = ended === null ? 25_000 : 0
      expect(compared).toMatchObject({ after: [{ creditOut: 25_000 }, { creditIn, billed }], closing: { units: 0 } })
      if (!compared.ok) throw new Error(compared.code)
      const { disclosures } = JSON.parse(writeComparison(compared, body)) as {
        disclosures: { code: string; message: string }[]
      }
      const said = disclosures.filter(({ code }) => code === 'CREDIT_NOT_CARRIED')
      expect(said.map(({ message }) => message)).toEqual(
        ended === null
          ? []
          : [expect.stringMatching(new RegExp(`^${ended} units that are left after 2026-09 .* ${says}`))],
      )
    },
  )

  it('are refused where the release has slabs and charges for other days', () => {
    const made = record()
    const prorated = (days: string, applies_to = ['DOM']) => {
      const proration = [buildProration({ base_days: buildFigure(days, 'number'), applies_to })]
      return compare({ ...made, rules: { ...made.rules, proration } })
    }
    const reason = 'the release has slabs and charges for 60 days, and a comparison has months'
    expect(prorated('60')).toMatchObject({
      code: 'UNSUPPORTED_OPERATION',
      details: { operation: 'solar_savings', reason },
    })
    expect([prorated('60', ['OTHER']).ok, prorated('30').ok]).toEqual([true, true])
  })

  it('say so of the document of the rule as well', () => {
    const order = recordOfRow({ energy: buildEnergy('flat', [[null, buildFigure('5', 'Rs/kWh', 'order')]]) }).sources
    const [original] = order.filter(({ document_kind }) => document_kind === 'original')
    const made = record()
    const solar = [{ ...NET, evidence: { ...NET.evidence, source_id: original!.source_id } }]
    const of = { ...made, sources: [...made.sources, original!], rules: { ...made.rules, solar } }
    const codes = (unattested: readonly string[]) => {
      const compared = compareSolar([planOf(of, { unattested })], BODY, 'specimen')
      if (!compared.ok) throw new Error(compared.code)
      return writeComparison(compared, BODY)
    }
    expect(codes([original!.sha256])).toContain('ORIGINAL_NOT_ATTESTED')
    expect(codes([])).not.toContain('ORIGINAL_NOT_ATTESTED')
  })

  it('say where a document that they were read in is not attested, and only there', () => {
    const of = record({ energy: buildEnergy('flat', [[null, buildFigure('5', 'Rs/kWh', 'order')]]) })
    const disclosed = (unattested: readonly string[]) => {
      const compared = compareSolar([planOf(of, { unattested })], BODY, 'specimen')
      if (!compared.ok) throw new Error(compared.code)
      const { disclosures } = JSON.parse(writeComparison(compared, BODY)) as { disclosures: { code: string }[] }
      return disclosures.map(({ code }) => code).filter((code) => code === 'ORIGINAL_NOT_ATTESTED')
    }
    const [original = ''] = of.sources.flatMap((one) => (one.document_kind === 'original' ? one.sha256 : []))
    expect(disclosed([original])).toEqual(['ORIGINAL_NOT_ATTESTED'])
    expect(disclosed([])).toEqual([])
    expect(disclosed(['a'.repeat(64)])).toEqual([])
  })

  it('disclose what a calculation of their category and row does, each once', () => {
    const made = record()
    const rest = {
      applies_to: 'Homes',
      period: 'The year',
      figure_value: null,
      figure_unit: null,
      grade: 'order',
    } as const
    const evidence = quoteOnSheet('homes')
    const fact = (key: string, of: object) => ({
      ...{ fact_id: key, group: 'disclosure', key, text: `Said ${key}.`, ...rest, evidence, ...of },
    })
    const facts = [
      fact('of all', {}),
      fact('of the category', { categories: ['DOM'] }),
      fact('of another', { categories: ['NDS'] }),
      fact('of the row', { rows: made.rows.map(({ row_id }) => row_id) }),
    ]
    const compared = compare({ ...made, rules: { ...made.rules, facts } })
    if (!compared.ok) throw new Error(compared.code)
    const { disclosures } = JSON.parse(writeComparison(compared, BODY)) as { disclosures: { code: string }[] }
    expect(disclosures.map(({ code }) => code)).toEqual([
      'NOT_AN_OFFICIAL_BILL',
      'ROUNDING_IS_OURS',
      'TRANSCRIBED_FIGURES',
      'OF_ALL',
      'OF_THE_CATEGORY',
      'OF_THE_ROW',
      'SETTLEMENT_BLOCKED',
      'FIXED_CHARGES_NOT_OFFSET',
      'BASE_TARIFF_ONLY',
    ])
  })

  it.each([
    [['2026-06'], { bill_month: 'march' }, 'disagrees', '/selectors/bill_month'],
    [['2027-02', '2027-03'], { bill_month: 'march' }, 'disagrees', '/selectors/bill_month'],
    [['2027-03'], { bill_month: 'june' }, 'enum', '/selectors/bill_month'],
    [['2027-03'], { bill_month: 'march', month: 'march' }, 'not_applicable', '/selectors/month'],
    [['2027-03'], { bill_month: 'march' }, null, null],
  ] as const)('of %s with the words %o: %s', (names, selectors, rule, field) => {
    const charges = [
      buildCharge('energy', 'flat', 'kWh', [[null, '5']], { component: 'energy' }),
      buildCharge('rent', 'flat', 'connection', [[null, '10']], { when: conditions('selectors.bill_month=march') }),
    ]
    const declared = [{ selector: 'bill_month', words: ['march'], months: { march: '03' }, description: 'A month' }]
    const periods = names.map((name) => month(name, 100, 60, 40))
    const compared = compare({ ...record({ charges }), selectors: declared }, { periods, selectors })
    if (rule === null) expect(compared).toMatchObject({ before: [{ paise: 51_000 }] })
    else expect(compared).toMatchObject({ code: 'INVALID_REQUEST_FIELD', details: { fields: [{ field, rule }] } })
  })

  it('of a tariff that changes between them are billed each on its own day', () => {
    const rate = (rupees: string, id: string, dates: object) =>
      buildCharge(id, 'flat', 'kWh', [[null, rupees]], { component: 'energy', ...dates })
    const of = record({
      charges: [
        rate('5', 'energy', { effective_to: '2026-06-30' }),
        rate('6', 'later', { effective_from: '2026-07-01' }),
      ],
    })
    expect(compare(of)).toMatchObject({ before: [{ paise: 50_000 }, { paise: 60_000 }] })
  })

  it.each([
    ['2027-02-28', ['2026-04'], true],
    ['2027-02-28', ['2027-01', '2027-02'], true],
    ['2027-02-28', ['2027-02', '2027-03'], false],
    ['2027-02-28', ['2026-03', '2026-04'], false],
    ['2027-03-28', ['2027-03'], false],
    ['2027-03-31', ['2027-03'], true],
  ])('of a release that serves from 1 April 2026 to %s: %s, covered: %s', (to, names, isCovered) => {
    const covered = { from: '2026-04-01', to }
    const of = { ...record(), effective_from: covered.from, effective_to: covered.to }
    expect(compare(of, { periods: names.map((name) => month(name, 100, 60, 40)) })).toMatchObject(
      isCovered ? { ok: true } : { code: 'INVALID_EFFECTIVE_DATE', details: { covered_periods: [covered] } },
    )
  })

  it('one inside which it changes is refused by its place', () => {
    const energy = buildEnergy('flat', [[null, '5']], { effective_from: '2026-07-15' })
    expect(compare(record({ energy }))).toMatchObject({
      code: 'UNSUPPORTED_BILLING_PERIOD',
      details: { reason: 'rule_changes', period: '/periods/1' },
    })
  })
})

describe('a question that no public source answers is refused, not guessed', () => {
  it.each([
    ['energy in kVAh', { energy: buildEnergy('flat', [[null, '5']], { unit: 'kVAh' }) }, /kVAh/],
    [
      'a fixed charge that goes by the units',
      {
        fixed: buildFixed(
          'whole',
          'connection',
          [
            ['50', '20'],
            [null, '40'],
          ],
          { steps_by: 'energy_units' },
        ),
      },
      /monthly units/,
    ],
    [
      'a fixed charge that is due above some units',
      {
        charges: [
          buildCharge('energy', 'flat', 'kWh', [[null, '5']], { component: 'energy' }),
          buildCharge('fixed', 'flat', 'connection', [[null, '40']], { when: conditions('energy_units>50') }),
        ],
      },
      /monthly units/,
    ],
  ])('%s', (_what, row, reason) => {
    const result = compare(record(row))
    expect(result).toMatchObject({ ok: false, code: 'UNSUPPORTED_OPERATION' })
    expect(result.ok ? '' : String(result.details['reason'])).toMatch(reason)
  })

  it('a month that the category refuses names its place', () => {
    const of = record({ conditions: conditions('energy_units<=100') })
    const periods = [month('2026-06', 100, 0, 0), month('2026-07', 101, 0, 0)]
    expect(compare(of, { periods })).toMatchObject({
      code: 'CATEGORY_NOT_APPLICABLE',
      details: { period: '/periods/1' },
    })
  })
})
