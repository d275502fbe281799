import { describe, expect, it } from 'vitest'
import { readDefinition } from '../../../pipeline/intake/read-definition.ts'
import { type Edit, editedDefinition, fixtureDefinition, replaceIn } from '../../support/fixture-definition.ts'
import { change, inCell, readEdited as read } from './diagnostics.ts'

const ROWS = 'rows.csv'
const cell = (number: number, column: string, text: string): Edit => inCell(ROWS, number, column, text)

describe('a charge', () => {
  it('says all that it differs in', () => {
    const [, fixed] = read(
      cell(3, 'charge', 'meter'),
      cell(3, 'component', 'other'),
      cell(3, 'side', 'beside'),
      cell(3, 'charge_label', 'Meter rent'),
      cell(3, 'method', 'whole'),
      cell(3, 'per', 'connected_load_kw'),
      cell(3, 'unit_label', 'meter'),
      cell(3, 'steps_by', 'energy_units'),
      cell(3, 'steps_label', 'units'),
      cell(3, 'when', 'phase=three'),
      cell(3, 'charge_from', '2026-04-01'),
      cell(3, 'charge_to', '2027-03-31'),
      cell(3, 'minimum_of', 'energy'),
      cell(3, 'together_with', 'energy'),
      cell(3, 'from', '0'),
      cell(3, 'to', 'connected_load_kw'),
    ).rows[0]!.charges
    expect(fixed).toEqual({
      charge_id: 'meter',
      component: 'other',
      side: 'beside',
      label: 'Meter rent',
      method: 'whole',
      per: 'connected_load_kw',
      unit: 'connection',
      unit_label: 'meter',
      steps_by: 'energy_units',
      steps_label: 'units',
      steps: [{ from: '0', to: 'connected_load_kw', figure: expect.objectContaining({ value: '50' }) }],
      rates_of: null,
      minimum_of: ['energy'],
      together_with: ['energy'],
      when: [{ field: 'phase', op: '=', value: 'three' }],
      effective_from: '2026-04-01',
      effective_to: '2027-03-31',
    })
  })

  it('takes the unit and the label of the charge whose rates it takes, however far it is', () => {
    const definition = read(
      cell(3, 'rates_of', 'XX-DOM.fixed'),
      cell(3, 'unit', 'times'),
      cell(7, 'rates_of', 'XX-HT.fixed'),
      cell(7, 'unit', 'percent'),
    )
    const [, water] = definition.rows[0]!.charges
    expect(water).toMatchObject({
      unit: 'kVA',
      per: 'contract_demand_kva',
      label: 'Fixed charge per kVA',
      steps: [],
      rates_of: { row_id: 'XX-DOM', charge_id: 'fixed', multiple: { value: '50', unit: 'times' } },
    })
    expect(definition.where('rows/XX-WATER/fixed/multiple')).toBe('rows.csv:3')
  })

  it('continues where the cell of its id is blank, and is found again among the lines of others', () => {
    const [domestic] = read(
      cell(5, 'charge', ''),
      cell(6, 'charge', 'fixed'),
      cell(6, 'method', ''),
      cell(6, 'from', ''),
      cell(6, 'unit', 'Rs/kW'),
      cell(7, 'charge', 'energy'),
      cell(7, 'from', '300'),
      cell(7, 'unit', 'Rs/kWh'),
    ).rows.slice(1)
    const [energy, fixed] = domestic!.charges
    expect(energy!.steps.map(({ figure }) => figure.value)).toEqual(['3.5', '5.25', '40'])
    expect(fixed!.steps.map(({ figure }) => figure.value)).toEqual(['6.75'])
  })

  it('needs no column that no line of the table uses', () => {
    const files = fixtureDefinition()
    const [header = '', ...lines] = files.get(ROWS)!.split('\n')
    const first = header.split(',').indexOf('component')
    const shorter = [header, ...lines].map((line) => {
      const cells = line.split(',')
      return cells.toSpliced(first, cells.length > first ? 12 : 0).join(',')
    })
    files.set(ROWS, shorter.join('\n'))
    expect(shorter[0]).toContain('charge,method,per,from,to')
    const { definition, findings } = readDefinition(files)
    expect(findings).toEqual([])
    expect(definition!.rows).toEqual(read().rows)
  })
})

describe('quantities and adjustments', () => {
  const evidence = '{ source_id: XX-SCHEDULE, page: 1, line: 9, quote: "times 1.05" }'

  it('a quantity has one formula, or cases; its figures are read by name', () => {
    const { quantities } = read((files) =>
      replaceIn(
        files,
        'rules.yaml',
        'adjustments:\n',
        `  - quantity_id: billing_demand
    unit: kVA
    description: Demand that is billed
    instead: billed_demand_kva
    evidence: ${evidence}
    cases:
      - { formula: "max(recorded_demand_kva, 0.80 * contract_demand_kva)", when: phase=three, effective_to: 2026-09-30 }
      - { formula: "max(recorded_demand_kva, share * contract_demand_kva)", when: phase=three, effective_from: 2026-10-01 }
      - { formula: recorded_demand_kva, when: not phase=three }
    figures:
      - figure_id: share
        figure: { grade: transcription, printed: "85", printed_unit: percent, value: "85.0", unit: percent, source_id: XX-SCHEDULE, page: 1, line: 9, quote: x, citations: [C1] }
adjustments:
`,
      ),
    ).rules
    expect(quantities[0]).toEqual({
      quantity_id: 'connected_load_kw',
      unit: 'kW',
      description: 'Connected load in kW',
      cases: [{ formula: 'connected_load', when: [], effective_from: null, effective_to: null }],
      instead: null,
      figures: [],
      evidence: null,
    })
    const [first, , last] = quantities[1]!.cases
    expect(first).toEqual({
      formula: {
        op: 'max',
        of: ['recorded_demand_kva', { op: '*', of: [{ value: '0.8' }, 'contract_demand_kva'] }],
      },
      when: [{ field: 'phase', op: '=', value: 'three' }],
      effective_from: null,
      effective_to: '2026-09-30',
    })
    expect(last!.when).toEqual([{ not: { field: 'phase', op: '=', value: 'three' } }])
    expect(quantities[1]!.figures[0]!.figure.value).toBe('85')
  })

  const steps = (value: string) => `
            steps:
              - from: "0"
                to: "500"
                figure: { grade: specimen, printed: "1.00", printed_unit: percent, value: "1", unit: percent, source_id: XX-SPECIMEN, page: 1, line: 2, quote: x }
              - from: 500
                to: null
                figure: { grade: specimen, printed: "2.00", printed_unit: percent, value: "${value}", unit: percent, source_id: XX-SPECIMEN, page: 1, line: 2, quote: x }`

  it('a value has one figure, or steps, and each is known by its place', () => {
    const files = editedDefinition((edited) => {
      replaceIn(
        edited,
        'rules.yaml',
        '          - kind: factor\n',
        `          - kind: percent
            method: telescopic
            steps_by: energy_units${steps('2')}
          - kind: factor\n`,
      )
      replaceIn(edited, 'rules.yaml', 'description: Peak hours\n', 'description: Peak hours\n        pick: least\n')
    })
    const { definition, findings } = readDefinition(files)
    expect(findings).toEqual([])
    const [, peak] = definition!.rules.adjustments[0]!.cases
    expect(peak).toMatchObject({ case_id: 'peak', effect: 'add', pick: 'least' })
    expect(peak!.values).toMatchObject([
      {
        kind: 'percent',
        method: 'telescopic',
        steps_by: 'energy_units',
        steps: [
          { from: '0', to: '500' },
          { from: '500', to: null },
        ],
      },
      { kind: 'factor', per: null, method: 'flat', steps_by: null, steps: [{ from: '0', to: null }] },
    ])
    const lineOf = (text: string): string =>
      `rules.yaml:${
        files
          .get('rules.yaml')!
          .split('\n')
          .findIndex((line) => line.includes(text)) + 1
      }`
    expect(definition!.where('rules/adjustments/XX-TOD/peak/0/1')).toBe(lineOf('- from: 500'))
    expect(definition!.where('rules/adjustments/XX-TOD/peak/1')).toBe(lineOf('- kind: factor'))
  })
})

describe('what a release declares of requests', () => {
  it('is read from release.yaml, and typed in its cases by the kinds of the inputs', () => {
    const definition = read(
      change(
        'release.yaml',
        'licensees:\n',
        `request: { required: [connected_load], optional: [phase, selectors.scheme], licensee_from_district: true }
selectors:
  - { selector: scheme, words: [solar, none], description: Scheme of supply }
zones: [day, night]
licensees:
`,
      ),
      change(
        'cases.csv',
        'subcategory_code=WATER; energy_units=0,',
        'subcategory_code=WATER; energy_units=0; payment.digital=true; bill_period.from=2026-04-01; actual_bill.other_paise=-5; ' +
          'selectors.scheme=solar; energy_by_zone.day=0; billing_days=30,',
      ),
    )
    expect(definition.release.request).toEqual({
      required: ['connected_load'],
      optional: ['phase', 'selectors.scheme'],
      licensee_from_district: true,
    })
    expect(definition.release.zones).toEqual(['day', 'night'])
    expect(definition.cases[0]!.inputs).toEqual({
      subcategory_code: 'WATER',
      energy_units: '0',
      'payment.digital': true,
      'bill_period.from': '2026-04-01',
      'actual_bill.other_paise': -5,
      'selectors.scheme': 'solar',
      'energy_by_zone.day': '0',
      billing_days: 30,
    })
    expect(definition.where('selectors/scheme')).toBe('release.yaml:15')
  })

  it.each([
    ['selectors: [{ selector: Scheme, words: [a], description: x }]', 'text of the form', '`Scheme`'],
    ['zones: [Peak]', 'text of the form', '`Peak`'],
    ['selectors: [{ selector: phase, words: [a], description: x }]', 'a selector with a unique name', '`phase`'],
    ['zones: [phase]', 'a zone with a unique name', '`phase`'],
  ])('%s is refused', (written, expected, found) => {
    const { findings } = readDefinition(
      editedDefinition(change('release.yaml', 'licensees:\n', `${written}\nlicensees:\n`)),
    )
    expect(findings).toEqual([
      {
        where: expect.stringMatching(/^release\.yaml:13:/),
        expected: expect.stringContaining(expected),
        found: expect.stringContaining(found),
        evidence: null,
      },
    ])
  })
})
