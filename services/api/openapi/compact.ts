import { isJsonObject } from '../../../releases/record/json-text.ts'
import { pascal } from '../contract/responses/errors.ts'
import type { Json, JsonObject } from './types.ts'

/**
 * A shorter form of the same contract. The accepted values stay the same: a nullable type is a list of types, the first
 * members of every envelope occur once, and identical parts of several schemas have a name.
 */

/** Parts that several schemas share: the name of each, and where it is defined. */
const SHARED: Readonly<Record<string, readonly [schema: string, ...path: (string | number)[]]>> = {
  ActualBill: ['CalculateRequest', 'properties', 'actual_bill'],
  Payment: ['CalculateRequest', 'properties', 'payment'],
  BillPeriod: ['CalculateRequest', 'properties', 'bill_period'],
  Selectors: ['CalculateRequest', 'properties', 'selectors'],
  NamedLicensee: ['CalculateRequest', 'properties', 'licensee_code'],
  AreaType: ['CalculateRequest', 'properties', 'area_type'],
  LoadUnit: ['CalculateRequest', 'properties', 'load_unit'],
  MeterType: ['CalculateRequest', 'properties', 'meter_type'],
  VoltageMode: ['CalculateRequest', 'properties', 'rts_voltage_mode'],
  BillingMonth: ['CalculateRequest', 'properties', 'billing_month'],
  ConnectionFacts: ['CategoryResolverRequest', 'properties', 'context'],
  Phase: ['CalculateRequest', 'properties', 'phase'],
  LicenseeOrNull: ['CalculateAnswer', 'properties', 'licensee_code'],
  WholePaise: ['Slab', 'properties', 'rate_paise'],
  CellOrNull: ['RowFigure', 'properties', 'cell'],
  Citations: ['RowFigure', 'properties', 'citations'],
  SealedReleases: ['GetRowResponse', 'properties', 'data', 'properties', 'releases'],
  RowIdentity: ['RowChain', 'properties', 'row'],
  RulesOfRow: ['RowChain', 'properties', 'rules'],
  UnavailableStates: ['StatesMeta', 'properties', 'unavailable_states'],
  BlockedOfScheme: ['Subsidy', 'oneOf', 0, 'properties', 'blocked'],
  ShownBeside: ['Fppas', 'oneOf', 2],
  MonthPointer: ['RateNotVerifiedError', 'properties', 'details', 'properties', 'period'],
  ServedLicensees: ['LicenseeRequiredError', 'properties', 'details', 'properties', 'licensees'],
  LineSlab: ['CalculationLine', 'properties', 'slab'],
  ExactQuantity: ['CalculationLine', 'properties', 'quantity_exact'],
  PaiseOrHeld: ['Calculation', 'properties', 'base_tariff_paise'],
  CarriedOrNull: ['FigureEvidence', 'properties', 'carried'],
  FiguresOfGrade: ['Health', 'properties', 'evidence', 'properties', 'order'],
  ChargeEvidenceOrNull: ['TariffRow', 'properties', 'evidence', 'properties', 'fixed_charge'],
  ReleaseName: ['Change', 'properties', 'release', 'anyOf', 0],
  BlockedPart: ['Fppas', 'oneOf', 0],
  PayableComplete: ['CalculateAnswer', 'properties', 'payable_complete'],
  PublicKeyId: ['TrustDocument', 'properties', 'keys', 'items', 'properties', 'key_id'],
}

/** Common first members of several objects: the schema that has them, and their names. The objects extend it. */
const KINDS: Readonly<Record<string, readonly [schema: string, description: string, ...members: string[]]>> = {
  Envelope: ['ListStatesResponse', 'Fields that every answer has', 'status', 'api_version', 'request_id'],
  PrintedRate: [
    'Slab',
    'A rate as printed and as used',
    'rate',
    'rate_paise',
    'printed',
    'printed_unit',
    'specimen',
    'held',
  ],
  Quoted: ['LineEvidence', 'The place of a figure, as its source words it', 'source_id', 'locator', 'quote', 'grade'],
  Classified: [
    'Category',
    'A category and its area of application',
    'state_code',
    'licensee_code',
    'raw_category_label',
    'canonical_category_code',
    'layer',
    'supply_type',
    'area_type',
    'slab_type',
    'financial_year',
    'effective_from',
    'verification_tier',
  ],
  Answered: [
    'CalculateAnswer',
    'The request, the release that answered, and the disclosures to show',
    'state_code',
    'licensee_code',
    'subcategory_code',
    'financial_year',
    'verification_tier',
    'release',
    'disclosures',
    'specimen',
    'engine_version',
  ],
}
/** Members that every error has, as an error of its own. */
const REFUSAL: JsonObject = {
  type: 'object',
  properties: {
    code: { type: 'string', description: 'Decide by this' },
    message: { $ref: '#/components/schemas/ErrorMessage' },
  },
  required: ['code', 'message'],
  description: 'Depends on `code`',
}
/** What the details of every error are called in the full document. */
const DETAILS = 'Details'
/** The same with details, which most errors have. */
const DETAILED_REFUSAL: JsonObject = {
  ...REFUSAL,
  properties: { ...(REFUSAL['properties'] as JsonObject), details: { description: DETAILS } },
  required: ['code', 'message', 'details'],
}

const toSchema = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
const same = (one: Json | undefined, other: Json | undefined): boolean => JSON.stringify(one) === JSON.stringify(other)

const isObject = (value: Json | undefined): value is JsonObject => isJsonObject(value)

/** A copy with `change` applied to every object, inner ones first. */
function rewritten(value: Json, change: (object: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((one) => rewritten(one, change))
  if (!isObject(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rewritten(inner, change)])))
}

/** A copy in which each named part is a reference, with its own description if it has one; if they are nested, the outermost one. */
function withNames(value: Json, nameOf: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((one) => withNames(one, nameOf))
  if (!isObject(value)) return value
  const name = nameOf.get(JSON.stringify(value))
  if (name !== undefined) return toSchema(name)
  const { description, ...rest } = value
  const undescribed = description === undefined ? undefined : nameOf.get(JSON.stringify(rest))
  if (description !== undefined && undescribed !== undefined) return { description, ...toSchema(undescribed) }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withNames(inner, nameOf)]))
}

/** `anyOf` of one plain type and null as `type: [that, "null"]`. */
function nullable(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const [one, other] = anyOf
  if (!isObject(one) || !same(other, { type: 'null' })) return schema
  const { type, ...keywords } = one
  // A list of words, or a single one, would have to include null as well.
  if (typeof type !== 'string' || type === 'object' || 'enum' in keywords || 'const' in keywords) return schema
  return { type: [type, 'null'], ...keywords, ...rest }
}

/** Members of an object schema; null if it is not an object, or allows unnamed members. */
function membersOf({ type, properties, required = [], additionalProperties }: JsonObject) {
  if (type !== 'object' || !isObject(properties) || !Array.isArray(required)) return null
  return additionalProperties === undefined ? { properties, required } : null
}

/** `schema` as an extension of the first of `kinds` whose members it all has. */
function extended(schema: JsonObject, kinds: JsonObject): JsonObject {
  const object = membersOf(schema)
  if (object === null) return schema
  for (const [name, kind] of Object.entries(kinds)) {
    const base = membersOf(kind as JsonObject)
    if (base === null) continue
    const members = Object.keys(base.properties)
    const isOne = members.every(
      (member) =>
        same(object.properties[member], base.properties[member]) &&
        object.required.includes(member) === base.required.includes(member),
    )
    if (!isOne) continue
    const own = Object.entries(object.properties).filter(([member]) => !members.includes(member))
    const required = object.required.filter((member) => !members.includes(String(member)))
    const { type: _type, properties: _all, required: _needed, ...rest } = schema
    return { allOf: [toSchema(name)], ...described(own, required), ...rest }
  }
  return schema
}

function described(own: readonly (readonly [string, Json])[], required: readonly Json[]): JsonObject {
  return { properties: Object.fromEntries(own), ...(required.length === 0 ? {} : { required: [...required] }) }
}

/** An error as an extension of `Refusal`, or of `DetailedRefusal`. */
function refusal(schema: JsonObject): JsonObject {
  const object = membersOf(schema)
  if (object === null || !same(object.properties['message'], toSchema('ErrorMessage'))) return schema
  const { code, message: _message, ...own } = object.properties
  if (!isObject(code) || code['const'] === undefined) return schema
  const { details, ...others } = own
  const isDetailed = isObject(details) && details['description'] === DETAILS && object.required.includes('details')
  const inBase = isDetailed ? ['code', 'message', 'details'] : ['code', 'message']
  const required = object.required.filter((member) => !inBase.includes(String(member)))
  const { type: _type, properties: _all, required: _needed, ...rest } = schema
  const { description: _said, ...ownDetails } = isDetailed ? details : {}
  const properties = Object.entries({
    code: { const: code['const'] },
    ...(isDetailed ? { ...others, details: ownDetails } : own),
  })
  const base = toSchema(isDetailed ? 'DetailedRefusal' : 'Refusal')
  return { allOf: [base], ...described(properties, required), ...rest }
}

function partAt(schemas: JsonObject, path: readonly (string | number)[]): JsonObject {
  const part = path.reduce<Json | undefined>((at, key) => {
    return Array.isArray(at) ? at[Number(key)] : isObject(at) ? at[key] : undefined
  }, schemas)
  if (!isObject(part)) throw new Error(`no schema has ${path.join('.')}`)
  return part
}

function kindAt(schemas: JsonObject, [schema, description, ...members]: (typeof KINDS)[string]): JsonObject {
  const { properties, required } = membersOf(partAt(schemas, [schema])) ?? { properties: {}, required: [] }
  const own = members.map((name): [string, Json] => [name, partAt(properties, [name])])
  return {
    type: 'object',
    ...described(
      own,
      required.filter((name) => members.includes(String(name))),
    ),
    description,
  }
}

/** Paths whose operations refer to shared parameters, and those parameters. */
function withParameters(paths: JsonObject): { paths: JsonObject; parameters: JsonObject } {
  const isParameter = ({ name, in: place }: JsonObject): boolean => typeof name === 'string' && place === 'query'
  const times = new Map<string, number>()
  rewritten(paths, (one) => {
    if (isParameter(one)) times.set(JSON.stringify(one), (times.get(JSON.stringify(one)) ?? 0) + 1)
    return one
  })
  const parameters: JsonObject = {}
  const referring = rewritten(paths, (one) => {
    if (!isParameter(one)) return one
    const { required, ...parameter } = one
    const brief = required === false ? parameter : one
    if (times.get(JSON.stringify(one)) === 1) return brief
    const { name, schema } = one
    const id = pascal(String(name)) + (isObject(schema) && 'default' in schema ? `Or${schema['default']}` : '')
    if (id in parameters && !same(parameters[id], brief)) throw new Error(`two parameters are called ${id}`)
    parameters[id] = brief
    return { $ref: `#/components/parameters/${id}` }
  })
  return { paths: referring as JsonObject, parameters }
}

/** Text in answers is never empty: this is checked in the document for tests, and left out of the published one. */
function withoutLeast(schema: JsonObject): JsonObject {
  const { minLength, ...rest } = schema
  return minLength === 1 && 'type' in rest ? rest : schema
}

/** The document with its schemas and responses in their shortest form. */
export function compact(document: JsonObject): JsonObject {
  const components = document['components'] as JsonObject
  const { schemas: _full, ...others } = components
  const short = rewritten(components['schemas'] ?? {}, (schema) => nullable(schema)) as JsonObject
  const parts = Object.fromEntries(Object.entries(SHARED).map(([name, path]) => [name, partAt(short, path)]))
  const nameOf = new Map(Object.entries(parts).map(([name, part]) => [JSON.stringify(part), name]))
  const named = withNames(short, nameOf) as JsonObject
  const ownParts = Object.entries(parts).map(([name, part]) => {
    const others = new Map([...nameOf].filter(([, other]) => other !== name))
    return [name, withNames(part, others)]
  })
  const kinds = Object.fromEntries(Object.entries(KINDS).map(([name, kind]) => [name, kindAt(named, kind)]))
  const inResponses: JsonObject = {
    ErrorEnvelope: {
      ...(kinds['Envelope'] as JsonObject),
      properties: {
        ...((kinds['Envelope'] as JsonObject)['properties'] as JsonObject),
        status: toSchema('ErrorStatus'),
      },
    },
  }
  const isRequest = (name: string): boolean => name.endsWith('Request')
  const schemas = Object.entries(named).map(([name, schema]) => {
    const object = rewritten(schema, (one) => refusal(extended(one, kinds)))
    return [
      name,
      isRequest(name) || typeof (object as JsonObject)['minLength'] === 'number'
        ? object
        : rewritten(object, withoutLeast),
    ]
  })
  const rest = rewritten({ ...document, components: others }, (one) => extended(one, inResponses)) as JsonObject
  const { paths, parameters } = withParameters(rest['paths'] as JsonObject)
  const restOf = rest['components'] as JsonObject
  return {
    ...rest,
    paths,
    components: {
      ...restOf,
      parameters: { ...(restOf['parameters'] as JsonObject), ...parameters },
      schemas: {
        ...Object.fromEntries(schemas),
        ...kinds,
        ...inResponses,
        ...Object.fromEntries(ownParts),
        Refusal: REFUSAL,
        DetailedRefusal: DETAILED_REFUSAL,
      },
    },
  }
}
