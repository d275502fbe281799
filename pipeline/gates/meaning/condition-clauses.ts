import { restrictionsUnread } from '../quotes/restrictions.ts'
import { daysNamed } from '../text/furniture.ts'
import { numberWords, printedNumbers } from '../text/numbers.ts'
import { REGARDLESS } from '../text/reading-words.ts'

/** A clause that says under which condition something holds, up to its end. */
const CLAUSE =
  /(?<!\p{L})(?:(?:if|where|when)(?:ever)?|in case|provided(?: that)?|subject to|on condition that|(?:as|so) long as)(?!\p{L})[^,.;:|()]{1,160}/giu
/** Clauses that restrict nothing. */
const IDLE = /^(?:if|where|when)(?:ver|ever)? (?:any|applicable|payable|due|levied|charged|billed)(?!\p{L})/iu
/** Words that most rules read, and so tell nothing of a clause. */
const COMMON = new Set(
  'amount amounts bill bills billing charge charges consumer consumers connection consumption customer customers energy have month monthly paid payment rate rates shall supply tariff that their them they this units with'.split(
    ' ',
  ),
)

/** Phrases of words that say nothing by themselves, and together restrict a rule; `read`: the words of a condition that asks for it. */
const PHRASES: readonly (readonly [said: RegExp, read: RegExp])[] = [
  [
    /(?<!\p{L})(?:first|second|third|initial|last|next|following|previous) (?:\p{L}+ )?(?:month|year|bill|quarter|period|cycle)s?(?!\p{L})|(?<!\p{L})(?:months?|years?|bills?) following(?!\p{L})|(?<!\p{L})for (?:a|the) (?:period|term) of(?!\p{L})/iu,
    /month|year|bill|quarter|period|cycle|date/u,
  ],
  [
    /(?<!\p{L})(?:once (?:a|in a|in every|every) (?:year|quarter)|every (?:other|alternate) \p{L}+)(?!\p{L})/iu,
    /year|quarter|every/u,
  ],
  [
    /(?<!\p{L})(?:(?:additional|incremental|increased|extra|excess|more) (?:units?|consumption|energy)(?! charges?)|increase (?:in|of) (?:the |their |its )?(?:units?|consumption|energy|load|demand))(?!\p{L})/iu,
    /additional|increment|increase|extra|excess|more|above|beyond|further/u,
  ],
  [
    /(?<!\p{L})(?:above|below|beyond|over|than|within|up ?to|exceed(?:s|ed|ing)?) (?:the |their |its )?average(?!\p{L})/iu,
    /average/u,
  ],
  [
    /(?<!\p{L})(?:above|below|beyond|within|up ?to|exceed(?:s|ed|ing)?|in excess of|(?:more|less) than) (?:the |their |its )?(?:contract(?:ed)?|sanctioned|connected) (?:maximum )?(?:demand|load)(?!\p{L})/iu,
    /contract|sanction|connected load|excess/u,
  ],
  [
    /(?<!\p{L})(?:connections?|consumers?|suppl(?:y|ies)|services?) (?:given|released|taken|connected|effected|availed) (?:after|before|since|from)(?!\p{L})/iu,
    /new|since|date|connected on/u,
  ],
  [
    /(?<!\p{L})(?:up)?on (?:their |his |its |an? )?(?:written )?(?:application|request|presentation|opting)(?!\p{L})/iu,
    /appl|request|presentation|opt/u,
  ],
  [
    /(?<!\p{L})(?:two|both|three|several|more than one) (?:meters|connections|supplies|services)(?!\p{L})/iu,
    /meter|connection|both/u,
  ],
  [/(?<!\p{L})(?:high|low|medium)(?:er)? (?:consumption|usage|demand)(?!\p{L})/iu, /consumption|usage|demand|units/u],
  [/(?<!\p{L})medium (?:voltage|tension)(?!\p{L})/iu, /medium/u],
]

/**
 * What a sentence makes a condition of its rule, in words that leave it open by themselves, and nothing that the rule reads asks for: `if they
 * opt`, `in the first month`, `for additional units`. Clauses with a number, a day or a restriction are judged where these are.
 */
export function clausesUnread(given: string, reads: string): string[] {
  // The stop of `Rs.500` ends no clause.
  const text = given.replaceAll(REGARDLESS, ' ').replaceAll(/(?<!\p{L})Rs\.(?=\s?\d)/giu, 'Rs ')
  const read = new Set(wordsOf(reads))
  const clauses = (text.match(CLAUSE) ?? []).filter(
    (clause) => !IDLE.test(clause) && !isJudged(clause) && !wordsOf(clause).some((word) => read.has(word)),
  )
  // What is read is long, and few texts have a phrase.
  const phrases = PHRASES.flatMap(([said, asked]) => {
    const phrase = said.exec(text)?.[0]
    return phrase === undefined || asked.test(reads) ? [] : [phrase]
  })
  return [...clauses.map((clause) => clause.trim()), ...phrases]
}

const isJudged = (clause: string): boolean =>
  printedNumbers(clause).length > 0 ||
  numberWords(clause).length > 0 ||
  daysNamed(clause).length > 0 ||
  restrictionsUnread(clause, '').length > 0

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => !COMMON.has(word))
