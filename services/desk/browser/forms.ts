type Field = HTMLInputElement | HTMLSelectElement

function* fieldsIn(form: HTMLFormElement): Generator<Field> {
  for (const field of form.elements)
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) yield field
}

const contentOf = (field: Field): string | boolean => (isBox(field) ? field.checked : field.value)

const isBox = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === 'checkbox'

/** A form's fields by name; a checkbox is true or false. */
export function fieldsOf(form: HTMLFormElement): Record<string, string | boolean> {
  return Object.fromEntries([...fieldsIn(form)].map((field) => [field.name, contentOf(field)]))
}

/** A form by its act and hidden fields: the same one before and after an update. */
function nameOf(form: HTMLFormElement): string {
  const hidden = [...fieldsIn(form)].filter(({ type }) => type === 'hidden').map(({ value }) => value)
  return JSON.stringify([form.dataset['act'], ...hidden])
}

/** Replaces the content of an element; forms keep what was typed and chosen in them, and stay open. */
export function replaceContent(old: Element, fresh: Element): void {
  const before = new Map([...old.querySelectorAll('form')].map((form) => [nameOf(form), form]))
  old.innerHTML = fresh.innerHTML
  for (const form of old.querySelectorAll('form')) {
    const left = before.get(nameOf(form))
    if (left === undefined) continue
    const folded = form.closest('details')
    if (folded !== null) folded.open = left.closest('details')?.open ?? false
    const values = fieldsOf(left)
    for (const field of fieldsIn(form)) {
      const value = values[field.name]
      if (isBox(field)) field.checked = value === true
      else if (typeof value === 'string' && isOffered(field, value)) field.value = value
    }
  }
}

const isOffered = (field: Field, value: string): boolean =>
  field instanceof HTMLInputElement || [...field.options].some((option) => option.value === value && !option.disabled)

/** Empties a form whose act is done, also if an update has replaced it. */
export function emptyForm(form: HTMLFormElement): void {
  const name = nameOf(form)
  for (const each of document.forms) if (nameOf(each) === name) each.reset()
}
