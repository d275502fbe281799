import { catalogueMeta, categoriesData } from '../../responses/categories.ts'
import { success } from '../../responses/envelope.ts'
import { statesData, statesMeta } from '../../responses/states.ts'
import { tariffsData } from '../../responses/tariffs.ts'
import { operation } from './operation.ts'

/** States, categories, rows. */
export const CATALOGUE_OPERATIONS = {
  'GET /v1/states': operation({
    operationId: 'listStates',
    tag: 'Catalogue',
    summary: 'Released states',
    description:
      'States of tier verified_strict that the key may see. Others are in service too: see `releases` of GET /v1/health.',
    schema: success(statesData, statesMeta),
    conditional: true,
  }),
  'GET /v1/categories': operation({
    operationId: 'listCategories',
    tag: 'Catalogue',
    summary: 'Categories and the inputs they need',
    description:
      'Read this before POST /v1/calculate: `required_calculation_inputs` names what a category needs. A state without a catalogue answers 404 with the same as help.',
    schema: success(categoriesData, catalogueMeta),
    codes: ['STATE_NOT_RELEASED', 'LICENSEE_REQUIRED', 'LICENSEE_NOT_SUPPORTED', 'INVALID_EFFECTIVE_DATE'],
    conditional: true,
  }),
  'GET /v1/tariffs': operation({
    operationId: 'listTariffs',
    tag: 'Catalogue',
    summary: 'Schedule rows with their evidence',
    description:
      'One row a category or variant, with slabs, fixed charges and the quote each figure stands on. Without filters every row of the state.',
    schema: success(tariffsData, catalogueMeta),
    codes: ['STATE_NOT_RELEASED', 'LICENSEE_REQUIRED', 'LICENSEE_NOT_SUPPORTED', 'INVALID_EFFECTIVE_DATE'],
    conditional: true,
  }),
} as const
