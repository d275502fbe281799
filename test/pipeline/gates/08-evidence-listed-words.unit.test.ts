import { describe, expect, it } from 'vitest'
import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import type { Candidate } from '../../../pipeline/gates/gate.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { conditions } from '../../support/record-builder.ts'
import { CELL } from './faults/cell.ts'
import { type Edit, judged } from './support/cited-rule.ts'
import { energyOf, findingsOf, rowOf, sampleMeans } from './support/sample.ts'

/** Words of one list: a rate for hospitals and schools is not one for hospitals, nor the other way round. */

const selector = (record: ReleaseRecord): void => {
  record.selectors = [
    { selector: 'institution', words: ['hospital', 'school', 'others'], description: 'What it is' } as never,
  ]
}
const asked =
  (...whens: readonly string[]): Edit =>
  (record) => {
    selector(record)
    const [rule] = record.rules.adjustments
    const [own] = rule!.cases
    rule!.cases = whens.map((when, at) => ({ ...structuredClone(own!), case_id: `c${at}`, when: conditions(when) }))
  }
const HOSPITAL = 'selectors.institution=hospital'
const SCHOOL = 'selectors.institution=school'
const BOTH = 'selectors.institution in {hospital,school}'
const TOO = 'selectors.institution of school too'
const ALONE = 'hospital alone'
const reads = async (text: string, whens: readonly string[], sentences: Candidate['sentences'] = []) =>
  (await judged(text, '20 paise per unit', [asked(...whens)], sentences)).sentence.filter((each) =>
    /selectors\.institution/u.test(each),
  )
const DUE = 'A surcharge of 20 paise per unit is due from'

describe('a rule', () => {
  it.each([
    [`${DUE} hospitals.`, [HOSPITAL], ''],
    [`${DUE} hospitals.`, [BOTH], ALONE],
    [`${DUE} hospitals and schools.`, [BOTH], ''],
    [`${DUE} hospitals and schools.`, [HOSPITAL, SCHOOL], ''],
    [`${DUE} hospitals and schools.`, [HOSPITAL], TOO],
    [`${DUE} hospitals as well as from schools.`, [HOSPITAL], TOO],
    [`${DUE} hospitals/schools.`, [HOSPITAL], TOO],
    ['A surcharge of 20 paise per unit is due. Note: It is due from hospitals and schools.', [HOSPITAL], TOO],
    ['A surcharge of 20 paise per unit is due. Note: It is due from hospitals and schools.', [BOTH], ''],
    [`${DUE} hospitals. Hospitals and schools are inspected.`, [HOSPITAL], ''],
    ['A surcharge of 20 paise per unit is due in hospitals; schools have none.', [HOSPITAL], ''],
  ])('"%s" by %j', async (text, whens, expected) => {
    const found = (await reads(text, whens)).join('\n')
    expect(found).toContain(expected)
    expect(found === '').toBe(expected === '')
  })

  it.each([
    ['tod_period=peak', 'tod_period of off_peak too'],
    ['tod_period in {peak,off_peak}', ''],
  ])('of two hours of the day by %s', async (when, expected) => {
    const text = 'A surcharge of 20 paise per unit is due in peak and off-peak hours.'
    const { sentence } = await judged(text, '20 paise per unit', [asked(when)])
    expect(sentence.join('\n')).toContain(expected)
    expect(sentence).toHaveLength(expected === '' ? 0 : 1)
  })

  it('may leave out words that are declared', async () => {
    const declared = [{ source_id: 'XX-ORDER', page: 1, says: 'and schools', because: 'They are closed.' }]
    expect(await reads(`${DUE} hospitals and schools.`, [HOSPITAL], declared)).toEqual([])
  })
})

describe('a row', () => {
  const CHARGED = 'energy charge 9.03 rupees per unit.'
  /** The rate of street lights for these words, and for the others another row. */
  const found = async (who: string, when: string, other: string, value = '8'): Promise<string[]> => {
    const base = sampleMeans()
    const pages = async (hash: string) => {
      const known = await base.pages(hash)
      return known?.[0]?.startsWith('Order') === true ? [known[0], `SL, ${who}: ${CHARGED}`] : known
    }
    const edit = (record: ReleaseRecord): void => {
      selector(record)
      Object.assign(energyOf(record, 'R-SL'), { quote: CHARGED, locator: { page: 2, line: null, section: null } })
      const own = rowOf(record, 'R-SL')
      record.rows.push({ ...structuredClone(own), row_id: 'R-SL-OTHER', conditions: conditions(other) })
      Object.assign(energyOf(record, 'R-SL-OTHER'), { value, source_id: 'XX-SHEET', grade: 'held', quote: 'SL' })
      own.conditions = conditions(when)
    }
    const all = await findingsOf(evidenceFigureInQuote, edit, { pages })
    return all.filter((each) => each.startsWith('rows/R-SL/') && each.includes('selectors.institution'))
  }
  it.each([
    ['hospitals', HOSPITAL, 'selectors.institution in {school,others}', '8', ''],
    ['hospitals', BOTH, 'selectors.institution=others', '8', ALONE],
    ['hospitals and schools', BOTH, 'selectors.institution=others', '8', ''],
    ['hospitals and schools', HOSPITAL, 'selectors.institution in {school,others}', '8', TOO],
    ['hospitals and schools', HOSPITAL, 'selectors.institution in {school,others}', '9.03', ''],
  ])('of "%s" by %s, others %s at %s', async (who, when, other, value, expected) => {
    const text = (await found(who, when, other, value)).join('\n')
    expect(text).toContain(expected)
    expect(text === '').toBe(expected === '')
  })
})

describe('the note of a mark in a cell', () => {
  /** The first rate of homes with a mark, for hospitals; a fact quotes its note. */
  const found = async (note: string): Promise<string> => {
    const base = sampleMeans()
    const pages = async (hash: string) =>
      (await base.pages(hash))?.map((page) => (page.startsWith('category') ? `${page}\n${note}` : page)) ?? null
    const edit = (record: ReleaseRecord): void => {
      selector(record)
      Object.assign(energyOf(record, 'R-DS'), { cell: { ...CELL, printed: '6.10*' } })
      rowOf(record, 'R-DS').conditions = conditions(HOSPITAL)
      const { evidence, ...rest } = record.rules.facts[0]!
      const cited = { ...evidence, locator: { page: 1, line: 15, section: null }, quote: note }
      record.rules.facts.push({ ...rest, fact_id: 'NOTE', text: null, figure_value: null, evidence: cited })
    }
    const all = await findingsOf(evidenceFigureInQuote, edit, { pages })
    return all.filter((each) => each.startsWith('rows/R-DS/')).join('\n')
  }
  it.each([
    ['* For hospitals', ''],
    ['* For hospitals and schools', TOO],
    ['* For schools', 'hospital of selectors.institution, as the record reads it'],
    ['* For hospitals with prepaid meters', 'a condition on a kind of meter, or "prepaid meters" declared'],
  ])('says whom it is for: "%s"', async (note, expected) => {
    const text = await found(note)
    expect(text).toContain(expected)
    expect(text === '').toBe(expected === '')
  })
})
