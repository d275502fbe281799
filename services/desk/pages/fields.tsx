import type { ComponentChildren } from 'preact'

/** Buttons and forms that ask for an act, and the fields of forms, each with a label. */

type Named = { readonly label: string; readonly name: string }

type Choice = Named & {
  readonly options: readonly string[]
  /** Words of a first option that is none of them: nothing is chosen unless somebody chooses it. */
  readonly choose?: string
}

export function Select({ label, name, options, choose }: Choice) {
  return (
    <label>
      <span>{label}</span>
      <select name={name} required={choose !== undefined}>
        {choose !== undefined && <option value="">{choose}</option>}
        {options.map((option) => (
          <option value={option}>{option}</option>
        ))}
      </select>
    </label>
  )
}

export function Text({ label, name }: Named) {
  return (
    <label>
      <span>{label}</span>
      <input name={name} required maxLength={2000} />
    </label>
  )
}

export function Ask({ act, disabled, children }: { act: object; disabled?: boolean; children: ComponentChildren }) {
  return (
    <button type="button" class="primary" data-ask={JSON.stringify(act)} disabled={disabled}>
      {children}
    </button>
  )
}

type Folded = { readonly summary: string; readonly act: string; readonly button: string; readonly release?: string }

/** A form for an act, folded away until it is wanted. */
export function FoldedAct({ summary, act, button, release, children }: Folded & { children: ComponentChildren }) {
  return (
    <details>
      <summary>{summary}</summary>
      <form class="choice" data-act={act}>
        {release !== undefined && <input type="hidden" name="release" value={release} />}
        {children}
        <button type="submit">{button}</button>
      </form>
    </details>
  )
}
