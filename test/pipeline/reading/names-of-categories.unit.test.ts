import { describe, expect, it } from 'vitest'
import { category, foundFor, LEVELS, pay } from './rule-for.ts'

/** Names of categories in the sentence of a rule: labels without their level, names of several, lists, and numbers of classes. */

describe('a label without its level', () => {
  it.each([
    ['Consumers of Domestic and Commercial', 'DOMESTIC, COMMERCIAL', []],
    ['Consumers of Domestic and Commercial', 'DOMESTIC', ['COMMERCIAL']],
    ['Consumers of Domestic and Commercial', 'DOMESTIC, COMMERCIAL, PUBLIC-LIGHTING', ['PUBLIC-LIGHTING']],
    // Its canonical code is domestic too, and the order has a row of its own for it.
    ['Consumers of Domestic and Commercial', 'DOMESTIC, COMMERCIAL, LIFE-LINE', ['LIFE-LINE']],
    ['Consumers of Public Lighting', 'PUBLIC-LIGHTING', []],
    ['Consumers of Water Works and Pumping', 'WATER-WORKS', []],
    ['Consumers of Water Works & Pumping', 'DOMESTIC', ['DOMESTIC', 'WATER-WORKS']],
    ['Consumers of Non-Domestic and Public Lighting', 'PUBLIC-LIGHTING', []],
  ] as const)('"%s" read as %s: %j', async (who, codes, found) => {
    expect(await foundFor(LEVELS, pay(who), codes)).toEqual(found)
  })
})

describe('a name that two categories have', () => {
  const TRACTION = [
    category('TRACTION-HT', 'Railway Traction', 'traction', 'HT'),
    category('TRACTION-EHT', 'Railway Traction', 'traction', 'EHT'),
  ]
  it.each([
    ['Railway Traction consumers', 'TRACTION-HT, TRACTION-EHT', []],
    ['Railway Traction consumers', 'TRACTION-HT', ['TRACTION-EHT']],
    ['Railway Traction consumers at EHT', 'TRACTION-EHT', []],
    ['Railway Traction consumers of 20 MVA and above', 'TRACTION-EHT', []],
  ] as const)('"%s" read as %s: %j', async (who, codes, found) => {
    expect(await foundFor(TRACTION, pay(who), codes)).toEqual(found)
  })
})

/** Classes with numbers, of which two have a second level. */
const CLASSES = [
  category('HOMES', 'LT-I Homes', 'homes'),
  category('SHOPS', 'LT-II Shops', 'shops'),
  category('MILLS', 'LT-III Mills', 'mills'),
  category('WORKS', 'HT-I Works', 'works', 'HT'),
  category('OFFICES', 'HT-II Offices', 'offices', 'HT'),
]

describe('a list behind a sentence', () => {
  const FOLLOWING = 'A surcharge of 2 percent of the bill is payable by the following categories of consumers.'
  it.each([
    ['Domestic and Commercial.', 'DOMESTIC, COMMERCIAL', []],
    ['Domestic and Commercial.', 'DOMESTIC', ['COMMERCIAL']],
    ['Domestic and Commercial.', 'DOMESTIC, COMMERCIAL, PUBLIC-LIGHTING', ['PUBLIC-LIGHTING']],
  ] as const)('"%s" read as %s: %j', async (list, codes, found) => {
    expect(await foundFor(LEVELS, `${FOLLOWING} ${list}`, codes)).toEqual(found)
  })
})

describe('a list for each level', () => {
  const FARMS = [
    category('HOMES-LT', 'Homes', 'homes'),
    category('FARMS-LT', 'Farms and Pumps', 'farms'),
    category('FARMS-HT', 'Farms and Pumps', 'farms', 'HT'),
    category('MILLS-HT', 'Mills and Works', 'mills', 'HT'),
  ]
  const BOTH = 'LT: Homes, Farms and Pumps. HT: Farms and Pumps, Mills and Works.'
  it.each([
    [BOTH, 'HOMES-LT, FARMS-LT, FARMS-HT, MILLS-HT', []],
    [BOTH, 'HOMES-LT, FARMS-LT, MILLS-HT', ['HT FARMS AND PUMPS']],
    [BOTH, 'HOMES-LT, FARMS-HT, MILLS-HT', ['LT FARMS AND PUMPS']],
    ['HT: Farms and Pumps, Mills and Works.', 'FARMS-HT, MILLS-HT', []],
    ['HT: Farms and Pumps, Mills and Works.', 'FARMS-HT, FARMS-LT, MILLS-HT', ['FARMS-LT']],
  ] as const)('"%s" read as %s: %j', async (list, codes, found) => {
    const following = 'A surcharge of 2 percent of the bill is payable by the following categories of consumers.'
    expect(await foundFor(FARMS, `${following} ${list}`, codes)).toEqual(found)
  })
})

describe('a further rule that reads the same sentence and asks for more', () => {
  it.each([
    ['DOMESTIC, COMMERCIAL', 'DOMESTIC, COMMERCIAL', []],
    ['DOMESTIC', 'DOMESTIC, COMMERCIAL', ['COMMERCIAL']],
    ['DOMESTIC, COMMERCIAL', 'DOMESTIC', []],
    ['DOMESTIC', 'COMMERCIAL', []],
  ] as const)(
    'is no rule for those whom the first leaves out: for %s, and for %s: %j',
    async (codes, further, found) => {
      const text = pay('Consumers of Domestic and Commercial')
      expect(await foundFor(LEVELS, text, codes, undefined, further)).toEqual(found)
    },
  )
})

describe('a class with a letter in brackets', () => {
  const MILLS = [
    category('SMALL', 'LT Industrial (S) Supply', 'industrial'),
    category('MEDIUM', 'LT Industrial (M) Supply', 'industrial'),
    category('SHOPS', 'Shops and Offices', 'shops'),
  ]
  it.each([
    ['Shops and Offices and LT Industrial (S) consumers', 'SMALL, SHOPS', []],
    ['Shops and Offices and LT Industrial (S) consumers', 'SMALL, MEDIUM, SHOPS', ['MEDIUM']],
    ['Shops and Offices and LT Industrial (S) consumers', 'MEDIUM, SHOPS', ['MEDIUM', 'lt industrial s']],
    ['LT industrial consumers', 'SMALL, MEDIUM', []],
  ] as const)('"%s" read as %s: %j', async (who, codes, found) => {
    expect(await foundFor(MILLS, pay(who), codes)).toEqual(found)
  })
})

describe('a class that is named by its number alone', () => {
  it.each([
    ['Consumers of LT-II and III', 'SHOPS, MILLS', []],
    ['Consumers of LT-II and III', 'SHOPS', ['lt iii']],
    ['Consumers of LT-II and III', 'SHOPS, MILLS, HOMES', ['HOMES']],
    ['LT-I, II & III consumers', 'HOMES, SHOPS, MILLS', []],
    ['LT-I, II & III consumers', 'HOMES, MILLS', ['lt ii']],
    ['Consumers under LT-II & III and HT-I & II', 'SHOPS, MILLS, WORKS, OFFICES', []],
    ['Consumers under LT-II & III and HT-I & II', 'SHOPS, MILLS, WORKS', ['ht ii']],
    ['Consumers of LT-I to LT-III', 'HOMES, SHOPS, MILLS', []],
    ['Consumers of LT-I to LT-III', 'HOMES, MILLS', ['lt ii']],
    ['Consumers of LT-I to III', 'HOMES, MILLS', ['lt ii']],
    ['Consumers of LT-II to LT-III', 'HOMES, SHOPS, MILLS', ['HOMES']],
    ['Consumers of LT categories II and III', 'SHOPS, MILLS', []],
    ['Consumers of LT categories 2 and 3', 'SHOPS', ['MILLS']],
    ['Consumers of LT categories 2 and 3', 'SHOPS, MILLS, HOMES', ['HOMES']],
    ['Consumers of category III', 'MILLS', []],
    ['Consumers of category III', 'HOMES', ['HOMES', 'MILLS']],
    // Of which list, the text does not say.
    ['Consumers of category II', 'OFFICES', []],
  ] as const)('"%s" read as %s: %j', async (who, codes, found) => {
    expect((await foundFor(CLASSES, pay(who), codes)).toSorted()).toEqual([...found].toSorted())
  })
})

/** Classes within classes, and codes of rates, as some states print them. */
const WITHIN = [
  category('LV-1.1', 'LV-1.1 Homes', 'homes'),
  category('LV-1.2', 'LV-1.2 Hostels', 'hostels'),
  category('LV-2', 'LV-2 Mills', 'mills'),
  category('D-R', 'Rate D(R) Villages', 'villages'),
  category('D-U', 'Rate D(U) Towns', 'towns'),
]

describe('a class within a class, and the code of a rate', () => {
  it.each([
    ['Consumers of LV-1.1', 'LV-1.1', []],
    ['Consumers of LV-1.1', 'LV-1.1, LV-1.2', ['LV-1.2']],
    ['Consumers of LV-1', 'LV-1.1, LV-1.2', []],
    ['Consumers of LV-1', 'LV-1.1', ['LV-1.2']],
    ['Consumers of LV-1.1 and LV-1.2', 'LV-1.1', ['lv 1.2']],
    ['Consumers of Rate D(R) and Rate D(U)', 'D-R, D-U', []],
    ['Consumers of Rate D(R)', 'D-R, D-U', ['D-U']],
    ['Consumers of Rate D(R) and Rate D(U)', 'D-R', ['D-U']],
  ] as const)('"%s" read as %s: %j', async (who, codes, found) => {
    expect(await foundFor(WITHIN, pay(who), codes)).toEqual(found)
  })
})

describe('a label that is in another one behind `non`', () => {
  const SHOPS = [category('HOMES', 'Domestic', 'domestic'), category('SHOPS', 'Non-Domestic', 'commercial')]
  it.each([
    ['Non-Domestic consumers', 'SHOPS', []],
    ['Non-Domestic consumers', 'SHOPS, HOMES', ['HOMES']],
    ['Domestic and Non-Domestic consumers', 'SHOPS', ['HOMES']],
  ] as const)('"%s" read as %s: %j', async (who, codes, found) => {
    expect(await foundFor(SHOPS, pay(who), codes)).toEqual(found)
  })
})
