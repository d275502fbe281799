import type { Misreading } from './misread.ts'
import {
  AGRO_HT,
  annexB,
  BULK,
  COLONY_EHT,
  DEMAND,
  EMERGENCY_EHT,
  EMERGENCY_HT,
  ENERGY_HT,
  ENERGY_LT,
  figure,
  GP_HT,
  GP_LT,
  IRRIGATION,
  LARGE_EHT,
  LARGE_HT,
  LARGE_LT,
  LIGHTING,
  line,
  read,
  row,
  rule,
  SERVICE,
  slab,
} from './paths.ts'

/** Another voltage level, another unit or currency unit, percent instead of paise. */
export const MISREAD_UNITS: readonly Misreading[] = [
  // Another voltage level.
  line(
    'line 23 with the slabs of EHT',
    'levels',
    read(`${LARGE_HT}/energy/0`, slab('= < 60%', 'EHT')),
    read(`${LARGE_HT}/energy/1`, slab('> 60%', 'EHT')),
  ),
  line(
    'line 30 with the slabs of HT',
    'levels',
    read(`${LARGE_EHT}/energy/0`, slab('= < 60%', 'HT')),
    read(`${LARGE_EHT}/energy/1`, slab('> 60%', 'HT')),
  ),
  line(
    'line 3 with the energy charge of line 15, which is HT',
    'levels',
    read(`${IRRIGATION}/energy/0`, annexB('HT', '15', ENERGY_HT)),
  ),
  line(
    'line 17 with the energy charge of line 5, which is LT',
    'levels',
    read(`${AGRO_HT}/energy/0`, annexB('LT', '5', ENERGY_LT)),
  ),
  line(
    'line 27 with the rate of line 35',
    'levels',
    read(`${EMERGENCY_HT}-KWH/energy/0`, annexB('EHT', '35', ENERGY_HT)),
  ),
  line(
    'line 35 with the rate of line 27, per kVAh',
    'levels',
    figure(`${EMERGENCY_EHT}-KVAH/energy/0`, '780', { quote: '(i) 780 paise/kVAh at HT level' }),
  ),
  line('line 36 with the rate of line 28', 'levels', read(`${COLONY_EHT}/energy/0`, annexB('HT', '28', ENERGY_HT))),
  line(
    'line 30 with the customer service charge of HT',
    'levels',
    read(`${LARGE_EHT}/customer-service/0`, annexB('HT', '23', SERVICE)),
  ),
  line('line 13 with the demand charge of HT', 'levels', read(`${LARGE_LT}/demand/0`, annexB('HT', '23', DEMAND))),
  line(
    'reconnection at HT with the charge of EHT',
    'levels',
    figure(`${rule('RECONNECTION-HT')}/ht`, '10,000', { quote: 'All EHT Consumers Rs. 10,000/-' }),
  ),

  // Units and currency units.
  line('line 12 billed by the kVAh', 'units', read(`${GP_LT}/energy/0`, annexB('LT', '12', ENERGY_LT), 'P/kVAh')),
  line(
    'line 23 billed by the kWh',
    'units',
    read(`${LARGE_HT}/energy/0`, slab('= < 60%', 'HT'), 'P/kWh'),
    read(`${LARGE_HT}/energy/1`, slab('> 60%', 'HT'), 'P/kWh'),
  ),
  line('line 14 billed by the kWh', 'units', read(`${BULK}/energy/0`, annexB('HT', '14', ENERGY_HT), 'P/kWh')),
  line('line 6: paise taken for rupees', 'units', read(`${LIGHTING}/energy/0`, annexB('LT', '6', ENERGY_LT), 'Rs/kWh')),
  line(
    'line 21: the slabs in rupees',
    'units',
    read(`${GP_HT}/energy/0`, slab('= < 60%', 'HT'), 'Rs/kVAh'),
    read(`${GP_HT}/energy/1`, slab('> 60%', 'HT'), 'Rs/kVAh'),
  ),
  line(
    'public charging in paise',
    'units',
    figure(`${row('PUBLIC-CHARGING-STATION-LT')}/energy/0`, '5.00', { unit: 'P/kWh' }),
  ),
  line(
    'overdrawal penalty by the kW',
    'units',
    figure(`${rule('OVERDRAWAL-INDUSTRY')}/excess`, '250', { unit: 'Rs/kW' }),
  ),
  line('line 13: demand charge by the kW', 'units', read(`${LARGE_LT}/demand/0`, annexB('LT', '13', DEMAND), 'Rs/kW')),

  // Percent instead of paise, and paise instead of percent.
  line(
    'EHT industry: 20 percent for 20 paise',
    'percent',
    figure(`${rule('EHT-INDUSTRY')}/beyond-80`, '20', { unit: 'percent' }),
  ),
  line(
    'railway traction: 25 percent for 25 paise',
    'percent',
    figure(`${rule('RAILWAY')}/all-units`, '25', { unit: 'percent' }),
  ),
  line(
    'prompt payment: 10 percent for 10 paise',
    'percent',
    figure(`${rule('PROMPT-LT')}/in-time`, '10', { unit: 'percent' }),
  ),
  line(
    'temporary supply: 10 paise for 10 percent',
    'percent',
    figure(`${rule('TEMPORARY')}/temporary`, '10', { unit: 'P/kWh' }),
  ),
  line(
    'billing demand: 80 kVA for 80 percent',
    'percent',
    figure('quantities/billing_demand/least_share', '80', { unit: 'kVA' }),
  ),
  line(
    'hostels: Rs 2.40 taken for 2.40 percent',
    'percent',
    figure(`${rule('HOSTEL-HT')}/all-units`, '2.40', { unit: 'percent' }),
  ),
]
