import { expect, test } from 'vitest'
import { contextsOf, isOtherLevel } from '../../../../pipeline/gates/cells/figure-context.ts'
import { sampleRecord } from '../support/sample.ts'

const [context] = contextsOf(sampleRecord())

test.each([
  ['a row of LT under LT', { levels: ['LT'] }, ['LT'], false],
  ['a row of LT under HT and EHT', { levels: ['LT'] }, ['HT', 'EHT'], true],
  ['a row of any level under HT', { levels: ['any'] }, ['HT'], true],
  ['a row of any level under LT and HT', { levels: ['any'] }, ['LT', 'HT'], false],
  [
    'a row of any level that asks for the level, under HT',
    { levels: ['any'], reads: 'supply level HT' },
    ['HT'],
    false,
  ],
  ['a rule of any level under HT', { levels: ['any'], component: null }, ['HT'], false],
  ['a row of any level where none is named', { levels: ['any'] }, [], false],
] as const)('%s: %s', (_, own, named, isOther) => {
  expect(isOtherLevel({ ...context!, component: 'energy', reads: '', ...own }, named)).toBe(isOther)
})
