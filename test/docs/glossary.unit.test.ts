import { expect, it } from 'vitest'
import { documentOf, headings } from './support/markdown.ts'

const glossary = documentOf('docs/glossary.md')
const terms = headings(glossary)
  .slice(1)
  .map(({ name }) => name.toLowerCase())

it('the glossary is in alphabetical order, each term once', () => {
  expect(terms.length).toBeGreaterThan(80)
  expect(terms).toEqual([...new Set(terms)].sort())
})

it('a term in italics has an entry', () => {
  const text = glossary.prose.slice(3).join(' ')
  const named = [...text.matchAll(/\*([^*]+)\*/g)].map(([, term = '']) => term.replaceAll(/\s+/g, ' ').toLowerCase())
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((term) => !terms.includes(term) && !terms.includes(term.replace(/s$/, '')))).toEqual([])
})

it('each entry is one paragraph of one to three sentences', () => {
  const entries = glossary.prose.join('\n').split('\n## ').slice(1)
  const long = entries.filter((entry) => {
    const [name = '', ...lines] = entry.split('\n').filter((line) => line !== '')
    return lines.length === 0 || (lines.join(' ').match(/[.!?](?= [A-Z*`]|$)/g) ?? []).length > 3 || name === ''
  })
  expect(long).toEqual([])
})
