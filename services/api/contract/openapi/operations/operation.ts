import type { OperationDoc, Success } from '../types.ts'

type Given = Omit<OperationDoc, 'success' | 'codes' | 'conditional'> & {
  readonly schema: Success['schema']
  readonly mediaTypes?: readonly string[]
  readonly says?: string
  readonly codes?: OperationDoc['codes']
  readonly conditional?: boolean
}

/** An entry with what most operations share: 200, JSON, no codes of its own, not conditional. */
export function operation({ schema, mediaTypes, says, codes, conditional, ...rest }: Given): OperationDoc {
  return {
    ...rest,
    codes: codes ?? [],
    conditional: conditional ?? false,
    success: {
      mediaTypes: mediaTypes ?? ['application/json'],
      description: says ?? 'What was asked for',
      schema,
    },
  }
}
