import type { ComponentProps } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { AnswerPlan } from '../../../../releases/engine/answer/answer-plan.ts'
import { shownAt, useAddress } from './address.ts'
import { Answer, Outcome } from './answer.tsx'
import { ask, curve } from './ask.ts'
import { Chart, type Drawn } from './chart.tsx'
import { Choice } from './choice.tsx'
import { type Choices, type Chosen, choicesOf, exampleOf, nextOf, otherYearOf, unavailable } from './choices.ts'
import { NotVerified } from './not-verified.tsx'
import { problemsOf, UNITS } from './problems.ts'
import { type Served, type VerifiedState, verifiedState } from './verified-state.ts'
import { type ZoneBill, Zones, zoneBills } from './zones.tsx'

const MOST_UNITS = 1000
const POINTS = 100

const unitsDrawn = Array.from({ length: POINTS + 1 }, (_, index) => (index * MOST_UNITS) / POINTS)

/** Each state is verified once per visit, unless that fails. */
const verified = new Map<string, Promise<VerifiedState>>()
function verify(served: readonly Served[], state: string): Promise<VerifiedState> {
  const known = verified.get(state) ?? verifiedState(served.filter((each) => each.state_code === state))
  verified.set(state, known)
  // What could not be fetched may be there at the next try.
  known.then(({ ok }) => ok || verified.delete(state))
  return known
}

/** A verified state; null: being verified, or none selected. */
function useVerifiedState(served: readonly Served[], state: string | null): VerifiedState | null {
  const [known, setKnown] = useState<{ state: string; result: VerifiedState } | null>(null)
  // Before painting, so that a state that is already verified is not shown as being verified.
  useLayoutEffect(() => {
    if (state === null) return
    let left = false
    verify(served, state).then((result) => {
      if (!left) setKnown({ state, result })
    })
    return () => {
      left = true
    }
  }, [state])
  return known?.state === state ? known.result : null
}

type Props = {
  readonly served: readonly Served[]
  /** The state that is shown first, if it is in service. */
  readonly opensOn: string
}

/** The calculator: one category, or two side by side, for the same units. */
export function Calculator({ served, opensOn }: Props) {
  const states = [...new Map(served.map(({ state_code, state_name }) => [state_code, state_name]))]
  const [first = ''] = states.find(([code]) => code === opensOn) ?? states[0] ?? []
  const [asked] = useState(() => shownAt(location.hash))
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
  const left = useSide(served, one, units)
  const right = useSide(served, two, units)
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
        drawn={sides.flatMap(({ drawn }) => drawn ?? [])}
        units={sides.some(({ asked }) => asked?.ok) ? Number(units) : null}
        most={MOST_UNITS}
      />
      {sides.map(({ zones }, side) =>
        zones.length === 0 ? null : (
          <Zones bills={zones} name={two === null ? null : (['A', 'B'][side] ?? null)} side={side} />
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
  readonly drawn: Drawn | null
  readonly zones: readonly ZoneBill[]
}

/**
 * One side, computed from the choices; null for a hidden side. The curve is calculated when the choices change; a
 * change of units, which a slider makes in every frame, needs only one bill.
 */
function useSide(served: readonly Served[], chosen: Chosen | null, units: string): SideState {
  const wanted = chosen?.state ?? null
  const unserved = served.some(({ state_code: code }) => code === wanted) ? null : wanted
  const state = useVerifiedState(served, unserved === null ? wanted : null)
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
    return { points: curve(open.plans, open.choices.body, at), edges }
  }, [open])
  const zones = useMemo(
    () => (open === null ? [] : zoneBills(open.plans, open.choices.body, open.choices.fields, units)),
    [open, units],
  )
  return { unserved, state, open, asked, drawn, zones }
}

type SideProps = Omit<ComponentProps<typeof Choice>, 'verified' | 'problems' | 'idOf'> & { readonly side: SideState }

function Side({ side: { unserved, state, open, asked }, ...choice }: SideProps) {
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
        {asked?.ok && <Answer asked={asked} />}
      </div>
    </div>
  )
}
