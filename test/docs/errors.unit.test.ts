import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { ERRORS_DOC_FILE, errorsDocText } from '../../scripts/generate-errors-doc.ts'
import { ERRORS } from '../../services/platform/errors.ts'

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
