import { expect, it } from 'vitest'
import { readDefinition } from '../../../pipeline/intake/read-definition.ts'
import { type Edit, editedDefinition, replaceIn } from '../../support/fixture-definition.ts'

/** A place: as text, or as the text found there in the edited file. */
export type Place = string | { readonly file: string; readonly text: string }
/** A fault, how to create it in the fixture, and the required finding. */
export type Mistake = readonly [name: string, edit: Edit, where: Place, expected: string, found: string]

/** Replaces text in a file of the fixture. */
export const change =
  (file: string, from: string | RegExp, to: string): Edit =>
  (files) =>
    replaceIn(files, file, from, to)

/** Replaces text on one line of a file of the fixture. */
export const onLine =
  (file: string, number: number, from: string | RegExp, to: string): Edit =>
  (files) => {
    const lines = files.get(file)?.split('\n') ?? []
    const before = lines[number - 1]
    const after = before?.replace(from, to)
    if (after === undefined || after === before) throw new Error(`nothing to replace on ${file}:${number}: ${from}`)
    lines[number - 1] = after
    files.set(file, lines.join('\n'))
  }

/** Replaces a cell of a table of the fixture, by line and column. No cell before it may contain a comma. */
export const inCell =
  (file: string, number: number, column: string, text: string): Edit =>
  (files) => {
    const [header = '', ...lines] = files.get(file)?.split('\n') ?? []
    const place = header.split(',').indexOf(column)
    const cells = lines[number - 2]?.split(',')
    if (place < 0 || cells === undefined || cells[place] === text)
      throw new Error(`nothing to write in ${file}:${number}:${column}`)
    lines[number - 2] = cells.with(place, text).join(',')
    files.set(file, [header, ...lines].join('\n'))
  }

/** Several edits in sequence. */
export const all =
  (...edits: readonly Edit[]): Edit =>
  (files) => {
    for (const edit of edits) edit(files)
  }

/** The definition of the fixture after edits that keep it valid. */
export function readEdited(...edits: readonly Edit[]) {
  const { definition, findings } = readDefinition(editedDefinition(all(...edits)))
  expect(findings).toEqual([])
  return definition!
}

/** First position of a text, as `file:line:column`. */
export const at = (file: string, text: string): Place => ({ file, text })

function placeOf(where: Place, files: ReadonlyMap<string, string>): string {
  if (typeof where === 'string') return where
  const content = files.get(where.file) ?? ''
  const offset = content.indexOf(where.text)
  if (offset < 0) throw new Error(`${where.file} has no ${where.text}`)
  const before = content.slice(0, offset).split('\n')
  return `${where.file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
}

/** One test for each mistake: the finding has its place, and says what was expected and what is there. */
export function itFinds(mistakes: readonly Mistake[]): void {
  it.each(mistakes.map(([name, ...rest]) => ({ name, rest })))('$name', ({ rest: [edit, where, expected, found] }) => {
    const files = editedDefinition(edit)
    const place = placeOf(where, files)
    const here = readDefinition(files).findings.filter((finding) => finding.where === place)
    expect(here, `findings at ${place}`).not.toEqual([])
    // `expected` is written before it.
    expect(here.filter(({ expected: text }) => text.startsWith('expected '))).toEqual([])
    expect(here.map((finding) => `expected ${finding.expected}; found ${finding.found}`)).toContainEqual(
      expect.toSatisfy((text: string) => {
        const [before = '', after = ''] = text.split('; found ')
        return before.includes(expected) && after.includes(found)
      }),
    )
  })
}
