import { describe, expect, it } from 'vitest'
import { type CategoryParts, figure } from '../../mechanisms/support/order.ts'
import { gateEight } from './gate-eight.ts'

/** Duties of all consumers but those whom their sentence leaves out by a name, or says to be exempt. */

const category = (code: string, label: string, sort: string): CategoryParts => ({
  subcategory_code: code,
  raw_category_label: label,
  canonical_category_code: sort,
  layer: 'LT',
  supply_type: 'lt_metered',
})
const CATEGORIES = [
  category('LT-1', 'LT-1 Domestic', 'domestic'),
  category('LT-2', 'LT-2 Shops', 'commercial'),
  category('LT-6A', 'LT-6(A), Public Water Works', 'water_works'),
  category('LT-6B', 'LT-6(B), Street Lights', 'street_lights'),
  category('LT-5', 'LT-5 Agriculture', 'agriculture'),
]

/** What gate 8 finds of a duty of 6 percent that is read from a quote of a text, for all categories but some. */
async function foundWithout(
  left: readonly string[],
  text: string,
  quote = text,
  categories = CATEGORIES,
): Promise<string[]> {
  const rows = categories.map(({ subcategory_code: code, raw_category_label: label }, index) => {
    const text = `The fixed charge of ${label} is Rs ${index + 60}.00 per kW.`
    return { text, row: `${code},${code},"${label}",fixed,${index + 60}.00,Rs/kW,"${text}"` }
  })
  const codes = categories.map(({ subcategory_code: code }) => code).filter((code) => !left.includes(code))
  const findings = await gateEight({
    printed: { as: 'text', text: [...rows.map((each) => each.text), text].join('\n\n') },
    categories,
    rows: `row_id,subcategory_code,label,charge,printed,unit,quote\n${rows.map(({ row }) => row).join('\n')}\n`,
    rules: `adjustments:
  - adjustment_id: DUTY
    order: 1
    side: beside
    description: Electricity duty
    applies_to: [${codes.join(', ')}]
    of: [bill]
    cases: [{ case_id: all, effect: add, description: Electricity duty, values: [{ kind: percent, figure: ${figure('6', 'percent', quote)} }] }]
`,
  })
  return findings
    .map(({ expected, found }) => `${expected} | ${found}`)
    .map((each) => /a rule for \S+(?= too)|applies_to \S+$|"[\w ]+" of the sentence declared/u.exec(each)?.[0] ?? each)
}

const PAY = 'pay electricity duty at 6 percent of the bill.'

describe('a sentence of all others', () => {
  const OTHERS = `all other consumers shall ${PAY}`
  it.each([
    'LT-5 Agriculture consumers are exempt from duty;',
    'LT-5 Agriculture is exempted;',
    'LT-5 Agriculture consumers are exempt from duty.',
    'LT-5 Agriculture consumers shall not pay electricity duty, and',
    'LT-5 consumers are exempt from payment of duty, while',
    'LT-5 Agriculture consumers are fully exempt from duty;',
    'LT-5 Agriculture consumers are fully exempted from electricity duty.',
    'LT-5 Agriculture consumers shall stand exempted from electricity duty;',
    'LT-5 Agriculture consumers shall be wholly exempt from duty.',
  ])('has those for whom there is no rule: "%s"', async (who) => {
    const text = `${who} ${who.endsWith('.') ? OTHERS.replace('all', 'All') : OTHERS}`
    expect(await foundWithout(['LT-5'], text)).toEqual([])
    expect(await foundWithout(['LT-5', 'LT-1'], text)).toEqual(['a rule for LT-1'])
    expect(await foundWithout([], text)).toContain('applies_to LT-5')
  })

  it.each([
    'LT-5 Agriculture consumers are exempt from duty in the first year;',
    'LT-5 Agriculture consumers are exempt if they use solar pumps;',
    'LT-5 Agriculture consumers are partly exempt from duty;',
    'LT-5 Agriculture and temporary consumers are exempt from duty;',
  ])('may leave out only some of them: "%s"', async (who) => {
    expect(await foundWithout(['LT-5'], `${who} ${OTHERS}`)).toContain('"exempt" of the sentence declared')
  })

  it('goes on from what is printed before its semicolon', async () => {
    const text = `LT-5 Agriculture consumers are exempt from duty; ${OTHERS}`
    expect(await foundWithout(['LT-5'], text, OTHERS)).toEqual([])
    expect(await foundWithout(['LT-5', 'LT-1'], text, OTHERS)).toEqual(['a rule for LT-1'])
    expect(await foundWithout([], text, OTHERS)).toContain('applies_to LT-5')
  })

  it.each([
    ['LT-5 Agriculture consumers are exempt from duty.', ['LT-5']],
    ['No duty shall be levied on LT-5 Agriculture.', ['LT-5']],
    ['LT-5 Agriculture has no duty.', ['LT-5']],
    ['LT-5 Agriculture consumers shall pay electricity duty at 2 percent of the bill.', ['LT-5']],
    ['LT-5 Agriculture pays 2 percent. LT-2 Shops pay 4 percent.', ['LT-5', 'LT-2']],
    ['The duty of LT-1 Domestic is as before. LT-5 Agriculture consumers are exempt.', ['LT-5']],
  ])('goes on from the sentences before it, which nobody may quote: "%s"', async (before, left) => {
    const own = OTHERS.replace('all', 'All')
    const text = `${before} ${own}`
    expect(await foundWithout(left, text, own)).toEqual([])
    expect(await foundWithout([...left, 'LT-6A'], text, own)).toEqual(['a rule for LT-6A'])
    for (const code of left) {
      const others = left.filter((each) => each !== code)
      expect(await foundWithout(others, text, own)).toEqual([`applies_to ${code}`])
    }
  })

  it('does not go on from another paragraph', async () => {
    const own = OTHERS.replace('all', 'All')
    const text = `LT-5 Agriculture consumers are exempt from duty.\n\n${own}`
    expect(await foundWithout([], text, own)).toEqual([])
  })

  it('has a rule for those who pay something else', async () => {
    const text = `LT-5 Agriculture consumers shall pay 2 percent; ${OTHERS}`
    expect(await foundWithout(['LT-5'], text, OTHERS)).toEqual([])
    expect(await foundWithout(['LT-5', 'LT-2'], text, OTHERS)).toEqual(['a rule for LT-2'])
  })
})

describe('who is exempt in a sentence behind', () => {
  const own = `All consumers shall ${PAY}`
  it.each(['are fully exempt from duty', 'shall stand exempted from electricity duty', 'are exempt from duty'])(
    'has no rule: "%s"',
    async (words) => {
      const text = `${own} LT-5 Agriculture consumers ${words}.`
      expect(await foundWithout(['LT-5'], text, own)).toEqual([])
      expect(await foundWithout(['LT-5', 'LT-1'], text, own)).toEqual(['a rule for LT-1'])
      expect((await foundWithout([], text, own)).join()).toContain('a rule without LT-5')
    },
  )

  it('is not who is not exempt', async () => {
    const text = `${own} LT-5 Agriculture consumers are not exempt from duty.`
    expect(await foundWithout([], text, own)).toEqual([])
    expect(await foundWithout(['LT-5'], text, own)).toEqual(['a rule for LT-5'])
  })
})

describe('an exception by name', () => {
  const but = (who: string): string => `All consumers except ${who} shall ${PAY}`
  it.each([
    ['Street Lights', ['LT-6B']],
    ['LT-6(B), Street Lights', ['LT-6B']],
    ['Public Water Works and Street Lights', ['LT-6A', 'LT-6B']],
    ['Public Water Works, Street Lights and LT-5 Agriculture', ['LT-6A', 'LT-6B', 'LT-5']],
    ['LT-5 Agriculture, Public Water Works, and Street Lights', ['LT-6A', 'LT-6B', 'LT-5']],
    ['LT-6A', ['LT-6A']],
    ['LT-5, who are fully exempt,', ['LT-5']],
    ['LT-6(A) and LT-5', ['LT-6A', 'LT-5']],
    ['LT-5 Agriculture as well as LT-2 Shops', ['LT-5', 'LT-2']],
    ['LT-5 Agriculture along with LT-6 (B)', ['LT-5', 'LT-6B']],
    ['both LT-5 Agriculture and LT-2 Shops', ['LT-5', 'LT-2']],
  ])('needs no declaration where it gets no rule: "%s"', async (who, left) => {
    expect(await foundWithout(left, but(who))).toEqual([])
    expect(await foundWithout([...left, 'LT-1'], but(who))).toEqual(['a rule for LT-1'])
    for (const code of left) {
      const others = left.filter((each) => each !== code)
      expect(await foundWithout(others, but(who))).toContain(`applies_to ${code}`)
    }
  })

  it.each([
    'Street Lights and temporary connections',
    'Street Lights as well as temporary connections',
    'Street Lights along with temporary connections',
    'Public Water Works, Street Lights or those with a meter of their own',
  ])('is declared where more is left out than names of the record: "%s"', async (who) => {
    expect(await foundWithout(['LT-6A', 'LT-6B'], but(who))).toContain('"except" of the sentence declared')
  })
})

it('a class is named with or without brackets, and with a space for its hyphen', async () => {
  const labels = ['LT-6A Pumps', 'LT 6(A): Pumps', 'LT-6 (A) Pumps', 'Pumps']
  for (const label of labels)
    for (const name of ['LT-6A', 'LT-6(A)', 'LT-6 (A)', 'LT 6(A)']) {
      const text = `All consumers except ${name} shall ${PAY}`
      const as = CATEGORIES.map((each) =>
        each.subcategory_code === 'LT-6A' ? { ...each, raw_category_label: label } : each,
      )
      expect(await foundWithout(['LT-6A'], text, text, as)).toEqual([])
      expect(await foundWithout([], text, text, as)).toContain('applies_to LT-6A')
      expect(await foundWithout(['LT-6B'], text, text, as)).toContain('applies_to LT-6A')
    }
})

it('an exception that goes on with a condition is declared', async () => {
  const text = `All consumers except LT-5, who are exempt in the first year, shall ${PAY}`
  expect(await foundWithout(['LT-5'], text)).toContain('"exempt" of the sentence declared')
})

describe('a class that the record divides by its level', () => {
  const lift = (layer: 'HT' | 'EHT') =>
    ({
      ...category(`LIFT-${layer}`, 'Lift Irrigation', 'irrigation'),
      layer,
      supply_type: layer.toLowerCase(),
    }) as const
  const PUMPS = [...CATEGORIES.slice(0, 2), lift('HT'), lift('EHT')]
  const OTHERS = ['LT-1', 'LT-2']
  const pay = (who: string): string => `${who} shall ${PAY}`
  it.each([
    'Lift Irrigation consumers either at HT or at EHT',
    'Lift Irrigation at HT and EHT',
    'Lift Irrigation (HT/EHT)',
  ])('has a rule for each level that is named: "%s"', async (who) => {
    expect(await foundWithout([...OTHERS, 'LIFT-EHT'], pay(who), pay(who), PUMPS)).toEqual(['a rule for LIFT-EHT'])
    expect(await foundWithout([...OTHERS, 'LIFT-HT'], pay(who), pay(who), PUMPS)).toEqual(['a rule for LIFT-HT'])
    expect(await foundWithout(OTHERS, pay(who), pay(who), PUMPS)).toEqual([])
  })

  it('has none for a level that is not named', async () => {
    const who = pay('Lift Irrigation at HT')
    expect(await foundWithout([...OTHERS, 'LIFT-EHT'], who, who, PUMPS)).toEqual([])
  })
})
