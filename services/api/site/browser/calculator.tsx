import { useEffect, useMemo, useState } from 'preact/hooks'
import type { AnswerPlan } from '../../../../releases/engine/answer/answer-plan.ts'
import { Answer } from './answer.tsx'
import { ask, curve } from './ask.ts'
import { Chart, type Drawn } from './chart.tsx'
import { Choice, type Chosen, choicesOf, exampleOf, nextOf } from './choice.tsx'
import { type Served, type VerifiedState, verifiedState } from './verified-state.ts'
import { type ZoneBill, Zones, zoneBills } from './zones.tsx'

const MOST_UNITS = 1000
const POINTS = 100

const unitsDrawn = Array.from({ length: POINTS + 1 }, (_, index) => (index * MOST_UNITS) / POINTS)

/** Each state is verified once a visit. */
const verified = new Map<string, Promise<VerifiedState>>()
function verify(served: readonly Served[], state: string): Promise<VerifiedState> {
  const known = verified.get(state) ?? verifiedState(served.filter((each) => each.state_code === state))
  verified.set(state, known)
  return known
}

/** A verified state; null: being verified. */
function useVerifiedState(served: readonly Served[], state: string): VerifiedState | null {
  const [known, setKnown] = useState<{ state: string; result: VerifiedState } | null>(null)
  useEffect(() => {
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

/** The calculator: one category, or two beside each other, over the same units. */
export function Calculator({ served, opensOn }: Props) {
  const states = [...new Map(served.map(({ state_code, state_name }) => [state_code, state_name]))]
  const [first = ''] = states.find(([code]) => code === opensOn) ?? states[0] ?? []
  const [units, setUnits] = useState('200')
  const [beside, setBeside] = useState(false)
  const [one, setOne] = useState<Chosen>({ state: first, licensee: '', code: '', values: {} })
  const [two, setTwo] = useState<Chosen>(one)
  const left = useSide(served, one, units)
  const plans = left.state?.ok ? left.state.plans : null
  useEffect(() => {
    const example = plans === null || one.code !== '' ? null : exampleOf(plans, one.state)
    if (example === null) return
    setOne(example.chosen)
    setUnits(example.units)
  }, [plans, one.state])
  const right = useSide(served, two, units)
  const drawn = [left.drawn, beside ? right.drawn : null].filter((each) => each !== null)
  return (
    <>
      <div class={beside ? 'sides two' : 'sides'}>
        <Side
          name={beside ? 'A' : null}
          states={states}
          side={left}
          chosen={one}
          choose={setOne}
          units={units}
          setUnits={setUnits}
        />
        {beside && (
          <Side name="B" states={states} side={right} chosen={two} choose={setTwo} units={units} setUnits={setUnits} />
        )}
      </div>
      <p>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            if (!beside) setTwo(left.next ?? one)
            setBeside(!beside)
          }}
        >
          {beside ? 'Show one' : 'Compare with another category, state or year'}
        </button>
      </p>
      <Chart drawn={drawn} units={Number(units) || 0} most={MOST_UNITS} />
      {(beside ? [left, right] : [left]).map(({ zones }, side) =>
        zones.length === 0 ? null : (
          <Zones bills={zones} name={beside ? (['A', 'B'][side] ?? null) : null} side={side} />
        ),
      )}
    </>
  )
}

type SideState = {
  /** The category after the one chosen, to compare with. */
  readonly next: Chosen | null
  readonly state: VerifiedState | null
  readonly asked: ReturnType<typeof ask> | null
  readonly drawn: Drawn | null
  readonly zones: readonly ZoneBill[]
}

function useSide(served: readonly Served[], chosen: Chosen, units: string): SideState {
  const state = useVerifiedState(served, chosen.state)
  const plans: readonly AnswerPlan[] | null = state?.ok ? state.plans : null
  const choices = plans === null ? null : choicesOf(plans, chosen)
  const body = choices?.body ?? null
  const key = JSON.stringify(body)
  const asked = useMemo(
    () => (plans === null || body === null ? null : ask(plans, { ...body, energy_units: units })),
    [plans, key, units],
  )
  const drawn = useMemo(() => {
    if (plans === null || body === null || choices === null) return null
    const edges = choices.edges.filter((edge) => edge < MOST_UNITS)
    const at = [...new Set([...unitsDrawn, ...edges])].sort((a, b) => a - b)
    return { points: curve(plans, body, at), edges }
  }, [plans, key])
  const zones = useMemo(
    () => (plans === null || body === null || choices === null ? [] : zoneBills(plans, body, choices.fields, units)),
    [plans, key, units],
  )
  const next = plans === null || choices === null ? null : nextOf(plans, choices, chosen)
  return { next, state, asked, drawn, zones }
}

type SideProps = {
  readonly name: string | null
  readonly states: readonly (readonly [string, string])[]
  readonly side: SideState
  readonly chosen: Chosen
  readonly choose: (chosen: Chosen) => void
  readonly units: string
  readonly setUnits: (units: string) => void
}

function Side({ name, states, side: { state, asked }, chosen, choose, units, setUnits }: SideProps) {
  return (
    <div class="side">
      <Choice
        name={name}
        states={states}
        state={state}
        chosen={chosen}
        choose={choose}
        units={units}
        setUnits={setUnits}
        most={MOST_UNITS}
      />
      {state === null && <p class="notice">Verifying the signed release in this browser…</p>}
      {state !== null && !state.ok && (
        <p class="notice bad" role="alert">
          <b>Not verified, so nothing is calculated.</b> {state.failed}
        </p>
      )}
      {asked !== null && <Answer asked={asked} />}
    </div>
  )
}
