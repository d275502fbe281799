import { type Condition, comparisonsOf } from '../../../releases/record/expression.ts'
import { isDecimal } from '../../../releases/record/text.ts'
import { categoryKey } from '../../gates/record/groups.ts'
import type { Language, Problem } from './language.ts'
import type { Names } from './names.ts'

/** Names, operators and values of conditions. `lines`: those whose amount a condition may use: `amount.<line>`. */
export function checkConditions(
  path: string,
  conditions: readonly Condition[],
  names: Names,
  lines: readonly string[] = [],
): Problem[] {
  const amounts = lines.map((line) => `amount.${line}`)
  return comparisonsOf(conditions).flatMap(({ field, op, value }) => {
    const unknown = names.field(path, field, amounts)
    if (unknown.length > 0) return unknown
    const kind = amounts.includes(field) ? 'number' : names.kind(field)
    const values = Array.isArray(value) ? value : [value]
    if (kind !== 'number' && op !== '=' && op !== 'in') {
      return [
        {
          path,
          expected: `${field} with \`=\` or \`in {…}\`, for it has no order`,
          found: `\`${field}${op}${value}\``,
        },
      ]
    }
    if (kind !== 'number') return values.flatMap((word) => checkWord(path, field, word, names))
    if (op === 'in') return [{ path, expected: `${field} with a sign such as \`<=\``, found: `\`${field} in {…}\`` }]
    return values.flatMap((text) => {
      if (isDecimal(text)) return []
      if (op === '=' || !/^[a-z]/.test(text))
        return [{ path, expected: `a decimal for ${field}`, found: `\`${text}\`` }]
      return names.number(path, text)
    })
  })
}

function checkWord(path: string, field: string, word: string, names: Names): Problem[] {
  const words = names.kind(field) === 'flag' ? ['true', 'false'] : names.words(field)
  if (words === null || words.includes(word)) return []
  return [{ path, expected: `${field} as one of ${words.join(', ')}`, found: `\`${word}\`` }]
}

/** The conditions of rows and categories. */
export function checkApplicability({ rows, categories }: Language, names: Names): Problem[] {
  return [
    ...rows.flatMap((row) => checkConditions(`rows/${row.row_id}/conditions`, row.conditions, names)),
    ...categories.flatMap((category) => {
      const path = `categories/${categoryKey(category)}`
      const covered = category.covering.map(({ bound }) => bound)
      const each = (key: string, bounds: readonly Condition[]): Problem[] =>
        bounds.flatMap((bound, index) => checkConditions(`${path}/${key}/${index}`, [bound], names))
      return [...each('bounds', category.bounds), ...each('covering', covered)]
    }),
  ]
}
