import type { RefusalCode } from '../../../releases/proof/format/refusal.ts'
import { canonicalBytes } from '../../../releases/record/canonical.ts'
import { trustText } from './trust-text.ts'
import { bake, type Recipe } from './world.ts'

/** One run of a verifier: its inputs and the required result. */
export type TamperCase = {
  readonly name: string
  /** Codes, one of which the verifier must give; empty: it must accept. */
  readonly codes: readonly RefusalCode[]
  readonly bundle: Uint8Array
  readonly trust: string
  readonly checkpoint: string | null
  readonly witnesses: number
}

export type Given = Partial<Omit<TamperCase, 'name' | 'codes'>>

/** A case that must be refused with one of `codes`; other inputs are those of the valid bundle. */
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

/** The canonical bytes of any JSON value, even if it is not a valid bundle. */
export function serialised(value: unknown): Uint8Array {
  return canonicalBytes(value)
}

/** The bytes of the bundle made by a recipe, after `change` has modified the document. */
export function baked(
  parts: Partial<Recipe> = {},
  change: (document: ReturnType<typeof bake>) => unknown = (document) => document,
): Uint8Array {
  return serialised(change(bake(parts)))
}

/** The valid bundle on which most cases are based. */
export const SOUND = baked()

/** The valid bundle's own text, for cases that change its spelling. */
export const SOUND_TEXT = new TextDecoder().decode(SOUND)
