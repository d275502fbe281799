import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { STATE_CODES } from '../support/definitions.ts'

/**
 * A state is a folder of data: no code of the engine, the pipeline or the services knows one by name. What does name one
 * is listed here with its reason; comments may, since they are not run.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SEARCHED = ['releases/engine', 'pipeline', 'services']

/** File, and the texts in it that name a state, with the reason why they may. */
const ALLOWED: readonly { readonly file: string; readonly texts: readonly string[]; readonly because: string }[] = [
  {
    file: 'releases/engine/request/profiles.ts',
    texts: [...STATE_CODES],
    because: "the contract's own request fields of each state, as data, in the one place for them (contract 2.7)",
  },
  {
    file: 'services/api/contract/parameters.ts',
    texts: ['BR'],
    because: 'DEFAULT_STATE: the default of state_code in the specification, and the state of service-level health',
  },
]

const CODES = STATE_CODES.join('|')
/** A code by itself, or at the head of a longer one: `BR`, `MH_MSEDCL`, `GJ-2026-27`. */
const NAMED = new RegExp(`(?<![A-Za-z0-9_-])(?:${CODES})(?![A-Za-z0-9])`)
const STATE_NAMES = /^(Bihar|Maharashtra|Gujarat|Rajasthan|Odisha|Telangana|Jharkhand)$/

/**
 * The texts of a source that run: strings, template parts, patterns, names. A text of several words is said to people, as
 * an example in a help text is, and compared with nothing.
 */
function namesIn(source: string): string[] {
  const found: string[] = []
  const look = (node: ts.Node): void => {
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isRegularExpressionLiteral(node) ||
      ts.isIdentifier(node)
    if (isText && !/\s/.test(node.text.trim()) && (NAMED.test(node.text) || STATE_NAMES.test(node.text)))
      found.push(node.text)
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true))
  return found
}

const files = SEARCHED.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `${folder}/${path}`),
)

describe('what the search sees', () => {
  it.each([
    ["if (state === 'BR') return", ['BR']],
    ['const of = { MH: 1, other: 2 }', ['MH']],
    ['licensee.startsWith(`GJ_$' + '{name}`)', ['GJ_']],
    ['/^RJ-\\d{4}/.test(id)', ['/^RJ-\\d{4}/']],
    ["name === 'Odisha'", ['Odisha']],
    ["switch (state) { case 'TS': }", ['TS']],
    ['record.JH', ['JH']],
  ])('%s', (source, names) => {
    expect(namesIn(source)).toEqual(names)
  })

  it.each(["'SUBR'", "'BRANCH'", "// state === 'BR'\nconst a = 1", "'ROD'", "'as in BR'", "'TSV'", "'MHz'"])(
    'not %s',
    (source) => {
      expect(namesIn(source)).toEqual([])
    },
  )
})

describe('no code knows a state by name', () => {
  it('but where it is listed, and what is listed is there', () => {
    expect(files.length).toBeGreaterThan(100)
    const found = files
      .map((file) => ({ file, texts: [...new Set(namesIn(readFileSync(join(ROOT, file), 'utf8')))].sort() }))
      .filter(({ texts }) => texts.length > 0)
    expect(found).toEqual(
      ALLOWED.map(({ file, texts }) => ({ file, texts: [...texts].sort() })).sort((a, b) => (a.file < b.file ? -1 : 1)),
    )
  })
})
