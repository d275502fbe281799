import { expect, test } from 'vitest'
import { KeptAnswers } from '../../../services/api/kept-answers.ts'

const MOST = 100_000
const tail = (bytes: number) => ({ plain: '', bytes })

test('what is kept is given back, the same one', () => {
  const answers = new KeptAnswers(MOST)
  const kept = answers.keep('a', tail(10))
  expect([answers.get('a'), answers.get('b')]).toEqual([kept, undefined])
})

test.each([0, 1, 500, 40_000])(
  'never more than the bound, with tails of %i bytes: the oldest leave, the newest stay',
  (bytes) => {
    const answers = new KeptAnswers(MOST)
    for (let index = 0; index < 2_000; index += 1) {
      answers.keep(`answer ${index}`, tail(bytes))
      expect(answers.bytes).toBeLessThanOrEqual(MOST)
    }
    const left = Array.from({ length: 2_000 }, (_, index) => answers.get(`answer ${index}`) !== undefined)
    const from = left.indexOf(true)
    expect(left.slice(from).every(Boolean)).toBe(true)
    // What an entry takes beside its tail counts: answers of nothing are not kept without end.
    expect(2_000 - from).toBe(Math.floor(MOST / (1_024 + bytes)))
  },
)

test('an answer too large to be kept is not, and takes the others with it', () => {
  const answers = new KeptAnswers(MOST)
  answers.keep('small', tail(1))
  answers.keep('large', tail(MOST))
  expect([answers.get('small'), answers.get('large'), answers.bytes]).toEqual([undefined, undefined, 0])
})
