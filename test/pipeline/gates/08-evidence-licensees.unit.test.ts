import { describe, expect, it, test } from 'vitest'
import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { type Edit, judged } from './support/cited-rule.ts'
import { sheetFigure } from './support/figures.ts'
import { sampleProfile, sampleSolar } from './support/rules.ts'
import { findingsOf, sampleMeans, sourceOf } from './support/sample.ts'

/** Of which licensees a rule is, and of which its text. */

const THREE = [
  { code: 'XX_EAST', name: 'Eastern Power Company', status: 'active' as const, reason: null },
  { code: 'XX_WEST', name: 'Western Power Company', status: 'active' as const, reason: null },
  { code: 'XX_BEST', name: 'Best Undertaking', status: 'active' as const, reason: null },
]
const DUE = 'a surcharge of 20 paise per unit is due.'
const ofRule =
  (...licensees: readonly string[]): Edit =>
  (record) => {
    record.licensees = structuredClone(THREE)
    record.rules.adjustments[0]!.licensees = [...licensees]
  }
const readAs = async (text: string, ...edits: readonly Edit[]): Promise<string[]> =>
  (await judged(text, '20 paise per unit', edits)).sentence.filter((each) =>
    /[|] (?:licensees: \[|a rule of )/u.test(each),
  )

const EAST = 'XX_EAST'
const WEST = 'XX_WEST'
const BEST = 'XX_BEST'
it.each([
  [`In the State ${DUE}`, [], ''],
  [`In the State ${DUE}`, [EAST, WEST, BEST], ''],
  [`In the State ${DUE}`, [EAST], 'names XX_EAST |'],
  [`Of EAST ${DUE}`, [EAST], ''],
  [`Of EAST ${DUE}`, [], 'licensees: [XX_EAST]'],
  [`Of EAST ${DUE}`, [WEST], 'licensees: [XX_EAST]'],
  [`Of the Eastern Power Company and WEST ${DUE}`, [EAST, WEST], ''],
  [`Of the Eastern Power Company and WEST ${DUE}`, [WEST], 'a rule of XX_EAST too'],
  [`Of all distribution licensees ${DUE}`, [], ''],
  [`Of all distribution licensees ${DUE}`, [EAST], 'a rule of XX_WEST and XX_BEST too'],
  [`Of each DISCOM other than EAST ${DUE}`, [WEST, BEST], ''],
  [`Of each DISCOM other than EAST ${DUE}`, [], 'licensees: [XX_WEST, XX_BEST]'],
  [`Of each DISCOM other than EAST ${DUE}`, [WEST], 'a rule of XX_BEST too'],
  [`At best ${DUE}`, [], ''],
])('"%s" of %j', async (text, licensees, expected) => {
  const found = (await readAs(text, ofRule(...licensees))).join()
  expect(found === '' ? '' : found).toContain(expected)
  expect(found === '').toBe(expected === '')
})

it.each([
  [[EAST], ''],
  [[], 'licensees: [XX_EAST]'],
  [[WEST], 'licensees: [XX_EAST]'],
])('the title of a source says it where no sentence does: %j', async (licensees, expected) => {
  const titled: Edit = (record) => Object.assign(sourceOf(record, 'XX-ORDER'), { title: 'Order of EAST' })
  const found = (await readAs(`In the State ${DUE}`, ofRule(...licensees), titled)).join()
  expect([found.includes(expected), found === '']).toEqual([true, expected === ''])
})

it('a rule is for all of whom its categories have', async () => {
  const only: Edit = ({ categories }) => {
    for (const each of categories) if (each.subcategory_code === 'SL') each.licensee_code = EAST
  }
  expect(await readAs(`In the State ${DUE}`, ofRule(EAST), only)).toEqual([])
  expect(await readAs(`Of all licensees ${DUE}`, ofRule(EAST), only)).toEqual([])
})

test('another rule from the same sentence may be that of another licensee', async () => {
  const text = 'Of EAST a surcharge of 20 paise per unit and of WEST one of 20 paise per kWh is due.'
  const another: Edit = ({ rules }) => {
    const other = structuredClone(rules.adjustments[0]!)
    Object.assign(other, { adjustment_id: 'WEST', order: 2, licensees: [WEST] })
    other.cases[0]!.values[0]!.steps[0]!.figure.quote = 'of WEST one of 20 paise per kWh'
    rules.adjustments.push(other)
  }
  expect(await readAs(text, ofRule(EAST))).toHaveLength(1)
  expect(await readAs(text, ofRule(EAST), another)).toEqual([])
})

test('a rule of all licensees from another sentence says nothing of this one', async () => {
  const text = 'In the State a surcharge of 20 paise per unit is due. In the State one of 30 paise per unit is due.'
  const another: Edit = ({ rules }) => {
    const other = structuredClone(rules.adjustments[0]!)
    Object.assign(other, { adjustment_id: 'ALL', order: 2, licensees: [] })
    const [{ figure }] = other.cases[0]!.values[0]!.steps as never as [{ figure: object }]
    Object.assign(figure, { quote: '30 paise per unit', printed: '30', value: '0.3' })
    rules.adjustments.push(other)
  }
  expect((await readAs(text, ofRule(EAST), another)).map((each) => each.split(' | ')[0])).toEqual([
    'rules/adjustments/TOD',
  ])
})

/** Rules in words, and those of a month, of some licensees, all read from this sentence. */
const inWords =
  (quote: string, licensees: readonly string[]) =>
  (record: ReleaseRecord): void => {
    const cited = { source_id: 'XX-ORDER', locator: { page: 1, line: null, section: null } }
    const evidence = { ...cited, quote }
    const own = { licensees: [...licensees], evidence, grade: 'transcription' as const }
    const { rules } = record
    record.licensees = structuredClone(THREE)
    rules.unit_rules = [{ ...own, rule_id: 'UNITS', applies_to: [], rule: 'whole', rounding: 'down' }]
    rules.proration = [
      {
        ...own,
        rule_id: 'BILLS',
        applies_to: [],
        method: 'by_months',
        base_days: null,
        round: null,
        edges_of: [],
        monthly: [],
      },
    ]
    rules.solar = [sampleSolar(own)]
    rules.complete_payable = licensees.map((licensee_code) => sampleProfile({ licensee_code, evidence }))
    const [period] = rules.fppas_periods
    const figure = sheetFigure(1, '20', '0.2', 'Rs/kWh', { ...evidence, printed_unit: 'P/kWh' })
    const months = licensees.length === 0 ? [null] : licensees
    rules.fppas_periods = months.map((licensee_code) => ({ ...period!, figure, licensee_code }))
  }

const KINDS = ['unit_rules/UNITS', 'proration/BILLS', 'solar/net_metering/0']
const OF_ONE = ['complete_payable/HOME', 'fppas_periods/FPPAS-2026-04']
describe('rules in words and those of a month', () => {
  const SAID = 'whole units of each month are carried to the next, at 20 paise.'
  it.each([
    [`In the State ${SAID}`, [EAST], 'names XX_EAST', [...KINDS, ...OF_ONE]],
    [`In the State ${SAID}`, [], '', []],
    [`Of EAST ${SAID}`, [EAST], '', []],
    [`Of EAST ${SAID}`, [WEST], 'licensees: [XX_EAST]', [...KINDS, ...OF_ONE]],
    [`Of EAST ${SAID}`, [], 'licensees: [XX_EAST]', [...KINDS, 'fppas_periods/FPPAS-2026-04']],
    [`Of all licensees ${SAID}`, [EAST, WEST], 'a rule of XX_BEST too', [...KINDS, ...OF_ONE, ...OF_ONE]],
    [`Of EAST and WEST ${SAID}`, [EAST, WEST], '', []],
  ])('"%s" of %j', async (text, licensees, expected, paths) => {
    const base = sampleMeans()
    const pages = async (hash: string) =>
      (await base.pages(hash))?.[0]?.startsWith('Order') ? [text] : base.pages(hash)
    const found = (await findingsOf(evidenceFigureInQuote, inWords(text, licensees), { pages })).filter((each) =>
      /[|] (?:licensees: \[|a rule of )/u.test(each),
    )
    expect(found.map((each) => each.split(' | ')[0]).toSorted()).toEqual(
      paths.map((each) => `rules/${each}`).toSorted(),
    )
    for (const each of found) expect(each).toContain(expected)
  })
})
