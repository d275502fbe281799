/**
 * Annexure-B of the OERC order for FY 2025-26 (p.163), typed from the page independently: the print of each of the 37
 * lines. Energy, demand (Rs a kVA), customer service charge, first and further kW as printed; `slabs` if the line
 * refers to the slab table above note (i).
 */
export type PrintedLine = {
  readonly serial: string
  readonly label: string
  readonly level: 'LT' | 'HT' | 'EHT'
  readonly code: string
  readonly energy: readonly string[] | 'slabs' | 'none'
  readonly demand?: string
  readonly service?: string
  readonly first?: string
  readonly further?: string
  readonly rebate: 'Rebate 10' | 'Rebate/DPS'
}

type Money = Pick<PrintedLine, 'energy' | 'demand' | 'service' | 'first' | 'further'>

const line = (
  serial: string,
  label: string,
  level: PrintedLine['level'],
  code: string,
  rebate: PrintedLine['rebate'],
  money: Money,
): PrintedLine => ({ serial, label, level, code, rebate, ...money })

const TEN = 'Rebate 10'
const DPS = 'Rebate/DPS'
const slabs = (demand: string, service: string): Money => ({ energy: 'slabs', demand, service })

export const LINES: readonly PrintedLine[] = [
  line('1.a', 'Kutir Jyoti', 'LT', 'KUTIR_JYOTI', TEN, { energy: 'none', first: '70' }),
  line('1.b', 'Domestic - Others', 'LT', 'DOMESTIC_OTHERS', TEN, {
    energy: ['290.00', '470.00', '570.00', '610.00'],
    first: '20',
    further: '20',
  }),
  line('2', 'General Purpose < 110 KVA', 'LT', 'GENERAL_PURPOSE_UNDER_110_KVA_LT', TEN, {
    energy: ['590.00', '700.00', '760.00'],
    first: '30',
    further: '30',
  }),
  line('3', 'Irrigation Pumping and Agriculture', 'LT', 'IRRIGATION_PUMPING_AND_AGRICULTURE_LT', TEN, {
    energy: ['150.00'],
    first: '20',
    further: '10',
  }),
  line('4', 'Allied Agricultural Activities', 'LT', 'ALLIED_AGRICULTURAL_ACTIVITIES_LT', TEN, {
    energy: ['160.00'],
    first: '20',
    further: '10',
  }),
  line('5', 'Allied Agro-Industrial Activities', 'LT', 'ALLIED_AGRO_INDUSTRIAL_ACTIVITIES_LT', DPS, {
    energy: ['310.00'],
    first: '80',
    further: '50',
  }),
  line('6', 'Public Lighting', 'LT', 'PUBLIC_LIGHTING_LT', DPS, { energy: ['620.00'], first: '20', further: '15' }),
  line('7', 'L.T. Industrial (S) Supply <22 KVA', 'LT', 'LT_INDUSTRIAL_S_SUPPLY_UNDER_22_KVA_LT', TEN, {
    energy: ['620.00'],
    first: '80',
    further: '35',
  }),
  line(
    '8',
    'L.T. Industrial (M) Supply >=22 KVA <110 KVA',
    'LT',
    'LT_INDUSTRIAL_M_SUPPLY_FROM_22_UNDER_110_KVA_LT',
    DPS,
    { energy: ['620.00'], first: '100', further: '80' },
  ),
  line('9', 'Specified Public Purpose', 'LT', 'SPECIFIED_PUBLIC_PURPOSE_LT', DPS, {
    energy: ['620.00'],
    first: '50',
    further: '50',
  }),
  line(
    '10',
    'Public Water Works and Sewerage Pumping <110 KVA',
    'LT',
    'PUBLIC_WATER_WORKS_AND_SEWERAGE_PUMPING_UNDER_110_KVA_LT',
    TEN,
    { energy: ['620.00'], first: '50', further: '50' },
  ),
  line(
    '11',
    'Public Water Works and Sewerage Pumping >=110 KVA',
    'LT',
    'PUBLIC_WATER_WORKS_AND_SEWERAGE_PUMPING_FROM_110_KVA_LT',
    TEN,
    { energy: ['620.00'], demand: '200', service: '30' },
  ),
  line('12', 'General Purpose >= 110 KVA', 'LT', 'GENERAL_PURPOSE_FROM_110_KVA_LT', DPS, {
    energy: ['620.00'],
    demand: '200',
    service: '30',
  }),
  line('13', 'Large Industry >=110 KVA', 'LT', 'LARGE_INDUSTRY_FROM_110_KVA_LT', DPS, {
    energy: ['620.00'],
    demand: '200',
    service: '30',
  }),
  line('14', 'Bulk Supply - Domestic', 'HT', 'BULK_SUPPLY_DOMESTIC_HT', TEN, {
    energy: ['490.00'],
    demand: '20',
    service: '250',
  }),
  line('15', 'Irrigation Pumping and Agriculture', 'HT', 'IRRIGATION_PUMPING_AND_AGRICULTURE_HT', TEN, {
    energy: ['140.00'],
    demand: '30',
    service: '250',
  }),
  line('16', 'Allied Agricultural Activities', 'HT', 'ALLIED_AGRICULTURAL_ACTIVITIES_HT', TEN, {
    energy: ['150.00'],
    demand: '30',
    service: '250',
  }),
  line('17', 'Allied Agro-Industrial Activities', 'HT', 'ALLIED_AGRO_INDUSTRIAL_ACTIVITIES_HT', DPS, {
    energy: ['300.00'],
    demand: '50',
    service: '250',
  }),
  line('18', 'Specified Public Purpose', 'HT', 'SPECIFIED_PUBLIC_PURPOSE_HT', DPS, slabs('250', '250')),
  line(
    '19',
    'General Purpose >70 KVA < 110 KVA',
    'HT',
    'GENERAL_PURPOSE_ABOVE_70_UNDER_110_KVA_HT',
    TEN,
    slabs('250', '250'),
  ),
  line('20', 'H.T Industrial (M) Supply', 'HT', 'HT_INDUSTRIAL_M_SUPPLY_HT', DPS, slabs('150', '250')),
  line('21', 'General Purpose >= 110 KVA', 'HT', 'GENERAL_PURPOSE_FROM_110_KVA_HT', DPS, slabs('250', '250')),
  line(
    '22',
    'Public Water Works & Sewerage Pumping',
    'HT',
    'PUBLIC_WATER_WORKS_AND_SEWERAGE_PUMPING_HT',
    TEN,
    slabs('250', '250'),
  ),
  line('23', 'Large Industry', 'HT', 'LARGE_INDUSTRY_HT', DPS, slabs('250', '250')),
  line('24', 'Power Intensive Industry', 'HT', 'POWER_INTENSIVE_INDUSTRY_HT', DPS, slabs('250', '250')),
  line('25', 'Mini Steel Plant', 'HT', 'MINI_STEEL_PLANT_HT', DPS, slabs('250', '250')),
  line('26', 'Railway Traction', 'HT', 'RAILWAY_TRACTION_HT', DPS, slabs('250', '250')),
  line('27', 'Emergency Supply to CGP (kWh)', 'HT', 'EMERGENCY_SUPPLY_TO_CGP_HT', DPS, {
    energy: ['780.00'],
    demand: '0',
    service: '250',
  }),
  line('28', 'Colony Consumption (Both SPP & Industrial)', 'HT', 'COLONY_CONSUMPTION_BOTH_SPP_AND_INDUSTRIAL_HT', DPS, {
    energy: ['490.00'],
    demand: '0',
    service: '0',
  }),
  line('29', 'General Purpose', 'EHT', 'GENERAL_PURPOSE_EHT', DPS, slabs('250', '700')),
  line('30', 'Large Industry', 'EHT', 'LARGE_INDUSTRY_EHT', DPS, slabs('250', '700')),
  line('31', 'Railway Traction', 'EHT', 'RAILWAY_TRACTION_EHT', DPS, slabs('250', '700')),
  line('32', 'Heavy Industry', 'EHT', 'HEAVY_INDUSTRY_EHT', DPS, slabs('250', '700')),
  line('33', 'Power Intensive Industry', 'EHT', 'POWER_INTENSIVE_INDUSTRY_EHT', DPS, slabs('250', '700')),
  line('34', 'Mini Steel Plant', 'EHT', 'MINI_STEEL_PLANT_EHT', DPS, slabs('250', '700')),
  line('35', 'Emergency Supply to CGP (kWh)', 'EHT', 'EMERGENCY_SUPPLY_TO_CGP_EHT', DPS, {
    energy: ['770.00'],
    demand: '0',
    service: '700',
  }),
  line('36', 'Colony Consumption', 'EHT', 'COLONY_CONSUMPTION_EHT', DPS, {
    energy: ['485.00'],
    demand: '0',
    service: '0',
  }),
]

/** The slab table above note (i), p.164: up to a load factor of 60 percent, and above. */
export const SLABS = { HT: ['585.00', '475.00'], EHT: ['580.00', '470.00'] } as const
