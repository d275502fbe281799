import type { JsonObject } from './types.ts'

/** Responses that are defined once in the document, for any number of operations. */
export type SharedResponses = {
  /** `components.responses`. */
  readonly components: JsonObject
  /**
   * A reference to a response: an existing one with the same content, or a new one with that name, or with the name and
   * the operation's.
   */
  readonly refOf: (response: JsonObject, name: string, operationId: string) => JsonObject
}

export function sharedResponses(): SharedResponses {
  const components: JsonObject = {}
  const byText = new Map<string, string>()
  const refOf: SharedResponses['refOf'] = (response, name, operationId) => {
    const text = JSON.stringify(response)
    const known = byText.get(text)
    const own = `${name}Of${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`
    const id = known ?? (name in components ? own : name)
    if (known === undefined && id in components) throw new Error(`two responses are called ${id}`)
    byText.set(text, id)
    components[id] = response
    return { $ref: `#/components/responses/${id}` }
  }
  return { components, refOf }
}
