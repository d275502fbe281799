import createClient from 'openapi-fetch'
import type { components, paths } from './contract-types.ts'

/**
 * Wrong uses that the types of the contract must reject: each line below is an error that the type check has to find.
 */

const api = createClient<paths>({ baseUrl: '' })

// @ts-expect-error subcategory_code is required
api.POST('/v1/calculate', { body: { state_code: 'BR', energy_units: 1 } })
// @ts-expect-error load_unit is kw or hp
api.POST('/v1/calculate', { body: { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 1, load_unit: 'mw' } })
// @ts-expect-error there is no such route
api.GET('/v1/tariff')
// @ts-expect-error there is no such parameter
api.GET('/v1/tariffs', { params: { query: { category: 'DS-II' } } })
// @ts-expect-error health takes no other method
api.POST('/v1/health')

type Paise = components['schemas']['Calculation']['base_tariff_paise']
// @ts-expect-error an amount may be null: its component is held
export const paise: (amount: Paise) => number = (amount) => amount

type InBatch = components['schemas']['BatchAnswer']['body']
// @ts-expect-error a bill of a batch may be refused
export const data: (body: InBatch) => object = ({ data }) => data
