import type { BundleDocument } from '../../../releases/proof/format/bundle.ts'
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

/** The bytes of the bundle made by a recipe. */
export function baked(parts: Partial<Recipe> = {}): Uint8Array {
  return canonicalBytes(bake(parts))
}

/** The valid bundle with other values for some of its fields. */
export function soundWith(fields: Partial<Record<keyof BundleDocument, unknown>>): Uint8Array {
  return canonicalBytes({ ...bake(), ...fields })
}

/** The way to a value inside a bundle. */
export type Path = readonly (string | number)[]
type Loose = Record<string | number, unknown>

/** Where the signature of the statement is. */
export const SIGNATURE: Path = ['envelope', 'signatures', 0, 'sig']

function holderOf(document: BundleDocument, path: Path): Loose {
  return path.slice(0, -1).reduce((place, step) => place[step] as Loose, document as unknown as Loose)
}

export function textAt(path: Path, document = bake()): string {
  return String(holderOf(document, path)[path.at(-1)!])
}

/** A bundle, by default the valid one, with the value at `path` replaced; undefined removes it. */
export function withValue(path: Path, value: unknown, document = bake()): Uint8Array {
  const holder = holderOf(document, path)
  if (value === undefined) delete holder[path.at(-1)!]
  else holder[path.at(-1)!] = value
  return canonicalBytes(document)
}

/** The valid bundle on which most cases are based. */
export const SOUND = baked()

/** The valid bundle's own text, for cases that change its spelling. */
export const SOUND_TEXT = new TextDecoder().decode(SOUND)
