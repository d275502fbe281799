import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { counted } from '../../releases/record/counted.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'
import { FORMS_IN_WORDS } from '../../releases/record/text.ts'
import { compileRecord } from './calculation/compiled.ts'
import { type Found, failing, gate } from './gate.ts'
import { oncePer } from './record/once-per.ts'
import { parseRecord } from './record/parse.ts'
import { pathOfPointer } from './record/pointer.ts'

const FAULTS = ['misread', 'not_json', 'schema', 'not_compiled'] as const
type F = (typeof FAULTS)[number]

/** What values of a pattern of the schema look like. */
export const FORMS: Readonly<Record<string, string>> = {
  ...FORMS_IN_WORDS,
  '^[A-Za-z0-9][A-Za-z0-9._-]*$': 'a code of letters, digits, points, underscores and hyphens, without spaces',
  '^-?(0|[1-9]\\d*)(\\.\\d+)?$': 'a decimal, such as 4.50',
  '^\\d{4}-\\d{2}-\\d{2}$': 'a day written YYYY-MM-DD',
  '^(0[1-9]|1[0-2])$': 'a month from 01 to 12',
  '^[A-Z]{2}-\\d{4}-\\d{2}-[A-Z0-9-]+$': 'a release id, such as BR-2026-27-TARIFF-V1',
  '^[A-Z]{2}_[A-Z0-9_]+$': 'a code such as GJ_DGVCL: the state, an underscore, and capital letters or digits',
  '^[a-z_]+$': 'a name of small letters and underscores',
  '^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)?$': 'the name of an input or a quantity',
  '^(amount\\.[A-Za-z0-9][A-Za-z0-9._-]*|[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)?)$':
    'the name of an input or a quantity, or an amount such as amount.energy',
}

/** What the schema expects, in words. */
function expectation({ keyword, message, params }: ErrorObject): string {
  switch (keyword) {
    case 'additionalProperties':
      return `no key "${params['additionalProperty']}"`
    case 'required':
      return `the key "${params['missingProperty']}"`
    case 'enum':
      return `one of ${JSON.stringify(params['allowedValues'])}`
    case 'minItems':
      return `at least ${counted(Number(params['limit']), 'entry', 'entries')}`
    case 'minLength':
      return `text of at least ${counted(Number(params['limit']), 'character')}`
    case 'pattern':
      return FORMS[String(params['pattern'])] ?? `text of the pattern ${params['pattern']}`
    default:
      return message ?? keyword
  }
}

/** The value at a place reported by a schema, so it exists. */
function valueAt(root: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, token) => {
      const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
      return (value as Readonly<Record<string, unknown>>)[key]
    }, root)
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length <= 100 ? text : `${text.slice(0, 100)}…`
}

/** For a nullable part with an error inside, report only the inner error, not also that it is not null. */
function telling(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const isChoice = ({ keyword, params }: ErrorObject): boolean => keyword === 'anyOf' || params['type'] === 'null'
  const real = errors.filter((error) => !isChoice(error))
  const isExplained = ({ instancePath: path }: ErrorObject): boolean =>
    real.some((error) => error.instancePath === path || error.instancePath.startsWith(`${path}/`))
  return errors.filter((error) => !isChoice(error) || !isExplained(error))
}

/** Compiling the schema takes longer than validating a record, and a process has only one schema. */
const validatorOf = oncePer(
  (schema: object): ValidateFunction =>
    // Optimising the generated code takes a third of the time and does not change the result.
    new Ajv2020({ allErrors: true, strict: true, code: { optimize: false } }).compile(schema),
)

function schemaFindings(record: unknown, validate: ValidateFunction): Found<F>[] {
  if (validate(record)) return []
  return telling(validate.errors ?? []).map((error) => {
    const found = `${error.instancePath || '/'} is ${excerpt(valueAt(record, error.instancePath))}`
    return failing(pathOfPointer(record, error.instancePath), 'schema', expectation(error), found)
  })
}

/**
 * Features that the engine cannot compile, checked only if nothing else is wrong: reading reports the same, with all
 * places.
 */
function compileFindings(record: ReleaseRecord): Found<F>[] {
  const result = compileRecord(record)
  return result.ok ? [] : [failing(result.path, 'not_compiled', 'what the engine can compile', result.reason)]
}

/**
 * Gate 10: the record's canonical bytes validate against the published JSON Schema (2020-12); the definition was read
 * without errors, in its form and in the tariff language (unknown names, cycles, wrong order, unresolved ids and
 * unreadable values are findings here); and the engine compiles the record.
 */
export const schemaRecordValid = gate('schema.record_valid', FAULTS, (candidate, means) => {
  const parsed = parseRecord(candidate.bytes)
  const validate = validatorOf(means.recordSchema)
  const findings = parsed.ok
    ? schemaFindings(parsed.value, validate)
    : [failing('release', 'not_json', 'a record in JSON', parsed.reason)]
  const misread = candidate.intakeFindings.map((slip) => ({ ...slip, fault: 'misread' as const }))
  const known = [...misread, ...findings]
  const all = known.length > 0 ? known : compileFindings(candidate.record)
  return { checked: 2 + candidate.intakeFindings.length, findings: all }
})
