import { remembering } from '../text/remembering.ts'

export type Kind = 'contract demand' | 'recorded demand' | 'billing demand' | 'load factor' | 'power factor'
/** How texts and names name an input, the longest first. Who has no contract demand has contracted a load. */
const KINDS: readonly { readonly kind: Kind; readonly said: string; readonly names: RegExp }[] = [
  {
    kind: 'contract demand',
    said: '(?:sanctioned )?contract(?:ed)? (?:maximum )?(?:demand|load)|sanctioned (?:demand|load)|connected load|CD',
    names: /contract_demand|contracted|sanctioned|connected_load/u,
  },
  {
    kind: 'recorded demand',
    said: '(?:maximum|max\\.?|recorded|actual|highest) demand|demand (?:recorded|drawn)|MD',
    names: /recorded_demand|peak_demand|actual_demand|maximum_demand|highest_demand/u,
  },
  // It has no input of its own: a quantity of the two others is one, whatever its name.
  { kind: 'billing demand', said: 'bill(?:ing|ed|able) demand', names: /billed_demand/u },
  { kind: 'load factor', said: 'load[\\s-]factor|LF', names: /load_factor/u },
  { kind: 'power factor', said: 'power[\\s-]factor|PF', names: /power_factor/u },
]
export const NAMED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${KINDS.map(({ said }, index) => `(?<k${index}>${said})`).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
)

/** The inputs that a text names, in order. */
export const kindsIn = remembering((text): readonly Kind[] =>
  [...text.matchAll(NAMED)].map(({ groups = {} }) => {
    const index = KINDS.findIndex((_, at) => groups[`k${at}`] !== undefined)
    return (KINDS[index] as (typeof KINDS)[number]).kind
  }),
)
export const kindsOfNames = (names: readonly string[]): Kind[] => [
  ...new Set(names.flatMap((name) => KINDS.find((each) => each.names.test(name))?.kind ?? [])),
]
/** Two names for one amount in different texts: a load factor is never a demand. */
export const ARE_FACTORS: ReadonlySet<string> = new Set(['load factor', 'power factor'])
export const isRival = (own: Kind, other: Kind): boolean =>
  own !== other && ARE_FACTORS.has(own) === ARE_FACTORS.has(other)
