import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it, onTestFinished } from 'vitest'
import { INPUT_LIST } from '../../releases/engine/inputs.ts'
import { STATE_CODES } from '../support/definitions.ts'

/**
 * A state is a folder of data: no code of the engine, the pipeline or the services names a state, nor lists inputs that
 * only requests of one state have. Exceptions are listed here with reasons; comments are allowed, since they are not
 * executed.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SEARCHED = ['releases/engine', 'pipeline', 'services']

/** A file, and the names of a state or its inputs in it, with the reason for the exception. */
type Allowed = { readonly file: string; readonly names: readonly string[]; readonly because: string }

const STATES_NAMED: readonly Allowed[] = [
  {
    file: 'services/api/contract/parameters.ts',
    names: ['BR'],
    because: 'DEFAULT_STATE: the default of state_code in the specification, and the state of service-level health',
  },
]

/** Inputs that only some releases accept. */
const OWN_INPUTS: readonly string[] = INPUT_LIST.filter(([, { scope }]) => scope !== 'common').map(([name]) => name)

const INPUTS_LISTED: readonly Allowed[] = [
  { file: 'releases/engine/inputs.ts', names: OWN_INPUTS, because: 'the table of inputs itself' },
  {
    file: 'releases/engine/resolver/body.ts',
    names: ['area_type', 'phase', 'supply_level'],
    because: 'the body of POST /v1/category-resolver',
  },
  ...[
    { file: 'releases/engine/solar/body.ts', because: 'the body of POST /v1/solar-savings' },
    { file: 'services/api/routes/solar-savings.ts', because: 'that body as the answer repeats it' },
  ].map((each) => ({ ...each, names: ['area_type', 'phase', 'selectors', 'supply_level'] })),
]

const CODES = STATE_CODES.join('|')
/** A code alone or as the beginning of a longer one: `BR`, `MH_MSEDCL`, `GJ-2026-27`. */
const NAMED = new RegExp(`(?<![A-Za-z0-9_-])(?:${CODES})(?![A-Za-z0-9])`)
const STATE_NAMES = /^(Bihar|Maharashtra|Gujarat|Rajasthan|Odisha|Telangana|Jharkhand)$/

/**
 * The texts in a source's code: strings, template parts, patterns, names. A text of several words is a message for
 * people, such as an example in a help text, and never compared.
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

/** Fewer than this may occur together by chance: a demand in two units, a period and its days. */
const LISTED = 3

/** The names that an array, an object, a union of texts, a type or the cases of a switch lists. */
function listOf(node: ts.Node): string[] {
  const named = (parts: ts.NodeArray<ts.ObjectLiteralElementLike | ts.TypeElement>): string[] =>
    parts.flatMap(({ name }) =>
      name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : [],
    )
  const texts = (parts: readonly ts.Node[]): string[] =>
    parts.flatMap((part) => (ts.isStringLiteralLike(part) ? part.text : []))
  if (ts.isArrayLiteralExpression(node)) return texts(node.elements)
  if (ts.isObjectLiteralExpression(node)) return named(node.properties)
  if (ts.isTypeLiteralNode(node)) return named(node.members)
  if (ts.isUnionTypeNode(node))
    return texts(node.types.map((type) => (ts.isLiteralTypeNode(type) ? type.literal : type)))
  if (ts.isCaseBlock(node)) {
    return texts(node.clauses.flatMap((clause) => (ts.isCaseClause(clause) ? clause.expression : [])))
  }
  return []
}

/** Each with its name in code: `tod_period`, `todPeriod`. */
const OWN = OWN_INPUTS.map(
  (name) => [name, name.replace(/_([a-z0-9])/g, (_all, letter) => letter.toUpperCase())] as const,
)

/** Inputs of some releases that a source lists three or more of together, by request field name. */
function inputsListedIn(source: string): string[] {
  const found = new Set<string>()
  const look = (node: ts.Node): void => {
    const listed = new Set(listOf(node))
    const own = listed.size < LISTED ? [] : OWN.filter(([name, camel]) => listed.has(name) || listed.has(camel))
    if (own.length >= LISTED) for (const [name] of own) found.add(name)
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true))
  return [...found]
}

type Found = { readonly file: string; readonly names: readonly string[] }

function filesOf(root: string): string[] {
  return SEARCHED.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => `${folder}/${path}`),
  )
}

function search(root: string, find: (source: string) => string[]): Found[] {
  return inOrder(
    filesOf(root)
      .map((file) => ({ file, names: [...new Set(find(readFileSync(join(root, file), 'utf8')))] }))
      .filter(({ names }) => names.length > 0),
  )
}

function inOrder(found: readonly Found[]): Found[] {
  const sorted = found.map(({ file, names }) => ({ file, names: names.toSorted() }))
  return sorted.sort((a, b) => (a.file < b.file ? -1 : 1))
}

/** A tree with one file of its own beside the folders that are searched. */
function madeTree(file: string, source: string): string {
  const root = mkdtempSync(join(tmpdir(), 'made-tree-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of SEARCHED) mkdirSync(join(root, folder), { recursive: true })
  mkdirSync(join(root, dirname(file)), { recursive: true })
  writeFileSync(join(root, file), source)
  return root
}

describe('what the search finds', () => {
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

describe('a made tree fails', () => {
  const THREE = ['district', 'fixed_charge_basis_units', 'meter_mode']

  it.each([
    ["const REQUIRED = ['district', 'meter_mode', 'fixed_charge_basis_units']"],
    ["const PROFILES = { RJ: { required: new Set(['district', 'fixed_charge_basis_units', 'meter_mode']) } }"],
    ['const inputs = { district, meterMode: body.meter_mode, fixedChargeBasisUnits: 1 }'],
    ["const schema = { 'district': text, meter_mode: word, fixed_charge_basis_units: quantity }"],
    ["type Own = 'district' | 'meter_mode' | 'fixed_charge_basis_units'"],
    ['type Own = { district: string; meter_mode: string; fixed_charge_basis_units: number }'],
    ["switch (name) { case 'district': case 'meter_mode': case 'fixed_charge_basis_units': break }"],
  ])('with a list of inputs: %s', (source) => {
    const file = 'services/api/made/own-fields.ts'
    expect(search(madeTree(file, source), inputsListedIn)).toEqual([{ file, names: THREE }])
  })

  it('with a state by name', () => {
    const file = 'releases/engine/made.ts'
    expect(search(madeTree(file, "if (state === 'RJ') return"), namesIn)).toEqual([{ file, names: ['RJ'] }])
  })

  it.each([
    ["const two = ['district', 'meter_mode']"],
    ["const everybodys = ['state_code', 'connected_load', 'effective_on', 'licensee_code']"],
    ["// ['district', 'meter_mode', 'fixed_charge_basis_units']"],
  ])('and not with %s', (source) => {
    expect(search(madeTree('pipeline/made.ts', source), inputsListedIn)).toEqual([])
  })
})

describe('no code names a state', () => {
  it('except the listed exceptions, all of which exist', () => {
    expect(filesOf(ROOT).length).toBeGreaterThan(100)
    expect(search(ROOT, namesIn)).toEqual(inOrder(STATES_NAMED.map(({ file, names }) => ({ file, names }))))
  })

  it('nor by a list of its inputs but where it is listed, and what is listed is there', () => {
    expect(search(ROOT, inputsListedIn)).toEqual(inOrder(INPUTS_LISTED.map(({ file, names }) => ({ file, names }))))
  })
})
