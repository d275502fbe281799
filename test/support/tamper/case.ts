import type { RefusalCode } from '../../../releases/proof/format/refusal.ts'
import { canonicalBytes } from '../../../releases/record/canonical.ts'
import { trustText } from './trust-text.ts'
import { bake, type Recipe } from './world.ts'

/** One run of a verifier: what it is given and how it must answer. */
export type TamperCase = {
  readonly name: string
  /** Codes of which the verifier must give one; none means that it must accept. */
  readonly codes: readonly RefusalCode[]
  readonly bundle: Uint8Array
  readonly trust: string
  readonly checkpoint: string | null
  readonly witnesses: number
}

export type Given = Partial<Omit<TamperCase, 'name' | 'codes'>>

/** A case that must be refused with one of `codes`; what is not given is as in the sound bundle. */
export function refused(name: string, codes: RefusalCode | readonly RefusalCode[], given: Given): TamperCase {
  return { ...accepted(name, given), codes: typeof codes === 'string' ? [codes] : codes }
}

/** A case that must be accepted. */
export function accepted(name: string, given: Given): TamperCase {
  return {
    name,
    codes: [],
    bundle: given.bundle ?? SOUND,
    trust: given.trust ?? trustText(),
    checkpoint: given.checkpoint ?? null,
    witnesses: given.witnesses ?? 0,
  }
}

/** The bytes of any JSON value, canonical, however wrong as a bundle. */
export function serialised(value: unknown): Uint8Array {
  return canonicalBytes(value)
}

/** The bytes of the bundle that a recipe makes, after `change` has had its way with the document. */
export function baked(
  parts: Partial<Recipe> = {},
  change: (document: ReturnType<typeof bake>) => unknown = (document) => document,
): Uint8Array {
  return serialised(change(bake(parts)))
}

/** The sound bundle that most cases depart from. */
export const SOUND = baked()

/** The sound bundle's own text, for cases that change its spelling. */
export const SOUND_TEXT = new TextDecoder().decode(SOUND)
