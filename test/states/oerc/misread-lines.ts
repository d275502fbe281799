import type { Misreading } from './misread.ts'
import {
  AGRO,
  AGRO_HT,
  ALLIED,
  ALLIED_HT,
  annexB,
  BULK,
  COLONY_HT,
  DEMAND,
  DOMESTIC,
  EMERGENCY_HT,
  ENERGY_HT,
  ENERGY_LT,
  FIRST,
  FURTHER,
  GP,
  GP_LT,
  IRRIGATION,
  IRRIGATION_HT,
  KUTIR,
  LARGE_EHT,
  LARGE_HT,
  LARGE_LT,
  LIGHTING,
  line,
  MEDIUM,
  MEDIUM_HT,
  read,
  SERVICE,
  SMALL,
  WATER_LT,
} from './paths.ts'

const swapped = (charges: readonly [string, string], level: 'LT' | 'HT' | 'EHT', serial: string, columns: string[]) =>
  charges.map((charge, index) => read(charge, annexB(level, serial, columns[1 - index] ?? '')))
const kilowatts = (row: string, serial: string) =>
  swapped([`${row}/fixed/0`, `${row}/fixed/1`], 'LT', serial, [FIRST, FURTHER])
const DOMESTIC_SLAB = (label: string): string[] => ['1.b', 'Others', label]

/** Columns of a line confused with each other, and another line read instead. */
export const MISREAD_LINES: readonly Misreading[] = [
  // Columns of one line confused with each other.
  line(
    'line 11: demand charge and energy charge change places',
    'columns',
    ...swapped([`${WATER_LT}/energy/0`, `${WATER_LT}/demand/0`], 'LT', '11', [ENERGY_LT, DEMAND]),
  ),
  line(
    'line 12: demand charge and energy charge change places',
    'columns',
    ...swapped([`${GP_LT}/energy/0`, `${GP_LT}/demand/0`], 'LT', '12', [ENERGY_LT, DEMAND]),
  ),
  line(
    'line 13: customer service charge and demand charge change places',
    'columns',
    ...swapped([`${LARGE_LT}/demand/0`, `${LARGE_LT}/customer-service/0`], 'LT', '13', [DEMAND, SERVICE]),
  ),
  line(
    'line 14: demand charge and customer service charge change places',
    'columns',
    ...swapped([`${BULK}/demand/0`, `${BULK}/customer-service/0`], 'HT', '14', [DEMAND, SERVICE]),
  ),
  line(
    'line 15: demand charge taken for the energy charge',
    'columns',
    read(`${IRRIGATION_HT}/energy/0`, annexB('HT', '15', DEMAND)),
  ),
  line(
    'line 17: customer service charge taken for the demand charge',
    'columns',
    read(`${AGRO_HT}/demand/0`, annexB('HT', '17', SERVICE)),
  ),
  line(
    'line 27: customer service charge taken for the energy charge',
    'columns',
    read(`${EMERGENCY_HT}-KWH/energy/0`, annexB('HT', '27', SERVICE)),
  ),
  line(
    'line 28: the demand charge of 0 taken for the energy charge',
    'columns',
    read(`${COLONY_HT}/energy/0`, annexB('HT', '28', DEMAND)),
  ),
  line(
    'line 30: demand charge and customer service charge change places',
    'columns',
    ...swapped([`${LARGE_EHT}/demand/0`, `${LARGE_EHT}/customer-service/0`], 'EHT', '30', [DEMAND, SERVICE]),
  ),
  line('line 3: the first kW and each further kW change places', 'columns', ...kilowatts(IRRIGATION, '3')),
  line('line 4: the first kW and each further kW change places', 'columns', ...kilowatts(ALLIED, '4')),
  line('line 5: the first kW and each further kW change places', 'columns', ...kilowatts(AGRO, '5')),
  line('line 6: the first kW and each further kW change places', 'columns', ...kilowatts(LIGHTING, '6')),
  line('line 7: the first kW and each further kW change places', 'columns', ...kilowatts(SMALL, '7')),
  line('line 8: the first kW and each further kW change places', 'columns', ...kilowatts(MEDIUM, '8')),
  line(
    'line 8: the charge of the first kW for every kW',
    'columns',
    read(`${MEDIUM}/fixed/1`, annexB('LT', '8', FIRST)),
  ),
  line(
    'line 7: the first kW from the energy column',
    'columns',
    read(`${SMALL}/fixed/0`, annexB('LT', '7', ENERGY_LT)),
  ),

  // Another line read instead.
  line('line 3 with the energy charge of line 4', 'rows', read(`${IRRIGATION}/energy/0`, annexB('LT', '4', ENERGY_LT))),
  line('line 4 with the energy charge of line 3', 'rows', read(`${ALLIED}/energy/0`, annexB('LT', '3', ENERGY_LT))),
  line('line 5 with the energy charge of line 6', 'rows', read(`${AGRO}/energy/0`, annexB('LT', '6', ENERGY_LT))),
  line(
    'line 7 with the fixed charge of line 8',
    'rows',
    read(`${SMALL}/fixed/0`, annexB('LT', '8', FIRST)),
    read(`${SMALL}/fixed/1`, annexB('LT', '8', FURTHER)),
  ),
  line(
    'line 8 with the fixed charge of line 7',
    'rows',
    read(`${MEDIUM}/fixed/0`, annexB('LT', '7', FIRST)),
    read(`${MEDIUM}/fixed/1`, annexB('LT', '7', FURTHER)),
  ),
  line(
    'line 6 with the fixed charge of line 9',
    'rows',
    read(`${LIGHTING}/fixed/0`, annexB('LT', '9', FIRST)),
    read(`${LIGHTING}/fixed/1`, annexB('LT', '9', FURTHER)),
  ),
  line(
    'line 2 with the slabs of domestic supply',
    'rows',
    read(`${GP}/energy/0`, annexB('LT', DOMESTIC_SLAB('(Consumption <= 50 units/month)'), ENERGY_LT)),
    read(`${GP}/energy/1`, annexB('LT', DOMESTIC_SLAB('(Consumption >50, <=200 units/month)'), ENERGY_LT)),
    read(`${GP}/energy/2`, annexB('LT', DOMESTIC_SLAB('(Consumption >200, <=400 units/month)'), ENERGY_LT)),
  ),
  line(
    'line 1.b with the slabs of general purpose',
    'rows',
    read(`${DOMESTIC}/energy/0`, annexB('LT', ['2', 'Consumption <=100 units/month'], ENERGY_LT)),
  ),
  line('line 20 with the demand charge of line 21', 'rows', read(`${MEDIUM_HT}/demand/0`, annexB('HT', '21', DEMAND))),
  line('line 23 with the demand charge of line 20', 'rows', read(`${LARGE_HT}/demand/0`, annexB('HT', '20', DEMAND))),
  line(
    'line 16 with the energy charge of line 15',
    'rows',
    read(`${ALLIED_HT}/energy/0`, annexB('HT', '15', ENERGY_HT)),
  ),
  line(
    'line 14 with the energy charge of colony consumption at EHT',
    'rows',
    read(`${BULK}/energy/0`, annexB('EHT', '36', ENERGY_HT)),
  ),
  line(
    'Kutir Jyoti with the fixed charge of other domestic supply',
    'rows',
    read(`${KUTIR}/fixed/0`, {
      page: 135,
      labels: [],
      label: ['2.', 'Domestic (other than Kutir Jyoti)'],
      column: 'Monthly Minimum Fixed Charge (MMFC) for first KW/ KVA or part there of (Rs.)* | Approved For FY 2025-26',
    }),
  ),
]
