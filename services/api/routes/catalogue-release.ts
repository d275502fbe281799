import type { FastifyReply } from 'fastify'
import { chooseByDate } from '../../../releases/engine/request/resolve.ts'
import { type ApiKey, mayUseState } from '../../keys/key.ts'
import type { ErrorCode } from '../../platform/errors.ts'
import { sendError } from '../envelope.ts'
import type { Services } from '../services.ts'
import { isOutOfReach, listedOf, newestOf, type Question, releasesFor } from '../snapshot/reach.ts'
import type { ServingRelease, Snapshot } from '../snapshot/serving-release.ts'

export const DEFAULT_STATE = 'BR'

type Asked = {
  state_code?: string | undefined
  effective_on?: string | undefined
  licensee_code?: string | undefined
  financial_year?: string | undefined
}
type Found = { readonly release: ServingRelease; readonly effectiveOn: string } | null

/** States that should be served, cannot be, and that a key would see. A list without them must not pass for whole. */
export function unavailableStates({ problems }: Snapshot, key: ApiKey): string[] {
  const states = problems.filter(({ servingOlder }) => !servingOlder).map(({ scope }) => scope.slice(0, 2))
  return [...new Set(states)].filter((state) => mayUseState(key, state)).sort()
}

/** What the meta of a list says of states that it lacks. */
export function unavailable(states: readonly string[]): { unavailable_states?: readonly string[] } {
  return states.length === 0 ? {} : { unavailable_states: states }
}

/** Answers a question that no release answers: 404, or 503 when one should and cannot be had. */
export function sendNotServed(
  services: Services,
  reply: FastifyReply,
  state: string,
  question: Question = {},
): FastifyReply {
  if (isOutOfReach(services.snapshot(), state, question))
    return sendError(reply, 'VERIFIED_RUNTIME_UNAVAILABLE', { component: 'release', state_code: state })
  return sendError(reply, 'STATE_NOT_RELEASED', { state_code: state })
}

/** What a state without a catalogue of its own still tells a caller (contract 2.6). */
export function help({ record }: ServingRelease): object {
  return {
    state_code: record.state_code,
    verification_tier: record.tier,
    calculable: true,
    licensees: record.licensees.filter(({ status }) => status === 'active').map(({ code }) => code),
    subcategory_codes: [...new Set(record.categories.map(({ subcategory_code }) => subcategory_code))],
    required_calculation_inputs: Object.fromEntries(
      record.categories.map((category) => [category.subcategory_code, category.required_inputs]),
    ),
  }
}

/**
 * The release a catalogue question is about, or a refusal already sent (null): state, licensee, year, date, in the
 * contract's order.
 */
export function catalogueRelease(services: Services, reply: FastifyReply, asked: Asked): Found {
  const state = asked.state_code ?? DEFAULT_STATE
  const snapshot = services.snapshot()
  const { licensee_code: licensee, effective_on: date } = asked
  const newest = licensee === undefined ? listedOf(snapshot, state) : newestOf(snapshot, state, licensee)
  const refuse = (code: ErrorCode, details: object): null => {
    sendError(reply, code, details)
    return null
  }
  if (newest === null) {
    sendNotServed(services, reply, state, { licensee })
    return null
  }
  if (!newest.record.catalogue) return refuse('STATE_NOT_RELEASED', help(newest))
  const licensees = newest.record.licensees.filter(({ status }) => status === 'active').map(({ code }) => code)
  if (licensee === undefined && licensees.length > 0) return refuse('LICENSEE_REQUIRED', { licensees })
  if (licensee !== undefined && !licensees.includes(licensee)) {
    const known = newest.record.licensees.find(({ code }) => code === licensee)
    return refuse('LICENSEE_NOT_SUPPORTED', {
      licensee_code: licensee,
      reason: known?.status ?? 'unknown',
      licensees,
    })
  }
  const years = releasesFor(snapshot, state, licensee).filter(
    ({ record }) => asked.financial_year === undefined || record.financial_year === asked.financial_year,
  )
  if (years.length === 0)
    return refuse('STATE_NOT_RELEASED', { state_code: state, financial_year: asked.financial_year })
  const dated = chooseByDate(years, date ?? null, 'effective_on')
  if (isOutOfReach(snapshot, state, { date, licensee })) {
    sendNotServed(services, reply, state, { date, licensee })
    return null
  }
  if (!dated.ok) return refuse(dated.code, dated.details)
  return { release: dated.chosen, effectiveOn: date ?? dated.chosen.record.effective_from }
}
