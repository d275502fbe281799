import type { ReleaseRecord } from '../../record/record.ts'
import { routeLicensee } from './routing.ts'

/** A release in service with what it was promoted for: the whole state, or one of its licensees (releases 3.3). */
export type Scoped = { readonly record: ReleaseRecord; readonly context: { readonly scope?: string } }

const isStatewide = ({ record, context }: Scoped): boolean => (context.scope ?? record.state_code) === record.state_code

/**
 * The releases that may speak for a request: those promoted for its licensee first, then those of the whole state. A
 * release promoted for one licensee never answers for another, nor for a request that does not say whose it is.
 */
export function speakingFor<S extends Scoped>(
  serving: readonly S[],
  licenseeCode: string | null,
  district: string | null,
): readonly S[] {
  if (serving.every(isStatewide)) return serving
  const licensees = new Set(
    serving.map(({ record }) => {
      const routed = routeLicensee(record, licenseeCode, district)
      return routed.ok ? routed.licensee : null
    }),
  )
  const own = serving.filter(({ context }) => context.scope !== undefined && licensees.has(context.scope))
  return [...own.filter((one) => !isStatewide(one)), ...serving.filter(isStatewide)]
}
