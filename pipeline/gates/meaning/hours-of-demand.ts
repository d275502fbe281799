import { type Formula, namesOf } from '../../../releases/record/expression.ts'
import type { EvidenceFault as F } from '../evidence-faults.ts'
import { type Found, failing } from '../gate.ts'

/** The demands of parts of the day, and how texts name their hours. */
const HOURS: readonly { readonly name: string; readonly said: RegExp }[] = [
  {
    name: 'peak_demand_kva',
    said: /(?<!\p{L})(?<!(?:off|outside|outside of|other than|non)[\s-](?:the )?)peak[\s-](?:hours?|periods?|time)(?!\p{L})/iu,
  },
  {
    name: 'offpeak_demand_kva',
    said: /(?<!\p{L})(?:(?:off|outside|outside of|other than|non)[\s-](?:the )?peak|(?:normal|solar|night)(?: (?:&|and) \p{L}+)? hours?)(?!\p{L})/iu,
  },
]

/** The highest demand of the year, and how texts speak of more than the month. */
const OF_YEAR = 'highest_demand_this_year_kva'
const SPEAKS_OF_MONTHS =
  /(?<!\p{L})(?:(?:financial |calendar )?years?|annual|months|preceding|previous|since|so far|past|last)(?!\p{L})/iu

/** Any word of hours. */
const SPEAKS_OF_HOURS = /(?<!\p{L})(?:(?:off-?)?peak|solar|night|hours?|time[\s-]of[\s-]day|ToD)(?!\p{L})/iu

/**
 * The demand of some hours, where the words name only others, or none at all. The nearest text that names hours decides.
 */
export function hoursFaults(path: string, formula: Formula, texts: readonly string[]): Found<F>[] {
  if (namesOf(formula).includes(OF_YEAR) && !texts.some((text) => SPEAKS_OF_MONTHS.test(text)))
    return [
      failing(path, 'other_input', 'the demand of the month, as in its citations', `${OF_YEAR}, for "${texts[0]}"`),
    ]
  const isRead = HOURS.map(({ name }) => namesOf(formula).includes(name))
  const named = texts.map((text) => HOURS.map(({ said }) => said.test(text))).find((each) => each.includes(true))
  if (isRead.every((each) => each) || !isRead.includes(true)) return []
  if (named === undefined)
    return texts.some((text) => SPEAKS_OF_HOURS.test(text))
      ? []
      : [
          failing(
            path,
            'other_input',
            'the demand of all hours, as in its citations',
            `${namesOf(formula)}, for "${texts[0]}"`,
          ),
        ]
  return HOURS.flatMap(({ name }, index) => {
    if (isRead[index] !== true || named[index] === true) return []
    const expected = `the demand of ${HOURS.filter((_, at) => named[at])
      .map((each) => each.name)
      .join(' or ')}, as in its citations`
    return [failing(path, 'other_input', expected, `${name}, for "${texts[0]}"`)]
  })
}
