import { describe, expect, it } from 'vitest'
import { structureRoutingClosed } from '../../../pipeline/gates/19-structure-routing-closed.ts'
import type { ReleaseRecord } from '../../../releases/record/record.ts'
import { sampleProfile, sampleSolar } from './support/rules.ts'
import { findingsOf, rowOf } from './support/sample.ts'

type Route = ReleaseRecord['routing'][number]
const route =
  (index: number, edit: Partial<Route>) =>
  ({ routing }: ReleaseRecord): void => {
    Object.assign(routing[index]!, edit)
  }

describe('structure.routing_closed fails when', () => {
  it.each([
    [
      'a route ends at an undeclared licensee',
      route(0, { licensees: ['XX_GONE'] }),
      'routing/district/Alpha | a declared licensee | XX_GONE is not declared',
    ],
    [
      'a routed place has two licensees',
      route(0, { licensees: ['XX_ONE', 'XX_TWO'] }),
      'routing/district/Alpha | one licensee, because it is routed | XX_ONE, XX_TWO',
    ],
    [
      'a routed place has none',
      route(0, { licensees: [] }),
      'routing/district/Alpha | one licensee, because it is routed | ',
    ],
    [
      'an ambiguous place has one licensee',
      route(1, { licensees: ['XX_ONE'] }),
      'routing/district/Beta | two licensees or more, because it is ambiguous | XX_ONE',
    ],
    [
      'a held place leads to an active licensee',
      route(2, { licensees: ['XX_ONE'] }),
      'routing/area/Gamma | a licensee that is held | XX_ONE is active',
    ],
    [
      'an excluded place leads to a held licensee',
      route(2, { status: 'excluded' }),
      'routing/area/Gamma | a licensee that is excluded | XX_TWO is held',
    ],
    [
      'a spelling stands for two places',
      route(1, { spellings: [' ALFA '] }),
      'routing/district/Beta | one route for district alfa | 2 routes have it',
    ],
  ] as const)('%s', async (_, edit, expected) => {
    expect(await findingsOf(structureRoutingClosed, edit)).toEqual([expected])
  })

  it('a route names one licensee twice', async () => {
    expect(await findingsOf(structureRoutingClosed, route(1, { licensees: ['XX_ONE', 'XX_ONE'] }))).toEqual([
      'routing/district/Beta | each licensee once | XX_ONE, XX_ONE',
    ])
  })

  it('an active licensee has no rows', async () => {
    const findings = await findingsOf(structureRoutingClosed, (record) => {
      for (const row of record.rows) row.licensee_code = 'XX_ONE'
      record.licensees[1]!.status = 'active'
      record.routing.pop()
    })
    expect(findings).toEqual(['licensees/XX_TWO | rows, because it is active | it has none'])
  })

  it('a licensee is held without a reason to refuse with', async () => {
    const findings = await findingsOf(structureRoutingClosed, ({ licensees }) => {
      licensees[1]!.reason = null
    })
    expect(findings).toEqual(['licensees/XX_TWO | the reason why it is held | no reason'])
  })

  it('a row, a category or a month of FPPAS belongs to an undeclared licensee', async () => {
    const findings = await findingsOf(structureRoutingClosed, (record) => {
      rowOf(record, 'R-AG').licensee_code = 'XX_GONE'
      record.categories[4]!.licensee_code = 'XX_GONE'
      record.rules.fppas_periods[0]!.licensee_code = 'XX_GONE'
    })
    expect(findings).toEqual([
      'rows/R-AG | a declared licensee | XX_GONE is not declared',
      'categories/XX_GONE/-/AG | a declared licensee | XX_GONE is not declared',
      'rules/fppas_periods/FPPAS-2026-04 | a declared licensee | XX_GONE is not declared',
    ])
  })

  it('a solar rule or a profile is of a licensee that is not declared', async () => {
    const findings = await findingsOf(structureRoutingClosed, ({ rules }) => {
      rules.solar = [sampleSolar({ licensees: ['XX_ONE', 'XX_GONE'] })]
      rules.complete_payable = [sampleProfile({ licensee_code: 'XX_GONE' })]
    })
    expect(findings).toEqual([
      'rules/solar/net_metering/0 | a declared licensee | XX_GONE is not declared',
      'rules/complete_payable/HOME | a declared licensee | XX_GONE is not declared',
    ])
  })
})
