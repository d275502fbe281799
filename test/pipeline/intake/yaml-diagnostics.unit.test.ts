import { describe, expect, it, vi } from 'vitest'
import { Reading } from '../../../pipeline/intake/definition/reading.ts'
import { readYamlMap } from '../../../pipeline/intake/definition/yaml-file.ts'
import { at, change, itFinds, type Mistake } from './diagnostics.ts'

const RELEASE = 'release.yaml'
const SOURCES = 'sources.yaml'
const CATEGORIES = 'categories.yaml'
const RULES = 'rules.yaml'

const KEYS: Mistake[] = [
  ['an unknown key', change(RELEASE, 'tier:', 'teir: x\ntier:'), at(RELEASE, 'teir'), 'perhaps `tier`', '`teir`'],
  [
    'an unknown key deep inside',
    change(RULES, '  page: 1\n', '  pgae: 1\n'),
    at(RULES, 'pgae'),
    'perhaps `page`',
    '`pgae`',
  ],
  [
    'an unheard-of key',
    change(RULES, 'facts:', 'weather: x\nfacts:'),
    at(RULES, 'weather'),
    'only the keys adjustments',
    '`weather`',
  ],
  [
    'a missing key',
    change(SOURCES, '    issuer: XX Commission\n', ''),
    at(SOURCES, 'source_id'),
    'the key `issuer`: text',
    'missing',
  ],
  [
    'a key without value',
    change(SOURCES, 'issuer: XX Commission', 'issuer:'),
    at(SOURCES, 'issuer:'),
    '`issuer`: text',
    'nothing',
  ],
  [
    'a key that stands twice',
    change(RELEASE, 'tier:', 'catalogue: true\ntier:'),
    at(RELEASE, 'catalogue: true\ndecl'),
    'each key once',
    'unique',
  ],
  [
    'a key that is a list',
    change(RELEASE, 'tier:', '? [a]\n: b\ntier:'),
    at(RELEASE, '[a]'),
    'a word as key',
    'not a word',
  ],
]

const SYNTAX: Mistake[] = [
  [
    'a tab as indentation',
    change(CATEGORIES, '    layer: LT', '\tlayer: LT'),
    at(CATEGORIES, '\tlayer'),
    'spaces as indentation',
    'Tabs',
  ],
  [
    'a quote that is not closed',
    change(RULES, 'text: Rural', 'text: "Rural'),
    at(RULES, '"Rural'),
    'a closed quote',
    'Missing closing "quote',
  ],
  [
    'a bracket that is not closed',
    change(RULES, 'applies_to: [HT-IND]', 'applies_to: [HT-IND'),
    at(RULES, 'of: [energy]'),
    'YAML',
    'must be',
  ],
  [
    'a second document',
    change(RULES, 'facts:\n', '---\nfacts:\n'),
    at(RULES, '---'),
    'one YAML document',
    'multiple documents',
  ],
  ['an alias', change(RELEASE, 'Fixture State', '*name'), at(RELEASE, '*name'), 'the value written out', '`*name`'],
  ['an unknown tag', change(RELEASE, 'Fixture State', '!secret x'), at(RELEASE, '!secret'), 'YAML', 'Unresolved tag'],
  [
    'a file that is no map',
    (files) => files.set(CATEGORIES, '- a\n'),
    'categories.yaml:1:1',
    'a map of keys',
    'a list',
  ],
  ['an empty file', (files) => files.set(RULES, ''), 'rules.yaml:1:1', 'a map of keys', 'nothing'],
]

const VALUES: Mistake[] = [
  ['a wrong choice', change(SOURCES, 'in_force', 'inforce'), at(SOURCES, 'inforce'), 'one of `in_force`', '`inforce`'],
  [
    'a wrong date',
    change(RELEASE, '2027-03-31', '31.3.2027'),
    at(RELEASE, '31.3.2027'),
    'a date YYYY-MM-DD',
    '`31.3.2027`',
  ],
  [
    'a day that does not exist',
    change(RELEASE, '2027-03-31', '2027-03-45'),
    at(RELEASE, '2027-03-45'),
    'a date YYYY-MM-DD',
    '`2027-03-45`',
  ],
  [
    'a wrong month',
    change(RULES, 'period: 2026-02', 'period: 2026-13'),
    at(RULES, '2026-13'),
    'a month YYYY-MM',
    '`2026-13`',
  ],
  [
    'a wrong constant',
    change(RELEASE, 'half_up_per_line_to_paise', 'half_even'),
    at(RELEASE, 'half_even'),
    '`half_up_per_line_to_paise`',
    '`half_even`',
  ],
  [
    'a number that is none',
    change(RELEASE, 'districts: 3', 'districts: three'),
    at(RELEASE, 'three'),
    'a whole number',
    '`three`',
  ],
  [
    'a number with a point',
    change(RULES, 'base_days: 30', 'base_days: 30.0'),
    at(RULES, '30.0'),
    'a whole number of at least 1',
    '`30.0`',
  ],
  [
    'a truth that is none',
    change(RELEASE, 'catalogue: true', 'catalogue: yes'),
    at(RELEASE, 'yes'),
    '`true` or `false`',
    '`yes`',
  ],
  [
    'a page of nought',
    change(RULES, 'page: 1\n', 'page: 0\n'),
    at(RULES, '0\n              line: 2'),
    'at least 1',
    '`0`',
  ],
  [
    'a map that is blank, by its name',
    change(CATEGORIES, 'facts: { purpose: [domestic] }', 'facts:'),
    at(CATEGORIES, 'facts:\n'),
    '`facts`: a map',
    'nothing',
  ],
  [
    'a citation that is blank, by its name',
    change(SOURCES, / {2}C2: .*/, '  C2:'),
    at(SOURCES, 'C2:'),
    '`C2`: text',
    'nothing',
  ],
  [
    'a map where a list belongs',
    change(RELEASE, 'component_holds: []', 'component_holds: {}'),
    at(RELEASE, '{}'),
    'a list',
    'a map',
  ],
  [
    'a list where text belongs',
    change(RELEASE, 'Fixture State', '[Fixture]'),
    at(RELEASE, '[Fixture]'),
    'text',
    'a list of 1',
  ],
  [
    'text where a map belongs',
    change(RELEASE, /declared: .*/, 'declared: 3'),
    at(RELEASE, '3\nlicensees'),
    'a map with the keys schedule_rows',
    '`3`',
  ],
  [
    'an empty list that must not be',
    change(RULES, '[HT-IND]', '[]'),
    at(RULES, '[]'),
    'a list of at least one',
    'an empty list',
  ],
  [
    'a bad release id',
    change(RELEASE, 'XX-2026-27-FIXTURE-V1', 'fixture'),
    at(RELEASE, 'fixture'),
    'text of the form',
    '`fixture`',
  ],
  [
    'a bad code',
    change(SOURCES, 'source_id: XX-SPECIMEN', 'source_id: XX SPEC'),
    at(SOURCES, 'XX SPEC'),
    'a code of letters',
    '`XX SPEC`',
  ],
  [
    'a bad hash',
    change(SOURCES, /file: sources\/specimen.csv\n {4}sha256: ".*"/, 'sha256: "abc"'),
    at(SOURCES, '"abc"'),
    'a sha256',
    '`abc`',
  ],
  [
    'half a surrogate pair',
    change(RELEASE, 'Fixture State', '"\\uD800"'),
    at(RELEASE, '"\\uD800"'),
    'text',
    'half a surrogate pair',
  ],
]

const RESOLVED: Mistake[] = [
  [
    'an unresolved citation',
    change(RULES, 'citations: [C1]', 'citations: [C1, C9]'),
    at(RULES, 'C9'),
    'sources.yaml (C1, C2)',
    '`C9`',
  ],
  [
    'an unresolved statement',
    change(
      RULES,
      'transcription, printed: "125"',
      'carried, carried: { from_year: 2025-26, statement: NC-9 }, printed: "125"',
    ),
    at(RULES, 'NC-9'),
    'release.yaml (NC-2026)',
    '`NC-9`',
  ],
  [
    'a bound that cannot be read',
    change(CATEGORIES, '["connected_load_kw<=10"]', '["load<=10"]'),
    at(CATEGORIES, '"load<=10"'),
    'an input or a quantity',
    '`load`',
  ],
  [
    'two conditions for one bound',
    change(CATEGORIES, 'bound: "', 'bound: "phase=three and '),
    at(CATEGORIES, '"phase'),
    'one condition',
    '`phase=three and',
  ],
  [
    'a file outside the folder',
    change(SOURCES, 'sources/no-change.md', '../no-change.md'),
    at(SOURCES, '../no-change.md'),
    'inside the definition folder',
    '`../no-change.md`',
  ],
  [
    'a file by its full path',
    change(SOURCES, 'sources/no-change.md', '/no-change.md'),
    at(SOURCES, '/no-change.md'),
    'inside the definition folder',
    '`/no-change.md`',
  ],
  [
    'a file of another kind',
    change(SOURCES, 'text/markdown', 'application/pdf'),
    at(SOURCES, 'sources/schedule.md'),
    'ends as application/pdf does',
    'text/markdown',
  ],
]

describe('a mistake in YAML is found with file, line and column', () => {
  describe('keys', () => itFinds(KEYS))
  describe('syntax', () => itFinds(SYNTAX))
  describe('values', () => itFinds(VALUES))
  describe('what has to resolve', () => itFinds(RESOLVED))
})

it('the keys of a map are not compared each with each', () => {
  const keys = 2_000
  const some = vi.spyOn(Array.prototype, 'some')
  const map = readYamlMap('a.yaml', Array.from({ length: keys }, (_, at) => `k${at}: 1\n`).join(''), new Reading())
  const compared = some.mock.contexts.reduce<number>((sum, list) => sum + (list as unknown[]).length, 0)
  some.mockRestore()
  expect(map?.entries.size).toBe(keys)
  expect(compared / keys).toBeLessThan(10)
})
