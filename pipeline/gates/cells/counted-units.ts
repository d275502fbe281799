import { INPUTS } from '../../../releases/engine/inputs.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'

/** The categories and rows whose requests give the inputs. */
export type Asked = Pick<ReleaseRecord, 'categories' | 'rows'>

const ENERGY = ['kWh', 'kVAh'] as const
/** An input that its table gives no unit: a count. */
const COUNT = ['unit'] as const

/**
 * The units that a quantity or an input may count in, for these categories and rows; empty if there is no name. Units of
 * the bill are in the unit of the energy charge, the load is in the unit of the category.
 */
export function countedUnits(
  name: string | null,
  quantities: ReadonlyMap<string, string>,
  { categories, rows }: Asked,
): readonly string[] {
  if (name === null) return []
  const unit = quantities.get(name)
  if (unit !== undefined) return [unit]
  const [input = ''] = name.split('.')
  if (input === 'connected_load')
    return [...new Set(categories.map(({ load_unit }) => (load_unit === 'hp' ? 'HP' : 'kW')))]
  if (input === 'energy_units' || input === 'energy_by_zone') {
    const charges = rows.flatMap((row) => row.charges.filter(({ component }) => component === 'energy'))
    return charges.length === 0 ? ENERGY : [...new Set(charges.map((charge) => charge.unit))]
  }
  if (input === 'fixed_charge_basis_units') return ENERGY
  return UNITS_OF_INPUTS.get(input) ?? COUNT
}

const UNITS_OF_INPUTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(INPUTS).flatMap(([name, input]) => ('unit' in input ? [[name, [input.unit]] as const] : [])),
)
