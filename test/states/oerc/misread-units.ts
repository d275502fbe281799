import type { Misreading } from './misread.ts'
import {
  AGRO_HT,
  BULK,
  COLONY_EHT,
  EMERGENCY_EHT,
  EMERGENCY_HT,
  figure,
  GP_HT,
  GP_LT,
  IRRIGATION,
  LARGE_EHT,
  LARGE_HT,
  LARGE_LT,
  LIGHTING,
  line,
  row,
  rule,
  SLAB_60,
  SLAB_ABOVE,
} from './paths.ts'

/** Another level of voltage, another unit or coin, percent for paise. */
export const MISREAD_UNITS: readonly Misreading[] = [
  // Another level of voltage.
  line(
    'line 23 with the slabs of EHT',
    'levels',
    figure(`${LARGE_HT}/energy/0`, '580.00', { quote: SLAB_60 }),
    figure(`${LARGE_HT}/energy/1`, '470.00', { quote: SLAB_ABOVE }),
  ),
  line(
    'line 30 with the slabs of HT',
    'levels',
    figure(`${LARGE_EHT}/energy/0`, '585.00', { quote: SLAB_60 }),
    figure(`${LARGE_EHT}/energy/1`, '475.00', { quote: SLAB_ABOVE }),
  ),
  line(
    'line 3 with the energy charge of line 15, which is HT',
    'levels',
    figure(`${IRRIGATION}/energy/0`, '140.00', { quote: '15 Irrigation Pumping and Agriculture HT 30 140.00 250' }),
  ),
  line(
    'line 17 with the energy charge of line 5, which is LT',
    'levels',
    figure(`${AGRO_HT}/energy/0`, '310.00', { quote: '5 Allied Agro-Industrial Activities LT 310.00 80 50' }),
  ),
  line(
    'line 27 with the rate of line 35',
    'levels',
    figure(`${EMERGENCY_HT}-KWH/energy/0`, '770.00', { quote: '35 Emergency Supply to CGP (kWh) EHT 0 770.00 700' }),
  ),
  line(
    'line 35 with the rate of line 27, per kVAh',
    'levels',
    figure(`${EMERGENCY_EHT}-KVAH/energy/0`, '780', { quote: '(i) 780 paise/kVAh at HT level' }),
  ),
  line(
    'line 36 with the rate of line 28',
    'levels',
    figure(`${COLONY_EHT}/energy/0`, '490.00', {
      quote: '28 Colony Consumption (Both SPP & Industrial) HT 0 490.00 0',
    }),
  ),
  line(
    'line 30 with the customer service charge of HT',
    'levels',
    figure(`${LARGE_EHT}/customer-service/0`, '250', { quote: '23 Large Industry HT 250 250' }),
  ),
  line(
    'line 13 with the demand charge of HT',
    'levels',
    figure(`${LARGE_LT}/demand/0`, '250', { quote: '23 Large Industry HT 250 250' }),
  ),
  line(
    'reconnection at HT with the charge of EHT',
    'levels',
    figure(`${rule('RECONNECTION-HT')}/ht`, '10,000', { quote: 'All EHT Consumers Rs. 10,000/-' }),
  ),

  // Units and coins.
  line('line 12 billed by the kVAh', 'units', figure(`${GP_LT}/energy/0`, '620.00', { unit: 'P/kVAh' })),
  line(
    'line 23 billed by the kWh',
    'units',
    figure(`${LARGE_HT}/energy/0`, '585.00', { unit: 'P/kWh' }),
    figure(`${LARGE_HT}/energy/1`, '475.00', { unit: 'P/kWh' }),
  ),
  line('line 14 billed by the kWh', 'units', figure(`${BULK}/energy/0`, '490.00', { unit: 'P/kWh' })),
  line('line 6: paise taken for rupees', 'units', figure(`${LIGHTING}/energy/0`, '620.00', { unit: 'Rs/kWh' })),
  line(
    'line 21: the slabs in rupees',
    'units',
    figure(`${GP_HT}/energy/0`, '585.00', { unit: 'Rs/kVAh' }),
    figure(`${GP_HT}/energy/1`, '475.00', { unit: 'Rs/kVAh' }),
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
  line('line 13: demand charge by the kW', 'units', figure(`${LARGE_LT}/demand/0`, '200', { unit: 'Rs/kW' })),

  // Percent for paise, and paise for percent.
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
