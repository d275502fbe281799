import type { Misreading } from './misread.ts'
import {
  AGRO,
  AGRO_HT,
  ALLIED,
  ALLIED_HT,
  BULK,
  COLONY_HT,
  DOMESTIC,
  EMERGENCY_HT,
  figure,
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
  Q11,
  SMALL,
  WATER_LT,
} from './paths.ts'

/** Columns of a line taken for one another, and another line read in its place. */
export const MISREAD_LINES: readonly Misreading[] = [
  // Columns of one line taken for one another.
  line(
    'line 11: demand charge and energy charge change places',
    'columns',
    figure(`${WATER_LT}/energy/0`, '200', { quote: Q11 }),
    figure(`${WATER_LT}/demand/0`, '620.00'),
  ),
  line(
    'line 12: demand charge and energy charge change places',
    'columns',
    figure(`${GP_LT}/energy/0`, '200'),
    figure(`${GP_LT}/demand/0`, '620.00'),
  ),
  line(
    'line 13: customer service charge and demand charge change places',
    'columns',
    figure(`${LARGE_LT}/demand/0`, '30'),
    figure(`${LARGE_LT}/customer-service/0`, '200'),
  ),
  line(
    'line 14: demand charge and customer service charge change places',
    'columns',
    figure(`${BULK}/demand/0`, '250'),
    figure(`${BULK}/customer-service/0`, '20'),
  ),
  line('line 15: demand charge taken for the energy charge', 'columns', figure(`${IRRIGATION_HT}/energy/0`, '30')),
  line('line 17: customer service charge taken for the demand charge', 'columns', figure(`${AGRO_HT}/demand/0`, '250')),
  line(
    'line 27: customer service charge taken for the energy charge',
    'columns',
    figure(`${EMERGENCY_HT}-KWH/energy/0`, '250'),
  ),
  line('line 28: the demand charge of 0 taken for the energy charge', 'columns', figure(`${COLONY_HT}/energy/0`, '0')),
  line(
    'line 30: demand charge and customer service charge change places',
    'columns',
    figure(`${LARGE_EHT}/demand/0`, '700'),
    figure(`${LARGE_EHT}/customer-service/0`, '250'),
  ),
  line(
    'line 3: the first kW and each further kW change places',
    'columns',
    figure(`${IRRIGATION}/fixed/0`, '10'),
    figure(`${IRRIGATION}/fixed/1`, '20'),
  ),
  line(
    'line 4: the first kW and each further kW change places',
    'columns',
    figure(`${ALLIED}/fixed/0`, '10'),
    figure(`${ALLIED}/fixed/1`, '20'),
  ),
  line(
    'line 5: the first kW and each further kW change places',
    'columns',
    figure(`${AGRO}/fixed/0`, '50'),
    figure(`${AGRO}/fixed/1`, '80'),
  ),
  line(
    'line 6: the first kW and each further kW change places',
    'columns',
    figure(`${LIGHTING}/fixed/0`, '15'),
    figure(`${LIGHTING}/fixed/1`, '20'),
  ),
  line(
    'line 7: the first kW and each further kW change places',
    'columns',
    figure(`${SMALL}/fixed/0`, '35'),
    figure(`${SMALL}/fixed/1`, '80'),
  ),
  line(
    'line 8: the first kW and each further kW change places',
    'columns',
    figure(`${MEDIUM}/fixed/0`, '80'),
    figure(`${MEDIUM}/fixed/1`, '100'),
  ),
  line('line 8: the charge of the first kW for every kW', 'columns', figure(`${MEDIUM}/fixed/1`, '100')),
  line(
    'line 7: the first kW from the energy column',
    'columns',
    figure(`${SMALL}/fixed/0`, '620.00', {
      page: 163,
      section: 'Annexure-B, 7',
      quote: '7 L.T. Industrial (S) Supply <22 KVA LT 620.00 80 35',
    }),
  ),

  // Another line read in its place.
  line(
    'line 3 with the energy charge of line 4',
    'rows',
    figure(`${IRRIGATION}/energy/0`, '160.00', { quote: '4 Allied Agricultural Activities LT 160.00 20 10' }),
  ),
  line(
    'line 4 with the energy charge of line 3',
    'rows',
    figure(`${ALLIED}/energy/0`, '150.00', { quote: '3 Irrigation Pumping and Agriculture LT 150.00 20 10' }),
  ),
  line(
    'line 5 with the energy charge of line 6',
    'rows',
    figure(`${AGRO}/energy/0`, '620.00', { quote: '6 Public Lighting LT 620.00 20 15' }),
  ),
  line(
    'line 7 with the fixed charge of line 8',
    'rows',
    figure(`${SMALL}/fixed/0`, '100', { quote: '9. LT Industrial (M) Supply 100 80' }),
    figure(`${SMALL}/fixed/1`, '80', { quote: '9. LT Industrial (M) Supply 100 80' }),
  ),
  line(
    'line 8 with the fixed charge of line 7',
    'rows',
    figure(`${MEDIUM}/fixed/0`, '80', { quote: '8. LT Industrial (S) Supply 80 35' }),
    figure(`${MEDIUM}/fixed/1`, '35', { quote: '8. LT Industrial (S) Supply 80 35' }),
  ),
  line(
    'line 6 with the fixed charge of line 9',
    'rows',
    figure(`${LIGHTING}/fixed/0`, '50', { quote: '10. Specified Public Purpose 50 50' }),
    figure(`${LIGHTING}/fixed/1`, '50', { quote: '10. Specified Public Purpose 50 50' }),
  ),
  line(
    'line 2 with the slabs of domestic supply',
    'rows',
    figure(`${GP}/energy/0`, '290.00', { quote: '(Consumption <= 50 units/month) LT 290.00' }),
    figure(`${GP}/energy/1`, '470.00', { quote: '(Consumption >50, <=200 units/month) LT 470.00' }),
    figure(`${GP}/energy/2`, '570.00', { quote: '(Consumption >200, <=400 units/month) LT 570.00' }),
  ),
  line(
    'line 1.b with the slabs of general purpose',
    'rows',
    figure(`${DOMESTIC}/energy/0`, '590.00', { quote: 'Consumption <=100 units/month LT 590.00' }),
  ),
  line(
    'line 20 with the demand charge of line 21',
    'rows',
    figure(`${MEDIUM_HT}/demand/0`, '250', { quote: '21 General Purpose >= 110 KVA HT 250 250' }),
  ),
  line(
    'line 23 with the demand charge of line 20',
    'rows',
    figure(`${LARGE_HT}/demand/0`, '150', { quote: '20 H.T Industrial (M) Supply HT 150 250' }),
  ),
  line(
    'line 16 with the energy charge of line 15',
    'rows',
    figure(`${ALLIED_HT}/energy/0`, '140.00', { quote: '15 Irrigation Pumping and Agriculture HT 30 140.00 250' }),
  ),
  line(
    'line 14 with the energy charge of colony consumption at EHT',
    'rows',
    figure(`${BULK}/energy/0`, '485.00', { quote: '36 Colony Consumption EHT 0 485.00 0' }),
  ),
  line(
    'Kutir Jyoti with the fixed charge of other domestic supply',
    'rows',
    figure(`${KUTIR}/fixed/0`, '20', {
      page: 135,
      section: 'Table 89',
      quote: '2. Domestic (other than Kutir Jyoti) 20 20',
    }),
  ),
]
