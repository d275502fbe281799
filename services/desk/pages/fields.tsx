/** Fields of the desk's forms, each with a label. */

type Named = { readonly label: string; readonly name: string }

/** A choice of words. */
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

/** A required line of text. */
export function Text({ label, name }: Named) {
  return (
    <label>
      <span>{label}</span>
      <input name={name} required maxLength={2000} />
    </label>
  )
}
