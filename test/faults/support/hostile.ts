import fc from 'fast-check'
import { type Members, PARAMETERS } from './contract.ts'
import { BROKEN, ILL_FORMED, NAMES, NUMBERS, OTHERS, STRANGE_NAMES, TAME, WORDS } from './words.ts'

/** Generators of hostile and malformed requests. `canary` is a credential: no answer and no log may repeat it. */

const quoted = (text: string): string => JSON.stringify(text)
const pick = (values: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...values)

export function hostile(canary: string) {
  const word = fc.oneof(
    { weight: 6, arbitrary: pick([...WORDS, canary]) },
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ maxLength: 120 }),
  )
  const token = fc.oneof(
    { weight: 6, arbitrary: pick(NUMBERS) },
    { weight: 2, arbitrary: pick(OTHERS) },
    { weight: 4, arbitrary: word.map(quoted) },
    { weight: 1, arbitrary: pick(ILL_FORMED) },
    { weight: 1, arbitrary: fc.double({ noNaN: true }).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 10_000_000_000 }).map((milli) => String(milli / 1_000)) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
  )
  const name = fc.oneof({ weight: 8, arbitrary: pick(NAMES) }, pick([...STRANGE_NAMES, canary]), word)
  const tame = fc.constantFrom(...TAME).map(([name, token]) => ({ kind: 'set' as const, name, token }))
  const change = fc.oneof(
    { weight: 14, arbitrary: tame },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('set' as const), name: pick(NAMES.slice(0, 16)), token }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('set' as const), name, token }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const), name: pick(NAMES.slice(0, 4)), token }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), name: pick(NAMES.slice(0, 4)), token }) },
  )

  /** A valid body with a few hostile members. */
  const members = (good: readonly Members[]): fc.Arbitrary<Members> =>
    fc.tuple(fc.constantFrom(...good), fc.array(change, { minLength: 1, maxLength: 3 })).map(([body, changes]) =>
      changes.reduce<Members>((made, { kind, name: at, token: value }) => {
        if (kind === 'again') return made.concat([[at, value]])
        const others = made.filter(([other]) => other !== at)
        return kind === 'drop' ? others : others.concat([[at, value]])
      }, body),
    )

  /** Bytes that are not a JSON object, or almost one. */
  const brokenBody = fc.oneof(
    fc
      .tuple(pick(BROKEN), pick(NAMES))
      .map(([value, at]) => `{"state_code":"BR","subcategory_code":"DS-II","${at}":${value}}`),
    token,
    fc.constantFrom(
      '',
      ' ',
      '{',
      '}',
      '[',
      '{"a"',
      '{"a":}',
      '{}{}',
      '\ufeff{}',
      '{"state_code":"BR",}',
      "{'state_code':'BR'}",
      '//\n{}',
      '['.repeat(5_000),
      `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
      `{"a":"${'x'.repeat(70_000)}"}`,
      `{"${canary}":`,
    ),
    fc.uint8Array({ maxLength: 200 }),
    fc.string({ unit: 'binary', maxLength: 200 }),
  )

  const escaped = word.map((text) => encodeURIComponent(text.toWellFormed()))
  const rawText = fc.oneof(
    escaped,
    pick([
      '%',
      '%zz',
      '%ff%fe',
      '%c0%80',
      '%ed%a0%80',
      '%00',
      '+',
      'a+b',
      'BR%00',
      '%42%52',
      'B%52',
      '%F0%9F%98%80',
      'BR;DROP',
      'BR,MH',
      'BR#',
      '',
    ]),
  )
  const route = fc.constantFrom(...Object.keys(PARAMETERS))
  /** A route and a query as written in the address. */
  const query = route.chain((path) => {
    const known = Object.keys(PARAMETERS[path] ?? {})
    const parameter = fc.oneof(
      { weight: 5, arbitrary: pick(known.length > 0 ? known : ['state_code']) },
      {
        weight: 1,
        arbitrary: pick([
          'state_code',
          'limit',
          '__proto__',
          'state_code[]',
          'state_code[a]',
          'STATE_CODE',
          'page',
          '',
          '%',
          '%5f',
          'toString',
          encodeURIComponent(canary),
        ]),
      },
      rawText,
    )
    const value = fc.oneof(
      {
        weight: 3,
        arbitrary: pick([
          'BR',
          '2026-27',
          '2026-04-01',
          '2026-09-09',
          '30',
          '100',
          '101',
          '0',
          'DS-II',
          'ds-ii',
          '2026-04',
        ]),
      },
      rawText,
    )
    const pair = fc.oneof(
      { weight: 8, arbitrary: fc.tuple(parameter, value).map(([at, given]) => `${at}=${given}`) },
      rawText,
    )
    return fc.array(pair, { maxLength: 3 }).map((pairs) => ({ path, query: pairs.join('&') }))
  })

  return { members, brokenBody, query, word, token }
}
