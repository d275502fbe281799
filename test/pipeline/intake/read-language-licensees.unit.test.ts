import { describe, expect, it } from 'vitest'
import { readDefinition } from '../../../pipeline/intake/read-definition.ts'
import { type Edit, editedDefinition } from '../../support/fixture-definition.ts'
import { all, change, inCell, readEdited as read } from './diagnostics.ts'

const ROWS = 'rows.csv'
const cell = (number: number, column: string, text: string): Edit => inCell(ROWS, number, column, text)

describe('what holds for several licensees', () => {
  const edits: readonly Edit[] = [
    cell(2, 'row_id', 'XX-{licensee}-WATER'),
    cell(3, 'row_id', ''),
    cell(2, 'licensee_code', 'XX_NORTH|XX_SOUTH'),
    cell(2, 'note', 'Of {licensee} ({licensee_code})'),
    change(
      'categories.yaml',
      'subcategory_code: WATER\n',
      'subcategory_code: WATER\n    licensees: [XX_NORTH, XX_SOUTH]\n',
    ),
    (files) => {
      const [header = '', ...lines] = files.get('cases.csv')!.split('\n')
      const water = /^(W-\d),XX-WATER,(.*?),/
      const cases = lines.map((line) =>
        water.test(line)
          ? line.replace(
              water,
              '{licensee}-$1,XX-{licensee}-WATER,XX_NORTH|XX_SOUTH,$2; licensee_code={licensee_code},',
            )
          : line.replace(/^([^,]+,[^,]+),/, '$1,,'),
      )
      files.set('cases.csv', [header.replace('row_id,', 'row_id,licensees,'), ...cases].join('\n'))
    },
  ]

  it('stands once for each, in the places of its lines', () => {
    const definition = read(...edits)
    expect(definition.rows.map(({ row_id, licensee_code, note }) => [row_id, licensee_code, note]).slice(0, 3)).toEqual(
      [
        ['XX-NORTH-WATER', 'XX_NORTH', 'Of NORTH (XX_NORTH)'],
        ['XX-SOUTH-WATER', 'XX_SOUTH', 'Of SOUTH (XX_SOUTH)'],
        ['XX-DOM', null, null],
      ],
    )
    const [north, south] = definition.rows
    expect(south!.charges).toEqual(north!.charges)
    expect(
      definition.categories.map(({ subcategory_code, licensee_code }) => [subcategory_code, licensee_code]),
    ).toEqual([
      ['WATER', 'XX_NORTH'],
      ['WATER', 'XX_SOUTH'],
      ['DOM', null],
      ['HT-IND', null],
    ])
    expect(definition.cases.slice(0, 3)).toMatchObject([
      { case_id: 'NORTH-W-1', row_id: 'XX-NORTH-WATER', inputs: { licensee_code: 'XX_NORTH' } },
      { case_id: 'SOUTH-W-1', row_id: 'XX-SOUTH-WATER', inputs: { licensee_code: 'XX_SOUTH' } },
      { case_id: 'NORTH-W-2' },
    ])
    expect(definition.where('rows/XX-SOUTH-WATER/fixed/0')).toBe('rows.csv:3')
    expect(definition.where('cases/SOUTH-W-2')).toBe('cases.csv:3')
    expect(definition.where('categories/XX_SOUTH/-/WATER')).toBe(definition.where('categories/XX_NORTH/-/WATER'))
    expect(definition.where('categories/XX_SOUTH/-/WATER')).toMatch(/^categories\.yaml:/)
  })

  it('has a mistake once', () => {
    const { findings } = readDefinition(editedDefinition(all(...edits, cell(2, 'quote', ''))))
    expect(findings.map(({ where }) => where)).toEqual(['rows.csv:2:quote'])
  })

  it.each([
    ['licensees: [XX_NORTH]\n    licensee_code: XX_NORTH', 'either `licensees` or `licensee_code`'],
    ['licensees: []', 'a list of licensees'],
    ['licensees: XX_NORTH', 'a list of licensees'],
  ])('%j of a category is refused', (written, expected) => {
    const files = editedDefinition(
      change('categories.yaml', 'subcategory_code: DOM\n', `subcategory_code: DOM\n    ${written}\n`),
    )
    const { findings } = readDefinition(files)
    expect(findings).toContainEqual(expect.objectContaining({ where: 'categories.yaml:16:5', expected }))
  })
})
