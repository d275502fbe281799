import { expect, test } from 'vitest'
import { firstQuestion } from '../../../services/standalone/serve.ts'

const asked = (...states: string[]): string => firstQuestion(new Set(states), 'http://127.0.0.1:8080', 'KEY')

test('with Bihar in service a bill of Bihar is suggested', () => {
  expect(asked('BR', 'OD')).toContain('"state_code":"BR"')
})

test('without it, the list of states', () => {
  expect(asked('OD')).toBe("The states in service:\n  curl -s http://127.0.0.1:8080/v1/states -H 'X-API-Key: KEY'")
})
