import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse as parseCsv } from 'csv-parse/sync'
import { parse as parseYaml, stringify } from 'yaml'
import { BIHAR } from './support/bihar.ts'

type Release = { release_id: string; declared: { schedule_rows: number; supported_subcategories: number } }
type Category = { subcategory_code: string; covering: { covering_category: string | null }[] }
type Rules = {
  adjustments: { applies_to: string[] }[]
  subsidy: { applies_to: string[] }
  fppas_periods: { applies_to: string[] }[]
}

export type Synthetic = { readonly rows: number; readonly cases: number }

/** The name of a row, category or case in a copy; copy 0 is the original. */
const named = (name: string, copy: number): string => (copy === 0 ? name : `${name}.${copy}`)

/** One cell of CSV, in quotes where it needs them. */
const cellText = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const csvText = (lines: readonly (readonly string[])[]): string =>
  `${lines.map((cells) => cells.map(cellText).join(',')).join('\n')}\n`

/**
 * Writes a release definition `times` as large as Bihar's into `directory`: its rows, categories and regression cases
 * again and again under new names, with the same figures, sources and rules, which apply to the copies as well. It passes
 * all gates, as Bihar does. Returns what it holds.
 */
export async function writeSynthetic(directory: string, times: number): Promise<Synthetic> {
  const copies = Array.from({ length: times }, (_, copy) => copy)
  const textOf = (file: string): Promise<string> => readFile(join(BIHAR, file), 'utf8')
  await mkdir(directory, { recursive: true })
  await cp(join(BIHAR, 'sources'), join(directory, 'sources'), { recursive: true })
  await cp(join(BIHAR, 'sources.yaml'), join(directory, 'sources.yaml'))

  const release = parseYaml(await textOf('release.yaml')) as Release
  release.release_id = `BR-2026-27-SYNTHETIC-${times}X-V1`
  release.declared.schedule_rows *= times
  release.declared.supported_subcategories *= times
  await writeFile(join(directory, 'release.yaml'), stringify(release))

  const { categories } = parseYaml(await textOf('categories.yaml')) as { categories: Category[] }
  const copied = copies.flatMap((copy) => categories.map((category) => categoryCopy(category, copy)))
  // Without anchors: a definition repeats what it says.
  await writeFile(
    join(directory, 'categories.yaml'),
    stringify({ categories: copied }, { aliasDuplicateObjects: false }),
  )

  const rules = parseYaml(await textOf('rules.yaml')) as Rules
  for (const rule of [...rules.adjustments, rules.subsidy, ...rules.fppas_periods]) {
    rule.applies_to = copies.flatMap((copy) => rule.applies_to.map((code) => named(code, copy)))
  }
  await writeFile(join(directory, 'rules.yaml'), stringify(rules, { aliasDuplicateObjects: false }))

  const rows = await copyTable('rows.csv', ['row_id', 'subcategory_code'], copies, directory)
  const cases = await copyTable('cases.csv', ['case_id', 'row_id'], copies, directory)
  return { rows: new Set(rows.map(([id]) => id)).size, cases: cases.length }
}

function categoryCopy(category: Category, copy: number): Category {
  const covering = category.covering.map((each) => ({
    ...each,
    covering_category: each.covering_category === null ? null : named(each.covering_category, copy),
  }))
  return { ...category, subcategory_code: named(category.subcategory_code, copy), covering }
}

/** Repeats a table's lines with the columns that name things renamed, also where an input names a category. */
async function copyTable(
  file: string,
  naming: readonly string[],
  copies: readonly number[],
  directory: string,
): Promise<string[][]> {
  const [header = [], ...lines] = parseCsv(await readFile(join(BIHAR, file), 'utf8')) as string[][]
  const input = header.indexOf('input')
  const copied = copies.flatMap((copy) =>
    lines.map((cells) =>
      cells.map((cell, column) => {
        if (column === input) return cell.replace(/(?<=subcategory_code=)[^;]+/, (code) => named(code, copy))
        return naming.includes(header[column] ?? '') && cell !== '' ? named(cell, copy) : cell
      }),
    ),
  )
  await writeFile(join(directory, file), csvText([header, ...copied]))
  return copied
}
