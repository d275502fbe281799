import { expect, it } from 'vitest'
import { readDefinition } from '../../../pipeline/intake/read-definition.ts'
import { editedDefinition, replaceIn } from '../../support/fixture-definition.ts'

const findings = (file: string, from: string, to: string): string[] =>
  readDefinition(editedDefinition((files) => replaceIn(files, file, from, to))).findings.map(
    ({ where, expected }) => `${where} ${expected}`,
  )

it.each([
  ['a character that turns the direction of a label', 'rows.csv', 'Water works', 'Water \u202eskrow'],
  ['an isolate in a label', 'rows.csv', 'Water works', '\u2067Water works\u2069'],
  ['a formula of a spreadsheet in a label', 'rows.csv', 'Water works', '=HYPERLINK(A1)'],
  ['a command of a spreadsheet in a label', 'rows.csv', 'Water works', '+cmd|calc'],
  ['a cell of a spreadsheet in a label', 'rows.csv', 'Water works', '=$A$1'],
  ['a sum of a spreadsheet in a label', 'rows.csv', 'Water works', '=1+1'],
  ['a command behind a sum in a label', 'rows.csv', 'Water works', "-2+3+cmd|' /C calc'!A0"],
  ['a mark of the direction in a label', 'rows.csv', 'Water works', 'Water \u200fworks'],
  ['a control character in a label', 'rows.csv', 'Water works', 'Water\u0007 works'],
  ['a formula behind a tab in a label', 'rows.csv', 'Water works', '\t=1+1'],
  ['a formula with a sign of full width in a label', 'rows.csv', 'Water works', '\uff1d1+1'],
  ['a label that nobody sees', 'rows.csv', 'Water works', '\u3164\u200b'],
  ['a working that nobody sees', 'cases.csv', '0 x 7.00 = 0.00; fixed 50.00', '\u3164'],
  ['a label of blanks of Braille', 'rows.csv', 'Water works', '\u2800'],
  ['a working that is blank', 'cases.csv', '0 x 7.00 = 0.00; fixed 50.00', '   '],
])('%s is refused', (_, file, from, to) => {
  expect(findings(file, from, to)).toEqual([expect.stringMatching(new RegExp(`^${file}:2:(label|working) text`))])
})

it('a label that begins as an order prints it is read', () => {
  expect(findings('rows.csv', 'Water works', '= < 60%')).toEqual([])
})
