import { PassThrough } from 'node:stream'
import { afterEach, expect, it, vi } from 'vitest'
import { newPassphrase } from '../../../services/cli/context.ts'
import { loadConfig } from '../../../services/platform/config.ts'

const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') as PropertyDescriptor

afterEach(() => {
  vi.restoreAllMocks()
  Object.defineProperty(process, 'stdin', stdin)
})

/** Answers each question of a terminal with the next line. */
function typing(...lines: string[]): Promise<string> {
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  Object.defineProperty(process, 'stdin', { value: terminal, configurable: true })
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    if (String(text).endsWith(': ')) setImmediate(() => terminal.write(`${lines.shift()}\r`))
    return true
  })
  return newPassphrase(loadConfig({}))
}

it.each([[['', '']], [['one', 'another']]])(
  'an entry at the terminal that makes no passphrase is wrong usage: %j',
  async (lines) => {
    await expect(typing(...lines)).rejects.toMatchObject({ code: 'USAGE' })
  },
)

it('a passphrase that is typed twice is taken', async () => {
  expect(await typing('one', 'one')).toBe('one')
})
