import * as z from 'zod'
import { areaType } from '../../../releases/record/text.ts'
import { errorMessage } from '../../platform/errors.ts'
import { ANY_CASE, DEFAULT_STATE, date, licensee, stateOrDefault, subcategory, word } from '../contract/parameters.ts'
import { type Refused, refuse } from '../contract/responses/error-details.ts'
import { catalogueMeta } from '../contract/responses/scalars.ts'
import { tariffRowSchema } from '../contract/responses/tariff-row.ts'
import { jsonList } from '../reply/json-text.ts'
import { defineRoute, enveloped } from '../route.ts'
import type { RowPart } from '../snapshot/catalogue.ts'
import { isSame, unknownFilter } from '../snapshot/filters.ts'
import { catalogueRelease } from '../snapshot/release-selection.ts'
import { identityOfRelease, type ServingRelease } from '../snapshot/serving-release.ts'

const CATEGORY_REQUIRED = `${errorMessage('INVALID_QUERY_PARAMETER')} This state needs category_id; GET /v1/categories lists those of a licensee.`
const query = z.strictObject({
  state_code: stateOrDefault,
  effective_on: date.optional(),
  subcategory_code: subcategory.optional(),
  supply_type: word(50, `Supply type; ${ANY_CASE}`).optional(),
  area_type: word(50, `Area type; ${ANY_CASE}`).optional(),
  licensee_code: licensee.optional(),
  category_id: word(64, `Category of a licensee, as in /v1/categories; ${ANY_CASE}. Required for MH`).optional(),
})
type Asked = z.output<typeof query>

const FILTERS = ['subcategory_code', 'category_id', 'supply_type', 'area_type'] as const

function accepts(asked: Asked, row: RowPart): boolean {
  const isOfLicensee = asked.licensee_code === undefined || row.licensee_code === asked.licensee_code
  return isOfLicensee && FILTERS.every((name) => isSame(asked[name], row[name]))
}

/** The refusal of the first filter with a value that no row of the release can have; null: none has one. */
function unknownValue(asked: Asked, { record }: ServingRelease): Refused<'INVALID_QUERY_PARAMETER'> | null {
  const rows = record.rows.filter(({ licensee_code }) => isSame(asked.licensee_code, licensee_code))
  for (const name of FILTERS) {
    const has = name === 'area_type' ? areaType.options : rows.map((row) => row[name])
    const refused = unknownFilter(name, asked[name], has)
    if (refused !== null) return refused
  }
  return null
}

/**
 * GET /tariffs: schedule rows with their slabs, evidence and hashes (spec: Tariff row;
 * docs/design/contract.md#tariffs).
 */
export const tariffs = defineRoute({
  method: 'GET',
  path: '/v1/tariffs',
  operationId: 'listTariffs',
  tag: 'Catalogue',
  summary: 'Schedule rows with their evidence',
  description:
    'One row for each category or variant, with slabs, fixed charges and the quote of each figure. MH needs licensee_code and category_id.',
  scope: 'tariffs:read',
  query,
  defaultState: DEFAULT_STATE,
  response: enveloped(z.array(tariffRowSchema).describe('In the order of the schedule'), catalogueMeta),
  codes: ['STATE_NOT_RELEASED', 'LICENSEE_REQUIRED', 'LICENSEE_NOT_SUPPORTED', 'INVALID_EFFECTIVE_DATE'],
  conditional: true,
  tool: {
    name: 'tariffs',
    title: 'Schedule rows with their evidence',
    gives: 'Rows of the tariff schedule: slabs, wheeling and fixed charges as printed, each with its quote.',
    cautions: [
      'Do not compute bills from rows: conditions, rounding and holds are applied by calculate. A rate that is null or has held must not be used; a rate with specimen true is an unpublished placeholder.',
    ],
  },
  handle({ snapshot }, { query: asked }) {
    const { state_code: state = DEFAULT_STATE, licensee_code, effective_on } = asked
    const found = catalogueRelease(snapshot(), { state, licensee: licensee_code, date: effective_on })
    if (!found.ok) return found
    const { release, effectiveOn } = found
    const needsCategory = release.record.rows.some(({ category_id }) => category_id !== null)
    if (needsCategory && asked.category_id === undefined)
      return refuse('INVALID_QUERY_PARAMETER', { parameter: 'category_id', rule: 'required' }, CATEGORY_REQUIRED)
    const unknown = unknownValue(asked, release)
    if (unknown !== null) return unknown
    return {
      ok: true,
      of: [identityOfRelease(release)],
      members: () => {
        const rows = release.catalogue.rows.filter((row) => accepts(asked, row))
        return {
          data: jsonList(rows.map(({ text }) => text)),
          meta: { state_code: release.record.state_code, count: rows.length, effective_on: effectiveOn },
        }
      },
    }
  },
})
