import type { FigureContext } from '../cells/figure-context.ts'
import type { Failing } from '../gate.ts'

type Restriction = {
  readonly what: string
  readonly said: RegExp
  readonly read: RegExp
  /** What says that the figure is for those who do not: only a flag that is false reads it. */
  readonly denied?: RegExp
}

/**
 * What a sentence may restrict a figure to, and the words of the names by which a record asks for it. A sentence that
 * says one of these is read only by a rule that asks for it.
 */
const RESTRICTIONS: readonly Restriction[] = [
  {
    what: 'payment in time',
    said: /(?<!\p{L})(?:due date|(?:paid|pays?|payment)[^.;]{0,30} in time|within (?:\d+|\p{L}+)(?: working)? days of)/iu,
    read: /due date|in time|prompt|within|all months of year/u,
    denied:
      /(?<!\p{L})(?:(?:not|un-?)\s?paid|fails? to pay|non-?payment|(?:after|beyond|past) the due date|(?:late|delayed) payment)(?!\p{L})/iu,
  },
  { what: 'payment by a digital method', said: /(?<!\p{L})(?:digital|online)(?!\p{L})/iu, read: /digital|online/u },
  { what: 'a bill without paper', said: /(?<!\p{L})e-?\s?bills?(?!\p{L})/iu, read: /e bill/u },
  { what: 'temporary supply', said: /(?<!\p{L})temporary(?!\p{L})/iu, read: /temporary/u },
  { what: 'rural or urban supply', said: /(?<!\p{L})(?:rural|urban)(?!\p{L})/iu, read: /rural|urban|area/u },
  {
    what: 'the number of phases',
    said: /(?<!\p{L})(?:single|three|1|3)[\s-]{0,3}phase(?!\p{L})/iu,
    read: /phase|\bmeter\b/u,
  },
  {
    what: 'hours of the day',
    said: /(?<!\p{L})(?:peak|off-?peak|solar|night|evening|morning)[\s-](?:hours?|periods?|time)(?!\p{L})|(?<!\p{L})from \d{1,2}(?::\d{2})? to \d{1,2}(?::\d{2})? (?:hrs?|hours|h)(?!\p{L})/iu,
    read: /peak|solar|night|hours|zone|tod/u,
  },
  {
    what: 'a kind of meter',
    said: /(?<!\p{L})(?:smart|prepaid|pre-paid|AMR)[\s-]{0,3}(?:compliant )?meters?(?!\p{L})/iu,
    read: /smart|prepaid|amr|\bmeter\b/u,
  },
  {
    what: 'excess demand',
    said: /(?<!\p{L})(?:excess demand|demand in excess|over-?draw(?:l|al)? penalty)(?!\p{L})/iu,
    read: /excess|recorded demand.*contract demand|contract demand.*recorded demand/u,
  },
  { what: 'a load factor', said: /(?<!\p{L})load[\s-]factor(?!\p{L})/iu, read: /load factor/u },
  { what: 'a power factor', said: /(?<!\p{L})power[\s-]factor(?!\p{L})/iu, read: /power factor/u },
]

/** Without such a word a sentence says nothing about those who do not. */
const NEGATION =
  /(?<!\p{L})(?:not|no|non|un-?paid|without|other|otherwise|unless|except|fail\p{L}*|after|beyond|past|late|delay\p{L}*)(?!\p{L})/iu

/** The value of the flag by which a text of names and words asks for a restriction; null: it asks in another way. */
function flagRead(reads: string, { source }: RegExp): string | null {
  return new RegExp(`(?:${source}) (true|false)(?!\\p{L})`, 'u').exec(reads)?.[1] ?? null
}

/** Restrictions of a sentence or label that a figure's rule or row asks nothing about, or the opposite. */
export function restrictionFaults(
  { reads, rule, component }: FigureContext,
  text: string,
): Failing<'restriction_unread'>[] {
  // A number of a formula is restricted where the formula is used.
  if (rule === null && component === null) return []
  return RESTRICTIONS.flatMap(({ what, said, read, denied }): Failing<'restriction_unread'>[] => {
    const words = said.exec(text)?.[0]
    if (words === undefined) return []
    if (!read.test(reads))
      return [
        [
          'restriction_unread',
          `a condition on ${what}, or "${words}" declared in readings.yaml (sentences)`,
          `"${text}"`,
        ],
      ]
    const flag = flagRead(reads, read)
    const isOpposite = flag === 'false' ? !NEGATION.test(text) : flag === 'true' && denied?.test(text) === true
    if (!isOpposite) return []
    const right = flag === 'false' ? 'true' : 'false'
    return [['restriction_unread', `a condition on ${what} that is ${right}: "${text}"`, `one that is ${flag}`]]
  })
}
