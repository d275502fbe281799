import type { AnswerPlan } from '../../../../releases/engine/answer/answer-plan.ts'
import type { Category } from '../../../../releases/record/category.ts'
import { type Choices, type Chosen, newest } from './choices.ts'
import { type Field, inWords } from './fields.ts'

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
}

/** The form: state, year, licensee, category, then the inputs that the category declares. */
export function Choice({ name, states, verified, chosen, choose, units, setUnits, most }: Props) {
  const { plans = [], choices = null } = verified ?? {}
  const set = (more: Partial<Chosen>): void => choose({ ...chosen, ...more })
  const input = (field: Field) => (
    <Input
      field={field}
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
        value={chosen.state}
        options={states}
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
              options={choices.licensees.map(({ code, name: full }) => [code, full])}
              change={(licensee) => set({ licensee })}
            />
          )}
          <Select
            label="Category"
            value={choices.category.subcategory_code}
            options={categoryOptions(choices.categories)}
            change={(code) => set({ code, values: {} })}
          />
          <label class="units">
            <span>Units of the bill ({choices.unit})</span>
            <input
              type="range"
              min={0}
              max={most}
              step={1}
              value={units}
              aria-label={`Units of the bill (${choices.unit}), as a slider`}
              onInput={({ currentTarget }) => setUnits(currentTarget.value)}
            />
            <input
              inputMode="decimal"
              value={units}
              aria-label={`Units of the bill (${choices.unit})`}
              onInput={({ currentTarget }) => setUnits(currentTarget.value.trim())}
            />
          </label>
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

/**
 * Codes with their labels. Several categories with one code are one choice, named by the common beginning of their
 * labels.
 */
function categoryOptions(categories: readonly Category[]): [code: string, label: string][] {
  const byCode = Map.groupBy(categories, ({ subcategory_code: code }) => code)
  return [...byCode].map(([code, same]) => {
    const [first = [], ...others] = same.map(({ raw_category_label: label }) => label.split(' '))
    const end = first.findIndex((word, index) => others.some((words) => words[index] !== word))
    const common = (end === -1 ? first : first.slice(0, end)).join(' ').replace(/( at|,)$/, '')
    return [code, common === '' ? code : common]
  })
}

type SelectProps = {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly change: (value: string) => void
  readonly help?: string
}

function Select({ label, value, options, change, help }: SelectProps) {
  return (
    <label title={help}>
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each} selected={each === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

function Input({
  field,
  value,
  change,
}: {
  readonly field: Field
  readonly value: string
  readonly change: (text: string) => void
}) {
  const { kind, label, unit, words, required, help } = field
  const options = kind === 'flag' ? ['yes', 'no'] : words
  const text = unit === null ? label : `${label} (${unit})`
  if (options.length > 0) {
    return (
      <Select
        label={text}
        value={value}
        options={[['', required ? 'Choose…' : 'Not said'], ...options.map((each) => [each, inWords(each)] as const)]}
        change={change}
        help={help}
      />
    )
  }
  const typed = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void =>
    change(currentTarget.value.trim())
  const mode = kind === 'quantity' ? 'decimal' : kind === 'count' ? 'numeric' : 'text'
  return kind === 'date' || kind === 'month' ? (
    <label title={help}>
      <span>{text}</span>
      <input type={kind} value={value} required={required} onInput={typed} />
    </label>
  ) : (
    <label title={help}>
      <span>{text}</span>
      <input inputMode={mode} value={value} required={required} onInput={typed} />
    </label>
  )
}
