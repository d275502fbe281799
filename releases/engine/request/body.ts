import * as z from 'zod'
import type { Input, Part } from '../input.ts'
import { ALWAYS_REQUIRED, INPUT_LIST, type INPUTS, type InputName, LARGEST_COUNT, LARGEST_QUANTITY } from '../inputs.ts'

/** The body of POST /calculate, from the table of inputs. Nothing is coerced. Source: spec: POST /calculate. */

type PartValue<P> = P extends { kind: 'flag' }
  ? boolean
  : P extends { kind: 'date' }
    ? string
    : P extends { kind: 'quantity' }
      ? number | string
      : number
type PartsValue<Parts> = {
  [Name in keyof Parts as Parts[Name] extends { required: true } ? Name : never]: PartValue<Parts[Name]>
} & {
  [Name in keyof Parts as Parts[Name] extends { required: true } ? never : Name]?: PartValue<Parts[Name]> | undefined
}

type ValueOf<I> = I extends { kind: 'quantity' }
  ? number | string
  : I extends { kind: 'word'; words: readonly (infer Word)[] }
    ? Word
    : I extends { kind: 'flag' }
      ? boolean
      : I extends { kind: 'count' }
        ? number
        : I extends { kind: 'object'; parts: infer Parts }
          ? PartsValue<Parts>
          : I extends { kind: 'declared'; of: 'quantities' }
            ? Readonly<Record<string, number | string>>
            : I extends { kind: 'declared' }
              ? Readonly<Record<string, string>>
              : string

type Always = (typeof ALWAYS_REQUIRED)[number]

export type CalculateBody = { readonly [Name in Always]: ValueOf<(typeof INPUTS)[Name]> } & {
  readonly [Name in Exclude<InputName, Always>]?: ValueOf<(typeof INPUTS)[Name]> | undefined
}

function quantityUpTo(largest: number) {
  const digits = String(largest).length - 1
  return z.union([
    z.number().min(0).max(largest),
    z.string().regex(new RegExp(`^(0|[1-9]\\d{0,${digits}})(\\.\\d{1,3})?$`)),
  ])
}

/** An exact quantity: a JSON number or decimal text with at most three decimals. */
export const quantity = quantityUpTo(LARGEST_QUANTITY).describe(
  'Exact quantity: a JSON number or decimal text, at most 3 decimals, 0 to 10,000,000; never rounded',
)

const quantityOf = ({ largest }: { readonly largest?: number }) =>
  largest === undefined ? quantity : quantityUpTo(largest)

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/
const PART_NAME = /^[a-z][a-z0-9_]{0,39}$/

function partSchema({ kind, description, required }: Part): z.ZodType {
  const schema =
    kind === 'flag'
      ? z.boolean()
      : kind === 'date'
        ? z.string().max(100)
        : kind === 'paise'
          ? z.int().min(0).max(Number.MAX_SAFE_INTEGER)
          : kind === 'quantity'
            ? quantity
            : z.int()
  const described = schema.describe(description)
  return required === true ? described : described.optional()
}

function schemaOf(input: Input): z.ZodType {
  return valueSchema(input).describe(input.description)
}

function valueSchema(input: Input): z.ZodType {
  switch (input.kind) {
    case 'quantity':
      return quantityOf(input)
    case 'word':
      return z.enum(input.words as [string, ...string[]])
    case 'text':
      return input.pattern === undefined
        ? z.string().min(1).max(input.longest)
        : z.string().regex(new RegExp(input.pattern))
    case 'date':
      return z.string().max(100)
    case 'month':
      return z.string().regex(MONTH)
    case 'flag':
      return z.boolean()
    case 'count':
      return input.least === undefined ? z.int() : z.int().min(input.least).max(LARGEST_COUNT)
    case 'object':
      return z.strictObject(
        Object.fromEntries(Object.entries(input.parts).map(([name, part]) => [name, partSchema(part)])),
      )
    case 'declared': {
      const value = input.of === 'words' ? z.string().min(1).max(100) : quantityOf(input)
      // The limit is also in the JSON Schema, by which requests are checked.
      return z
        .record(z.string().regex(PART_NAME), value)
        .refine((parts) => Object.keys(parts).length >= 1, { params: { keyword: 'minProperties', limit: 1 } })
        .refine((parts) => Object.keys(parts).length <= input.most, {
          params: { keyword: 'maxProperties', limit: input.most },
        })
        .meta({ minProperties: 1, maxProperties: input.most })
    }
  }
}

const schemas = new Map(INPUT_LIST.map(([name, input]) => [name, schemaOf(input)]))

/** The schema of an input, for other bodies that accept it. */
export function inputSchema<Name extends InputName>(name: Name): z.ZodType<ValueOf<(typeof INPUTS)[Name]>> {
  return schemas.get(name) as z.ZodType<ValueOf<(typeof INPUTS)[Name]>>
}

const isAlways = (name: string): boolean => (ALWAYS_REQUIRED as readonly string[]).includes(name)

/** Strict, with only the three fields that every state needs required here. */
export const calculateBody = z.strictObject(
  Object.fromEntries(
    INPUT_LIST.map(([name]) => [name, isAlways(name) ? inputSchema(name) : inputSchema(name).optional()]),
  ),
) as unknown as z.ZodType<CalculateBody>
