import { describe, expect, test } from 'vitest'
import { skipReason } from './skip.ts'

test('a condition that does not hold lets the test run', () => {
  expect(skipReason(false, 'never shown')).toBeUndefined()
})

describe('outside a test', () => {
  let said: unknown
  try {
    skipReason(true, 'there is nothing to skip')
  } catch (error) {
    said = error
  }

  test('it refuses, since nothing would be skipped', () => {
    expect(said).toBeInstanceOf(Error)
  })
})
