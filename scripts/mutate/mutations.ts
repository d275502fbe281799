import ts from 'typescript'
import { sha256 } from '#digest'

/** One small mutation of a source file. */
export type Mutation = {
  /** Repository-relative. */
  readonly file: string
  /** SHA-256 of the file's text. */
  readonly text: string
  /** Offsets in the file's text, end exclusive. */
  readonly start: number
  readonly end: number
  /**
   * Offset where the changed code starts to run: V8 counts `?? b` separately from `a`, and `??` also decides if `b`
   * never runs.
   */
  readonly runsAt: number
  readonly replacement: string
  /** Starting at 1. */
  readonly line: number
  readonly original: string
  /** Its line, without surrounding spaces. */
  readonly within: string
}

const { SyntaxKind } = ts

/** Replacement operators, one direction each. */
const OPERATORS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
  [SyntaxKind.QuestionQuestionToken, '&&'],
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.MinusToken, '+'],
  [SyntaxKind.AsteriskToken, '/'],
  [SyntaxKind.SlashToken, '*'],
  [SyntaxKind.PercentToken, '*'],
  [SyntaxKind.PlusEqualsToken, '-='],
  [SyntaxKind.MinusEqualsToken, '+='],
])

/** Methods that are easily confused. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
])
/** Methods that can be dropped without changing the expression's type. */
const DROPPED = new Set(['filter', 'toSorted', 'sort', 'toReversed', 'reverse', 'trim', 'slice'])

const isText = (node: ts.Expression): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right)))

/** Code in throw and await expressions is wording and tuning, not logic, and is not mutated. */
function isAside(node: ts.Node): boolean {
  if (ts.isThrowStatement(node) || ts.isTemplateExpression(node) || ts.isImportDeclaration(node)) return true
  if (ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return true
  return ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && /_(MS|SECONDS|BYTES)$/.test(node.name.text)
}

const isCallOf = (node: ts.Node | undefined, method: string): node is ts.CallExpression =>
  node !== undefined &&
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === method

/** Receiver of a call, as written. */
const ownerOf = ({ expression }: ts.CallExpression): string =>
  ts.isPropertyAccessExpression(expression) ? expression.expression.getText() : ''

/**
 * `const found = map.get(key); if (found !== undefined) return found`: the map as written; null for other statements.
 */
function rememberedBy(node: ts.Node): string | null {
  if (!ts.isIfStatement(node) || !ts.isBlock(node.parent)) return null
  const said = /^(\w+) !== undefined$/.exec(node.expression.getText())
  const before = node.parent.statements[node.parent.statements.indexOf(node) - 1]
  if (said === null || node.thenStatement.getText() !== `return ${said[1]}`) return null
  const declared =
    before !== undefined && ts.isVariableStatement(before) ? before.declarationList.declarations[0] : undefined
  if (declared?.name.getText() !== said[1] || !isCallOf(declared?.initializer, 'get')) return null
  return ownerOf(declared.initializer)
}

/** Mutations that no test could detect: not caching a value, and how often a generator draws. */
function isUnseen(node: ts.Node, part: ts.Node, replacement: string): boolean {
  if (replacement === 'false' && part !== node) return rememberedBy(node) !== null
  if (replacement === 'void 0' && isCallOf(part, 'set')) {
    const body = node.parent
    return ts.isBlock(body) && body.statements.some((each) => rememberedBy(each) === ownerOf(part))
  }
  const isDrawn = isCallOf(node.parent, 'percent') || isCallOf(node.parent, 'below')
  return isDrawn && ts.isNumericLiteral(node) && ownerOf(node.parent as ts.CallExpression) === 'random'
}

/** Possible replacements of each node: the part removed and the new text. */
function* changesOf(node: ts.Node): Generator<readonly [part: ts.Node, replacement: string]> {
  const text = (part: ts.Node): string => part.getText()
  if (ts.isBinaryExpression(node)) {
    const operator = OPERATORS.get(node.operatorToken.kind)
    if (operator !== undefined && !isText(node)) yield [node.operatorToken, operator]
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
    yield [node, text(node.operand)]
  if (ts.isIfStatement(node)) {
    yield [node.expression, 'true']
    yield [node.expression, 'false']
  }
  if (ts.isConditionalExpression(node)) {
    yield [node.condition, 'true']
    yield [node.condition, 'false']
  }
  if (ts.isNumericLiteral(node)) yield [node, String(Number(text(node).replaceAll('_', '')) + 1)]
  if (ts.isBigIntLiteral(node)) yield [node, `${BigInt(text(node).replaceAll('_', '').slice(0, -1)) + 1n}n`]
  if (node.kind === SyntaxKind.TrueKeyword) yield [node, 'false']
  if (node.kind === SyntaxKind.FalseKeyword) yield [node, 'true']
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression
    const other = METHODS.get(name.text)
    if (other !== undefined) yield [name, other]
    if (DROPPED.has(name.text)) yield [node, text(expression)]
  }
  if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) yield [node.expression, 'void 0']
  if (ts.isReturnStatement(node) && node.expression !== undefined && ts.isArrayLiteralExpression(node.expression)) {
    if (node.expression.elements.length > 0) yield [node.expression, '[]']
  }
}

/**
 * Every mutation of a source file, in the order of its text. Types, imports, messages, thrown errors and undetectable
 * changes are left out.
 */
export function mutationsOf(file: string, source: string): Mutation[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, true)
  const lines = source.split('\n')
  const text = sha256(source)
  const found: Mutation[] = []
  const visit = (node: ts.Node): void => {
    if (isAside(node)) return
    for (const [part, replacement] of changesOf(node)) {
      const start = part.getStart()
      const { line } = tree.getLineAndCharacterOfPosition(start)
      const original = source.slice(start, part.end)
      if (original === replacement || isUnseen(node, part, replacement)) continue
      found.push({
        file,
        text,
        start,
        end: part.end,
        runsAt: node.getStart(),
        replacement,
        line: line + 1,
        original,
        within: (lines[line] ?? '').trim(),
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

export function mutated(source: string, { start, end, replacement }: Mutation): string {
  return `${source.slice(0, start)}${replacement}${source.slice(end)}`
}

/** Readable identification of a mutation. */
export function nameOf({ file, line, original, replacement }: Mutation): string {
  const short = original.replaceAll(/\s+/g, ' ')
  return `${file}:${line}: ${short.length > 60 ? `${short.slice(0, 57)}...` : short} -> ${replacement.replaceAll(/\s+/g, ' ').slice(0, 60)}`
}
