/** The pages of the sample release's sources. They are invented: the state XX has no tariff. */
export const TEXTS: Readonly<Record<string, readonly string[]>> = {
  'XX-SHEET': [
    [
      'category,charge,printed,unit',
      'DS,energy up to 100 units,6.10,Rs/kWh',
      'DS,energy above 100 units,710.00,P/kWh',
      'DS,fixed per connection up to 2 kW,45.00,Rs/connection',
      'DS,fixed per connection above 2 kW,95.00,Rs/connection',
      'NDS,energy,petitioned 8.35 less the rise of 0.35 is 8.00,Rs/kWh',
      'NDS,wheeling,1.60,Rs/kWh',
      'NDS up to 0.5 kW,fixed,100.00,Rs/connection',
      'NDS above 0.5 kW up to 70 kW,fixed,55.00,Rs/kW',
      'KJ,energy,as in FY 2025-26',
      'AG,energy,not given',
      'scheme,125 units a month of 30 days; 104 in 25 days; 0.00 rupees for each; 0.00 fixed',
      'rebate,1.5 percent,digital payment',
      'NDS above 0.5 kW,load,a part of a kW counts as one and 1.00 kW is the least',
    ].join('\n'),
  ],
  'XX-ORDER': ['Order of the Commission', 'SL\n  Energy charge   9.03\n  rupees per unit\n'],
  'XX-NO-CHANGE': ['There shall be no change\nin any tariff for FY 2026-27.'],
  'XX-EARLIER': ['category,charge,printed,unit\nKJ,energy in FY 2025-26,4.45,Rs/kWh'],
  'XX-SPECIMEN': ['SL,fixed,10.11,Rs/kW\ntod,energy at peak,103,percent\nfppas,2026-04,1.00,percent'],
}

/** One line of a source, folded, as a quote of it. */
export function lineOf(sourceId: string, page: number, line: number): string {
  const text = TEXTS[sourceId]?.[page - 1]?.split('\n')[line - 1]
  if (text === undefined) throw new Error(`${sourceId} has no p.${page} line ${line}`)
  return text.replace(/\s+/gu, ' ').trim()
}
