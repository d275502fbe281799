import type { Answer, Json } from '../../support/api-call.ts'
import { resolve, validatorOf } from '../../support/openapi.ts'
import type { FuzzRequest } from './requests.ts'

/** Rules for every answer, whatever the request. Each call also validates it against the contract. */

/** Whether the document accepts the body, as parsed by JSON.parse; the service is stricter. */
function takesBody({ operation, body }: FuzzRequest): boolean {
  const schema = operation.object.requestBody?.content['application/json'].schema
  if (schema === undefined || body === null) return true
  try {
    return validatorOf(resolve(schema))(JSON.parse(body))
  } catch {
    return false
  }
}

function takesQuery({ operation, path }: FuzzRequest): boolean {
  const known = (operation.object.parameters ?? []).map(resolve).filter((each: Json) => each.in === 'query')
  const given = [...new URL(path, 'http://x').searchParams]
  const names = given.map(([name]) => name)
  if (new Set(names).size !== names.length) return false
  return given.every(([name, value]) => {
    const parameter = known.find((each: Json) => each.name === name)
    return parameter !== undefined && validatorOf(parameter.schema)(value)
  })
}

/** An exact decimal as thousandths. */
function milli(value: string | number): bigint {
  const [whole = '0', fraction = ''] = String(value).split('.')
  return BigInt(`${whole}${fraction.padEnd(3, '0').slice(0, 3)}`)
}

/** An amount belongs to the request that was sent, and is the sum of its lines. */
function amountFaults({ body }: FuzzRequest, { data }: Answer): string[] {
  if (data?.calculation === undefined || body === null) return []
  const { calculation, inputs } = data
  const asked = JSON.parse(body)
  const faults: string[] = []
  if (inputs.subcategory_code !== asked.subcategory_code || data.state_code !== asked.state_code)
    faults.push('answers another question')
  if (typeof asked.energy_units === 'string' && milli(inputs.energy_units) !== milli(asked.energy_units)) {
    faults.push('answers for other units')
  }
  const sum = calculation.lines.reduce((total: number, line: Json) => total + line.amount_paise, 0)
  if (calculation.base_tariff_paise !== null && sum !== calculation.base_tariff_paise)
    faults.push('lines do not sum to the total')
  if (!Number.isSafeInteger(sum)) faults.push('an amount is no safe integer')
  if (data.production_payable !== false) faults.push('says that a specimen or transcription is payable')
  return faults
}

/** Faults of an answer; empty if there are none. */
export function faultsOf(request: FuzzRequest, answer: Answer): string[] {
  const { status, text, headers } = answer
  const faults: string[] = []
  if (status >= 500) faults.push(`status ${status}`)
  if (request.secret !== null && `${text}${JSON.stringify(headers)}`.includes(request.secret))
    faults.push('repeats a credential')
  const asked = request.method === request.operation.method || request.method === 'HEAD'
  if (status === 200 && asked && !takesBody(request)) faults.push('answers a body outside the contract')
  if (
    status === 200 &&
    asked &&
    request.operation.object.parameters !== undefined &&
    isChecked(request) &&
    !takesQuery(request)
  ) {
    faults.push('answers a query outside the contract')
  }
  return [...faults, ...(status === 200 ? amountFaults(request, answer) : [])]
}

/** Liveness accepts any query, because monitoring adds its own. */
function isChecked({ operation }: FuzzRequest): boolean {
  return !operation.path.startsWith('/livez') && !operation.path.startsWith('/readyz')
}
