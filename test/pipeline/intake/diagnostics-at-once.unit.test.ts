import { describe, expect, it } from 'vitest'
import { readDefinition } from '../../../pipeline/intake/read-definition.ts'
import { editedDefinition, fixtureCandidate, replaceIn } from '../../support/fixture-definition.ts'

describe('all mistakes are found in one reading', () => {
  it('one in every file', () => {
    const { findings } = readDefinition(
      editedDefinition((files) => {
        replaceIn(files, 'release.yaml', 'catalogue: true', 'catalogue: perhaps')
        replaceIn(files, 'sources.yaml', 'legal_status: superseded', 'legal_status: old')
        replaceIn(files, 'categories.yaml', 'load_unit: kw', 'load_unit: kilowatt')
        replaceIn(files, 'rows.csv', ',P/kWh,7,', ',P/kWh,seven,')
        replaceIn(files, 'rules.yaml', 'kind: factor', 'kind: multiplier')
        replaceIn(files, 'cases.csv', 'fixed=5000', 'fixed=5e3')
      }),
    )
    expect(findings.map(({ where }) => where.split(':')[0]).sort()).toEqual([
      'cases.csv',
      'categories.yaml',
      'release.yaml',
      'rows.csv',
      'rules.yaml',
      'sources.yaml',
    ])
  })

  it('several in one YAML file, around a mistake of syntax', () => {
    const { findings } = readDefinition(
      editedDefinition((files) => {
        replaceIn(files, 'release.yaml', 'state_name: Fixture State', 'state_nam: Fixture State')
        replaceIn(files, 'release.yaml', 'catalogue: true', 'catalogue: true\ncatalogue: true')
        replaceIn(files, 'release.yaml', 'code: XX_TOWN', 'code: town')
      }),
    )
    expect(findings.map(({ where, found }) => `${where} ${found}`)).toEqual([
      'release.yaml:12:1 Map keys must be unique',
      'release.yaml:3:1 unknown key `state_nam`',
      'release.yaml:1:1 it is missing',
      'release.yaml:17:13 `town`',
    ])
  })

  it('every line of a table is read after a line with broken quotes', () => {
    const { definition, findings } = readDefinition(
      editedDefinition((files) => {
        replaceIn(files, 'cases.csv', 'W-1', '"W-1')
        replaceIn(files, 'cases.csv', 'D-2', 'D"-2')
        replaceIn(files, 'cases.csv', 'H-3,XX-HT', 'H-3,XX-GONE')
      }),
    )
    expect(findings.map(({ where }) => where)).toEqual(['cases.csv:2', 'cases.csv:6', 'cases.csv:11:row_id'])
    expect(definition!.cases.map(({ case_id }) => case_id).join(' ')).toBe('W-2 W-3 D-1 D-3 D-4 H-1 H-2 H-3')
  })

  it('a cell of several lines and blank lines do not shift the lines below them', () => {
    const { findings } = readDefinition(
      editedDefinition((files) => {
        replaceIn(files, 'cases.csv', '10.5 kW is above 10 kW', '"10.5 kW\nis above\n10 kW"')
        replaceIn(files, 'cases.csv', 'H-1,XX-HT', '\n,,,,\nH-1,XX-GONE')
      }),
    )
    expect(findings.map(({ where }) => where)).toEqual(['cases.csv:13:row_id'])
  })

  it('a missing column is named once, not on every line', () => {
    const { findings } = readDefinition(editedDefinition((files) => replaceIn(files, 'rows.csv', ',grade,', ',grad,')))
    expect(findings.map(({ where }) => where)).toEqual(['rows.csv:1:grad', 'rows.csv:1:grade'])
  })

  it.each([
    ['an unknown key', 'release.yaml', 'tier:', 'colour: red\ntier:'],
    ['a missing text', 'sources.yaml', '    issuer: XX Commission\n', ''],
    ['a wrong date', 'release.yaml', 'effective_to: 2027-03-31', 'effective_to: soon'],
    ['an unresolved citation', 'rows.csv', ',C1,', ',C7,'],
    ['an unresolved statement', 'rows.csv', ',NC-2026,', ',NC-2027,'],
    ['a value that is no decimal', 'rows.csv', ',P/kWh,7,', ',P/kWh,seven,'],
    ['a bound of a step that names nothing', 'rows.csv', ',100,300,', ',x,300,'],
    ['a row without category', 'rows.csv', 'WATER,Water works', 'WELL,Water works'],
    ['a case of an unknown row', 'cases.csv', 'XX-WATER', 'XX-WATR'],
  ])('%s still leaves a candidate, which carries the finding to the gates', async (_, file, from, to) => {
    const candidate = await fixtureCandidate((files) => replaceIn(files, file, from, to))
    expect(candidate.intakeFindings.length).toBeGreaterThan(0)
    expect(candidate.record.rows).toHaveLength(3)
  })

  it.each([
    ['an unknown grade', 'rows.csv', ',transcription,', ',guess,'],
    ['a bound of a step that is no decimal and no name', 'rows.csv', ',100,300,', ',1e2,300,'],
    ['a formula that cannot be read', 'rules.yaml', 'formula: connected_load', 'formula: connected_load +'],
    ['a number that is none', 'release.yaml', 'districts: 3', 'districts: x'],
    ['a case without expectation', 'cases.csv', 'refusal=CATEGORY_NOT_APPLICABLE', ''],
  ])('%s leaves none, for nothing honest could stand in for it', async (_, file, from, to) => {
    const edit = (files: Map<string, string>): void => replaceIn(files, file, from, to)
    expect(readDefinition(editedDefinition(edit)).definition!.complete).toBe(false)
    await expect(fixtureCandidate(edit)).rejects.toThrow('no candidate')
  })
})
