import { expect, test } from 'vitest'
import { ROUTES } from '../../../../services/api/routes/index.ts'
import { llmsText } from '../../../../services/api/routes/llms.ts'

/** /llms.txt has what an agent must know before its first call, and only features that exist. */

const text = llmsText(ROUTES)

test('has the form of llmstxt.org: one title, a summary, sections', () => {
  expect(text).toMatch(/^# \S.*\n\n> \S.*\n/)
  expect(text.match(/^# /gm)).toHaveLength(1)
  expect(text.match(/^## (.+)$/gm)).toEqual(['## Rules', '## Contract', '## Routes'])
})

test('names every route, and links to what is served', () => {
  for (const { method, path } of ROUTES) expect(text).toContain(`\`${method} ${path}\``)
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link)
  expect(links).toEqual(['/v1/openapi.json', '/v1/docs', '/mcp'])
})

test.each(['production_payable', 'evidence_grade', 'specimen', 'blocked_components', 'Retry-After', 'integer paise'])(
  'says what %s means for an amount that is shown',
  (word) => {
    expect(text).toContain(word)
  },
)
