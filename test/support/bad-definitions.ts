import { type Edit, replaceIn } from './fixture-definition.ts'

/** A typical mistake of release engineers: the edit of the fixture, and the required finding. */
type Slip = {
  readonly name: string
  readonly edit: Edit
  readonly findings: readonly Said[]
}
export type Said = {
  readonly gate: string
  readonly where: string
  readonly expected: string | RegExp
  readonly found: string | RegExp
}

export const SLIPS: readonly Slip[] = [
  {
    name: 'a figure that is not the printed one',
    edit: (files) => replaceIn(files, 'rows.csv', '3.50,Rs/kWh,3.50', '3.60,Rs/kWh,3.60'),
    findings: [
      {
        gate: 'evidence.figure_in_quote',
        where: 'rows.csv:4',
        expected: '3.60 as a whole number in the quote',
        found: 'rows/XX-DOM/energy/0: the quote "energy 3.50 Rs/kWh on units up to 100"',
      },
      {
        gate: 'calculation.regression_cases',
        where: 'cases.csv:5',
        expected: 'energy_charge_paise 87500',
        found: 'cases/D-1: 88500',
      },
    ],
  },
  {
    name: 'a quote that does not stand in its source',
    edit: (files) => replaceIn(files, 'rows.csv', 'units above 100 up to 300', 'units from 101 to 300'),
    findings: [
      {
        gate: 'evidence.quote_found',
        where: 'rows.csv:5',
        expected: '"energy 5.25 Rs/kWh on units from 101 to 300" at XX-SCHEDULE p.1 line 5',
        found: /^rows\/XX-DOM\/energy\/1: the line reads ".*units above 100 up to 300\."$/,
      },
    ],
  },
  {
    name: 'a gap between slabs',
    edit: (files) => replaceIn(files, 'rows.csv', /,300,,6\.75/, ',310,,6.75'),
    findings: [
      {
        gate: 'structure.slabs_contiguous',
        where: 'rows.csv:6',
        expected: 'a step from 300',
        found: 'rows/XX-DOM/energy/2: gap: it starts at 310',
      },
    ],
  },
  {
    name: 'a misspelt key in YAML',
    edit: (files) => replaceIn(files, 'release.yaml', 'controller_version: V1', 'controler_version: V1'),
    findings: [
      {
        gate: 'schema.record_valid',
        where: 'release.yaml:8:1',
        expected: 'a known key, perhaps `controller_version`',
        found: 'unknown key `controler_version`',
      },
    ],
  },
  {
    name: 'a code given twice',
    edit: (files) => replaceIn(files, 'release.yaml', 'code: XX_SOUTH', 'code: XX_NORTH'),
    findings: [
      {
        gate: 'schema.codes_unique',
        where: 'release.yaml:14',
        expected: 'one licensee XX_NORTH',
        found: 'licensees/XX_NORTH: there are 2',
      },
      {
        gate: 'structure.routing_closed',
        where: 'rules.yaml:88',
        expected: 'a declared licensee',
        found: 'routing/district/Hillside: XX_SOUTH is not declared',
      },
    ],
  },
]
