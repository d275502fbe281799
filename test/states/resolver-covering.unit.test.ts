import { describe, expect, it } from 'vitest'
import type { ShippedState } from '../support/definitions.ts'
import { resolve } from './resolve.ts'

describe('a connection outside a bound', () => {
  const because = (state: ShippedState, code: string, context: object, licensee: string | null = null) => {
    const { resolution, rejected } = resolve(state, { ...context, supply_level: 'lt', load_unit: 'kw' }, licensee)
    return [resolution, rejected.find(({ subcategory_code }) => subcategory_code === code)?.because.at(-1)]
  }
  it('is told which category covers it and why, or why none is known', () => {
    const shop = { purpose: 'non_domestic', area_type: 'urban' }
    expect(because('JH', 'CS-URBAN', { ...shop, connected_load: 3 }, 'JH_JBVNL')).toEqual([
      'unresolved',
      'connected_load_kw>5 does not hold for connected_load 3. DS-URBAN: A connection of 5 kW or less pays by the domestic schedule of its area.',
    ])
    expect(because('BR', 'NDS-II', { ...shop, connected_load: 80 })).toEqual([
      'unresolved',
      'connected_load_kw<=70 does not hold for connected_load 80. No page that was read names the class of a non-domestic connection above 70 kW.',
    ])
    expect(because('MH', 'LT-II-A', { ...shop, connected_load: 25 }, 'MH_MSEDCL')).toEqual([
      'resolved',
      'connected_load_kw<=20 does not hold for connected_load 25',
    ])
  })
})
