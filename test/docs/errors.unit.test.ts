import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { ERRORS_DOC_FILE, errorsDocText, FIELD_RULES } from '../../scripts/generate-errors-doc.ts'
import { ERRORS } from '../../services/platform/errors.ts'
import { SOURCES } from './support/sources.ts'

it('docs/errors.md is up to date with the catalogue (node scripts/bootstrap.mjs scripts/generate-errors-doc.ts)', async () => {
  expect(await readFile(ERRORS_DOC_FILE, 'utf8')).toBe(errorsDocText())
})

it('says of every code what happened, why, and what to do', () => {
  const text = errorsDocText()
  for (const [code, { message, why, remedy }] of Object.entries(ERRORS)) {
    const section = text.split(`\n## ${code}\n`)[1]?.split('\n## ')[0]
    expect(section, code).toContain(message)
    expect(section, code).toContain(`- Why: ${why}`)
    expect(section, code).toContain(`- What to do: ${remedy}`)
  }
})

it('does not tell to correct a request that is to be sent again', () => {
  const again = Object.values(ERRORS).filter(
    ({ http, remedy }) => http !== null && http < 429 && remedy === 'Send it again.',
  )
  const [, range] = /^- 400 to 422, except (.*): correct the request\./m.exec(errorsDocText()) ?? []
  expect(range).toBe(again.map(({ http }) => http).join(', '))
})

it('lists every rule of a field with which the code refuses, and no other', () => {
  const refusing = [...SOURCES].filter(([file]) => /^(releases\/engine|services\/api)\//.test(file))
  const code = refusing.map(([, text]) => text)
  const literal = code.flatMap((text) =>
    [...text.matchAll(/rule: '([a-z_]+)'(?! \} as const)/g)].map(([, rule]) => rule),
  )
  expect(new Set(literal).size).toBeGreaterThan(15)
  expect(literal.filter((rule) => !(rule !== undefined && rule in FIELD_RULES))).toEqual([])
  const quoted = new Set(code.flatMap((text) => [...text.matchAll(/'([a-z_]+)'/g)].map(([, word]) => word)))
  expect(Object.keys(FIELD_RULES).filter((rule) => !quoted.has(rule))).toEqual([])
})

it('lists every code that the engine discloses', () => {
  const text = errorsDocText().split('\n## Disclosures\n')[1]?.split('\n## ')[0]
  const files = ['answer/disclosures.ts', 'solar/write-comparison.ts'].map((file) =>
    SOURCES.get(`releases/engine/${file}`),
  )
  const codes = files.flatMap((code) =>
    [...(code ?? '').matchAll(/(?:disclose\(|code:)\s*'([A-Z_]+)'/g)].map(([, each]) => each),
  )
  expect(new Set(codes).size).toBeGreaterThan(15)
  expect(codes.filter((code) => text?.includes(`| \`${code}\` |`) !== true)).toEqual([])
})
