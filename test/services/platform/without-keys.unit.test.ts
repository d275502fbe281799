import { expect, test } from 'vitest'
import { newKey } from '../../../services/keys/key-format.ts'
import { createLogger } from '../../../services/platform/logger.ts'
import { withoutKeys } from '../../../services/platform/without-keys.ts'

test('no key is left in a text, however often it is there, or cut off', () => {
  const [key, other] = [newKey(), newKey()]
  const cleaned = withoutKeys(`${key} "/${other}" ${key.slice(0, 20)} x${key}x`)
  for (const piece of [key, other, key.slice(3, 20), other.slice(10)]) expect(cleaned).not.toContain(piece)
  expect(cleaned).toBe('pk_[removed] "/pk_[removed]" pk_[removed] xpk_[removed]')
})

test('a text without a key is left as it is', () => {
  for (const text of ['', 'pk_', 'pk_short', '{"parameter":"state_code"}', 'PK_ABCDEFGHIJKLMNOP'])
    expect(withoutKeys(text)).toBe(text)
})

test('a log line holds no key, wherever in it a caller had put one', () => {
  const key = newKey()
  const lines: string[] = []
  const log = createLogger('test', 'trace', { write: (line) => void lines.push(line) })
  log
    .child({ caller_id: key })
    .warn({ inner: { name: `x-${key}` }, err: new Error(`bad ${key}`), [key]: 1 }, `about ${key}`)
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain(key.slice(3))
  expect(JSON.parse(lines[0]!)).toMatchObject({ caller_id: 'pk_[removed]', msg: 'about pk_[removed]' })
})
