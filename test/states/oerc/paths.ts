import type { Edit, Misreading } from './misread.ts'

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
  more: Omit<Extract<Edit, { figure: string }>, 'figure' | 'printed'> = {},
): Edit => ({
  figure: path,
  printed,
  ...more,
})
export const line = (name: string, sort: Misreading['sort'], ...edits: readonly Edit[]): Misreading => ({
  name,
  sort,
  edits,
})

export const Q11 = '11 Public Water Works and Sewerage Pumping >=110 KVA LT 200 620.00 30'
export const WATER_LT = row('PUBLIC-WATER-WORKS-AND-SEWERAGE-PUMPING-FROM-110-KVA-LT')
export const SLAB_60 = '= < 60% 585.00 580.00'
export const SLAB_ABOVE = '> 60% 475.00 470.00'
