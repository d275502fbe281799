import type { AnswerData } from './ask.ts'
import type { Choices } from './choices.ts'
import { inWords } from './fields.ts'
import { inFormWords } from './problems.ts'

/** Disclosures of something left out, and where they name it (releases/engine/answer/disclosures.ts). */
const NAMED: readonly (readonly [code: RegExp, name: RegExp])[] = [
  [/_NOT_GIVEN$/, /Not included: (.*)\.$/],
  [/^NOT_KNOWN_FOR_THESE_DAYS$/, /^(.*) is known for other days/],
  [/^COMPONENT_BESIDE_HELD$/, /^(.*) is held and not included/],
]

type Told = Pick<AnswerData, 'blocked_components' | 'disclosures'>

/**
 * All that an amount leaves out: what the release never includes, and what this answer lacks because of a missing
 * input, its days or a hold. The notes below say why.
 */
export function notIncluded({ blocked_components: blocked, disclosures }: Told, choices: Choices): string {
  const named = disclosures.flatMap(({ code, message }) =>
    NAMED.flatMap(([of, name]) => (of.test(code) ? (name.exec(message)?.[1]?.split('; ') ?? []) : [])),
  )
  const lacking = [...new Set(named)].map((name) => inFormWords(name, choices)).join('; ')
  if (blocked.length === 0 && lacking === '') return 'Not included: none known to the release.'
  if (blocked.length === 0) return `Not included, as the notes say: ${lacking}.`
  return `Not included: ${blocked.map(inWords).join(', ')}.${lacking === '' ? '' : ` Nor, as the notes say: ${lacking}.`}`
}
