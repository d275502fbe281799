import type { Edit, Misreading, Place } from './misread.ts'

/** Short names for rows and rules of the record of OERC FY 2025-26, and for the parts of a misreading. */

export const row = (code: string): string => `rows/OD-{licensee}-2526-${code}`
export const GP = row('GENERAL-PURPOSE-UNDER-110-KVA-LT')
export const IRRIGATION = row('IRRIGATION-PUMPING-AND-AGRICULTURE-LT')
export const ALLIED = row('ALLIED-AGRICULTURAL-ACTIVITIES-LT')
export const AGRO = row('ALLIED-AGRO-INDUSTRIAL-ACTIVITIES-LT')
export const LIGHTING = row('PUBLIC-LIGHTING-LT')
export const SMALL = row('LT-INDUSTRIAL-S-SUPPLY-UNDER-22-KVA-LT')
export const MEDIUM = row('LT-INDUSTRIAL-M-SUPPLY-FROM-22-UNDER-110-KVA-LT')
export const LARGE_LT = row('LARGE-INDUSTRY-FROM-110-KVA-LT')
export const GP_LT = row('GENERAL-PURPOSE-FROM-110-KVA-LT')
export const BULK = row('BULK-SUPPLY-DOMESTIC-HT-FROM-110')
export const IRRIGATION_HT = row('IRRIGATION-PUMPING-AND-AGRICULTURE-HT-FROM-110')
export const ALLIED_HT = row('ALLIED-AGRICULTURAL-ACTIVITIES-HT-FROM-110')
export const AGRO_HT = row('ALLIED-AGRO-INDUSTRIAL-ACTIVITIES-HT-FROM-110')
export const LARGE_HT = row('LARGE-INDUSTRY-HT')
export const LARGE_EHT = row('LARGE-INDUSTRY-EHT')
export const GP_HT = row('GENERAL-PURPOSE-FROM-110-KVA-HT')
export const MEDIUM_HT = row('HT-INDUSTRIAL-M-SUPPLY-HT-FROM-110')
export const EMERGENCY_HT = row('EMERGENCY-SUPPLY-TO-CGP-HT')
export const EMERGENCY_EHT = row('EMERGENCY-SUPPLY-TO-CGP-EHT')
export const COLONY_HT = row('COLONY-CONSUMPTION-BOTH-SPP-AND-INDUSTRIAL-HT')
export const COLONY_EHT = row('COLONY-CONSUMPTION-EHT')
export const DOMESTIC = row('DOMESTIC-OTHERS')
export const KUTIR = row('KUTIR-JYOTI')
export const rule = (id: string): string => `rules/adjustments/OD-2526-${id}`

export const figure = (
  path: string,
  printed: string,
  more: Omit<Extract<Edit, { printed?: string }>, 'figure' | 'printed'> = {},
): Edit => ({
  figure: path,
  printed,
  ...more,
})
/** A figure for which another cell of the order is read; `unit` if that is misread too. */
export const read = (path: string, at: Place, unit?: string): Edit => ({
  figure: path,
  at,
  ...(unit === undefined ? {} : { unit }),
})
export const line = (name: string, sort: Misreading['sort'], ...edits: readonly Edit[]): Misreading => ({
  name,
  sort,
  edits,
})

export const WATER_LT = row('PUBLIC-WATER-WORKS-AND-SEWERAGE-PUMPING-FROM-110-KVA-LT')

/** Column headers of Annexure-B. */
export const ENERGY_LT = 'Energy Charge | (P/kWh)'
export const ENERGY_HT = 'Energy Charge | (P/kVAh)'
export const DEMAND = 'Demand Charge (Rs./KW/ Month)/ (Rs./KVA/ Month)'
export const SERVICE = 'Customer Service Charge (Rs./Month)'
export const FIRST = 'Monthly Minimum Fixed Charge for first KW/kVA or part there of (Rs.)'
export const FURTHER = 'Monthly Fixed Charge for any additional KW/ kVA or part there of (Rs.)'

/** A cell of Annexure-B by the serial number of its line, or by its label under the heading of a line. */
export const annexB = (level: 'LT' | 'HT' | 'EHT', line: string | readonly string[], column: string): Place => ({
  page: 163,
  labels: ['Sl. No.', 'Category of Consumers', 'Voltage of Supply'],
  label: [`${level} Category`, ...(typeof line === 'string' ? [line] : line)],
  column,
})
export const slab = (label: '= < 60%' | '> 60%', column: 'HT' | 'EHT'): Place => ({
  page: 164,
  labels: ['Load Factor (%)'],
  label: [label],
  column,
})
