import { describe, expect, it } from 'vitest'
import { TIER } from '../../support/tier.ts'
import { header, label, printed, reading, replaced, rows } from './edits.ts'
import { type Format, judged, type Parts, soundFigures } from './invented-order.ts'

/** A wrong reading, and what refuses it: a gate by its name, or intake if no record can be made. */
type Misreading = readonly [what: string, refusedBy: string, edit: (parts: Parts) => void, only?: Format]

const RESOLVES = 'source.cited'
const FOUND_AGAIN = 'evidence.quote_found'
const AGREES = 'evidence.figure_in_quote'
const APPROVED = 'evidence.grade_supported'

/** A slab read with other edges, in the reading and in the row alike. */
const edges =
  (row: string, readingFrom: string, readingTo: string, rowTo: string) =>
  (parts: Parts): void => {
    reading(readingFrom, readingTo)(parts)
    rows(row, rowTo)(parts)
  }
const swapped =
  (a: string, b: string) =>
  (parts: Parts): void => {
    parts.readings = parts.readings.replace(a, '\u0000').replace(b, a).replace('\u0000', b)
  }

const KWH = 'Energy Charge (P/kWh)'
const FIRST = 'Fixed Charge for first kW (Rs)'

const MISREADINGS: readonly Misreading[] = [
  [
    'energy per kWh read as per kVAh',
    AGREES,
    reading(`"${KWH}": { charge: energy, unit: P/kWh }`, `"${KWH}": { charge: energy, unit: P/kVAh }`),
  ],
  ['energy per kVAh read as per kWh', AGREES, reading('unit: P/kVAh', 'unit: P/kWh')],
  ['paise read as rupees', AGREES, reading('unit: P/kWh', 'unit: Rs/kWh')],
  ['demand per kVA read as per kW', AGREES, reading('unit: Rs/kVA', 'unit: Rs/kW')],
  ['demand per kVA read as per connection', AGREES, reading('unit: Rs/kVA', 'unit: Rs/connection')],
  ['the first kW read as per connection', AGREES, reading('unit: Rs/kW, from: 0', 'unit: Rs/connection, from: 0')],
  ['a further kW read as per HP', AGREES, reading('unit: Rs/kW, from: 1', 'unit: Rs/HP, from: 1')],
  ['a rate per HP in its cell read as per kVA', AGREES, printed(7, 4, 'Rs 325.00 per HP')],
  ['a rate read as a percentage', AGREES, reading('unit: P/kWh', 'unit: percent')],
  [
    'energy and demand columns swapped',
    AGREES,
    swapped('{ charge: energy, unit: P/kVAh }', '{ charge: fixed, unit: Rs/kVA }'),
  ],
  ['first and additional swapped', AGREES, swapped('unit: Rs/kW, from: 0, to: 1 }', 'unit: Rs/kW, from: 1 }')],
  [
    'an edge of 150 beside a label of 100',
    AGREES,
    edges(',0,100,order', 'from: 0, to: 100 }', 'from: 0, to: 150 }', ',0,150,order'),
  ],
  [
    'an edge of 1000 beside a label of 100',
    AGREES,
    edges(',0,100,order', 'from: 0, to: 100 }', 'from: 0, to: 1000 }', ',0,1000,order'),
  ],
  [
    'an edge of 250 beside a label of 300',
    AGREES,
    edges(',100,300,order', 'from: 100, to: 300 }', 'from: 100, to: 250 }', ',100,250,order'),
  ],
  [
    'a slab begun at 101',
    AGREES,
    edges(',100,300,order', 'from: 100, to: 300 }', 'from: 102, to: 300 }', ',102,300,order'),
  ],
  ['a slab left open that ends', AGREES, edges(',100,300,order', 'from: 100, to: 300 }', 'from: 100 }', ',100,,order')],
  ['a slab closed that is open', AGREES, edges(',300,,order', 'from: 300 }', 'from: 300, to: 500 }', ',300,500,order')],
  ['the first slab read for the second', AGREES, swapped('"<=100 units/month"', '">100, <=300 units/month"')],
  ['the second slab read for the third', AGREES, swapped('">100, <=300 units/month"', '">300 units/month"')],
  ['the first slab read for the third', AGREES, swapped('"<=100 units/month"', '">300 units/month"')],
  ['HT and EHT swapped', AGREES, swapped('[HT Industry]', '[EHT Industry]')],
  [
    'the line of commercial read for domestic',
    AGREES,
    swapped('label: [LT Domestic, Load]', 'label: [LT Commercial, Load]'),
  ],
  ['a label that no row has', RESOLVES, reading('label: [EHT Industry]', 'label: [EHT Industries]')],
  ['a label that four rows have', RESOLVES, reading('[LT Domestic, "<=100 units/month"]', '[LT Domestic]')],
  ['labels in the wrong order', RESOLVES, reading('[LT Domestic, Load]', '[Load, LT Domestic]')],
  ['a table that the page lacks', RESOLVES, reading('table: 1', 'table: 2')],
  ['a page that the document lacks', RESOLVES, reading('pages: [1]', 'pages: [2]')],
  ['a label column that is none', RESOLVES, reading('labels: [Category, Consumption]', 'labels: [Category, Slab]')],
  ['a header that no column has', RESOLVES, reading('"Energy Charge (P/kVAh)"', '"Energy Charge (P/kVA)"')],
  [
    'one figure from two rows',
    RESOLVES,
    reading('label: [EHT Industry], of: [EHT-IND]', 'label: [EHT Industry], of: [EHT-IND, HT-IND]'),
  ],
  ['a unit that is none', RESOLVES, reading('unit: Rs/kVA', 'unit: Rs/MVA')],
  ['a fixed charge left out of the row', 'intake', rows('HT-IND,,,,,,,,fixed,,,,,order,ORDER,,,,,,\n', '')],
  ['a slab left out of the row', 'intake', rows('DOM,,,,,,,,energy,,,300,,order,ORDER,,,,,,\n', '')],
  ['a charge that no reading gives', 'intake', rows('COM,,,,,,,,fixed,,,1,,', 'COM,,,,,,,,fixed,,,2,,')],
  ['a row whose edge is not its reading\u2019s', 'intake', rows(',0,100,order', ',0,110,order')],
  ['a header of last year\u2019s charges', AGREES, header(KWH, 'Energy Charge FY 2025-26 (P/kWh)')],
  ['a header of a single year before', AGREES, header(KWH, 'Energy Charge 2025 (P/kWh)')],
  ['a header that is a single year', AGREES, header(KWH, 'Energy Charge (P/kWh) 2024')],
  ['a header of a year by its end', AGREES, header(KWH, 'Energy Charge FY26 (P/kWh)')],
  ['a header of the day before this year', AGREES, header(KWH, 'Energy Charge up to 31.03.2026 (P/kWh)')],
  ['a header of a day of last year', AGREES, header(KWH, 'Energy Charge from 1st April 2025 (P/kWh)')],
  ['a header of a month of last year', AGREES, header(KWH, 'Energy Charge April 2025 (P/kWh)')],
  ['a header that says last year', APPROVED, header(KWH, 'Energy Charge of last year (P/kWh)')],
  ['a header that says existing', APPROVED, header(KWH, 'Existing Energy Charge (P/kWh)')],
  ['a header that says proposed', APPROVED, header(KWH, 'Proposed Energy Charge (P/kWh)')],
  ['a header without a unit', AGREES, header(KWH, 'Energy Charge')],
  ['a header of no charge', AGREES, header(KWH, 'Rate (P/kWh)')],
  ['a header of another charge', AGREES, header(KWH, 'Wheeling Charge (P/kWh)')],
  ['a header in rupees', AGREES, header(KWH, 'Energy Charge (Rs/kWh)')],
  ['a header in per cent', AGREES, header(KWH, 'Energy Charge (%)')],
  ['a header of additional kW read as the first', AGREES, header(FIRST, 'Fixed Charge for every additional kW (Rs)')],
  ['a label that says the other side', AGREES, label('<=100 units/month', '>100 units/month')],
  ['a label with a number that is nobody\u2019s', AGREES, label('<=100 units/month', '<=100 units/month of 3 kW')],
  ['a label of the next 150 units', AGREES, label('>100, <=300 units/month', 'next 150 units')],
  ['a label of 101-250', AGREES, label('>100, <=300 units/month', '101-250 units')],
  [
    'a label of another level',
    AGREES,
    (parts) => {
      printed(8, 0, 'HT Industry at 132 kV')(parts)
      reading('[EHT Industry]', '[HT Industry at 132 kV]')(parts)
    },
  ],
  ['a number with a minus', FOUND_AGAIN, printed(1, 2, '-310.00')],
  ['a number in brackets', RESOLVES, printed(1, 2, '(310.00)')],
  ['two numbers that are joined', RESOLVES, printed(1, 2, '3-10')],
  ['a fraction in digits', RESOLVES, printed(1, 2, '310 1/2')],
  ['a number of lakhs', RESOLVES, printed(1, 2, '3.1 lakh')],
  ['a rebate beside the rate', RESOLVES, printed(1, 2, '310.00 less 25 percent')],
  ['a number with two points', RESOLVES, printed(1, 2, '3.10.00')],
  ['words for a number', RESOLVES, printed(1, 2, 'see note')],
  ['groups by comma cut off', FOUND_AGAIN, printed(1, 2, '1,310.00')],
  ['groups by space cut off', FOUND_AGAIN, printed(1, 2, '1 310.00')],
  ['groups by apostrophe cut off', FOUND_AGAIN, printed(1, 2, "1'310.00")],
  ['another amount in print', FOUND_AGAIN, printed(5, 2, '604.00')],
  ['a fraction sign', RESOLVES, printed(1, 2, '310\u00bd')],
  ['groups by no-break space cut off', FOUND_AGAIN, printed(1, 2, '1\u00a0310.00'), 'csv'],
  ['groups by thin space cut off', FOUND_AGAIN, printed(1, 2, '1\u2009310.00'), 'csv'],
  ['a space of no width inside', RESOLVES, printed(1, 2, '3\u200b10.00'), 'csv'],
  ['a soft hyphen inside', RESOLVES, printed(1, 2, '31\u00ad0.00'), 'csv'],
  ['a first digit of another script', RESOLVES, printed(1, 2, '\u096910.00'), 'csv'],
  ['a coin of another script beside it', AGREES, printed(1, 2, '310.00 \u0930\u0941\u092a\u092f\u0947'), 'csv'],
]

/** Faults found by reading the document again: figures.csv has the earlier, correct figures. */
const LOOKED_AGAIN: ReadonlySet<string> = new Set([RESOLVES, FOUND_AGAIN])

/** Gates check tables in every format; of PDF and HTML, whose layout takes longest, `npm test` runs every fourth. */
for (const format of ['csv', 'pdf', 'html'] as const) {
  describe(`an invented order printed as ${format}`, () => {
    it('is refused by no gate when it is read rightly', async () => {
      expect([...(await judged(format, () => {}))].filter(([, findings]) => findings.length > 0)).toEqual([])
    })

    for (const [index, [what, refusedBy, edit, only]] of MISREADINGS.entries()) {
      if (only !== undefined && only !== format) continue
      if (format !== 'csv' && TIER === 'normal' && index % 4 !== 0) continue
      it(`${what}: refused by ${refusedBy}`, async () => {
        const kept = LOOKED_AGAIN.has(refusedBy) ? await soundFigures(format) : null
        const found = await judged(format, (parts) => {
          edit(parts)
          parts.figures = kept
        })
        expect([...found].filter(([, findings]) => findings.length > 0).map(([name]) => name)).toContain(refusedBy)
      })
    }

    it.each([
      ['a value', ',3.1,Rs/kWh,', ',3.2,Rs/kWh,'],
      ['what is printed', ',310.00,P/kWh,', ',301.00,P/kWh,'],
      ['a unit', ',P/kVAh,5.85,Rs/kVAh,', ',P/kWh,5.85,Rs/kWh,'],
      ['a label', 'HT Industry | All units', 'HT Industries | All units'],
      ['a header', 'Demand Charge (Rs/kVA/Month)', 'Demand Charge (Rs/kVA)'],
      ['the table', ',1,,1,LT Commercial', ',1,,2,LT Commercial'],
    ])(`figures.csv with %s edited by hand: refused by ${FOUND_AGAIN}`, async (_, from, to) => {
      const sound = (await soundFigures(format)).replaceAll(/,1,\d+,1,/g, ',1,,1,')
      const found = await judged(format, (parts) => {
        parts.figures = replaced(sound, from, to)
      })
      expect(found.get(FOUND_AGAIN)).not.toEqual([])
    })
  })
}

describe('classes that the record and the print call by different words', () => {
  /** Neither name contains the other: what tells the classes apart is the letter, and the trade. */
  const named = (parts: Parts, commercial = 'LT I(B) shops, of a kind'): void => {
    rows(',DOM,Domestic,any,,', ',DOM,I(A) Households 0-9 kW,any,connected_load<=9,')(parts)
    rows(',COM,Commercial,any,,', ',COM,I(B) Shop 0-9 kW,any,connected_load<=9,')(parts)
    label('LT Domestic', 'LT I(A) household supply')(parts)
    label('LT Commercial', commercial)(parts)
  }
  const agree = (edit: (parts: Parts) => void) => judged('csv', edit).then((found) => found.get(AGREES))

  it('are refused if the line of the other class was read', async () => {
    const found = await agree((parts) => {
      named(parts)
      swapped('["LT I(A) household supply", Load]', '["LT I(B) shops, of a kind", Load]')(parts)
    })
    for (const row of ['DOM', 'COM']) {
      const place = expect.stringContaining(`rows/${row}/fixed`)
      expect(found).toContainEqual(expect.objectContaining({ fault: 'other_category', found: place }))
    }
  })

  it('pass if each has its own line', async () => {
    expect(await agree((parts) => named(parts))).toEqual([])
  })

  it.each(['LT I(A) households and I(B) shops', 'LT supply of a kind'])('pass on a line of both: %s', async (line) => {
    expect(await agree((parts) => named(parts, line))).toEqual([])
  })
})

describe('a line that is printed for several voltages', () => {
  const read = (printedAs: string, kv: number) =>
    judged('csv', (parts) => {
      printed(7, 0, printedAs)(parts)
      reading('[HT Industry], of: [HT-IND]', `["${printedAs}"], of: [HT-IND, EHT-IND]`)(parts)
      reading('      - { label: [EHT Industry], of: [EHT-IND] }\n', '')(parts)
      rows(',HT Industry,any,,', ',HT Industry (11 kV),any,describes supply_voltage_kv=11,')(parts)
      rows(',EHT Industry,any,,', `,EHT Industry (${kv} kV),any,describes supply_voltage_kv=${kv},`)(parts)
    }).then((found) => found.get(AGREES))

  it('is not that of a row of another voltage', async () => {
    const expected = expect.stringContaining('400 of supply_voltage_kv among the values')
    expect(await read('Industry at 11 kV', 400)).toContainEqual(expect.objectContaining({ expected }))
  })

  it.each([
    ['Industry at 11 and 132 kV', 132],
    ['Industry at 11 kV and above', 132],
    ['Industry at all voltages, 11 kV too', 132],
    ['Industry', 132],
  ])('%s is read for a row of %i kV', async (printedAs, kv) => {
    expect(await read(printedAs, kv)).toEqual([])
  })
})

const BETWEEN = ['The charges below are for each month,', 'and are billed for what the meter records.']

describe.each(['pdf', 'html'] as const)('headings far above a table of a %s', (format) => {
  const under = (...headings: readonly string[]) =>
    judged(format, (parts) => {
      parts.above = [...headings, ...BETWEEN]
    }).then((found) => found.get(AGREES))

  it.each(['Tariff for FY 2025-26', 'SCHEDULE FOR FY26', 'Tariff for FY 2027-28'])('%s: refused', async (heading) => {
    expect(await under(heading)).toContainEqual(
      expect.objectContaining({
        fault: 'other_year',
        found: expect.stringContaining(`a table under the heading "${heading}"`),
      }),
    )
  })

  it.each(['Tariff for FY 2026-27', 'Tariffs for FY 2025-26 and FY 2026-27', 'Annexure 4', 'Order of 24 March 2026'])(
    '%s: passes',
    async (heading) => {
      expect(await under(heading)).toEqual([])
    },
  )
})

it('of two headings that name a year, the one nearer to the table decides', async () => {
  const judge = (...texts: readonly string[]) =>
    judged('pdf', (parts) => {
      parts.above = texts.flatMap((text) => [text, ...BETWEEN])
    })
  expect((await judge('Tariff for FY 2025-26', 'Tariff for FY 2026-27')).get(AGREES)).toEqual([])
  expect((await judge('Tariff for FY 2026-27', 'Tariff for FY 2025-26')).get(AGREES)).not.toEqual([])
})
