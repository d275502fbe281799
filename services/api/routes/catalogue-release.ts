import type { FastifyReply } from 'fastify'
import { chooseByDate } from '../../../releases/engine/request/resolve.ts'
import { type ApiKey, mayUseState } from '../../keys/key.ts'
import type { ErrorCode } from '../../platform/errors.ts'
import { sendError } from '../envelope.ts'
import type { Services } from '../services.ts'
import { isOutOfReach, newestOf, type ServingRelease, type Snapshot } from '../snapshot/serving-release.ts'

export const DEFAULT_STATE = 'BR'

type Asked = {
  state_code?: string | undefined
  effective_on?: string | undefined
  licensee_code?: string | undefined
  financial_year?: string | undefined
}
type Found = { readonly release: ServingRelease; readonly effectiveOn: string } | null

/** A pointer that could not be loaded and has nothing older to go on with: the state is released and out of reach. */
function unreachable(services: Services, state: string): boolean {
  const { loaded, problems } = services.snapshot()
  return !loaded || problems.some(({ scope, servingOlder }) => !servingOlder && scope.slice(0, 2) === state)
}

/** States that should be served, cannot be, and that a key would see. A list without them must not pass for whole. */
export function unavailableStates({ problems }: Snapshot, key: ApiKey): string[] {
  const states = problems.filter(({ servingOlder }) => !servingOlder).map(({ scope }) => scope.slice(0, 2))
  return [...new Set(states)].filter((state) => mayUseState(key, state)).sort()
}

/** Answers for a state that no release serves: 404, or 503 when it should be served and cannot be. */
export function sendNotServed(services: Services, reply: FastifyReply, state: string): FastifyReply {
  if (unreachable(services, state))
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
  const newest = newestOf(snapshot, state)
  const refuse = (code: ErrorCode, details: object): null => {
    sendError(reply, code, details)
    return null
  }
  if (newest === null) {
    sendNotServed(services, reply, state)
    return null
  }
  if (!newest.record.catalogue) return refuse('STATE_NOT_RELEASED', help(newest))
  const licensees = newest.record.licensees.filter(({ status }) => status === 'active').map(({ code }) => code)
  if (asked.licensee_code === undefined && licensees.length > 0) return refuse('LICENSEE_REQUIRED', { licensees })
  if (asked.licensee_code !== undefined && !licensees.includes(asked.licensee_code)) {
    const known = newest.record.licensees.find(({ code }) => code === asked.licensee_code)
    return refuse('LICENSEE_NOT_SUPPORTED', {
      licensee_code: asked.licensee_code,
      reason: known?.status ?? 'unknown',
      licensees,
    })
  }
  const years = (snapshot.byState.get(state) ?? []).filter(
    ({ record }) => asked.financial_year === undefined || record.financial_year === asked.financial_year,
  )
  if (years.length === 0)
    return refuse('STATE_NOT_RELEASED', { state_code: state, financial_year: asked.financial_year })
  const dated = chooseByDate(years, asked.effective_on ?? null, 'effective_on')
  if (isOutOfReach(snapshot, state, asked.effective_on ?? null)) {
    sendNotServed(services, reply, state)
    return null
  }
  if (!dated.ok) return refuse(dated.code, dated.details)
  return { release: dated.chosen, effectiveOn: asked.effective_on ?? dated.chosen.record.effective_from }
}
