import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { sha256 } from '#digest'
import { csvCell } from '../../../pipeline/intake/definition/table.ts'
import { DEFINITION_FILES, readDefinition } from '../../../pipeline/intake/read-definition.ts'
import { SCHEDULE } from '../../support/fixture/sheets.ts'
import { fixtureDefinition } from '../../support/fixture-definition.ts'

function definitionOf(files: ReadonlyMap<string, string>) {
  const { definition, findings } = readDefinition(files)
  if (definition === null) throw new Error(JSON.stringify(findings))
  return definition
}

describe('a valid definition', () => {
  const definition = definitionOf(fixtureDefinition())

  it('is read without a finding', () => {
    expect(definition.findings).toEqual([])
    expect(definition.complete).toBe(true)
  })

  it('needs no column of rows.csv that is blank on every line, if it is a rare one', () => {
    const files = new Map(fixtureDefinition())
    const lines = parse(files.get('rows.csv')!, { relax_column_count: false }) as string[][]
    const isUsed = lines[0]!.map((_, column) => lines.slice(1).some((cells) => cells[column] !== ''))
    const kept = lines.map((cells) => cells.filter((_, column) => isUsed[column]))
    expect(lines[0]!.filter((name) => !kept[0]!.includes(name))).toEqual(
      expect.arrayContaining(['licensee_code', 'per', 'held_reason']),
    )
    files.set('rows.csv', `${kept.map((cells) => cells.map(csvCell).join(',')).join('\n')}\n`)
    expect(definitionOf(files).rows).toEqual(definition.rows)
    expect(definitionOf(files).findings).toEqual([])
  })

  it('keeps the order of its files', () => {
    expect(definition.rows.map(({ row_id }) => row_id)).toEqual(['XX-WATER', 'XX-DOM', 'XX-HT'])
    expect(definition.categories.map(({ subcategory_code }) => subcategory_code)).toEqual(['WATER', 'DOM', 'HT-IND'])
    expect(definition.cases.map(({ case_id }) => case_id).slice(0, 4)).toEqual(['W-1', 'W-2', 'W-3', 'D-1'])
  })

  it('gives each charge its steps, in the order of the lines', () => {
    const domestic = definition.rows[1]!
    const [energy, fixed] = domestic.charges
    expect(domestic.charges).toHaveLength(2)
    expect(energy!.steps.map(({ from, to, figure }) => [from, to, figure.value])).toEqual([
      ['0', '100', '3.5'],
      ['100', '300', '5.25'],
      ['300', null, '6.75'],
    ])
    expect(energy).toMatchObject({
      charge_id: 'energy',
      method: 'telescopic',
      steps_label: 'slab',
      per: 'energy_units',
    })
    const { steps, ...said } = fixed!
    expect(said).toEqual({
      charge_id: 'fixed',
      component: 'fixed',
      side: 'base',
      label: 'Fixed charge per kW',
      method: 'flat',
      per: 'connected_load',
      unit: 'kW',
      unit_label: null,
      steps_by: null,
      steps_label: null,
      rates_of: null,
      minimum_of: null,
      together_with: [],
      when: [],
      effective_from: null,
      effective_to: null,
    })
    expect(steps).toEqual([{ from: '0', to: null, figure: expect.objectContaining({ value: '40' }) }])
    expect(domestic.conditions).toEqual([{ field: 'connected_load_kw', op: '<=', value: '10' }])
  })

  it('keeps a figure as printed, and its value in canonical spelling', () => {
    const { figure } = definition.rows[0]!.charges[0]!.steps[0]!
    expect(figure).toEqual({
      grade: 'transcription',
      value: '7',
      unit: 'Rs/kWh',
      printed: '700.00',
      printed_unit: 'P/kWh',
      source_id: 'XX-SCHEDULE',
      locator: { page: 1, line: 2, section: null },
      quote: 'energy 700.00 P/kWh on every unit',
      citations: ['XX Commission, Schedule of Tariff 2026-27, https://example.org/schedule-2026-27'],
      carried: null,
      derivation: null,
      held: null,
    })
  })

  it('puts the texts of citations and the quotation of a statement in place of their ids', () => {
    const { figure } = definition.rows[1]!.charges[1]!.steps[0]!
    expect(figure.citations.map((text) => text.slice(-7))).toEqual(['2026-27', '2025-26'])
    expect(figure.carried).toEqual({
      from_year: '2025-26',
      statement: {
        source_id: 'XX-NO-CHANGE',
        locator: { page: 1, line: 3, section: null },
        quote: 'No change is made for 2026-27',
      },
    })
  })

  it('keeps the inputs of a formula as they stand in the quote', () => {
    expect(definition.rows[2]!.charges[1]!.steps[0]!.figure.derivation).toEqual({
      formula: '320.00 * 1.05',
      inputs: [
        { value: '320.00', what: 'demand charge', year: '2025-26' },
        { value: '1.05', what: 'factor', year: '2026-27' },
      ],
    })
  })

  it('types the inputs of its cases and names their amounts as the record does', () => {
    const byId = new Map(definition.cases.map((one) => [one.case_id, one]))
    expect(byId.get('D-3')!.inputs).toEqual({
      subcategory_code: 'DOM',
      energy_units: '100',
      connected_load: '2',
      billing_days: 30,
    })
    expect(byId.get('D-3')!.expected).toEqual({
      energy_charge_paise: 35000,
      fixed_charge_paise: 8000,
      base_tariff_paise: 43000,
      subsidy_paise: 43000,
      final_payable_paise: 0,
    })
    expect(byId.get('D-4')!.expected).toEqual({ refusal: 'CATEGORY_NOT_APPLICABLE' })
    expect(byId.get('H-2')!.expected).toMatchObject({ adjustments_paise: 18300 })
  })

  it('says what sources it wants before any is registered', () => {
    expect(definition.sources[0]).toMatchObject({
      source_id: 'XX-SCHEDULE',
      file: 'sources/schedule.md',
      sha256: sha256(SCHEDULE),
      size_bytes: new TextEncoder().encode(SCHEDULE).byteLength,
      media_type: 'text/markdown',
    })
    expect(definition.sources).toHaveLength(4)
  })

  it('is the same whatever the line ends of its files, and with a byte order mark', () => {
    const files = new Map(
      [...fixtureDefinition()].map(([name, text]) => [name, `\uFEFF${text.replaceAll('\n', '\r\n')}`]),
    )
    const again = definitionOf(files)
    expect(again.findings).toEqual([])
    expect(again.rows).toEqual(definition.rows)
    expect(again.rules).toEqual(definition.rules)
    expect(again.cases).toEqual(definition.cases)
  })
})

describe('where a part stands', () => {
  const files = fixtureDefinition()
  const definition = definitionOf(files)
  /** The line of a file on which a text first occurs, or a line at an offset from it. */
  const at = (file: string, text: string, offset = 0): string => {
    const lines = files.get(file)!.split('\n')
    return `${file}:${lines.findIndex((line) => line.includes(text)) + 1 + offset}`
  }

  it.each([
    ['release', 'release.yaml:1'],
    ['declared/districts', at('release.yaml', 'declared:')],
    ['licensees/XX_TOWN', at('release.yaml', 'XX_TOWN')],
    ['blocked_components/statutory_levies', at('release.yaml', 'statutory_levies')],
    ['rows/XX-DOM', 'rows.csv:4'],
    ['rows/XX-DOM/energy', 'rows.csv:4'],
    ['rows/XX-DOM/energy/2', 'rows.csv:6'],
    ['rows/XX-DOM/fixed/0', 'rows.csv:7'],
    ['rows/XX-HT/energy/0', 'rows.csv:8'],
    ['categories/DOM', at('categories.yaml', 'subcategory_code: DOM')],
    ['categories/DOM/bounds', at('categories.yaml', 'connected_load_kw<=10')],
    ['sources/XX-NO-CHANGE', at('sources.yaml', 'source_id: XX-NO-CHANGE')],
    ['sources/XX-NO-CHANGE/case_number', at('sources.yaml', '7 of 2026')],
    ['cases/H-2', at('cases.csv', 'H-2')],
    ['rules/adjustments/XX-TOD', at('rules.yaml', 'XX-TOD')],
    ['rules/adjustments/XX-TOD/peak', at('rules.yaml', 'case_id: peak')],
    ['quantities/connected_load_kw', at('rules.yaml', 'quantity_id: connected_load_kw')],
    ['quantities', 'rules.yaml:1'],
    ['rows/XX-DOM/fixed/per', 'rows.csv:7'],
    ['rules/subsidy', at('rules.yaml', 'subsidy:')],
    ['rules/subsidy/monthly_units', at('rules.yaml', 'monthly_units:')],
    ['rules/subsidy/entitlements/40', at('rules.yaml', 'billing_days: 40')],
    ['rules/subsidy/energy_within', at('rules.yaml', 'energy_within:')],
    ['rules/subsidy/fixed_within', at('rules.yaml', 'fixed_within:')],
    ['rules/subsidy/conditions/0', at('rules.yaml', 'Rural and urban connections alike')],
    ['rules/fppas_periods/XX-FPPAS-2026-02', at('rules.yaml', 'XX-FPPAS-2026-02')],
    ['rules/facts/XX-REBATE', at('rules.yaml', 'XX-REBATE')],
    ['routing/Hillside', at('rules.yaml', 'key: Hillside', -1)],
    ['routing/district/Hillside', at('rules.yaml', 'key: Hillside', -1)],
  ])('%s is known by file and line', (path, expected) => {
    expect(definition.where(path)).toBe(expected)
  })

  it('falls back to the longest part of the path that is known', () => {
    expect(definition.where('rows/XX-DOM/energy/1/figure/quote')).toBe('rows.csv:5')
    expect(definition.where('rows/XX-DOM/energy/9')).toBe('rows.csv:4')
    expect(definition.where('rows/XX-DOM/wheeling/0')).toBe('rows.csv:4')
    expect(definition.where('rules/facts/NONE')).toBe(at('rules.yaml', 'facts:'))
    expect(definition.where('figures/XX-DOM/energy/9'), 'which figures.csv lacks').toBe('figures.csv:1')
    expect(definition.where('nowhere')).toBe('release.yaml:1')
  })
})

describe('missing files', () => {
  it.each(DEFINITION_FILES)('%s: the finding names it, and the rest is read', (file) => {
    const files = fixtureDefinition()
    files.delete(file)
    const { definition, findings } = readDefinition(files)
    expect(findings).toContainEqual({
      where: `${file}:1:1`,
      expected: `the file ${file}`,
      found: 'it is missing',
      evidence: null,
    })
    expect(definition === null).toBe(file === 'release.yaml' || file === 'sources.yaml')
    expect(definition?.complete ?? false).toBe(false)
  })

  it('all of them are named at once', () => {
    expect(
      readDefinition(new Map())
        .findings.map(({ where }) => where)
        .sort(),
    ).toEqual(DEFINITION_FILES.map((file) => `${file}:1:1`).sort())
  })
})
