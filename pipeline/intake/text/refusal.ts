import type { Extraction } from '../../gates/gate.ts'

export type Refused = Extract<Extraction, { ok: false }>

/** A refusal in three parts: what happened, why, and what to do. */
export function refuse(happened: string, why: string, whatToDo: string): Refused {
  return { ok: false, reason: `${happened}: ${why}. To go on, ${whatToDo}.` }
}

/** Refusal of bytes that do not match their declared type. */
export function refuseKind(mediaType: string, why: string): Refused {
  return refuse(
    `The bytes do not look like ${mediaType}`,
    why,
    'check that the right file was added and that its media type is declared correctly',
  )
}
