import type { Adjustment } from '../../../releases/record/adjustment.ts'
import type { Cell } from '../../../releases/record/cell.ts'
import type { Charge } from '../../../releases/record/charge.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figuresOfAdjustment, figuresOfCharge } from '../../../releases/record/figures.ts'
import { wasRead } from '../../../releases/record/grade.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import type { Row } from '../../../releases/record/row.ts'
import { meant } from '../cells/cell-faults.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'
import type { Cited } from '../quotes/cited-sentences.ts'
import { headingsOf, type Reread } from '../reading.ts'
import { RUPEES_BEFORE } from '../text/named-units.ts'
import { RUPEES_AHEAD } from '../text/printed-units.ts'
import { COMPONENT_WORDS, componentsIn, EXCEPTING, hasWord } from '../text/reading-words.ts'
import { endsOfToken } from '../text/tokens.ts'
import { partsIn, WHOLE } from './bases.ts'
import { wordsOfLabel } from './lines-of-bill.ts'
import { textOf, textsOf } from './rule-texts.ts'

/** Words before an amount that make it a minimum, with no other charge between: `monthly minimum charge of LT-I is Rs`. */
const LEAST = new RegExp(
  `(?<!\\p{L})(?:minimum(?: \\p{L}+){0,2} charges?|monthly minimum)(?!\\p{L})(?![^;]*(?<!\\p{L})charges?(?!\\p{L}))[^;]*$|(?<!\\p{L})minimum (?:of )?(?:${RUPEES_AHEAD} ?)?$`,
  'iu',
)
/** Charges between the two that the minimum is of: `for the energy charge and the fixed charge together`. */
const ITS_BASE =
  /(?<!\p{L})(?:for|towards?|of|on|against|including|inclusive of|in respect of|covering|comprising)((?:,(?! and(?: \p{L}+){1,4} charges? (?:is|are|shall|will)(?!\p{L}))| and| or| plus| both| all)* (?:\p{L}+ ){0,3}?(?:energy|fixed|demand|capacity|wheeling|these|such) charges?(?!\p{L}))+/giu
/** What nothing may be less than, of money alone: `shall not be less than Rs`, and not `at least 75 percent`. */
const AT_LEAST = new RegExp(
  `(?<!\\p{L})(?:at least|(?:not|no|never|no case)(?: to)?(?: be)? (?:less|lower) than|not(?: to)?(?: be| fall)? below)(?: (?:an?|the|of|sum|amount|total|monthly|minimum|charges?|payment)){0,5} ${RUPEES_AHEAD} ?$`,
  'iu',
)
/** `Rs 90 per connection per month at least`. */
const LEAST_BEHIND = /^[^.;,\d]{0,40}?(?<!\p{L})at (?:the )?least(?=\s*(?:[.;,]|$))/iu
/** Words by which a text says that an amount is the least one: a minimum, `MMC`, `falls short of`, `less than Rs`, `whichever is higher`. */
const SAYS_LEAST =
  /(?<!\p{L})(?:minim(?:um|al)|M\.?M\.?(?:F\.?)?C\.?|least|floor|guarante\p{L}+|shortfall|fall(?:s|ing)? (?:short|below)|short of|whichever is (?:the )?(?:more|higher|greater|larger)|(?:high|great|larg)(?:er|est) of|(?:not|no|never|nor)(?: \p{L}+){0,4} (?:less|lower|below)|(?:less|lower) than (?:the|this|that|such|Rs|INR)|(?:less than|below) \u20b9|below (?:Rs|this|that|such)|\u0928\u094d\u092f\u0942\u0928\u0924\u092e)(?!\p{L})/iu
/** Charges that a text says are not in it: `exclusive of wheeling`. */
const LEFT_OUT = new RegExp(
  `(?<!\\p{L})(?:exclu\\p{L}+|${EXCEPTING}|outside|besides|in addition to)(?!\\p{L})[^.;,]*`,
  'giu',
)

/**
 * A minimum that a sentence prints is a minimum of the charges that it names: of each of them, and of no other. Where no
 * text names any, it is of all energy, fixed and wheeling charges. What no text calls the least amount is a charge of its own.
 */
export function minimumFaults(
  { rows, rules }: ReleaseRecord,
  citedIn: Cited,
  headings: Reread['headings'],
): Found<F>[] {
  return [
    ...rows.flatMap((row) =>
      row.charges.flatMap((charge) => [
        ...faultsOfCharge(row, charge, citedIn),
        ...faultOfUnsaid(row, charge, citedIn, headings),
      ]),
    ),
    ...rules.adjustments.flatMap((adjustment) => faultsOfRule(adjustment, citedIn)),
  ]
}

/** Whether a text says that an amount of money in it is the least one. */
function isLeastIn(text: string, printed: string): boolean {
  const places = endsOfToken(text, printed, true).map((end) => ({
    before: text.slice(0, end - printed.length),
    behind: text.slice(end),
  }))
  const paid = places.filter(({ before }) => RUPEES_BEFORE.test(before))
  return (
    places.some(({ before }) => LEAST.test(before.replaceAll(LEFT_OUT, ' ').replaceAll(ITS_BASE, ' '))) ||
    (paid.length > 0 && paid.every(({ before, behind }) => AT_LEAST.test(before) || LEAST_BEHIND.test(behind)))
  )
}

/** A charge of its own that is read as a minimum: its line would only be what the other charges fall short of it. */
function faultOfUnsaid(row: Row, charge: Charge, citedIn: Cited, headings: Reread['headings']): Found<F>[] {
  const { minimum_of: of } = charge
  const read = figuresOfCharge(row.row_id, charge).filter(({ figure: { grade } }) => wasRead(grade))
  const [first] = read
  if (of === null || first === undefined) return []
  const textsNear = (figure: Figure): string[] => [
    ...textsOf(figure, citedIn),
    ...(figure.cell === undefined ? [] : [meant(figure.cell.column, figure.cell), meant(figure.cell.row, figure.cell)]),
    citedIn.aboveTable(figure) ?? '',
    ...headingsOf(figure, headings),
    ...citedIn.markedNotes(figure).texts,
  ]
  if (read.some(({ figure }) => textsNear(figure).some((text) => SAYS_LEAST.test(text)))) return []
  const expected = `no minimum_of, as in "${textOf(first.figure, citedIn).own}": no text of it says that it is the least amount`
  return [failing(first.path, 'rule_not_said', expected, `minimum_of: ${of.join('|')}`)]
}

/** The least amount of the charges of a row is no amount of a rule, which would stand beside them. */
function faultsOfRule(adjustment: Adjustment, citedIn: Cited): Found<F>[] {
  return figuresOfAdjustment(adjustment).flatMap(({ path, figure }): Found<F>[] => {
    const { printed, grade, cell, unit } = figure
    const isAmount = unit.startsWith('Rs') && !LIMIT.test(path)
    if (!wasRead(grade) || printed === null || cell !== undefined || !isAmount) return []
    const { own } = textOf(figure, citedIn)
    if (partsIn(own).length === 0 || !isLeastIn(own, printed)) return []
    return [failing(path, 'only_a_limit', `minimum_of of a row, or a floor, as in "${own}"`, 'an amount of its own')]
  })
}
const LIMIT = /\/(?:cap|floor)(?:\/|$)/u

function faultsOfCharge(row: Row, charge: Charge, citedIn: Cited): Found<F>[] {
  return charge.steps.flatMap(({ figure }, index): Found<F>[] => {
    const path = `rows/${row.row_id}/${charge.charge_id}/${index}`
    const { printed, grade, cell } = figure
    if (!wasRead(grade) || printed === null) return []
    if (cell !== undefined) return faultsOfCell(path, charge, cell)
    const { own, near } = textOf(figure, citedIn)
    const { minimum_of: of } = charge
    if (of === null) {
      return isLeastIn(own, printed)
        ? [failing(path, 'only_a_limit', `minimum_of, as in "${own}"`, 'a charge of its own')]
        : []
    }
    const text = own.replaceAll(LEFT_OUT, ' ')
    const found = `minimum_of: ${of.join('|')}`
    const base = row.charges.filter(({ charge_id }) => of.includes(charge_id)).map(({ component }): string => component)
    const named = partsIn(text)
    if (named.length === 0 && partsIn(near).length === 0 && text === own) {
      const other = row.charges.find(({ component }) => component in COMPONENT_WORDS && !base.includes(component))
      if (other === undefined) return []
      const expected = `minimum_of the ${other.component} charge too, or a text that names the charges that it is of`
      return [failing(path, 'other_base', expected, `"${own}", ${found}`)]
    }
    if (named.length === 0 || WHOLE.test(text)) return []
    const left = named.find((part) => !base.includes(part) && row.charges.some(({ component }) => component === part))
    const unsaid =
      base.find((part) => part !== 'other' && !named.includes(part)) ??
      row.charges.find(({ charge_id, component, label }) => {
        const isOther = component === 'other' && of.includes(charge_id)
        return isOther && !hasWord(own, wordsOfLabel(label))
      })?.label
    return [
      ...(left === undefined
        ? []
        : [failing(path, 'other_base', `minimum_of the ${left} charge too, as in "${own}"`, found)]),
      ...(unsaid === undefined
        ? []
        : [
            failing(
              path,
              'base_not_said',
              `the ${unsaid.replace(/ charges?$/iu, '')} charge in "${own}", or not in minimum_of`,
              found,
            ),
          ]),
    ]
  })
}

/** A column that names only a minimum is one of the charges beside it, and no fixed charge of its own. */
function faultsOfCell(path: string, { component, minimum_of }: Charge, cell: Cell): Found<F>[] {
  if (component !== 'fixed' || minimum_of !== null) return []
  const texts = [
    cell.printed,
    ...[meant(cell.column, cell), meant(cell.row, cell)].flatMap((text) => text.split(' | ').reverse()),
  ]
  const text = texts.find((each) => componentsIn(each).length > 0) ?? ''
  const named = COMPONENT_WORDS.fixed.filter((word) => hasWord(text, [word]))
  if (named.join() !== 'minimum') return []
  return [failing(path, 'only_a_limit', `minimum_of, as in "${text}"`, 'a charge of its own')]
}
