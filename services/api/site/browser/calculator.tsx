import type { ComponentProps } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { AnswerPlan } from '../../../../releases/engine/answer/answer-plan.ts'
import type { Failed } from '../../../../releases/published/served-releases.ts'
import { shownFirst, useAddress } from './address.ts'
import { Answer, Outcome } from './answer.tsx'
import { ask, curve } from './ask.ts'
import { Chart, type Drawn } from './chart.tsx'
import { Choice } from './choice.tsx'
import { type Choices, type Chosen, choicesOf, exampleOf, nextOf, otherYearOf, unavailable } from './choices.ts'
import { problemsOf, UNITS } from './problems.ts'
import { type Served, servedReleases, type VerifiedState, verifiedState } from './verified-state.ts'
import { type ZoneBills, Zones, zoneBills } from './zones.tsx'

/** How soon an open page follows a hold, a withdrawal or a promotion. */
const EVERY_MS = 10_000

type Serving = {
  /** Releases in service by the last reading that succeeded. */
  readonly releases: readonly Served[]
  readonly readAt: Date
  /** Why a later reading failed. */
  readonly failed: Failed | null
}

/** What serves, read again while the page is visible: not when an amount changes, which a slider does in every frame. */
function useServing(first: readonly Served[]): Serving {
  const [serving, setServing] = useState<Serving>(() => ({ releases: first, readAt: new Date(), failed: null }))
  useEffect(() => {
    let reading: AbortController | null = null
    const read = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || reading !== null) return
      reading = new AbortController()
      const served = await servedReleases(reading.signal)
      reading = null
      if (served.ok) setServing({ releases: served.releases, readAt: new Date(), failed: null })
      else setServing((known) => ({ ...known, failed: served }))
    }
    // A reading that has not ended by the next one's time is given up.
    const timer = setInterval(() => (reading === null ? read() : reading.abort()), EVERY_MS)
    document.addEventListener('visibilitychange', read)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [])
  return serving
}

const MOST_UNITS = 1000
const POINTS = 100

const unitsDrawn = Array.from({ length: POINTS + 1 }, (_, index) => (index * MOST_UNITS) / POINTS)

/** Releases with their holds are verified once per visit, unless that fails. */
const verified = new Map<string, Promise<VerifiedState>>()
function verify(releases: readonly Served[], key: string): Promise<VerifiedState> {
  const known = verified.get(key) ?? verifiedState(releases)
  verified.set(key, known)
  // What could not be fetched may be there at the next try.
  known.then(({ ok }) => ok || verified.delete(key))
  return known
}

/**
 * The releases of a state, verified; null: being verified, or there are none. What could not be fetched is tried again
 * after the next reading of what serves, `readAt`.
 */
function useVerifiedState(releases: readonly Served[], readAt: Date): VerifiedState | null {
  const [known, setKnown] = useState<{ key: string; result: VerifiedState } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const key = JSON.stringify(releases)
  const isMissing = known?.key === key && !known.result.ok && known.result.code === 'UNREACHABLE'
  useEffect(() => {
    if (isMissing) setAttempt((made) => made + 1)
  }, [readAt])
  // Before painting, so that a state that is already verified is not shown as being verified.
  useLayoutEffect(() => {
    if (releases.length === 0) return
    let left = false
    verify(releases, key).then((result) => {
      if (!left) setKnown({ key, result })
    })
    return () => {
      left = true
    }
  }, [key, attempt])
  return known?.key === key ? known.result : null
}

type Props = {
  /** Releases in service when the page was opened. */
  readonly served: readonly Served[]
  /** The state that is shown first, if it is in service. */
  readonly opensOn: string
}

/** The calculator: one category, or two side by side, for the same units. */
export function Calculator({ served, opensOn }: Props) {
  const serving = useServing(served)
  const states = [...new Map(serving.releases.map(({ state_code, state_name }) => [state_code, state_name]))]
  const [first = ''] = states.find(([code]) => code === opensOn) ?? states[0] ?? []
  const [asked] = useState(shownFirst)
  const [units, setUnits] = useState(asked?.units ?? '200')
  const [one, setOne] = useState<Chosen>(asked?.one ?? { state: first, licensee: '', code: '', values: {} })
  const [two, setTwo] = useState<Chosen | null>(asked?.two ?? null)
  // An example brings its own units, until the reader has given some.
  const isTyped = useRef(asked !== null)
  const typeUnits = (typed: string): void => {
    isTyped.current = true
    setUnits(typed)
  }
  useAddress({ units, one, two }, (shown) => {
    typeUnits(shown.units)
    setOne(shown.one)
    setTwo(shown.two)
  })
  const left = useSide(serving, one, units)
  const right = useSide(serving, two, units)
  const plans = left.state?.ok ? left.state.plans : null
  // Before painting: otherwise it would replace a choice made in the meantime.
  useLayoutEffect(() => {
    const example = plans === null || one.code !== '' ? null : exampleOf(plans, one.state)
    if (example === null) return
    setOne(example.chosen)
    if (!isTyped.current) setUnits(example.units)
  }, [plans, one.state, one.code])
  const compare = (): void => {
    const next = left.open === null ? null : nextOf(left.open.plans, left.open.choices, one)
    setTwo(two === null ? (next ?? one) : null)
  }
  const sides = two === null ? [left] : [left, right]
  const given = { states, units, setUnits: typeUnits, most: MOST_UNITS }
  return (
    <>
      <div class={two === null ? 'sides' : 'sides two'}>
        <Side {...given} name={two === null ? null : 'A'} side={left} chosen={one} choose={setOne} />
        {two !== null && <Side {...given} name="B" side={right} chosen={two} choose={setTwo} />}
      </div>
      <p>
        <button type="button" class="quiet" onClick={compare}>
          {two === null ? 'Compare with another category, state or year' : 'Show one'}
        </button>
      </p>
      <Chart
        drawn={sides.map(({ drawn }) => drawn)}
        units={sides.some(({ asked }) => asked?.ok) ? Number(units) : null}
        most={MOST_UNITS}
      />
      {sides.map(({ zones }, side) =>
        zones === null ? null : (
          <Zones zones={zones} name={two === null ? null : (['A', 'B'][side] ?? null)} side={side} />
        ),
      )}
    </>
  )
}

type SideState = {
  /** The state of a link, if no release of it is in service. */
  readonly unserved: string | null
  readonly state: VerifiedState | null
  /** Available choices; null if the state is not verified. */
  readonly open: { readonly plans: readonly AnswerPlan[]; readonly choices: Choices } | null
  readonly asked: ReturnType<typeof ask> | null
  /** Null: there is no curve. */
  readonly drawn: Drawn | null
  /** Null: the time of day changes nothing. */
  readonly zones: ZoneBills | null
  /** When what serves was last read, if it cannot be now; null: a moment ago. */
  readonly unconfirmedSince: Date | null
}

/**
 * One side, computed from the choices; null for a hidden side. The curve is calculated when the choices change; a
 * change of units, which a slider makes in every frame, needs only one bill.
 */
function useSide({ releases, readAt, failed }: Serving, chosen: Chosen | null, units: string): SideState {
  const wanted = chosen?.state ?? null
  const own = useMemo(() => releases.filter(({ state_code: code }) => code === wanted), [releases, wanted])
  const unserved = own.length === 0 ? wanted : null
  const known = useVerifiedState(own, readAt)
  const unconfirmedSince = failed?.code === 'UNREACHABLE' ? readAt : null
  const state = failed !== null && unconfirmedSince === null ? failed : known
  const plans: readonly AnswerPlan[] | null = state?.ok ? state.plans : null
  const open = useMemo(() => {
    const choices = plans === null || chosen === null ? null : choicesOf(plans, chosen)
    return plans === null || choices === null ? null : { plans, choices }
  }, [plans, chosen])
  const asked = useMemo(
    () =>
      open === null
        ? null
        : ask(open.plans, units === '' ? open.choices.body : { ...open.choices.body, [UNITS]: units }),
    [open, units],
  )
  const drawn = useMemo(() => {
    if (open === null) return null
    const edges = open.choices.edges.filter((edge) => edge < MOST_UNITS)
    const at = [...new Set([...unitsDrawn, ...edges])].sort((a, b) => a - b)
    const points = curve(open.plans, open.choices.body, at)
    // The units of a bill that gives them by time of day cannot be changed alone: no other point has an amount.
    return points.filter(({ paise }) => paise !== null).length < 2 ? null : { points, edges, unit: open.choices.unit }
  }, [open])
  const zones = useMemo(
    () => (open === null ? null : zoneBills(open.plans, open.choices.body, open.choices.fields, units)),
    [open, units],
  )
  return { unserved, state, open, asked, drawn, zones, unconfirmedSince }
}

const timeOf = (at: Date): string =>
  at.toLocaleTimeString('en-IN', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

type SideProps = Omit<ComponentProps<typeof Choice>, 'verified' | 'problems' | 'idOf'> & { readonly side: SideState }

function Side({ side: { unserved, state, open, asked, unconfirmedSince }, ...choice }: SideProps) {
  const otherYear = open === null || asked === null ? null : otherYearOf(open.choices, asked)
  const missing = open === null ? [] : unavailable(open.choices, choice.chosen)
  const values = { ...choice.chosen.values, [UNITS]: choice.units }
  const problems = open === null ? [] : problemsOf(asked, open.choices, values)
  const idOf = (field: string): string => `${choice.name ?? 'A'}-${field}`
  return (
    <div class="side">
      <Choice {...choice} verified={open} problems={problems} idOf={idOf} />
      <div class={asked?.ok ? 'answer' : undefined}>
        {/* Always there, because screen readers announce only changes of a status that they know; without the lines. */}
        <div role="status">
          {unserved !== null && (
            <p class="notice">The state “{unserved}” is not served, so nothing is calculated for it. Choose a state.</p>
          )}
          {unserved === null && state === null && <p class="notice">Verifying the signed release in this browser…</p>}
          {unconfirmedSince !== null && (
            <p class="notice">
              Not confirmed since {timeOf(unconfirmedSince)}: what is in service could not be read again, so a release
              that was withdrawn or put on hold after that would still be used here.
            </p>
          )}
          {missing.length > 0 && (
            <p class="notice">Not available here: {missing.join(', ')}. The answer is for what the form shows.</p>
          )}
          {otherYear !== null && (
            <p class="notice">
              A day given here is not in the year chosen: this amount is by the tariff of {otherYear}.
            </p>
          )}
          {open !== null && asked !== null && (
            <Outcome asked={asked} choices={open.choices} problems={problems} idOf={idOf} />
          )}
        </div>
        {state !== null && !state.ok && <NotVerified why={state.failed} />}
        {open !== null && asked?.ok && <Answer asked={asked} choices={open.choices} />}
      </div>
    </div>
  )
}

/** Why nothing is calculated. What could not be fetched may be there at the next try; the address keeps the inputs. */
export const NotVerified = ({ why }: { readonly why: string }) => (
  <div class="notice bad" role="alert">
    <b>Not verified, so nothing is calculated.</b> {why}{' '}
    <button type="button" onClick={() => location.reload()}>
      Try again
    </button>
  </div>
)
