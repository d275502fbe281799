import { expect, test } from 'vitest'
import { LARGEST_QUANTITY } from '../../../../releases/engine/inputs.ts'
import { inputNamed } from '../../../../releases/engine/language/names.ts'

const DECLARED = { zones: ['peak'], selectors: [{ selector: 'scheme', words: ['old'], description: 'The scheme' }] }

test('a declared zone is a quantity from nothing on, a declared selector one of its words, and what is not declared nothing', () => {
  expect(inputNamed(DECLARED, 'energy_by_zone.peak')).toEqual({ kind: 'quantity', least: 0, largest: LARGEST_QUANTITY })
  expect(inputNamed(DECLARED, 'selectors.scheme')).toEqual({ kind: 'word', words: ['old'] })
  expect(inputNamed(DECLARED, 'energy_by_zone.night')).toBeNull()
  expect(inputNamed(DECLARED, 'selectors.other')).toBeNull()
})
