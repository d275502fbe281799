import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '#digest'
import type { Candidate } from '../../pipeline/gates/gate.ts'
import type { Layout } from '../../pipeline/gates/layout.ts'
import { buildCandidate } from '../../pipeline/intake/build-candidate.ts'
import { figuresText } from '../../pipeline/intake/definition/figures.ts'
import { draftDefinition } from '../../pipeline/intake/draft/draft-definition.ts'
import { extractText } from '../../pipeline/intake/extract-text.ts'
import { layOut } from '../../pipeline/intake/lay-out.ts'
import { type Definition, readDefinition } from '../../pipeline/intake/read-definition.ts'
import { Rereader } from '../../pipeline/intake/reread.ts'
import { textIdentity } from '../../pipeline/intake/text-identity.ts'
import { inventedOrder } from './printed-order.ts'

/**
 * What a person fills into the draft of the invented order (test/support/printed-order.ts): blanks, and cases
 * calculated by hand.
 */
export type Fill = readonly [file: string, from: string, to: string]

const category = (code: string, canonical: string, supply: string, facts: string): Fill[] => {
  const blank = `- subcategory_code: ${code}`
  return [
    ['categories.yaml', `${blank}\n`, `${blank}\n    # read in the Annexure\n`],
    ['categories.yaml', 'canonical_category_code: #', `canonical_category_code: ${canonical} #`],
    ['categories.yaml', 'supply_type: #', `supply_type: ${supply} #`],
    ['categories.yaml', 'facts: #', `facts: ${facts} #`],
  ]
}

export const FILLS: readonly Fill[] = [
  ['release.yaml', 'state_name:\n', 'state_name: Invented\n'],
  ['release.yaml', 'effective_from: #', 'effective_from: 2026-04-01 #'],
  ['release.yaml', 'effective_to:\n', 'effective_to: 2027-03-31\n'],
  [
    'release.yaml',
    '{ schedule_rows: , supported_subcategories: , licensees: , districts: , fppas_periods:  }',
    '{ schedule_rows: 3, supported_subcategories: 3, licensees: 0, districts: 0, fppas_periods: 0 }',
  ],
  [
    'sources.yaml',
    'ORDER: #',
    'ORDER: Invented Electricity Regulatory Commission, order in Case No. 7 of 2026, 2026-03-20 #',
  ],
  ['sources.yaml', 'title:\n', 'title: Order on retail supply tariff for FY 2026-27\n'],
  ['sources.yaml', 'issuer:\n', 'issuer: Invented Electricity Regulatory Commission\n'],
  ['sources.yaml', 'document_kind: #', 'document_kind: original #'],
  ['sources.yaml', 'case_number:\n', 'case_number: Case No. 7 of 2026\n'],
  ['sources.yaml', 'dated:\n', 'dated: 2026-03-20\n'],
  ['sources.yaml', 'effective_from:\n', 'effective_from: 2026-04-01\n'],
  ['sources.yaml', 'effective_to:\n', 'effective_to: 2027-03-31\n'],
  ['sources.yaml', 'legal_status: #', 'legal_status: in_force #'],
  ['sources.yaml', 'url:\n', 'url: https://commission.example/orders/7-of-2026.pdf\n'],
  ...category('ZZ-LT-DOMESTIC', 'domestic', 'lt_metered', '{ purpose: [domestic] }'),
  ...category('ZZ-LT-COMMERCIAL', 'commercial', 'lt_metered', '{ purpose: [non_domestic] }'),
  ...category('ZZ-HT-INDUSTRY', 'industry', 'ht_metered', '{ purpose: [industry] }'),
  ['categories.yaml', 'slab_type: #', 'slab_type: telescopic #'],
  ['rows.csv', ',energy,,,0,100', ',energy,telescopic,,0,100'],
  [
    'readings.yaml',
    'dismissed: []',
    `dismissed:
  - { source_id: ZZ-ORDER-2026-27, page: 2, quote: meters are read once in two months, number: two, because: "how often meters are read changes no charge of a month" }`,
  ],
]

/** Three for each row: below an edge, at it, above it; or none, typical, large. */
export const CASES = [
  'D1,ZZ-LT-DOMESTIC,subcategory_code=ZZ-LT-DOMESTIC; energy_units=80; connected_load=2,energy=24800; fixed=5000; base=29800,80 x 3.10 = 248.00; 2 x 25.00 = 50.00',
  'D2,ZZ-LT-DOMESTIC,subcategory_code=ZZ-LT-DOMESTIC; energy_units=100; connected_load=1,energy=31000; fixed=2500; base=33500,100 x 3.10 = 310.00; 1 x 25.00 = 25.00',
  'D3,ZZ-LT-DOMESTIC,subcategory_code=ZZ-LT-DOMESTIC; energy_units=150; connected_load=3,energy=54500; fixed=7500; base=62000,100 x 3.10 + 50 x 4.70 = 545.00; 3 x 25.00 = 75.00',
  'C1,ZZ-LT-COMMERCIAL,subcategory_code=ZZ-LT-COMMERCIAL; energy_units=0; connected_load=1,energy=0; fixed=6000; base=6000,0 x 6.40 = 0; 1 x 60.00 = 60.00',
  'C2,ZZ-LT-COMMERCIAL,subcategory_code=ZZ-LT-COMMERCIAL; energy_units=100; connected_load=2,energy=64000; fixed=12000; base=76000,100 x 6.40 = 640.00; 2 x 60.00 = 120.00',
  'C3,ZZ-LT-COMMERCIAL,subcategory_code=ZZ-LT-COMMERCIAL; energy_units=250; connected_load=5,energy=160000; fixed=30000; base=190000,250 x 6.40 = 1600.00; 5 x 60.00 = 300.00',
  'H1,ZZ-HT-INDUSTRY,subcategory_code=ZZ-HT-INDUSTRY; energy_units=0; contract_demand_kva=100,energy=0; fixed=3250000; base=3250000,0 x 5.85 = 0; 100 x 325.00 = 32500.00',
  'H2,ZZ-HT-INDUSTRY,subcategory_code=ZZ-HT-INDUSTRY; energy_units=1000; contract_demand_kva=100,energy=585000; fixed=3250000; base=3835000,1000 x 5.85 = 5850.00; 100 x 325.00 = 32500.00',
  'H3,ZZ-HT-INDUSTRY,subcategory_code=ZZ-HT-INDUSTRY; energy_units=500; contract_demand_kva=120,energy=292500; fixed=3900000; base=4192500,500 x 5.85 = 2925.00; 120 x 325.00 = 39000.00',
] as const

/** Files after fills, in order: each replaces the first occurrence of its text, which must exist. */
export function filled(files: ReadonlyMap<string, string>, fills: readonly Fill[] = FILLS): Map<string, string> {
  const made = new Map(files)
  for (const [file, from, to] of fills) {
    const text = made.get(file) ?? ''
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
    made.set(
      file,
      text.replace(from, () => to),
    )
  }
  return made
}

/**
 * The invented order's definition in a new folder of a home, made by the command line: drafted from the document,
 * filled in, with cases and figures. The document is put where the command line looks for sources. Returns the folder.
 */
export async function inventedFolder(
  home: string,
  name: string,
  cli: (...args: string[]) => Promise<unknown>,
  fills: readonly Fill[] = FILLS,
): Promise<string> {
  const [folder, order] = [join(home, name), inventedOrder()]
  await mkdir(join(home, 'sources'), { recursive: true })
  await writeFile(join(home, 'sources', 'order.pdf'), order)
  const asked = ['--pages', '1-2', '--state', 'ZZ', '--year', '2026-27']
  await cli('definition', 'draft', sha256(order), ...asked, '--out', folder)
  const files = new Map<string, string>()
  for (const file of await readdir(folder)) files.set(file, await readFile(join(folder, file), 'utf8'))
  for (const [file, text] of filled(files, fills)) await writeFile(join(folder, file), text)
  await appendFile(join(folder, 'cases.csv'), `${CASES.join('\n')}\n`)
  await cli('definition', 'figures', folder)
  return folder
}

export type Invented = {
  readonly candidate: Candidate
  readonly definition: Definition
  readonly pages: readonly string[]
  readonly layout: Layout
}

/**
 * The draft of the invented order with its blanks filled in and its figures read, in memory. `order`: a document with
 * another print, read by the same definition. Throws with the findings if no record can be made.
 */
export async function inventedDefinition(order = inventedOrder(), fills: readonly Fill[] = FILLS): Promise<Invented> {
  const media = 'application/pdf'
  const laidOut = async (bytes: Uint8Array): Promise<Layout> => {
    const layout = await layOut(bytes, media)
    if (layout === null) throw new Error('the order cannot be laid out')
    return layout
  }
  const source = { sha256: sha256(order), size_bytes: order.byteLength, media_type: media } as const
  const asked = { source, pages: { from: 1, to: 2 }, stateCode: 'ZZ', financialYear: '2026-27' }
  const { files: drafted } = draftDefinition(asked, await laidOut(inventedOrder()))
  const files = filled(drafted, fills)
  files.set('cases.csv', `${files.get('cases.csv')}${CASES.join('\n')}\n`)
  const before = readDefinition(files).definition
  if (before === null) throw new Error('the definition cannot be read')
  const { figures } = await new Rereader(async () => order).read(before.readings, before.sources)
  files.set('figures.csv', figuresText(figures))
  const { definition, findings } = readDefinition(files)
  const text = await extractText(order, media)
  if (definition === null || !text.ok) throw new Error(JSON.stringify(findings))
  const registered = { ...textIdentity(text.pages), ...source, held: true }
  const { candidate, findings: built } = buildCandidate(definition, new Map([['ZZ-ORDER-2026-27', registered]]))
  if (candidate === null) throw new Error(JSON.stringify(built))
  return { candidate, definition, pages: text.pages, layout: await laidOut(order) }
}
