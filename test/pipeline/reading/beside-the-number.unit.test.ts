import { describe, expect, it } from 'vitest'
import { header, label, printed, reading, rows } from './edits.ts'
import { type Format, judged, type Parts, soundFigures } from './invented-order.ts'

const RESOLVES = 'source.cited'
const AGREES = 'evidence.figure_in_quote'
const APPROVED = 'evidence.grade_supported'

const KWH = 'Energy Charge (P/kWh)'
const DEMAND = 'Demand Charge (Rs/kVA/Month)'

type Misreading = readonly [what: string, refusedBy: string, edit: (parts: Parts) => void]

const inCell = (what: string, text: string): Misreading => [`a cell with ${what}`, RESOLVES, printed(1, 2, text)]
const headed = (what: string, refusedBy: string, from: string, to: string): Misreading => [
  `a header of ${what}`,
  refusedBy,
  header(from, to),
]

/** Words and signs beside a number that change what it means, and headers of something other than the rate. */
const MISREADINGS: readonly Misreading[] = [
  inCell('a letter O for a nought', '31O.OO'),
  inCell('a letter l for a one', 'l310.00'),
  inCell('words that it was struck out', '310.00 withdrawn'),
  inCell('words that it was not approved', '310.00 not approved'),
  inCell('words that it is the one in force so far', '310.00 (existing)'),
  inCell('a minus behind it', '310.00-'),
  inCell('the sign of a credit', '310.00 Cr'),
  inCell('a short word for thousands', '3.1k'),
  inCell('a short word for crores', '3.1 cr.'),
  inCell('a limit', 'up to 310.00'),
  inCell('a sign for a limit', '<310.00'),
  inCell('a sign for roughly', '~310.00'),
  inCell('a word that doubles it', 'double 310.00'),
  inCell('a word that halves it', 'half of 310.00'),
  inCell('something added to it', '310.00 plus surcharge'),
  inCell('units that are free', 'Free 50 units'),
  inCell('supply that is free up to an edge', 'Free supply up to 50 units'),
  inCell('a word that is no amount', 'Free units'),
  inCell('another period', '310.00 per annum'),
  inCell('money of another country', '$310.00'),
  inCell('a formula of a spreadsheet', '=310.00'),
  inCell('a line drawn through a digit by a mark', '5\u0336'),
  ['a cell that names another charge', AGREES, printed(1, 2, 'Demand Charge 310.00')],
  headed('a hundred units', AGREES, KWH, 'Energy Charge (P per 100 units)'),
  headed('ten kVA', AGREES, DEMAND, 'Demand Charge (Rs per 10 kVA)'),
  headed('lakhs', AGREES, DEMAND, 'Demand Charge (Rs lakh/kVA)'),
  headed('thousands', AGREES, DEMAND, "Demand Charge (Rs '000/kVA)"),
  headed('a year', AGREES, DEMAND, 'Demand Charge (Rs/kVA/Year)'),
  headed('half a year', AGREES, DEMAND, 'Demand Charge (Rs/kVA per half year)'),
  headed('what was proposed, in Hindi', APPROVED, KWH, 'Energy Charge (P/kWh) प्रस्तावित'),
  headed('a year, in another word', AGREES, DEMAND, 'Annual Demand Charge (Rs/kVA)'),
  headed('a year, in Hindi', AGREES, DEMAND, 'Demand Charge (Rs/kVA प्रति वर्ष)'),
  headed('a year, in another word of Hindi', AGREES, DEMAND, 'वार्षिक Demand Charge (Rs/kVA)'),
  headed('a day', AGREES, DEMAND, 'Demand Charge (Rs/kVA per day)'),
  headed('a quarter of a year', AGREES, DEMAND, 'Demand Charge (Rs/kVA/quarter)'),
  headed('a minimum', AGREES, DEMAND, 'Minimum Charge (Rs/kVA/Month)'),
  headed('a minimum of each month', AGREES, DEMAND, 'Monthly Minimum (Rs/kVA)'),
  headed('what is penal', AGREES, KWH, 'Penal Energy Charge (P/kWh)'),
  headed('the other season', AGREES, KWH, 'Off-season Energy Charge (P/kWh)'),
  headed('green power', AGREES, KWH, 'Energy Charge, green tariff (P/kWh)'),
  headed('standby supply', AGREES, DEMAND, 'Standby Demand Charge (Rs/kVA/Month)'),
  headed('open access', AGREES, KWH, 'Energy Charge for open access (P/kWh)'),
  headed('what was filed', AGREES, KWH, 'Energy Charge as filed (P/kWh)'),
  headed('a petition', AGREES, KWH, 'Energy Charge of the petition (P/kWh)'),
  headed('what was before the revision', AGREES, KWH, 'Pre-revised Energy Charge (P/kWh)'),
  headed('the night', AGREES, KWH, 'Night Energy Charge (P/kWh)'),
  headed('a subsidy', AGREES, KWH, 'Energy Charge Subsidy (P/kWh)'),
  headed('a rebate', AGREES, KWH, 'Rebate on Energy Charge (P/kWh)'),
  headed('an increase', AGREES, KWH, 'Increase in Energy Charge (P/kWh)'),
  headed('peak hours', AGREES, KWH, 'Peak Energy Charge (P/kWh)'),
  headed('a charge per unit of energy', AGREES, KWH, 'Wheeling Charge per unit of energy (P/kWh)'),
  headed('a part of the year that ends', AGREES, KWH, 'Energy Charge up to 30.09.2026 (P/kWh)'),
  headed('a part of the year that begins', AGREES, KWH, 'Energy Charge from 1st October 2026 (P/kWh)'),
  headed('some months of the year', AGREES, KWH, 'Energy Charge April to September 2026 (P/kWh)'),
  headed(
    'another year in digits of another script',
    AGREES,
    KWH,
    'Energy Charge FY \u0968\u0966\u0968\u096b-\u0968\u096c (P/kWh)',
  ),
  headed('what was withdrawn', AGREES, KWH, 'Energy Charge, withdrawn (P/kWh)'),
  headed('another level in full words', AGREES, KWH, 'High Tension Energy Charge (P/kWh)'),
  headed('what was asked for in another word', APPROVED, KWH, 'Energy Charge sought (P/kWh)'),
  headed('what was not approved', APPROVED, KWH, 'Energy Charge not approved (P/kWh)'),
  ['a label of what was withdrawn', AGREES, label('LT Commercial', 'LT Commercial (withdrawn)')],
  [
    'a label of whom the rate is not for',
    AGREES,
    label('LT Commercial', 'LT Commercial, for which this rate does not apply'),
  ],
  ['a label of what is in force so far', APPROVED, label('LT Commercial', 'LT Commercial (existing)')],
  ['a label of what was proposed', APPROVED, label('LT Commercial', 'Proposed LT Commercial')],
]

it.each(MISREADINGS)('%s: refused by %s', async (_, refusedBy, edit) => {
  const kept = refusedBy === RESOLVES ? await soundFigures('csv') : null
  const found = await judged('csv', (parts) => {
    edit(parts)
    parts.figures = kept
  })
  expect([...found].filter(([, findings]) => findings.length > 0).map(([name]) => name)).toContain(refusedBy)
})

it.each([
  ['the end of an amount', printed(1, 2, '310.00/-')],
  ['its unit', printed(1, 2, '310.00 P/kWh')],
  ['its unit in words', printed(1, 2, '310.00 paise per unit')],
  ['its unit around it', printed(7, 4, 'Rs. 325.00/- per kVA per month')],
  ['its coin, and the month', printed(7, 4, 'Rs 325.00 per month')],
  ['a mark of a note', printed(1, 2, '310.00*')],
  ['a word for nothing', printed(1, 2, 'Free')],
  ['words for nothing', printed(1, 2, 'Free of charge')],
  ['words for nothing, with a mark of a note', printed(1, 2, 'No charge*')],
  ['a header that says that a fixed charge is a minimum', header(DEMAND, 'Minimum Demand Charge (Rs/kVA/Month)')],
  ['a header with open words', header(KWH, 'Revised Energy Charge of the retail supply tariff (P/kWh)')],
  ['a header that names its category', header(KWH, 'Energy Charge of Domestic and Commercial (P/kWh)')],
  ['a header that says since when', header(KWH, 'Energy Charge w.e.f. 01.04.2026 (P/kWh)')],
  ['a header that says the period', header(KWH, 'Energy Charge, April 2026 to March 2027 (P/kWh)')],
  ['a header with the day of a document', header(KWH, 'Energy Charge by the order dated 15.06.2026 (P/kWh)')],
  ['a label of a category that exists', label('LT Commercial', 'LT Commercial, existing consumers')],
])('%s leaves a number as it is', async (_, edit) => {
  const found = await judged('csv', edit)
  expect([...found].filter(([, findings]) => findings.length > 0)).toEqual([])
})

it('a word of a header that changes nothing is declared', async () => {
  const composite = header(KWH, 'Composite Energy Charge (P/kWh)')
  const refused = (await judged('csv', composite)).get(AGREES)
  expect(refused?.[0]?.expected).toContain('"composite", or these words declared in readings.yaml (sentences)')
  const says = '{ source_id: ORDER, page: 1, says: Composite, because: "the order calls it so in every schedule" }'
  const declared = await judged('csv', (parts) => {
    composite(parts)
    parts.readings += `sentences:\n  - ${says}\n`
  })
  expect([...declared].filter(([, findings]) => findings.length > 0)).toEqual([])
})

it('a label of rural supply asks for a condition or a fact of its category, since declared words have no effect there', async () => {
  const rural = label('LT Commercial', 'LT Commercial, rural')
  const expected = 'a condition on rural or urban supply, or area_type in the facts of its category'
  const found = (await judged('csv', rural)).get(AGREES)
  expect([...new Set(found?.map((each) => each.expected))]).toEqual([expected])
  const asked = await judged('csv', (parts) => {
    rural(parts)
    rows('Commercial,any', 'Commercial,rural')(parts)
  })
  expect(asked.get(AGREES)).toEqual([])
})

const titled = (format: Format, title: string, column: string) =>
  judged(format, (parts) => {
    header(KWH, column)(parts)
    parts.above = [title]
  }).then((found) => found.get(APPROVED))

it('of the words for what is in force and what is approved, those nearest to the cell decide', async () => {
  const title = 'Existing, proposed and approved tariff'
  expect(await titled('html', title, 'Existing Energy Charge (P/kWh)')).not.toEqual([])
  expect(await titled('html', title, KWH)).not.toEqual([])
})

it.each(['pdf', 'html'] as const)('a table of a %s under a heading of what was proposed: refused', async (format) => {
  expect(await titled(format, 'Tariff proposed by the licensee', KWH)).not.toEqual([])
  expect(await titled(format, 'Tariff approved by the Commission', KWH)).toEqual([])
})

describe('the words of the title of a table, and of a header above the charge', () => {
  const above = (title: string) => (parts: Parts) => {
    parts.above = [title]
  }
  const spanned = (top: string) => (parts: Parts) => {
    reading(`"${KWH}"`, `"${top} | ${KWH}"`)(parts)
    parts.page = (page) => {
      const under = `<th>${KWH}</th>`
      expect(page).toContain(under)
      const others = page
        .replaceAll('<th>', '<th rowspan="2">')
        .replace(under.replace('<th>', '<th rowspan="2">'), `<th>${top}</th>`)
      return others.replace('</tr>\n</thead>', `</tr><tr>${under}</tr>\n</thead>`)
    }
  }

  it.each([
    ['a title of another charge', above('Parallel operation: charges'), 'parallel, operation'],
    ['a title of another supply', above('Tariff of standby supply'), 'standby'],
    ['a header of another charge', spanned('Penal rates'), 'penal'],
    ['a header of another supply', spanned('Green power'), 'green'],
  ])('%s: refused', async (_, edit, word) => {
    const found = (await judged('html', edit)).get(AGREES)
    expect(found?.map((each) => each.expected)).toContainEqual(expect.stringContaining(`"${word}"`))
  })

  it.each([
    ['a title of all', above('Schedule of retail supply tariff of the distribution licensees')],
    ['a title of the order', above('Summary of charges determined by the Electricity Regulatory Commission')],
    ['a header of all', spanned('Rates applicable to all consumers')],
  ])('%s: passes', async (_, edit) => {
    expect((await judged('html', edit)).get(AGREES)).toEqual([])
  })
})

describe.each(['csv', 'html', 'pdf'] as const)('a column of a %s', (format) => {
  /** One more column, with other amounts beside those per kWh. */
  const beside =
    (head: string) =>
    (parts: Parts): void => {
      parts.table = parts.table.map((line, row) => [...line, row === 0 ? head : line[2] === '' ? '' : '299.00'])
    }
  const found = (...edits: readonly ((parts: Parts) => void)[]) =>
    judged(format, (parts) => {
      for (const edit of edits) edit(parts)
    })

  it.each(['Approved Energy Charge (P/kWh)', 'Proposed Energy Charge (P/kWh)', 'Tariff in force: old (P/kWh)'])(
    'that does not say approved, beside %s: refused',
    async (head) => {
      const findings = (await found(beside(head))).get(APPROVED)
      expect(findings).toContainEqual(
        expect.objectContaining({ fault: 'column_not_approved', found: expect.stringContaining(head) }),
      )
    },
  )

  it('that says approved beside one that was proposed, and one of another charge: passes', async () => {
    const approved = 'Approved Energy Charge (P/kWh)'
    const all = await found(header(KWH, approved), beside('Proposed Energy Charge (P/kWh)'))
    expect([...all].filter(([, findings]) => findings.length > 0)).toEqual([])
    expect((await found(beside('Proposed Meter Rent, minimum (Rs)'))).get(APPROVED)).toEqual([])
  })
})

describe('the proof of a misprinted cell', () => {
  const PROOFS = {
    own: 'For LT Domestic the energy charge of the first 100 units is 310.00 paise.',
    another: 'For LT Commercial the energy charge of all units is 310.00 paise.',
    column: 'For LT Domestic the demand charge of the first 100 units is 310.00 paise.',
    step: 'For LT Domestic the energy charge of more than 300 units is 310.00 paise.',
    nobody: 'The energy charge is 310.00 paise.',
  }
  it.each([
    ['own', []],
    ['another', ['a proof of Domestic']],
    ['column', ['a proof of the energy charge']],
    ['step', ['a proof with the edges of its row: 0, 100']],
    ['nobody', ['a proof that names the row of the cell']],
  ] as const)('is of its own row and column: %s', async (which, findings) => {
    const found = await judged('html', (parts) => {
      printed(1, 2, '31O.00')(parts)
      parts.page = (page) => page.replace('</body>', `<p>${PROOFS[which]}</p></body>`)
      parts.readings += `    misprints:
      - { printed: "31O.00", meant: "310.00", because: "a letter", page: 1, quote: "${PROOFS[which]}" }
`
    })
    const expected = found.get(AGREES)?.map((each) => each.expected)
    expect(expected?.filter((each) => each.startsWith('a proof'))).toEqual(findings)
  })
})
