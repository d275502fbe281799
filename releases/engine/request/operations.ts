import type { ReleaseRecord } from '../../record/record.ts'
import type { Refusal } from '../types.ts'
import type { CalculateBody } from './body.ts'

type Unsupported = Refusal<'UNSUPPORTED_OPERATION'>

function unsupported(operation: string, reason: string): Unsupported {
  return { ok: false, code: 'UNSUPPORTED_OPERATION', details: { operation, reason } }
}

/**
 * Operations a request names that no verified rule covers: prepaid meters, net metering in a bill, a complete payable
 * of a profile that is not approved (docs/design/contract.md#refusals UNSUPPORTED_OPERATION,
 * docs/design/contract.md#request-fields). Null if there are none.
 */
export function unsupportedOperation(record: ReleaseRecord, body: CalculateBody): Unsupported | null {
  if (body.meter_mode === 'prepaid') return unsupported('prepaid', 'there is no verified schedule for prepaid supply')
  const released = (asked: string): boolean => record.rules.solar.some(({ arrangement }) => arrangement === asked)
  if (body.metering === 'net') {
    const reason = released('net_metering')
      ? 'net metering is not calculated here; use POST /v1/solar-savings'
      : 'no verified net-metering rule is released'
    return unsupported('net_metering', reason)
  }
  if (body.metering === 'gross' && !released('gross_metering'))
    return unsupported('gross_metering', 'no verified gross-metering rule is released')
  if (body.profile === undefined) return null
  const profile = record.rules.complete_payable.find(({ profile: name, licensee_code, subcategory_codes }) => {
    return (
      name === body.profile && licensee_code === body.licensee_code && subcategory_codes.includes(body.subcategory_code)
    )
  })
  return profile === undefined
    ? unsupported('complete_payable', `no profile ${body.profile} is approved for a complete payable`)
    : null
}

/** False for an input of an operation that the release has no rule for: each of its words is refused. */
export function isServed({ rules: { complete_payable: profiles, solar } }: ReleaseRecord, name: string): boolean {
  if (name === 'profile') return profiles.length > 0
  const isOfGrossMetering = name === 'metering' || name === 'generation_units'
  return !isOfGrossMetering || solar.some(({ arrangement }) => arrangement === 'gross_metering')
}

/**
 * Words of operations that are refused in every state, because no verified rule covers them
 * (docs/design/contract.md#refusals UNSUPPORTED_OPERATION).
 */
const UNSUPPORTED_WORDS: ReadonlySet<string> = new Set(['prepaid', 'net'])

/** The words of an input that work in some state. */
export function servedWords(words: readonly string[]): string[] {
  return words.filter((word) => !UNSUPPORTED_WORDS.has(word))
}
