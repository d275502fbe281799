import type { Candidate, Gate, Means, Verdict } from '../../../pipeline/gates/gate.ts'
import { caseResultsText } from '../../../pipeline/gates/support/case-results.ts'
import { ENGINE, type Engine } from '../../../pipeline/gates/support/outcome.ts'
import type { Calculation } from '../../../releases/engine/calculate.ts'
import type { Inputs, Refusal } from '../../../releases/engine/types.ts'
import { canonicalBytes } from '../../../releases/record/canonical.ts'
import { type ReleaseRecord, recordSchema } from '../../../releases/record/record.ts'
import {
  buildAdjustment,
  buildCategory,
  buildEnergy,
  buildFigure,
  buildFixed,
  buildFppas,
  buildHeldFigure,
  buildRecord,
  buildSubsidy,
  buildWheeling,
  type RecordParts,
} from '../../support/record-builder.ts'

const specimen = buildFigure('10.05', 'Rs/kWh', 'specimen')

const ROWS: NonNullable<RecordParts['rows']> = [
  { row_id: 'DOM', fixed: buildFixed('flat', 'kW', [[null, '80']]), energy: buildEnergy('flat', [[null, '7.42']]) },
  {
    row_id: 'SLABS',
    subcategory_code: 'SLABS',
    energy: buildEnergy('telescopic', [
      ['50', '3.055'],
      ['100', '3.50'],
      [null, '4.1525'],
    ]),
    wheeling: buildWheeling('1.605'),
    fixed: buildFixed(
      'telescopic',
      'kW',
      [
        ['1', '20'],
        [null, '25'],
      ],
      { or_part: true },
    ),
  },
  {
    row_id: 'WHOLE',
    subcategory_code: 'WHOLE',
    energy: buildEnergy('whole', [
      ['50', '7.00'],
      [null, '8.505'],
    ]),
    fixed: buildFixed(
      'band',
      'connection',
      [
        ['2', '15'],
        ['4', '25'],
        ['10', '45'],
      ],
      { band_by: 'connected_load_kw' },
    ),
  },
  {
    row_id: 'RURAL',
    subcategory_code: 'WORDS',
    conditions: [{ field: 'area_type', op: '=', value: 'rural' }],
    fixed: buildFixed(
      'band',
      'connection',
      [
        ['150', '100'],
        [null, '300'],
      ],
      { band_by: 'fixed_charge_basis_units' },
    ),
  },
  {
    row_id: 'URBAN',
    subcategory_code: 'WORDS',
    conditions: [{ field: 'area_type', op: 'in', value: ['urban', 'semi_urban'] }],
    energy: buildEnergy('flat', [[null, specimen]]),
    fixed: null,
  },
  {
    row_id: 'SMALL',
    subcategory_code: 'LOADS',
    conditions: [{ field: 'connected_load_kw', op: '<=', value: '0.5' }],
  },
  {
    row_id: 'LARGE',
    subcategory_code: 'LOADS',
    conditions: [
      { field: 'connected_load_kw', op: '>', value: '0.5' },
      { field: 'connected_load_kw', op: '<=', value: '70' },
    ],
    fixed: buildFixed('flat', 'kVA', [[null, '300']]),
  },
  {
    row_id: 'HELD',
    subcategory_code: 'HELD',
    energy: buildEnergy('telescopic', [
      ['100', '5'],
      [null, buildHeldFigure('Rs/kWh')],
    ]),
  },
  { row_id: 'LISTED', subcategory_code: 'LISTED', fixed: buildFixed('flat', 'kW', [[null, buildHeldFigure('Rs/kW')]]) },
  {
    row_id: 'OWN',
    subcategory_code: 'DOM',
    licensee_code: 'BR_ONE',
    energy: buildEnergy('flat', [[null, '6.5']]),
    fixed: buildFixed(
      'band',
      'kW',
      [
        ['300', '60'],
        [null, '70'],
      ],
      { band_by: 'monthly_units' },
    ),
  },
]

const RULES: NonNullable<RecordParts['rules']> = {
  adjustments: [
    buildAdjustment(
      'factor',
      'tod_period',
      [
        ['normal', 'none', null],
        ['peak', 'add', '103.5'],
        ['off_peak', 'add', buildFigure('97', 'percent', 'specimen')],
        ['held', 'add', buildHeldFigure('percent')],
      ],
      { applies_to: ['SLABS', 'WORDS'] },
    ),
    buildAdjustment('surcharge', 'apply_htss_11kv_surcharge', [['true', 'add', '1.23']], {
      applies_to: ['WHOLE', 'LISTED'],
      base: ['energy', 'fixed'],
    }),
    buildAdjustment(
      'step',
      'rts_voltage_mode',
      [
        ['above_base', 'subtract', '0.345'],
        ['below_base', 'add', '0.345'],
      ],
      { applies_to: ['WHOLE'] },
    ),
  ],
  subsidy: buildSubsidy({ 25: '104', 30: '125', 40: '167' }),
  fppas_periods: [
    buildFppas('9.75', { period_id: 'APPROVED', applies_to: ['DOM'] }),
    buildFppas('4.5', {
      period_id: 'OLD',
      status: 'historical_evidence',
      recovery_month: '2026-07',
      applies_to: ['DOM', 'SLABS'],
    }),
  ],
}

/** Rows of every charge kind, words and bounds, held and listed components, and every rule. */
export function zooRecord(): ReleaseRecord {
  return buildRecord({
    rows: ROWS,
    rules: RULES,
    component_holds: [{ path: 'rows/LISTED/fixed', reason: 'not published' }],
    categories: [
      buildCategory(),
      buildCategory({ licensee_code: 'BR_ONE' }),
      buildCategory({ subcategory_code: 'SLABS' }),
      buildCategory({ subcategory_code: 'WHOLE', bounds: [{ field: 'monthly_units', op: '<=', value: '900' }] }),
      buildCategory({ subcategory_code: 'WORDS' }),
      buildCategory({ subcategory_code: 'LOADS' }),
      buildCategory({ subcategory_code: 'HELD' }),
      buildCategory({ subcategory_code: 'LISTED', load_unit: 'hp' }),
    ],
  })
}

export function candidateOf(record: ReleaseRecord): Candidate {
  const where = (path: string): string => `at:${path}`
  return { record, bytes: canonicalBytes(record), intakeFindings: [], declaredSources: new Map(), where }
}

/** The means of gates 20 to 27; the rest of them is not at hand. */
export function calculationMeans(rest: Partial<Means> = {}): Means {
  const absent = async (): Promise<never> => {
    throw new Error('no gate of calculation asks for this')
  }
  const calculateElsewhere = async (bytes: Uint8Array): Promise<string> =>
    caseResultsText(recordSchema.parse(JSON.parse(new TextDecoder().decode(bytes))))
  const io = { bytes: absent, pages: absent, extract: absent, rebuild: absent, recordSchema: {} }
  return { ...io, calculateElsewhere, seed: 20_260_401, generatedInputs: 0, ...rest }
}

export async function judge(gate: Gate, record: ReleaseRecord, means: Partial<Means> = {}): Promise<Verdict> {
  return gate.check(candidateOf(record), calculationMeans(means))
}

/** An engine that goes wrong in its answers as `spoil` says. */
export function faulty(spoil: (result: Calculation | Refusal, inputs: Inputs) => Calculation | Refusal): Engine {
  return { ...ENGINE, calculate: (plan, inputs, floor) => spoil(ENGINE.calculate(plan, inputs, floor), inputs) }
}

/** An engine that adds to the energy charge, its line and the totals, of the bills that `when` picks. */
export function addingToEnergy(paise: number, when: (inputs: Inputs) => boolean): Engine {
  return faulty((result, inputs) => {
    if (!result.ok || result.energyPaise === null || result.basePaise === null || !when(inputs)) return result
    const [first, ...rest] = result.lines
    const lines = first === undefined ? [] : [{ ...first, amountPaise: first.amountPaise + paise }, ...rest]
    return { ...result, lines, energyPaise: result.energyPaise + paise, basePaise: result.basePaise + paise }
  })
}
