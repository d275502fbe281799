/** Fields of the desk's forms, each under its label. */

type Named = { readonly label: string; readonly name: string }

/** One of several words. */
export function Select({ label, name, options }: Named & { readonly options: readonly string[] }) {
  return (
    <label>
      <span>{label}</span>
      <select name={name}>
        {options.map((option) => (
          <option value={option}>{option}</option>
        ))}
      </select>
    </label>
  )
}

/** A line of text, which has to be filled in. */
export function Text({ label, name }: Named) {
  return (
    <label>
      <span>{label}</span>
      <input name={name} required maxLength={2000} />
    </label>
  )
}
