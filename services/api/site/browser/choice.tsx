import type { AnswerPlan } from '../../../../releases/engine/answer/answer-plan.ts'
import { categoryGroups } from './category-options.ts'
import { type Choices, type Chosen, newest, withCategory } from './choices.ts'
import { type Field, hoursInWords, inWords, titleOf } from './fields.ts'
import { inFormWords, type Problem, UNITS, unitsLabel } from './problems.ts'

type Props = {
  readonly name: string | null
  readonly states: readonly (readonly [string, string])[]
  /** Available choices for the state; null if it is not verified. */
  readonly verified: { readonly plans: readonly AnswerPlan[]; readonly choices: Choices } | null
  readonly chosen: Chosen
  readonly choose: (chosen: Chosen) => void
  readonly units: string
  readonly setUnits: (units: string) => void
  readonly most: number
  /** Fields that the answer refuses. */
  readonly problems: readonly Problem[]
  /** The id of a field's control. */
  readonly idOf: (field: string) => string
}

/** The form: state, year, licensee, category, then the inputs that the category declares. */
export function Choice(props: Props) {
  const { name, states, verified, chosen, choose, units, setUnits, most, problems, idOf } = props
  const { plans = [], choices = null } = verified ?? {}
  const isServed = states.some(([code]) => code === chosen.state)
  const set = (more: Partial<Chosen>): void => choose({ ...chosen, ...more })
  const about = (field: string): About => {
    const problem = problems.find((each) => each.name === field)
    return {
      id: idOf(field),
      problem: problem === undefined ? null : (problem.message ?? 'See why there is no amount.'),
    }
  }
  const inForm = (text: string): string => (choices === null ? text : hoursInWords(inFormWords(text, choices)))
  const input = (field: Field) => (
    <Input
      field={{ ...field, help: inForm(field.help) }}
      about={about(field.name)}
      value={chosen.values[field.name] ?? ''}
      change={(text) => set({ values: { ...chosen.values, [field.name]: text } })}
    />
  )
  return (
    <form
      class="choice"
      aria-label={name === null ? 'The bill' : `The bill ${name}`}
      onSubmit={(event) => event.preventDefault()}
    >
      {name !== null && <h2>{name}</h2>}
      <Select
        label="State"
        value={isServed ? chosen.state : ''}
        options={isServed ? states : [['', 'Choose…'], ...states]}
        change={(next) => choose({ state: next, licensee: '', code: '', values: {} })}
      />
      {choices !== null && (
        <>
          {plans.length > 1 && (
            <Select
              label="Year"
              value={choices.plan.record.release_id}
              options={newest(plans).map(({ record }) => [record.release_id, record.financial_year])}
              change={(release) => set({ release })}
            />
          )}
          {choices.licensees.length > 0 && (
            <Select
              label="Licensee"
              value={choices.licensee}
              groups={[
                { label: 'Served', options: namesOf(choices.licensees) },
                { label: 'Not served', options: namesOf(choices.notServed), disabled: true },
              ].filter(({ options }) => options.length > 0)}
              change={(licensee) => set({ licensee })}
            />
          )}
          <Select
            label="Category"
            value={choices.category.subcategory_code}
            groups={categoryGroups(choices.categories)}
            change={(code) => choose(withCategory(plans, chosen, code))}
            about={{
              id: idOf('subcategory_code'),
              help: choices.category.note === null ? '' : inForm(choices.category.note),
            }}
          />
          <div class="units">
            <label for={idOf(UNITS)}>
              <span>{unitsLabel(choices)}</span>
            </label>
            <input
              type="range"
              min={0}
              max={most}
              step={1}
              value={units}
              aria-label={`${unitsLabel(choices)}, as a slider`}
              onInput={({ currentTarget }) => setUnits(currentTarget.value)}
            />
            <input
              {...described(about(UNITS))}
              inputMode="decimal"
              value={units}
              onInput={({ currentTarget }) => setUnits(currentTarget.value.trim())}
            />
            <Notes {...about(UNITS)} />
          </div>
          {choices.fields.filter(({ required }) => required).map(input)}
          {choices.fields.some(({ required }) => !required) && (
            <details>
              <summary>More about the connection or the bill</summary>
              {choices.fields.filter(({ required }) => !required).map(input)}
            </details>
          )}
        </>
      )}
    </form>
  )
}

/** A control with its help and with what is wrong with its content. */
type About = { readonly id?: string; readonly help?: string; readonly problem?: string | null }

/** Ties a control to its notes. */
const described = ({ id, help = '', problem = null }: About) => ({
  id,
  'aria-invalid': problem === null ? undefined : ('true' as const),
  'aria-describedby':
    [problem === null ? '' : `${id}-problem`, help === '' ? '' : `${id}-help`].join(' ').trim() || undefined,
})

/** What is wrong comes first. Outside the label, which would repeat them as the control's name. */
const Notes = ({ id, help = '', problem = null }: About) => (
  <>
    {problem !== null && (
      <p class="problem" id={`${id}-problem`}>
        {problem}
      </p>
    )}
    {help !== '' && (
      <p class="help" id={`${id}-help`}>
        {help}
      </p>
    )}
  </>
)

type Options = readonly (readonly [value: string, text: string])[]

const namesOf = (licensees: Choices['licensees']): Options => licensees.map(({ code, name }) => [code, name])

type SelectProps = {
  readonly label: string
  readonly value: string
  readonly options?: Options
  /** Options under headings; a single heading is not shown. */
  readonly groups?: readonly { readonly label: string; readonly options: Options; readonly disabled?: boolean }[]
  readonly change: (value: string) => void
  readonly about?: About
}

function Select({ label, value, options = [], groups = [], change, about = {} }: SelectProps) {
  const shown = (all: Options) =>
    all.map(([each, text]) => (
      <option key={each} value={each} selected={each === value}>
        {text}
      </option>
    ))
  return (
    <div>
      <label>
        <span>{label}</span>
        <select {...described(about)} value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
          {shown(options)}
          {groups.length < 2
            ? groups.map((group) => shown(group.options))
            : groups.map((group) => (
                <optgroup key={group.label} label={group.label} disabled={group.disabled}>
                  {shown(group.options)}
                </optgroup>
              ))}
        </select>
      </label>
      <Notes {...about} />
    </div>
  )
}

type InputProps = {
  readonly field: Field
  readonly value: string
  readonly about: About
  readonly change: (text: string) => void
}

function Input({ field, value, about: given, change }: InputProps) {
  const { kind, words, required, help } = field
  const about = { ...given, help }
  const options = kind === 'flag' ? ['yes', 'no'] : words
  if (options.length > 0) {
    return (
      <Select
        label={titleOf(field)}
        value={value}
        options={[['', required ? 'Choose…' : 'Not said'], ...options.map((each) => [each, inWords(each)] as const)]}
        change={change}
        about={about}
      />
    )
  }
  const mode = kind === 'quantity' ? 'decimal' : kind === 'count' ? 'numeric' : 'text'
  return (
    <div>
      <label>
        <span>{titleOf(field)}</span>
        <input
          {...described(about)}
          {...(kind === 'date' || kind === 'month' ? { type: kind } : { inputMode: mode })}
          value={value}
          required={required}
          onInput={({ currentTarget }) => change(currentTarget.value.trim())}
        />
      </label>
      <Notes {...about} />
    </div>
  )
}
